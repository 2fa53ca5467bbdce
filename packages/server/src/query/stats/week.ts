import type { ProjectId, UserId } from '@seismo/protocol';
import type { Period } from '#domain/alerts/schedule.ts';
import type { Week } from '#domain/notifications/week.ts';
import type { IssueCondition, IssueNumber } from '#domain/search/issue-condition.ts';
import type { Issue } from '#store/state/contract.ts';
import type { EventKey } from '#store/telemetry/queries/event-groups.ts';
import type { QueryDeps } from '../deps.ts';
import { share } from '../releases/release-health.ts';

type Deps = Pick<QueryDeps, 'state' | 'telemetry'>;

/** Stored error events by the time they happened, and issues. All of it is counted, nothing estimated. */
export interface WeekStats {
  events: number;
  eventsBefore: number;
  /** Of each day. */
  days: number[];
  /** Distinct users of events, over all projects. */
  users: number;
  /** First seen in the week. */
  newIssues: number;
  /** Issues whose last regression was in the week. */
  regressedIssues: number;
  /** Resolved in the week, and still resolved. */
  resolvedIssues: number;
  /** At present. */
  unresolvedIssues: number;
  /** Between 0 and 1; `null` without sessions. */
  crashFreeSessions: number | null;
  crashFreeSessionsBefore: number | null;
  /** Those with the most events, most first. */
  issues: WeekIssue[];
  /** Those with events in one of the two weeks, most first. */
  projects: { projectId: ProjectId; events: number; eventsBefore: number }[];
}

export interface WeekIssue {
  issue: Issue;
  events: number;
  users: number;
  isNew: boolean;
  isRegressed: boolean;
}

/** For internal work: the caller has checked that the user may see these projects. */
export async function weekStats(
  deps: Deps,
  { projectIds, requestedBy, week, issueCount }: WeekOfProjects & { requestedBy: UserId; issueCount: number },
): Promise<WeekStats> {
  const { whole, before } = week;
  const projects = await eventsByProject(deps, { projectIds, week });
  const [ofAll] = await eventsBy(deps, projectIds, whole, [], 1);
  // One after the other: a user may only search so many times at once.
  const count = (where: IssueCondition[]) =>
    deps.state.countIssues({ projectIds, requestedBy, ids: null, where: { all: where } });
  const newIssues = await count(within('firstSeenAtMs', whole));
  const regressedIssues = await count(within('regressedAtMs', whole));
  const resolvedIssues = await count([{ field: 'status', is: ['resolved'] }, ...within('statusAtMs', whole)]);
  const unresolved = await deps.state.unresolvedCounts({ projectIds, requestedBy, newSinceMs: whole.toMs });
  return {
    events: sumOf(projects, ({ events }) => events),
    eventsBefore: sumOf(projects, ({ eventsBefore }) => eventsBefore),
    days: await eventsByDay(deps, { projectIds, week }),
    users: ofAll?.users ?? 0,
    newIssues,
    regressedIssues,
    resolvedIssues,
    unresolvedIssues: sumOf(unresolved, (row) => row.unresolved),
    crashFreeSessions: await crashFree(deps, projectIds, whole),
    crashFreeSessionsBefore: await crashFree(deps, projectIds, before),
    issues: await topIssues(deps, projectIds, whole, issueCount),
    projects,
  };
}

/** Whether these projects had an event in the week or in the one before. */
export async function hasEvents(deps: Pick<Deps, 'telemetry'>, { projectIds, week }: WeekOfProjects): Promise<boolean> {
  const both = { fromMs: week.before.fromMs, toMs: week.whole.toMs };
  return (await eventsBy(deps, projectIds, both, [], 1)).length > 0;
}

interface WeekOfProjects {
  projectIds: ProjectId[];
  week: Week;
}

/** Local days begin at a quarter of an hour in every time zone. */
const QUARTER_MS = 15 * 60_000;
const QUARTER_COUNT_MAX = 7 * 25 * 4;

function eventsBy(
  { telemetry }: Pick<Deps, 'telemetry'>,
  projectIds: ProjectId[],
  range: Period,
  by: EventKey[],
  count: number,
) {
  const order = { measure: 'events', descending: true } as const;
  const scope = { projectIds, environments: [], where: null, range };
  return telemetry.query('eventGroups', { ...scope, by, order, offset: 0, count });
}

async function eventsByProject(deps: Deps, { projectIds, week }: WeekOfProjects): Promise<WeekStats['projects']> {
  const read = async (range: Period) => {
    const rows = await eventsBy(deps, projectIds, range, [{ number: 'projectId' }], projectIds.length);
    return new Map(rows.map(({ keys, events }) => [Number(keys[0]), events]));
  };
  const [now, before] = [await read(week.whole), await read(week.before)];
  return projectIds
    .map((projectId) => ({ projectId, events: now.get(projectId) ?? 0, eventsBefore: before.get(projectId) ?? 0 }))
    .filter(({ events, eventsBefore }) => events + eventsBefore > 0)
    .toSorted((one, other) => other.events - one.events || other.eventsBefore - one.eventsBefore);
}

async function eventsByDay(deps: Deps, { projectIds, week: { days, whole } }: WeekOfProjects): Promise<number[]> {
  const rows = await eventsBy(deps, projectIds, whole, [{ bucketMs: QUARTER_MS }], QUARTER_COUNT_MAX);
  return days.map(({ fromMs, toMs }) => {
    const ofDay = rows.filter(({ keys }) => Number(keys[0]) >= fromMs && Number(keys[0]) < toMs);
    return sumOf(ofDay, ({ events }) => events);
  });
}

async function topIssues(deps: Deps, projectIds: ProjectId[], range: Period, count: number): Promise<WeekIssue[]> {
  const rows = await eventsBy(deps, projectIds, range, [{ number: 'issueId' }], count);
  const counts = rows.map(({ keys, events, users }) => ({ id: Number(keys[0]), events, users }));
  const found = await deps.state.issuesByIds(counts.map(({ id }) => id as Issue['id']));
  const isIn = (atMs: number | null) => atMs !== null && atMs >= range.fromMs && atMs < range.toMs;
  return counts.flatMap(({ id, events, users }) => {
    // One that was merged or deleted meanwhile.
    const issue = found.find((one) => one.id === id);
    if (!issue) return [];
    return [{ issue, events, users, isNew: isIn(issue.firstSeenAtMs), isRegressed: isIn(issue.regressedAtMs) }];
  });
}

async function crashFree({ telemetry }: Deps, projectIds: ProjectId[], range: Period): Promise<number | null> {
  const rows = await telemetry.query('releaseSessionStats', { projectIds, environments: [], releases: [], range });
  const sessions = sumOf(rows, (row) => row.sessions);
  return share(sessions - sumOf(rows, ({ crashed }) => crashed), sessions);
}

const within = (number: IssueNumber, { fromMs, toMs }: Period): IssueCondition[] => [
  { number, comparison: '>=', value: fromMs },
  { number, comparison: '<', value: toMs },
];

function sumOf<Row>(rows: readonly Row[], count: (row: Row) => number): number {
  return rows.reduce((sum, row) => sum + count(row), 0);
}
