import { limits, type EventId, type IssueId, type ProjectId, type UserId } from '@seismo/protocol';
import { z } from 'zod';
import { isFor } from '#domain/ownership/assignee.ts';
import { assigneesIn } from './assignee.ts';
import type { Issue, IssueListing, IssueSortKey, IssueTime, Project, UnresolvedCount } from '#store/state/contract.ts';
import type { Search } from '#domain/search/ast.ts';
import type { IssueCondition } from '#domain/search/issue-condition.ts';
import type { EventCondition } from '#domain/search/event-condition.ts';
import type { QueryParams, QueryRows } from '#store/telemetry/queries/index.ts';
import type { Range } from '#store/telemetry/queries/query.ts';
import { readCursor, writeCursor } from '../cursor.ts';
import type { QueryDeps } from '../deps.ts';
import { userFlagsOf } from './issue.ts';
import { changedIssues } from './issue-changes.ts';
import { priorityOf } from '#domain/issue-status/priority.ts';
import { projectsNamed, projectsOfRows } from '../projects/projects.ts';
import { bucketsOf, fillSeries, type Buckets, type CustomRange } from '../range.ts';
import { knownFor } from '../search/known.ts';
import { eventIdOf, compileIssueSearch, readSearch, type CompiledIssueSearch } from '#domain/search/compile-search.ts';
import { orProblem } from '../search/or-problem.ts';
import { countsForTrends, trendsOf } from './trends.ts';
import type { IssueFilter, IssueUpdateCounts, IssuePage, IssueRow, UnresolvedCounts } from './views.ts';
import { permissions } from '#domain/permissions/permissions.ts';
import type { Viewer } from '#domain/permissions/viewer.ts';

const dayMs = 24 * 3600 * 1000;

/**
 * A page of issues that have a matching event in the range. Telemetry has the events and their counts, state has names
 * and status, and the last-seen time is usually enough to tell whether an issue is in the range. The cursor contains
 * the end of the range, so that the sort values do not change between pages.
 */
export async function listIssues(deps: QueryDeps, viewer: Viewer, filter: IssueFilter): Promise<IssuePage> {
  const nowMs = deps.clock.now();
  const given = readCursor(cursorSchema, filter.cursor);
  const cursor = given?.sort === filter.sort ? given : null;
  const { projects, buckets, scope, understood, eventFound } = await readList(
    deps,
    viewer,
    filter,
    cursor?.now ?? nowMs,
  );
  const { range } = buckets;
  if ('problem' in understood || projects.length === 0) {
    const problem = 'problem' in understood ? understood.problem : null;
    return {
      issues: [],
      next: null,
      total: 0,
      ...(await unresolvedCounts(deps, viewer, projects, nowMs)),
      eventFound,
      problem,
    };
  }

  const { issue, event } = understood.plan;
  const time =
    filter.sort === 'first-seen' || filter.sort === 'trends' ? ('first-seen' as const) : ('last-seen' as const);
  const count = Math.min(Math.max(1, filter.count), limits.ISSUE_PAGE_COUNT_MAX);
  const after = cursor && { value: cursor.value, id: cursor.id as IssueId };
  const matching = { projectIds: scope.projectIds, where: issue, time, requestedBy: viewer.userId };
  // Read before the list, so that the list is never older than this number.
  const sequence = cursor?.sequence ?? (await deps.state.appliedSequence());
  const listing = {
    deps,
    matching,
    scope,
    event,
    range,
    sort: filter.sort,
    after,
    count,
    nowMs: cursor?.now ?? nowMs,
    readSequence: cursor ? sequence : null,
  };
  const [answered, unresolvedNow] = await Promise.all([
    orProblem(filter.query, async () => {
      const found = await pageOf(listing);
      return {
        ...found,
        rows: await rowsOf(deps, viewer, found.issues, projects, { ...scope, where: event }, buckets),
      };
    }),
    unresolvedCounts(deps, viewer, projects, nowMs),
  ]);
  if ('problem' in answered) {
    return { issues: [], next: null, total: 0, ...unresolvedNow, eventFound, problem: answered.problem };
  }
  const found = answered.plan;
  return {
    issues: found.rows,
    next: found.last && writeCursor({ sort: filter.sort, ...found.last, now: cursor?.now ?? nowMs, sequence }),
    total: found.total,
    ...unresolvedNow,
    eventFound,
    problem: null,
  };
}

