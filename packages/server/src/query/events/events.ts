import { limits } from '@seismo/protocol';
import type { Project } from '#store/state/contract.ts';
import type { Search } from '#domain/search/ast.ts';
import type { EventCondition } from '#domain/search/event-condition.ts';
import type { EventHead } from '#store/telemetry/queries/parts/event-head.ts';
import type { EventCursor } from '#store/telemetry/queries/query.ts';
import type { QueryDeps } from '../deps.ts';
import { issueNamed } from '../issues/issue.ts';
import { projectNamed } from '../projects/projects.ts';
import { rangeOf } from '../range.ts';
import { knownFor } from '../search/known.ts';
import { orProblem } from '../search/or-problem.ts';
import { compileEventSearch, readSearch } from '#domain/search/compile-search.ts';
import { readEventCursor, writeEventCursor } from './event-cursor.ts';
import type { EventFilter, EventPage } from './views.ts';
import type { Viewer } from '#domain/permissions/viewer.ts';

/** Newest first. */
export async function eventsOfIssue(
  deps: QueryDeps,
  viewer: Viewer,
  shortId: string,
  filter: EventFilter,
): Promise<EventPage> {
  const { projectId, id } = await issueNamed(deps, viewer, 'event:read', shortId);
  const project = (await deps.state.projectById(projectId))!;
  return pageOf(deps, viewer, project, filter, (where, cursor, count) => {
    const among = {
      projectId,
      issueId: id,
      environments: filter.environments?.slice(0, limits.FILTER_NAME_COUNT_MAX) ?? [],
      range: rangeOf(filter.range, deps.clock.now()),
      where,
      count,
    };
    return filter.oldestFirst
      ? deps.telemetry.query('firstEventsOfIssue', { ...among, after: cursor })
      : deps.telemetry.query('eventsOfIssue', { ...among, before: cursor });
  });
}

export async function eventsOfProject(
  deps: QueryDeps,
  viewer: Viewer,
  slug: string,
  filter: EventFilter,
): Promise<EventPage> {
  const project = await projectNamed(deps, viewer, 'event:read', slug);
  return pageOf(deps, viewer, project, filter, (where, before, count) => {
    const range = rangeOf(filter.range, deps.clock.now());
    const within: EventCondition[] = range
      ? [
          { time: 'atMs', comparison: '>=', value: range.fromMs },
          { time: 'atMs', comparison: '<', value: range.toMs },
        ]
      : [];
    const environments: EventCondition[] = filter.environments?.length
      ? [{ column: 'environment', is: filter.environments.slice(0, limits.FILTER_NAME_COUNT_MAX) }]
      : [];
    const all = { all: [...within, ...environments, ...(where ? [where] : [])] };
    return deps.telemetry.query('eventsOfProject', { projectId: project.id, where: all, before, count });
  });
}

/** Reads one row beyond the page, to know whether there is a next page. */
async function pageOf(
  deps: QueryDeps,
  viewer: Viewer,
  project: Project,
  filter: EventFilter,
  read: (where: EventCondition | null, cursor: EventCursor | null, count: number) => Promise<EventHead[]>,
): Promise<EventPage> {
  const cursor = readEventCursor(filter.cursor);
  const count = Math.min(Math.max(1, filter.count), limits.API_PAGE_COUNT_MAX);
  const found = await orProblem(filter.query, async () => {
    const where = await compileEventQuery(deps, viewer, [project], filter.query);
    return read(where, cursor, count + 1);
  });
  if ('problem' in found) return { events: [], next: null, problem: found.problem };
  const rows = found.plan;
  const last = rows.length > count ? rows[count - 1] : undefined;
  return {
    events: rows.slice(0, count),
    next: last ? writeEventCursor(last) : null,
    problem: null,
  };
}

/** Compiles an event search for these projects. */
export async function compileEventQuery(
  deps: QueryDeps,
  viewer: Viewer,
  projects: Project[],
  query: string,
): Promise<EventCondition | null> {
  return query.trim() === '' ? null : compileSearchOfEvents(deps, viewer, projects, readSearch(query));
}

export async function compileSearchOfEvents(
  deps: QueryDeps,
  viewer: Viewer,
  projects: Project[],
  search: Search,
): Promise<EventCondition> {
  const { first, complete } = compileEventSearch(search, await knownFor(deps, viewer, projects, search));
  const among = { projectIds: projects.map(({ id }) => id), ids: null, requestedBy: viewer.userId };
  const found = first.map((where) => deps.state.matchingIssues({ ...among, where, time: 'last-seen' }));
  return complete((await Promise.all(found)).map((issues) => issues.map(({ id }) => id)));
}
