import { limits, type IssueId, type ProjectId, type UserId } from '@seismo/protocol';
import { keepable } from '../keepable.ts';
import { copy, without } from '../engines/memory/rows.ts';
import type { ProjectData } from '../projects/memory.ts';
import { ensureIssues, rateIn } from './batch.memory.ts';
import { holds } from './condition.memory.ts';
import type {
  Activity,
  Issue,
  IssueListing,
  IssueReads,
  IssueSearch,
  IssueSearches,
  IssueWrites,
  Personal,
  Undo,
} from './contract.ts';
import { hourOf, RATE_HOURS } from '#domain/issue-status/escalation.ts';
import { afterTime, awaits, turnsAtMs } from '#domain/issue-status/issue-status.ts';
import type { SearchData } from '../search/memory.ts';
import { readShortId } from './short-id.ts';

export interface IssueData {
  issues: MemoryIssue[];
  lastIssueId: number;
  fingerprints: { projectId: ProjectId; hash: string; groupingVersion: string; issueId: IssueId }[];
  hours: { issueId: IssueId; hour: number; events: number }[];
  forecasts: Map<string, { perHour: number; perDay: number; dayBefore: number }>;
  undos: (Undo & { hash: string })[];
  seen: { userId: UserId; issueId: IssueId; seenAtMs: number }[];
  bookmarks: { userId: UserId; issueId: IssueId }[];
  activities: Activity[];
  lastActivityId: number;
}

type MemoryIssue = Issue & { users: string[] };

export function emptyIssues(): IssueData {
  return {
    issues: [],
    lastIssueId: 0,
    fingerprints: [],
    hours: [],
    forecasts: new Map(),
    undos: [],
    seen: [],
    bookmarks: [],
    activities: [],
    lastActivityId: 0,
  };
}

export function issueReads(current: () => IssueData & SearchData): IssueReads & IssueSearches {
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
    leastLastSeen: async (listing) => {
      const times = matching(current(), listing).map(({ lastSeenAtMs }) => lastSeenAtMs);
      return times.length === 0 ? null : Math.min(...times);
    },
    similarIssues: async (to, count) => {
      const all = matching(current(), { projectIds: [to.projectId], ids: null, where: null });
      return all
        .filter(({ type }) => type === to.type)
        .sort((one, other) => other.lastSeenAtMs - one.lastSeenAtMs || other.id - one.id)
        .slice(0, limits.SIMILAR_AMONG_COUNT)
        .filter((one) => one.id !== to.id && (isSame(one.culprit, to.culprit) || isSame(one.value, to.value)))
        .slice(0, count)
        .map(shown);
    },
    issuesWhere: async (listing) =>
      matching(current(), listing).map((issue) => ({ id: issue.id, atMs: sortValues[listing.time](issue) })),
    activityOf: async (issueId) =>
      copy(current().activities.filter((activity) => activity.issueId === issueId)).reverse(),
    issuesByHash: async (projectId, hashes) =>
      new Map(
        current()
          .fingerprints.filter((each) => each.projectId === projectId && hashes.includes(each.hash))
          .map(({ hash, issueId }) => [hash, issueId]),
      ),
    issuesAwaitingCommits: async (projectIds, commits) =>
      current()
        .issues.filter((issue) => projectIds.includes(issue.projectId) && awaits(issue, commits))
        .map(shown),
    activityById: async (id) => copy(current().activities.find((activity) => activity.id === id) ?? null),
    eventRates: async (ids, nowMs) => new Map(ids.map((id) => [id, rateIn(current(), id, nowMs, 'now')])),
    personalOf: async (userId, ids) => {
      const { seen, bookmarks } = current();
      const personal = ids.map((id): [IssueId, Personal] => [
        id,
        {
          seenAtMs: seen.find((each) => each.userId === userId && each.issueId === id)?.seenAtMs ?? null,
          bookmarked: bookmarks.some((each) => each.userId === userId && each.issueId === id),
        },
      ]);
      return new Map(personal.filter(([, { seenAtMs, bookmarked }]) => seenAtMs !== null || bookmarked));
    },
  };
}

export function issueWrites(data: IssueData & ProjectData): IssueWrites {
  return {
    ensureIssues: async (seeds) => ensureIssues(data, seeds),
    async updateIssues(updates) {
      for (const { id, life, ...update } of updates) {
        const issue = data.issues.find((each) => each.id === id);
        if (issue) Object.assign(issue, structuredClone({ ...life, ...update }));
      }
    },
    async addActivities(activities) {
      for (const activity of activities) data.activities.push({ id: ++data.lastActivityId, ...activity });
    },
    async editComment(id, text, editedAtMs) {
      const comment = data.activities.find((each) => each.id === id);
      if (comment?.kind === 'comment') Object.assign(comment, { text: keepable(text), editedAtMs });
    },
    async deleteActivity(id) {
      data.activities = data.activities.filter((each) => each.id !== id);
    },
    async turnIssues(nowMs, count) {
      const due = data.issues
        .filter((issue) => issue.eventCount > 0 && (turnsAtMs(issue) ?? Infinity) <= nowMs)
        .sort((one, other) => turnsAtMs(one)! - turnsAtMs(other)! || one.id - other.id)
        .slice(0, count);
      for (const issue of due) {
        const { life, change } = afterTime(issue, nowMs);
        Object.assign(issue, life);
        if (change) {
          data.activities.push({ id: ++data.lastActivityId, issueId: issue.id, userId: null, atMs: nowMs, ...change });
        }
      }
      return [...new Set(due.map(({ projectId }) => projectId))];
    },
    async forgetHours(nowMs) {
      data.hours = data.hours.filter(({ hour }) => hour > hourOf(nowMs) - RATE_HOURS);
    },
    async keepUndo(undo, nowMs) {
      data.undos = [...data.undos.filter(({ expiresAtMs }) => expiresAtMs > nowMs), copy(undo)];
    },
    async takeUndo(hash, userId, nowMs) {
      const found = data.undos.find((each) => each.hash === hash && each.userId === userId);
      data.undos = data.undos.filter((each) => each !== found);
      return found && found.expiresAtMs > nowMs ? without(found, 'hash') : null;
    },
    async setSeen(userId, ids, seenAtMs) {
      data.seen = data.seen.filter((each) => each.userId !== userId || !ids.includes(each.issueId));
      if (seenAtMs !== null) data.seen.push(...ids.map((issueId) => ({ userId, issueId, seenAtMs })));
    },
    async setBookmarked(userId, ids, bookmarked) {
      data.bookmarks = data.bookmarks.filter((each) => each.userId !== userId || !ids.includes(each.issueId));
      if (bookmarked) data.bookmarks.push(...ids.map((issueId) => ({ userId, issueId })));
    },
  };
}

const isSame = (one: string, other: string) => one !== '' && one === other;

const sortValues: Record<IssueListing['sort'], (issue: Issue) => number> = {
  'last-seen': (issue) => issue.lastSeenAtMs,
  'first-seen': (issue) => issue.firstSeenAtMs,
  events: (issue) => issue.eventCount,
  users: (issue) => issue.userCount,
};

function matching(data: IssueData & SearchData, listing: IssueSearch): MemoryIssue[] {
  return data.issues.filter(
    (issue) =>
      issue.eventCount > 0 &&
      listing.projectIds.includes(issue.projectId) &&
      (listing.ids === null || listing.ids.includes(issue.id)) &&
      (listing.where === null || holds(listing.where, issue, data)),
  );
}

function shown(issue: MemoryIssue): Issue {
  return without(issue, 'users');
}