/** New or changed issues since a list was loaded: regressions, escalations, ended archives, and changes by users. */
export async function issueUpdateCounts(
  deps: QueryDeps,
  viewer: Viewer,
  filter: SearchFilter,
  sinceMs: number,
): Promise<IssueUpdateCounts> {
  const since: IssueCondition = { number: 'statusAtMs', comparison: '>', value: sinceMs };
  const found = await matchesOf(deps, viewer, filter, { and: since, count: limits.API_PAGE_COUNT_MAX });
  const issues = found?.issues ?? [];
  const newCount = issues.filter(({ substate }) => substate === 'new').length;
  return { newCount, changed: issues.length - newCount };
}

type SearchFilter = Pick<IssueFilter, 'projects' | 'environments' | 'range' | 'query'>;

/** The issues seen last that match the filter and the condition; `null` for an invalid search. */
export async function matchesOf(
  deps: QueryDeps,
  viewer: Viewer,
  filter: SearchFilter,
  { and, count }: { and: IssueCondition | null; count: number },
): Promise<FoundPage | null> {
  const nowMs = deps.clock.now();
  const { projects, buckets, scope, understood } = await readList(deps, viewer, filter, nowMs);
  if ('problem' in understood) return null;
  if (projects.length === 0) return { issues: [], last: null, total: 0 };
  const { issue, event } = understood.plan;
  const { projectIds } = scope;
  const found = await orProblem(filter.query, () =>
    pageOf({
      deps,
      matching: {
        projectIds,
        where: and ? { all: [and, issue] } : issue,
        time: 'last-seen',
        requestedBy: viewer.userId,
      },
      scope,
      event,
      range: buckets.range,
      sort: 'last-seen',
      after: null,
      count,
      nowMs,
      readSequence: null,
    }),
  );
  return 'problem' in found ? null : found.plan;
}

/** Every match of the filter, with what the search says of their events, for a part of the search; `null` for an invalid one. */
export async function allMatches(
  deps: QueryDeps,
  viewer: Viewer,
  filter: SearchFilter,
  partOf: (search: Search) => Search,
): Promise<{ issueIds: IssueId[]; projects: Project[]; events: Narrowed & { range: Range } } | null> {
  const nowMs = deps.clock.now();
  const { projects, buckets, scope, understood } = await readList(deps, viewer, filter, nowMs, partOf);
  if ('problem' in understood) return null;
  const { range } = buckets;
  const { issue: where, event } = understood.plan;
  const { projectIds } = scope;
  if (projectIds.length === 0) return { issueIds: [], projects, events: { ...scope, where: event, range } };
  const matching = { projectIds, where, time: 'last-seen' as const, requestedBy: viewer.userId };
  const sought = { deps, matching, scope, event, range, sort: 'last-seen' as const };
  const found = await orProblem(filter.query, async () => candidatesOf(sought, await canUseIssueTimes(sought)));
  if ('problem' in found) return null;
  const issueIds = found.plan.candidates.map(({ id }) => id);
  return { issueIds, projects, events: { ...scope, where: event, range } };
}

/** The filter of a list. */
async function readList(
  deps: QueryDeps,
  viewer: Viewer,
  filter: SearchFilter,
  nowMs: number,
  partOf = (search: Search) => search,
) {
  const projects = await projectsNamed(deps, viewer, permissions.listIssues, filter.projects);
  const buckets = bucketsOf(filter.range, nowMs);
  const { range } = buckets;
  const scope = {
    projectIds: projects.map(({ id }) => id),
    environments: filter.environments.slice(0, limits.FILTER_NAME_COUNT_MAX),
    releases: [],
  };
  const understood = await orProblem(filter.query, async () => {
    const search = partOf(readSearch(filter.query));
    const eventId = eventIdOf(search);
    const ofEvent = eventId && (await issuesOfEvent(deps, scope.projectIds, eventId, nowMs));
    if (ofEvent) return ofEvent;
    const known = await knownFor(deps, viewer, projects, search);
    const { first, complete } = compileIssueSearch(search, known);
    const found = first.map((where) =>
      deps.telemetry.query('issuesInRange', { ...scope, where, range, sinceSequence: null }),
    );
    const plan = complete((await Promise.all(found)).map((rows) => rows.map(({ issueId }) => issueId)));
    return { ...plan, ofEvent: null };
  });
  const ofEvent = 'plan' in understood ? understood.plan.ofEvent : null;
  if (ofEvent === null) return { projects, buckets, scope, understood, eventFound: false };
  const whole = { buckets: bucketsOf(ofEvent, nowMs), scope: { ...scope, environments: [] } };
  return { projects, ...whole, understood, eventFound: true };
}

