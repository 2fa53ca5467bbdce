import { keepable } from '../keepable.ts';
import type { Issue } from '../issues/contract.ts';
import { copy } from '../engines/memory/rows.ts';
import type { Repair, RepairReads, RepairWrites } from './contract.ts';

export interface RepairData {
  repairs: Repair[];
}

export function emptyRepairs(): RepairData {
  return { repairs: [] };
}

export function repairReads(current: () => RepairData): RepairReads {
  return {
    repairById: async (id) => copy(current().repairs.find((repair) => repair.id === id) ?? null),
    openRepairs: async () => copy(current().repairs.filter(({ endedAtMs }) => endedAtMs === null)),
    repairsOf: async (projectId, count) =>
      copy(
        current()
          .repairs.filter((repair) => repair.projectId === projectId)
          .filter(({ endedAtMs, total }) => endedAtMs === null || (total ?? 0) > 0)
          .toSorted((a, b) => b.askedAtMs - a.askedAtMs || b.id - a.id)
          .slice(0, count),
      ),
  };
}

export function repairWrites(data: RepairData & { issues: Issue[] }): RepairWrites {
  return {
    async askRepairs(uploads, askedAtMs) {
      return uploads.map(({ bundleId, projectId, release: givenRelease, dist: givenDist }) => {
        const [release, dist] = [keepable(givenRelease), keepable(givenDist)];
        const anew = { askedAtMs, total: null, done: 0, mended: 0, before: null, endedAtMs: null };
        let repair = data.repairs.find(
          (each) =>
            each.projectId === projectId &&
            each.bundleId === bundleId &&
            each.release === release &&
            each.dist === dist,
        );
        if (repair) Object.assign(repair, anew, { round: repair.round + 1 });
        else {
          repair = { id: data.repairs.length + 1, bundleId, projectId, release, dist, round: 1, ...anew };
          data.repairs.push(repair);
        }
        return { id: repair.id, projectId, round: repair.round };
      });
    },
    async updateRepair(id, { total, done, mended, before, endedAtMs }) {
      const repair = data.repairs.find((each) => each.id === id);
      if (repair) Object.assign(repair, copy({ total, done, mended, before, endedAtMs }));
    },
    async renameIssues(headlines) {
      for (const { issueId, atMs, type, value, culprit } of headlines) {
        const issue = data.issues.find((each) => each.id === issueId && each.lastSeenAtMs === atMs);
        if (issue) Object.assign(issue, { type: keepable(type), value: keepable(value), culprit: keepable(culprit) });
      }
    },
  };
}
