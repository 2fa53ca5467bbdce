import { limits, type IssueId } from '@seismo/protocol';
import { z } from 'zod';
import type { Issue, IssueListing, Project } from '#store/state/contract.ts';
import type { Asks, Rows } from '#store/telemetry/questions/index.ts';
import { assigneesIn, isFor } from './assignee.ts';
import { readCursor, writeCursor } from './cursor.ts';
import type { QueryDeps } from './deps.ts';
import { personalOf } from './issue.ts';
import { priorityOf } from './priority.ts';
import { projectsNamed } from './projects.ts';
import { bucketsOf, fillSeries, type Buckets } from './range.ts';
import { knownFor } from './search/known.ts';
import { meantOfIssues, orProblem, readSearch } from './search/meaning.ts';
import type { IssueFilter, IssuePage, IssueRow } from './views.ts';
import type { Viewer } from './viewer.ts';

const dayMs = 24 * 3600 * 1000;
type InRange = Rows['issues-in-range'];
/** People of these issues in the range, for a list sorted by them. Others count only those of the issues they show. */
type UsersOf = (issueIds: IssueId[]) => Promise<Map<IssueId, number>>;

/**
 * A page of issues that have an event in the range which the search is about. Telemetry knows which those are and their
 * numbers; state knows what they are called and in which status. The cursor carries the range's end, so that the numbers a
 * list is sorted by do not move under a reader who turns pages.
 */
export async function listIssues(deps: QueryDeps, viewer: Viewer, filter: IssueFilter): Promise<IssuePage> {
  const projects = await projectsNamed(deps, viewer, 'event:read', filter.projects);
  const nowMs = deps.clock.now();
  const given = readCursor(cursorSchema, filter.cursor);
  const cursor = given?.sort === filter.sort ? given : null;
  const buckets = bucketsOf(filter.range, cursor?.now ?? nowMs);
  const range = rangeOf(buckets);
  const scope = {
    projectIds: projects.map(({ id }) => id),
    environments: filter.environments.slice(0, limits.FILTER_NAME_COUNT_MAX),
    releases: [],
  };
  const understood = await orProblem(async () => {
    const search = readSearch(filter.query);
    return meantOfIssues(search, await knownFor(deps, viewer, projects, search), async (where) => {
      const rows = await deps.telemetry.ask('issues-in-range', { ...scope, where, range, sinceSequence: null });
      return rows.map(({ issueId }) => issueId);
    });
  });
  if ('problem' in understood || projects.length === 0) {
    const problem = 'problem' in understood ? understood.problem : null;
    return { issues: [], next: null, total: 0, ...(await standing(deps, projects, nowMs)), problem };
  }

  const { issue, event } = understood.meant;
  const narrowed: Narrowed = { ...scope, where: event };
  // Telemetry counts in threads of its own; state is read here in the meantime.
  const [inRange, standingNow] = await Promise.all([
    deps.telemetry.ask('issues-in-range', { ...narrowed, range, sinceSequence: null }),
    standing(deps, projects, nowMs),
  ]);
  const usersOf: UsersOf = async (issueIds) => {
    const rows = await deps.telemetry.ask('issue-users', { ...narrowed, issueIds, range });
    return new Map(rows.map(({ issueId, users }) => [issueId, users]));
  };
  const matching = { projectIds: scope.projectIds, where: issue };
  const found = await pageOf(deps, matching, inRange, usersOf, filter, cursor);
  const last = found.issues.at(-1);
  return {
    issues: await rowsOf(deps, viewer, found.issues, projects, inRange, narrowed, buckets),
    next:
      found.more && last
        ? writeCursor({ sort: filter.sort, value: found.valueOf(last), id: last.id, now: cursor?.now ?? nowMs })
        : null,
    total: found.total,
    ...standingNow,
    problem: null,
  };
}

const cursorSchema = z.object({
  sort: z.enum(['last-seen', 'first-seen', 'events', 'users']),
  value: z.number(),
  id: z.number().int(),
  now: z.number().int().nonnegative(),
});
type Cursor = z.infer<typeof cursorSchema>;

/** What of telemetry a list is about. */
type Narrowed = Omit<Asks['issue-users'], 'issueIds' | 'range'>;
type Matching = Pick<IssueListing, 'projectIds' | 'where'>;

interface FoundPage {
  issues: Issue[];
  more: boolean;
  total: number;
  valueOf(issue: Issue): number;
}