/** As in Sentry, an event ID finds its issue in any time range and environment. */
async function issuesOfEvent(
  { state, telemetry }: QueryDeps,
  projectIds: ProjectId[],
  eventId: EventId,
  nowMs: number,
): Promise<(CompiledIssueSearch & { ofEvent: CustomRange }) | null> {
  const rows = projectIds.length === 0 ? [] : await telemetry.query('findEvent', { projectIds, eventId });
  const issues = await state.issuesByIds(rows.map(({ issueId }) => issueId));
  if (issues.length === 0) return null;
  const fromMs = Math.min(...issues.map(({ firstSeenAtMs }) => firstSeenAtMs));
  const toMs = 1 + Math.max(nowMs, ...issues.map(({ lastSeenAtMs }) => lastSeenAtMs));
  return { issue: { ids: issues.map(({ id }) => id) }, event: null, ofEvent: { fromMs, toMs } };
}

const cursorSchema = z.object({
  sort: z.enum(['last-seen', 'first-seen', 'trends', 'events', 'users']),
  value: z.number(),
  id: z.number().int(),
  now: z.number().int().nonnegative(),
  /** The applied sequence at the first page. Older cursors have none. */
  sequence: z.number().int().nonnegative().optional(),
});

/** The telemetry part of a list's filter. */
type Narrowed = Omit<QueryParams['issueUsers'], 'issueIds' | 'range'>;

interface Sought {
  deps: QueryDeps;
  matching: { projectIds: ProjectId[]; where: IssueCondition; time: IssueTime; requestedBy: UserId | null };
  scope: Omit<Narrowed, 'where'>;
  /** The condition that at least one event must match. */
  event: EventCondition | null;
  range: Range;
  sort: IssueFilter['sort'];
}

interface Listing extends Sought {
  after: IssueListing['after'];
  count: number;
  /** When the first page was requested. */
  nowMs: number;
  /** The applied sequence then; `null` for the first page itself. */
  readSequence: number | null;
}

interface FoundPage {
  issues: Issue[];
  /** Where the next page begins; `null` if this is the last. */
  last: { id: IssueId; value: number } | null;
  total: number;
}

/**
 * Whether `lastSeenAtMs` alone shows that an issue has an event in the range, which saves reading events: any event matches,
 * and no issue was seen after the range.
 */
async function canUseIssueTimes({ deps, matching, scope, event, range, sort }: Sought): Promise<boolean> {
  if (event !== null || scope.environments.length > 0 || sort === 'events') return false;
  const later: IssueCondition = { number: 'lastSeenAtMs', comparison: '>=', value: range.toMs };
  const { projectIds, requestedBy } = matching;
  return (await deps.state.countIssues({ projectIds, requestedBy, ids: null, where: later })) === 0;
}

async function pageOf(listing: Listing): Promise<FoundPage> {
  const byTimes = await canUseIssueTimes(listing);
  const isOrdered = listing.sort === 'last-seen' || listing.sort === 'first-seen';
  const before = await stateBefore(listing);
  const inOrder = byTimes && isOrdered && before === null && isCheap(listing.matching.where);
  return inOrder ? pageInOrder(listing) : pageOfAll(listing, byTimes, before);
}

type StateBefore = Awaited<ReturnType<typeof changedIssues>>;

async function stateBefore({ deps, scope, event, range, sort, readSequence }: Listing): Promise<StateBefore> {
  if (readSequence === null) return null;
  return changedIssues(deps.telemetry, sort, { ...scope, where: event, range }, readSequence);
}

function seenInRange({ matching: { where, ...rest }, range }: Sought) {
  const since: IssueCondition = { number: 'lastSeenAtMs', comparison: '>=', value: range.fromMs };
  return { ...rest, ids: null, where: { all: [since, ...('all' in where ? where.all : [where])] } };
}

/** In the order of an index, which reads no more than the page. */
async function pageInOrder(listing: Listing): Promise<FoundPage> {
  const { deps, matching, after, count } = listing;
  const all = seenInRange(listing);
  const [issues, total] = await Promise.all([
    deps.state.listIssues({ ...all, sort: matching.time, after, count: count + 1 }),
    deps.state.countIssues(all),
  ]);
  const page = issues.slice(0, count);
  const last = page.at(-1);
  const value = last && (matching.time === 'last-seen' ? last.lastSeenAtMs : last.firstSeenAtMs);
  return {
    issues: page,
    last: last && value !== undefined && issues.length > count ? { id: last.id, value } : null,
    total,
  };
}

