import { limits, readEventId, type EventId } from '@seismo/protocol';
import { decodeBody } from '#store/bodies/body.ts';
import type { Issue } from '#store/state/contract.ts';
import type { QueryParams, QueryRows } from '#store/telemetry/queries/index.ts';
import type { EventCursor } from '#store/telemetry/queries/query.ts';
import { ActionNames } from '#symbolication/actions/name-actions.ts';
import { Refusal } from '#platform/refusal.ts';
import type { QueryDeps } from '../deps.ts';
import { attachmentViews } from './attachment-views.ts';
import { compileEventQuery } from './events.ts';
import { groupingNow } from '../issues/grouping.ts';
import { issueNamed } from '../issues/issue.ts';
import { sideOf } from './linked-events.ts';
import { projectNamed } from '../projects/projects.ts';
import { rangeOf } from '../range.ts';
import { helpfulness } from './recommended-event.ts';
import { orProblem } from '../search/or-problem.ts';
import { frameLinks } from '../issues/source-links.ts';
import type { EventNeighbours, EventScope, EventView } from './views.ts';
import type { Viewer } from '#domain/permissions/viewer.ts';

/** Selects one of an issue's events: by ID, or by its position in the filter. */
export type WhichEvent = EventId | 'latest' | 'oldest' | 'recommended';

const everyEvent: EventScope = { query: '', environments: [], range: null };

/** `scope`: the events to step through, by default all. */
export async function event(
  deps: QueryDeps,
  viewer: Viewer,
  shortId: string,
  which: WhichEvent,
  scope: EventScope = everyEvent,
): Promise<EventView> {
  const issue = await issueNamed(deps, viewer, 'event:read', shortId);
  const among = await amongOf(deps, viewer, issue, scope);
  if (which === 'latest' && among === anyOfThem) {
    // No event is newer than the issue, so this usually finds its last one without another read.
    const { projectId, id: issueId, lastSeenAtMs: sinceMs } = issue;
    const [last] = await deps.telemetry.query('singleEventSince', { projectId, issueId, sinceMs });
    if (last) return viewOf(deps, issue, last);
  }
  const position = await positionOf(deps, issue, which, among);
  if (!position) throw noSuchEvent();
  const row = await eventRow(deps, issue.projectId, position.eventId, position.atMs);
  if (!row || row.issueId !== issue.id) throw noSuchEvent();
  return viewOf(deps, issue, row);
}

/** Its position in the filter costs more queries than the event itself. */
export async function eventNeighbours(
  deps: QueryDeps,
  viewer: Viewer,
  shortId: string,
  at: EventCursor,
  scope: EventScope = everyEvent,
): Promise<EventNeighbours> {
  const issue = await issueNamed(deps, viewer, 'event:read', shortId);
  return neighboursOf(deps, issue, at, await amongOf(deps, viewer, issue, scope));
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
  if (!row || !issue) throw noSuchEvent();
  return viewOf(deps, issue, row);
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
  };
}

/** The filters of the telemetry query. */
type Among = Pick<QueryParams['eventsOfIssue'], 'environments' | 'range' | 'where'>;

const anyOfThem: Among = { environments: [], range: null, where: null };

/** An invalid query has no matches: the event list shows its error. */
async function amongOf(deps: QueryDeps, viewer: Viewer, issue: Issue, scope: EventScope): Promise<Among> {
  const { query, environments, range } = scope;
  if (query.trim() === '' && environments.length === 0 && range === null) return anyOfThem;
  const project = (await deps.state.projectById(issue.projectId))!;
  const understood = await orProblem(query, () => compileEventQuery(deps, viewer, [project], query));
  return {
    environments: environments.slice(0, limits.FILTER_NAME_COUNT_MAX),
    range: rangeOf(range, deps.clock.now()),
    where: 'problem' in understood ? { any: [] } : understood.plan,
  };
}

async function neighboursOf(
  { telemetry }: QueryDeps,
  { projectId, id: issueId }: Pick<Issue, 'projectId' | 'id'>,
  { eventId, atMs }: EventCursor,
  among: Among,
): Promise<EventNeighbours> {
  const [found] = await telemetry.query('eventNeighbours', { projectId, issueId, at: { atMs, eventId }, ...among });
  return found!;
}

type EventPosition = { eventId: EventId; atMs: number | null };

/** If the filter matches no event, the newest of all is returned. */
async function positionOf(
  deps: QueryDeps,
  issue: Issue,
  which: WhichEvent,
  among: Among,
): Promise<EventPosition | null> {
  if (which === 'latest' || which === 'oldest' || which === 'recommended') {
    const newest = (await newestOf(deps, issue, among)) ?? (await newestOf(deps, issue, anyOfThem));
    if (!newest) return null;
    if (which === 'latest') return newest;
    return which === 'oldest' ? oldestOf(deps, issue, newest, among) : recommendedOf(deps, issue, newest, among);
  }
  const eventId = readEventId(which);
  return eventId && { eventId, atMs: null };
}

async function oldestOf(deps: QueryDeps, issue: Issue, newest: EventCursor, among: Among): Promise<EventPosition> {
  const { first } = await neighboursOf(deps, issue, newest, among);
  return first === null ? newest : { eventId: first, atMs: null };
}

async function newestOf({ telemetry }: QueryDeps, issue: Issue, among: Among): Promise<EventCursor | null> {
  const params = { projectId: issue.projectId, issueId: issue.id, ...among };
  if (among === anyOfThem) {
    // No event is newer than the issue, so that hardly anything has to be read; state may only be a batch behind.
    const range = { fromMs: issue.lastSeenAtMs, toMs: Number.MAX_SAFE_INTEGER };
    const [last] = await telemetry.query('newestOfIssue', { ...params, range });
    if (last) return last;
  }
  const [newest] = await telemetry.query('newestOfIssue', params);
  return newest ?? null;
}

/** The most helpful of the newest events. */
async function recommendedOf(deps: QueryDeps, issue: Issue, newest: EventCursor, among: Among): Promise<EventPosition> {
  const { projectId, id: issueId } = issue;
  const count = limits.RECOMMENDED_AMONG_COUNT;
  const heads = await deps.telemetry.query('eventsOfIssue', { projectId, issueId, ...among, before: null, count });
  const candidates = await Promise.all(
    heads.map(async ({ eventId, atMs }) => {
      const row = await eventRow(deps, projectId, eventId, atMs);
      return { eventId, atMs, worth: row ? helpfulness((await decodeBody(row.body)).event) : -1 };
    }),
  );
  return candidates.reduce<EventPosition & { worth: number }>((best, each) => (each.worth > best.worth ? each : best), {
    ...newest,
    worth: -1,
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

function noSuchEvent(): Refusal {
  return new Refusal('not-found', 'Event not found, or you do not have access to it.');
}
