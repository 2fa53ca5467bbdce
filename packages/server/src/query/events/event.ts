import { limits, readEventId, type EventId, type IssueId, type ProjectId } from '@seismo/protocol';
import { decodeBody } from '#store/bodies/body.ts';
import type { Issue, IssueName } from '#store/state/contract.ts';
import type { QueryParams, QueryRows } from '#store/telemetry/queries/index.ts';
import type { EventCursor } from '#store/telemetry/queries/query.ts';
import { ActionNames } from '#symbolication/actions/name-actions.ts';
import { Refusal } from '#platform/refusal.ts';
import type { QueryDeps } from '../deps.ts';
import { attachmentViews } from './attachment-views.ts';
import { compileEventQuery } from './events.ts';
import { groupingNow } from '../issues/grouping.ts';
import { issueNamed } from '../issues/issue.ts';
import { sideOf, spanOf } from './linked-events.ts';
import { projectNamed } from '../projects/projects.ts';
import { rangeOf } from '../range.ts';
import { helpfulness } from './recommended-event.ts';
import { orProblem } from '../search/or-problem.ts';
import { frameLinks } from '../issues/source-links.ts';
import type { EventNeighbors, EventScope, EventView } from './views.ts';
import type { Viewer } from '#domain/permissions/viewer.ts';

/** Selects one of an issue's events: by ID, or by its position in the filter. */
export type EventSelector = EventId | 'latest' | 'oldest' | 'recommended';

const everyEvent: EventScope = { query: '', environments: [], range: null };

/** `scope`: the events to step through, by default all. */
export async function event(
  deps: QueryDeps,
  viewer: Viewer,
  shortId: string,
  selector: EventSelector,
  scope: EventScope = everyEvent,
): Promise<EventView> {
  const found = await eventIfStored(deps, viewer, shortId, selector, scope);
  if (!found) throw contentRemoved();
  return found;
}

/** The same; `null` if retention has removed the content of the event, or of all events of the issue. */
export async function eventIfStored(
  deps: QueryDeps,
  viewer: Viewer,
  shortId: string,
  selector: EventSelector,
  scope: EventScope = everyEvent,
): Promise<EventView | null> {
  const issue = await issueNamed(deps, viewer, 'event:read', shortId);
  const filter = await filterOf(deps, viewer, issue, scope);
  if (selector === 'latest' && filter === noFilter) {
    // No event is newer than the issue, so this usually finds its last one without another read.
    const { projectId, id: issueId, lastSeenAtMs: sinceMs } = issue;
    const [last] = await deps.telemetry.query('singleEventSince', { projectId, issueId, sinceMs });
    if (last) return viewOf(deps, issue, last);
  }
  const position = await positionOf(deps, issue, selector, filter);
  if (!position && isWord(selector)) return null;
  if (!position) throw noSuchEvent();
  const row = await eventRow(deps, issue.projectId, position.eventId, position.atMs);
  if (!row && (await issueOfThinned(deps, issue.projectId, position.eventId)) === issue.id) return null;
  if (row?.issueId !== issue.id) throw noSuchEvent();
  return viewOf(deps, issue, row);
}

/** Its position in the filter costs more queries than the event itself. */
export async function eventNeighbors(
  deps: QueryDeps,
  viewer: Viewer,
  shortId: string,
  at: EventCursor,
  scope: EventScope = everyEvent,
): Promise<EventNeighbors> {
  const issue = await issueNamed(deps, viewer, 'event:read', shortId);
  return neighborsOf(deps, issue, at, await filterOf(deps, viewer, issue, scope));
}

/** An event by its ID alone, within a project. */
export async function projectEvent(
  deps: QueryDeps,
  viewer: Viewer,
  projectSlug: string,
  id: string,
): Promise<EventView> {
  const project = await projectNamed(deps, viewer, 'event:read', projectSlug);
  const eventId = readEventId(id);
  const row = eventId && (await eventRow(deps, project.id, eventId));
  const issue = row && (await deps.state.issueById(row.issueId));
  if (eventId && !row && (await issueOfThinned(deps, project.id, eventId)) !== null) throw contentRemoved();
  if (!row || !issue) throw noSuchEvent();
  return viewOf(deps, issue, row);
}

/** The issue that now has an event of this project, which a merge or split may have moved out of this issue. */
export async function issueOfEvent(
  deps: QueryDeps,
  viewer: Viewer,
  shortId: string,
  eventId: EventId,
): Promise<IssueName | null> {
  const { projectId } = await issueNamed(deps, viewer, 'event:read', shortId);
  const [found] = await deps.telemetry.query('findEvent', { projectIds: [projectId], eventId });
  const id = found?.issueId ?? (await issueOfThinned(deps, projectId, eventId));
  const issue = id === null ? null : await deps.state.issueById(id);
  return issue && { id: issue.id, shortId: issue.shortId };
}

async function viewOf(deps: QueryDeps, issue: Issue, row: QueryRows['eventById']): Promise<EventView> {
  const { projectId, issueId, eventId, atMs, receivedAtMs, digest, traceId } = row;
  const [stored, attachments] = await Promise.all([
    decodeBody(row.body).then((body) => ({ ...body, grouping: groupingNow(body, row.hash) })),
    deps.telemetry.query('attachmentsOfEvent', { projectId, eventId }),
  ]);
  // The build may have uploaded the names of its actions after the event.
  await new ActionNames(deps).name(stored.event, projectId);
  const { organizationId } = issue;
  return {
    eventId,
    issueId,
    frameLinks: await frameLinks(deps, { projectId, organizationId }, stored.event),
    issueShortId: issue.shortId,
    projectId,
    stored,
    atMs,
    receivedAtMs,
    attachments: attachmentViews(attachments),
    linkedBy: { digest, traceId, side: sideOf(row) },
    spanId: spanOf(row),
  };
}