async function pageOfAll(listing: Listing, byTimes: boolean, before: StateBefore): Promise<FoundPage> {
  const { deps, after, count } = listing;
  const { candidates, narrowed, inRange } = await candidatesOf(listing, byTimes);
  const valueOf = await sortValue(listing, narrowed, candidates, inRange);
  const rows = candidates
    .map((candidate) => ({ id: candidate.id, value: valueOf(candidate) }))
    .map((row) => (before === null ? row : { ...row, value: before(row) }))
    .filter((row): row is { id: IssueId; value: number } => row.value !== null)
    .filter((row) => !after || row.value < after.value || (row.value === after.value && row.id < after.id));
  const ordered = greatest(rows, count + 1);
  const page = ordered.slice(0, count);
  const byId = new Map((await deps.state.issuesByIds(page.map(({ id }) => id))).map((issue) => [issue.id, issue]));
  return {
    issues: page.flatMap(({ id }) => byId.get(id) ?? []),
    last: ordered.length > count ? (page.at(-1) ?? null) : null,
    total: candidates.length,
  };
}

interface RankedIssues {
  candidates: IssueSortKey[];
  /** Their common telemetry filter. */
  narrowed: Narrowed;
  /** Event counts, possibly of more issues than `candidates`. */
  inRange: QueryRows['issuesInRange'][];
}

async function candidatesOf(sought: Sought, byTimes: boolean): Promise<RankedIssues> {
  if (!byTimes) return rankByEvents(sought);
  const candidates = await sought.deps.state.matchingIssues(seenInRange(sought));
  return { candidates, narrowed: { ...sought.scope, where: null }, inRange: [] };
}

async function rankByEvents({ deps, matching, scope, event, range }: Sought): Promise<RankedIssues> {
  // Where state finds few issues, as by words, telemetry counts only those.
  const few = isSelective(matching.where) ? await deps.state.matchingIssues({ ...matching, ids: null }) : null;
  const only = few && few.length <= NAMED_ISSUE_COUNT_MAX ? { issueIds: few.map(({ id }) => id) } : null;
  const narrowed: Narrowed = { ...scope, where: only ? { all: [only, ...(event ? [event] : [])] } : event };
  const inRange = await deps.telemetry.query('issuesInRange', { ...narrowed, range, sinceSequence: null });
  const ranged = new Set(inRange.map(({ issueId }) => issueId));
  // Passing and joining a long list of IDs costs more than it saves.
  const ids = ranged.size <= NAMED_ISSUE_COUNT_MAX ? [...ranged] : null;
  const candidates = few ?? (await deps.state.matchingIssues({ ...matching, ids }));
  return { candidates: candidates.filter(({ id }) => ranged.has(id)), narrowed, inRange };
}

/** The sort keys of a list, descending. */
async function sortValue(
  { deps: { telemetry }, sort, range, nowMs }: Listing,
  narrowed: Narrowed,
  candidates: IssueSortKey[],
  inRange: QueryRows['issuesInRange'][],
): Promise<(place: IssueSortKey) => number> {
  const byId = (values: Map<IssueId, number>) => (place: IssueSortKey) => values.get(place.id) ?? 0;
  switch (sort) {
    case 'last-seen':
    case 'first-seen':
      return ({ atMs }) => atMs;
    case 'events':
      return byId(new Map(inRange.map(({ issueId, events }) => [issueId, events])));
    case 'users': {
      const issueIds = candidates.map(({ id }) => id);
      const rows = await telemetry.query('issueUsers', { ...narrowed, issueIds, range });
      return byId(new Map(rows.map(({ issueId, users }) => [issueId, users])));
    }
    case 'trends':
      return byId(trendsOf(candidates, await countsForTrends(telemetry, narrowed, nowMs)));
  }
}

/** The first rows in list order. Sorts only the rows that can be among them. */
function greatest<Row extends { id: number; value: number }>(rows: Row[], count: number): Row[] {
  const values = Float64Array.from(rows, ({ value }) => value).sort();
  const least = values[Math.max(0, values.length - count)] ?? 0;
  return rows
    .filter(({ value }) => value >= least)
    .toSorted((a, b) => b.value - a.value || b.id - a.id)
    .slice(0, count);
}

const NAMED_ISSUE_COUNT_MAX = 1000;

/** Whether a condition can be evaluated issue by issue within a project. */
function isCheap(condition: IssueCondition): boolean {
  if ('all' in condition) return condition.all.every(isCheap);
  if ('any' in condition) return condition.any.every(isCheap);
  if ('not' in condition) return isCheap(condition.not);
  return !('text' in condition || 'headline' in condition || 'ids' in condition || 'regressedIn' in condition);
}