async function pageOf(
  { state }: QueryDeps,
  matching: Matching,
  inRange: InRange[],
  usersOf: UsersOf,
  { sort, count: asked }: IssueFilter,
  cursor: Cursor | null,
): Promise<FoundPage> {
  const count = Math.min(Math.max(1, asked), limits.API_PAGE_COUNT_MAX);
  const after = cursor && { value: cursor.value, id: cursor.id as IssueId };
  const ids = inRange.map(({ issueId }) => issueId);
  const total = await state.countIssues({ ...matching, ids });
  if (sort === 'last-seen' || sort === 'first-seen') {
    const issues = await state.listIssues({ ...matching, ids, sort, after, count: count + 1 });
    return {
      issues: issues.slice(0, count),
      more: issues.length > count,
      total,
      valueOf: (issue) => (sort === 'last-seen' ? issue.lastSeenAtMs : issue.firstSeenAtMs),
    };
  }
  const numbers = sort === 'users' ? await usersOf(ids) : eventsById(inRange);
  const ordered = ids
    .map((issueId) => ({ issueId, value: numbers.get(issueId) ?? 0 }))
    .toSorted((a, b) => b.value - a.value || b.issueId - a.issueId)
    .filter((row) => !after || row.value < after.value || (row.value === after.value && row.issueId < after.id));
  const issues: Issue[] = [];
  // State says which of them match; enough at a time for a page even where few do.
  for (let at = 0; at < ordered.length && issues.length <= count; at += STEP_COUNT) {
    const step = ordered.slice(at, at + STEP_COUNT).map(({ issueId }) => issueId);
    const found = await state.listIssues({
      ...matching,
      ids: step,
      sort: 'last-seen',
      after: null,
      count: step.length,
    });
    const byId = new Map(found.map((issue) => [issue.id, issue]));
    issues.push(...step.flatMap((id) => byId.get(id) ?? []));
  }
  return {
    issues: issues.slice(0, count),
    more: issues.length > count,
    total,
    valueOf: (issue) => numbers.get(issue.id) ?? 0,
  };
}

const STEP_COUNT = 500;

async function rowsOf(
  deps: QueryDeps,
  viewer: Viewer,
  issues: Issue[],
  projects: Project[],
  inRange: InRange[],
  narrowed: Narrowed,
  buckets: Buckets,
): Promise<IssueRow[]> {
  if (issues.length === 0) return [];
  const issueIds = issues.map(({ id }) => id);
  const [known, personal] = await Promise.all([
    assigneesIn(deps.state, [...new Set(issues.map(({ organizationId }) => organizationId))]),
    personalOf(deps, viewer, issues),
  ]);
  const figures = await deps.telemetry.ask('issue-figures', {
    ...narrowed,
    projectIds: [...new Set(issues.map(({ projectId }) => projectId))],
    issueIds,
    range: rangeOf(buckets),
    bucketMs: buckets.bucketMs,
  });
  const figuresById = Map.groupBy(figures, ({ issueId }) => issueId);
  const events = eventsById(inRange);
  const projectById = new Map(projects.map((project) => [project.id, project]));
  return issues.map((issue) => {
    const { slug, name, platform } = projectById.get(issue.projectId)!;
    const ofIssue = figuresById.get(issue.id) ?? [];
    const { id, shortId, level, type, value, culprit, handled, firstSeenAtMs, lastSeenAtMs, lastRelease } = issue;
    return {
      id,
      shortId,
      project: { slug, name, platform },
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
      handled,
      events: events.get(id) ?? 0,
      users: ofIssue.find(({ bucketAtMs }) => bucketAtMs === null)?.users ?? 0,
      eventsTotal: issue.eventCount,
      usersTotal: issue.userCount,
      firstSeenAtMs,
      lastSeenAtMs,
      lastRelease,
      series: fillSeries(
        buckets,
        ofIssue.flatMap(({ bucketAtMs, events }) => (bucketAtMs === null ? [] : { bucketAtMs, count: events })),
      ),
    };
  });
}

function eventsById(inRange: InRange[]): Map<IssueId, number> {
  return new Map(inRange.map(({ issueId, events }) => [issueId, events]));
}

/** The page's one sentence of state: over the projects, whatever is being searched for. */
async function standing(
  { state }: QueryDeps,
  projects: Project[],
  nowMs: number,
): Promise<{ unresolved: number; newToday: number }> {
  const projectIds = projects.map(({ id }) => id);
  if (projectIds.length === 0) return { unresolved: 0, newToday: 0 };
  const all = { projectIds, ids: null };
  return {
    unresolved: await state.countIssues({ ...all, where: { field: 'status', is: ['unresolved'] } }),
    newToday: await countSince({ ...all, where: null }, nowMs - dayMs, state),
  };
}

/** Newest first until one is too old: mostly a single short page, however many issues there are. */
async function countSince(
  listing: Omit<IssueListing, 'sort' | 'after' | 'count'>,
  sinceMs: number,
  state: QueryDeps['state'],
): Promise<number> {
  let seen = 0;
  let after: IssueListing['after'] = null;
  while (seen < limits.NEW_ISSUE_COUNT_MAX) {
    const page: Issue[] = await state.listIssues({ ...listing, sort: 'first-seen', after, count: NEW_STEP_COUNT });
    const fresh = page.filter(({ firstSeenAtMs }) => firstSeenAtMs > sinceMs);
    seen += fresh.length;
    const last = fresh.at(-1);
    if (fresh.length < NEW_STEP_COUNT || !last) break;
    after = { value: last.firstSeenAtMs, id: last.id };
  }
  return Math.min(seen, limits.NEW_ISSUE_COUNT_MAX);
}

const NEW_STEP_COUNT = 50;

function rangeOf({ fromMs, toMs }: Buckets) {
  return { fromMs, toMs };
}
