import type { IssueId } from '@seismo/protocol';
import { hourOf, RATE_HOURS } from '#domain/issue-status/escalation.ts';
import type { IssueData } from '../issues/memory.ts';
import { keepable } from '../keepable.ts';
import { copy } from '../engines/memory/rows.ts';
import type { GroupingReads, GroupingWrites, Regroup } from './contract.ts';
import { followed } from './redirects.ts';

export interface GroupingData {
  redirects: { issueId: IssueId; intoId: IssueId }[];
  regroups: Regroup[];
}

export function emptyGrouping(): GroupingData {
  return { redirects: [], regroups: [] };
}

export function groupingReads(current: () => GroupingData & IssueData): GroupingReads {
  return {
    fingerprintsOf: async (issueIds) =>
      current()
        .fingerprints.filter(({ issueId }) => issueIds.includes(issueId))
        .map(({ hash, issueId }) => ({ hash, issueId }))
        .sort((one, other) => (one.hash < other.hash ? -1 : 1)),
    mergedInto: (issueId) =>
      followed(issueId, async (id) => current().redirects.find((each) => each.issueId === id)?.intoId ?? null),
    regroupById: async (id) => copy(current().regroups.find((each) => each.id === id) ?? null),
  };
}

export function groupingWrites(data: GroupingData & IssueData): GroupingWrites {
  return {
    async moveFingerprints(projectId, hashes, issueId) {
      for (const each of data.fingerprints) {
        if (each.projectId === projectId && hashes.includes(each.hash)) each.issueId = issueId;
      }
    },
    async addFingerprints(projectId, hashes, issueId) {
      for (const hash of hashes) {
        const isKnown = data.fingerprints.some((each) => each.projectId === projectId && each.hash === hash);
        if (!isKnown) data.fingerprints.push({ projectId, hash, groupingVersion: 'v1', issueId });
      }
    },
    async dropFingerprints(projectId, hashes) {
      data.fingerprints = data.fingerprints.filter(
        (each) => each.projectId !== projectId || !hashes.includes(each.hash),
      );
    },
    async redirectIssue(issueId, intoId) {
      data.redirects = data.redirects.filter((each) => each.issueId !== issueId);
      if (intoId !== null) data.redirects.push({ issueId, intoId });
    },
    async keepRegroup(regroup) {
      const known = data.regroups.find(({ id }) => id === regroup.id);
      if (known) known.undoneAtMs = regroup.undoneAtMs;
      else data.regroups.push(copy(regroup));
    },
    async recountIssues(counts, nowMs) {
      const now = hourOf(nowMs);
      for (const { issueId, events, userKeys, hours, seen } of counts) {
        const issue = data.issues.find(({ id }) => id === issueId)!;
        const recent = hours.filter(({ hour }) => hour > now - RATE_HOURS && hour <= now);
        data.hours = data.hours.filter((each) => each.issueId !== issueId);
        data.hours.push(...recent.map((each) => ({ ...each, issueId })));
        const users = [...new Set(userKeys.map(keepable))];
        Object.assign(issue, { eventCount: events, users, userCount: users.length });
        for (const [name, value] of Object.entries(seen ?? { firstRelease: '', lastRelease: '' })) {
          Object.assign(issue, { [name]: typeof value === 'string' ? keepable(value) : value });
        }
      }
    },
  };
}