/** Whether a condition is selective, unlike those that many issues match: words, names, users. */
function isSelective(condition: IssueCondition): boolean {
  if ('all' in condition) return condition.all.some(isSelective);
  if ('any' in condition) return condition.any.length > 0 && condition.any.every(isSelective);
  if ('field' in condition) return namesFew.includes(condition.field);
  if ('regressedIn' in condition || 'alerted' in condition) return true;
  return 'text' in condition || 'headline' in condition || 'assignedTo' in condition || 'bookmarkedBy' in condition;
}

const namesFew = ['shortId', 'firstRelease', 'resolvedRelease', 'resolvedAfter'];

/** Issues as list rows; `narrowed` selects the events to count. */
export async function rowsOf(
  deps: QueryDeps,
  viewer: Viewer,
  issues: Issue[],
  projects: Project[],
  narrowed: Narrowed,
  buckets: Buckets,
): Promise<IssueRow[]> {
  if (issues.length === 0) return [];
  const issueIds = issues.map(({ id }) => id);
  const [known, personal] = await Promise.all([
    assigneesIn(deps.state, [...new Set(issues.map(({ organizationId }) => organizationId))]),
    userFlagsOf(deps, viewer, issues),
  ]);
  const stats = await deps.telemetry.query('issueStats', {
    ...narrowed,
    projectIds: [...new Set(issues.map(({ projectId }) => projectId))],
    issueIds,
    range: buckets.range,
    bucketMs: buckets.bucketMs,
  });
  const statsById = Map.groupBy(stats, ({ issueId }) => issueId);
  const projectById = await projectsOfRows(deps, projects);
  return issues.map((issue) => {
    const ofIssue = statsById.get(issue.id) ?? [];
    const series = fillSeries(
      buckets,
      ofIssue.flatMap(({ bucketAtMs, events }) => (bucketAtMs === null ? [] : { bucketAtMs, count: events })),
    );
    const { id, shortId, level, type, value, culprit, handled, firstSeenAtMs, lastSeenAtMs, lastRelease } = issue;
    return {
      id,
      shortId,
      project: projectById.get(issue.projectId)!,
      status: issue.status,
      substate: issue.substate,
      resolution: issue.resolution,
      archive: issue.archive,
      assignee: known.find((each) => isFor(each, issue.assignee)) ?? null,
      priority: priorityOf(issue),
      ...personal(issue),
      level,
      type,
      value,
      culprit,
      platform: issue.platform,
      handled,
      events: series.values.reduce((sum, count) => sum + count, 0),
      users: ofIssue.find(({ bucketAtMs }) => bucketAtMs === null)?.users ?? 0,
      eventsTotal: issue.eventCount,
      usersTotal: issue.userCount,
      firstSeenAtMs,
      lastSeenAtMs,
      lastRelease,
      series,
    };
  });
}

/** The unresolved issues of a project, over all environments. */
export async function unresolvedSummary(deps: QueryDeps, viewer: Viewer, slug: string): Promise<UnresolvedCounts> {
  return unresolvedCounts(
    deps,
    viewer,
    await projectsNamed(deps, viewer, permissions.listIssues, [slug]),
    deps.clock.now(),
  );
}

/** The summary of unresolved issues over the projects, independent of the search. */
async function unresolvedCounts(
  deps: QueryDeps,
  viewer: Viewer,
  projects: Project[],
  nowMs: number,
): Promise<UnresolvedCounts> {
  if (projects.length === 0) return { unresolved: 0, unresolvedSinceMs: null, newToday: 0 };
  const each = await unresolvedByProject(deps, viewer, projects, nowMs);
  const since = each.flatMap(({ unresolvedSinceMs }) => unresolvedSinceMs ?? []);
  return {
    unresolved: each.reduce((sum, { unresolved }) => sum + unresolved, 0),
    unresolvedSinceMs: since.length === 0 ? null : Math.min(...since),
    newToday: each.reduce((sum, { newIssues }) => sum + newIssues, 0),
  };
}

export async function unresolvedByProject(
  { state }: Pick<QueryDeps, 'state'>,
  viewer: Viewer,
  projects: Project[],
  nowMs: number,
): Promise<UnresolvedCount[]> {
  const projectIds = projects.map(({ id }) => id);
  return state.unresolvedCounts({ projectIds, newSinceMs: nowMs - dayMs, requestedBy: viewer.userId });
}