/** The filters of the telemetry query. */
type ScopeFilter = Pick<QueryParams['eventsOfIssue'], 'environments' | 'range' | 'where'>;

const noFilter: ScopeFilter = { environments: [], range: null, where: null };

/** An invalid query has no matches: the event list shows its error. */
async function filterOf(deps: QueryDeps, viewer: Viewer, issue: Issue, scope: EventScope): Promise<ScopeFilter> {
  const { query, environments, range } = scope;
  if (query.trim() === '' && environments.length === 0 && range === null) return noFilter;
  const project = (await deps.state.projectById(issue.projectId))!;
  const understood = await orProblem(query, () => compileEventQuery(deps, viewer, [project], query));
  return {
    environments: environments.slice(0, limits.FILTER_NAME_COUNT_MAX),
    range: rangeOf(range, deps.clock.now()),
    where: 'problem' in understood ? { any: [] } : understood.plan,
  };
}

async function neighborsOf(
  { telemetry }: QueryDeps,
  { projectId, id: issueId }: Pick<Issue, 'projectId' | 'id'>,
  { eventId, atMs }: EventCursor,
  filter: ScopeFilter,
): Promise<EventNeighbors> {
  const [found] = await telemetry.query('eventNeighbors', { projectId, issueId, at: { atMs, eventId }, ...filter });
  return found!;
}

type EventPosition = { eventId: EventId; atMs: number | null };

/** If the filter matches no event, the newest of all is returned. */
async function positionOf(
  deps: QueryDeps,
  issue: Issue,
  selector: EventSelector,
  filter: ScopeFilter,
): Promise<EventPosition | null> {
  if (isWord(selector)) {
    const newest = (await newestOf(deps, issue, filter)) ?? (await newestOf(deps, issue, noFilter));
    if (!newest) return null;
    if (selector === 'latest') return newest;
    return selector === 'oldest' ? oldestOf(deps, issue, newest, filter) : recommendedOf(deps, issue, newest, filter);
  }
  const eventId = readEventId(selector);
  return eventId && { eventId, atMs: null };
}

async function oldestOf(
  deps: QueryDeps,
  issue: Issue,
  newest: EventCursor,
  filter: ScopeFilter,
): Promise<EventPosition> {
  const { first } = await neighborsOf(deps, issue, newest, filter);
  return first === null ? newest : { eventId: first, atMs: null };
}

async function newestOf({ telemetry }: QueryDeps, issue: Issue, filter: ScopeFilter): Promise<EventCursor | null> {
  const params = { projectId: issue.projectId, issueId: issue.id, ...filter };
  if (filter === noFilter) {
    // No event is newer than the issue, so that hardly anything has to be read; state may only be a batch behind.
    const range = { fromMs: issue.lastSeenAtMs, toMs: Number.MAX_SAFE_INTEGER };
    const [last] = await telemetry.query('newestOfIssue', { ...params, range });
    if (last) return last;
  }
  const [newest] = await telemetry.query('newestOfIssue', params);
  return newest ?? null;
}

/** The most helpful of the newest events. */
async function recommendedOf(
  deps: QueryDeps,
  issue: Issue,
  newest: EventCursor,
  filter: ScopeFilter,
): Promise<EventPosition> {
  const { projectId, id: issueId } = issue;
  const count = limits.RECOMMENDED_CANDIDATE_COUNT;
  const heads = await deps.telemetry.query('eventsOfIssue', { projectId, issueId, ...filter, before: null, count });
  const candidates = await Promise.all(
    heads.map(async ({ eventId, atMs }) => {
      const row = await eventRow(deps, projectId, eventId, atMs);
      return { eventId, atMs, score: row ? helpfulness((await decodeBody(row.body)).event) : -1 };
    }),
  );
  return candidates.reduce<EventPosition & { score: number }>((best, each) => (each.score > best.score ? each : best), {
    ...newest,
    score: -1,
  });
}

async function eventRow(
  { telemetry }: QueryDeps,
  projectId: Issue['projectId'],
  eventId: EventId,
  atMs: number | null = null,
) {
  const [row] = await telemetry.query('eventById', { projectId, eventId, atMs });
  return row ?? null;
}

function isWord(selector: EventSelector): selector is 'latest' | 'oldest' | 'recommended' {
  return selector === 'latest' || selector === 'oldest' || selector === 'recommended';
}

/** The issue of an event without content; `null` if there is none. */
async function issueOfThinned(
  { telemetry }: QueryDeps,
  projectId: ProjectId,
  eventId: EventId,
): Promise<IssueId | null> {
  const [found] = await telemetry.query('thinnedEvent', { projectId, eventId });
  return found?.issueId ?? null;
}

function contentRemoved(): Refusal {
  return new Refusal(
    'not-found',
    'The content of this event was removed because of its age, or to save disk space. It is still counted.',
  );
}

function noSuchEvent(): Refusal {
  return new Refusal('not-found', 'Event not found, or you do not have access to it.');
}
