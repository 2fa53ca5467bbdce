import type { IssueId, ProjectId } from '@seismo/protocol';
import { copy, without } from '../memory/rows.ts';
import type { ProjectData } from '../projects/memory.ts';
import { ensureIssues } from './batch.memory.ts';
import { holds } from './condition.memory.ts';
import type { Activity, Issue, IssueListing, IssueReads, IssueWrites } from './contract.ts';
import { readShortId } from './short-id.ts';

export interface IssueData {
  issues: MemoryIssue[];
  lastIssueId: number;
  fingerprints: { projectId: ProjectId; hash: string; groupingVersion: string; issueId: IssueId }[];
  activities: Activity[];
  lastActivityId: number;
}

type MemoryIssue = Issue & { users: string[] };

export function emptyIssues(): IssueData {
  return { issues: [], lastIssueId: 0, fingerprints: [], activities: [], lastActivityId: 0 };
}

export function issueReads(current: () => IssueData): IssueReads {
  return {
    issueById: async (id) => {
      const issue = current().issues.find((candidate) => candidate.id === id);
      return issue ? shown(issue) : null;
    },
    issueByShortId: async (organizationId, shortId) => {
      const issue = current().issues.find(
        (candidate) => candidate.organizationId === organizationId && candidate.shortId === readShortId(shortId),
      );
      return issue ? shown(issue) : null;
    },
    issuesByIds: async (ids) =>
      current()
        .issues.filter((issue) => ids.includes(issue.id))
        .map(shown),
    listIssues: async (listing) => {
      const value = sortValues[listing.sort];
      return matching(current(), listing)
        .sort((one, other) => value(other) - value(one) || other.id - one.id)
        .filter(
          (issue) =>
            !listing.after ||
            value(issue) < listing.after.value ||
            (value(issue) === listing.after.value && issue.id < listing.after.id),
        )
        .slice(0, listing.count)
        .map(shown);
    },
    countIssues: async (listing) => matching(current(), listing).length,
    issueIdsWhere: async (listing) => matching(current(), { ...listing, ids: null }).map(({ id }) => id),
    activityOf: async (issueId) =>
      copy(current().activities.filter((activity) => activity.issueId === issueId)).reverse(),
    issuesByHash: async (projectId, hashes) =>
      new Map(
        current()
          .fingerprints.filter((each) => each.projectId === projectId && hashes.includes(each.hash))
          .map(({ hash, issueId }) => [hash, issueId]),
      ),
  };
}

export function issueWrites(data: IssueData & ProjectData): IssueWrites {
  return {
    ensureIssues: async (seeds) => ensureIssues(data, seeds),
    async setIssueStatus(ids, status) {
      for (const issue of data.issues) if (ids.includes(issue.id)) issue.status = status;
    },
    async addActivity(activity) {
      data.activities.push({ id: ++data.lastActivityId, ...activity });
    },
  };
}

const sortValues: Record<IssueListing['sort'], (issue: Issue) => number> = {
  'last-seen': (issue) => issue.lastSeenAtMs,
  'first-seen': (issue) => issue.firstSeenAtMs,
  events: (issue) => issue.eventCount,
  users: (issue) => issue.userCount,
};

function matching(data: IssueData, listing: Omit<IssueListing, 'after' | 'count' | 'sort'>): MemoryIssue[] {
  return data.issues.filter(
    (issue) =>
      issue.eventCount > 0 &&
      listing.projectIds.includes(issue.projectId) &&
      (listing.ids === null || listing.ids.includes(issue.id)) &&
      (listing.where === null || holds(listing.where, issue)),
  );
}

function shown(issue: MemoryIssue): Issue {
  return without(issue, 'users');
}
