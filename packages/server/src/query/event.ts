import { readEventId, type EventId } from '@seismo/protocol';
import { decodeBody } from '#store/bodies/body.ts';
import type { Issue } from '#store/state/contract.ts';
import type { Range, Rows } from '#store/telemetry/questions/index.ts';
import { ActionNames } from '#symbolicate/actions/name-actions.ts';
import { Refusal } from '#watch/refusal.ts';
import type { QueryDeps } from './deps.ts';
import { groupingNow } from './grouping.ts';
import { issueNamed } from './issue.ts';
import { projectNamed } from './projects.ts';
import { frameLinks } from './source-links.ts';
import type { EventView } from './views.ts';
import type { Viewer } from './viewer.ts';

export async function event(
  deps: QueryDeps,
  viewer: Viewer,
  shortId: string,
  which: 'latest' | 'oldest' | EventId,
): Promise<EventView> {
  const issue = await issueNamed(deps, viewer, 'event:read', shortId);
  const end = which === 'latest' || which === 'oldest' ? (which as 'latest' | 'oldest') : null;
  const place = end ? await endOf(deps, issue, end) : { eventId: readEventId(which), atMs: null };
  const row = place?.eventId && (await eventRow(deps, issue.projectId, place.eventId, place.atMs));
  if (!row || row.issueId !== issue.id) throw noSuchEvent();
  return eventView(deps, issue, row);
}

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
  return eventView(deps, issue, row);
}

async function eventView(deps: QueryDeps, issue: Issue, row: Rows['event-by-id']): Promise<EventView> {
  const { projectId, issueId, eventId, atMs, receivedAtMs } = row;
  const [stored, neighbours, attachments] = await Promise.all([
    decodeBody(row.body).then((body) => ({ ...body, grouping: groupingNow(body, row.hash) })),
    neighboursOf(deps, { projectId, issueId, eventId, atMs }),
    deps.telemetry.ask('attachments-of-event', { projectId, eventId }),
  ]);
  // The build may have uploaded the names of its actions after the event came.
  await new ActionNames(deps).name(stored.event, projectId);
  const { organizationId } = issue;
  return {
    eventId,
    issueId,
    frameLinks: await frameLinks(deps, { projectId, organizationId }, stored.event),
    issueShortId: issue.shortId,
    projectId,
    stored,
    receivedAtMs,
    neighbours,
    attachments: attachments.map(({ filename, contentType, attachmentType, bytes }, index) => ({
      index,
      filename,
      contentType,
      attachmentType,
      bytes,
    })),
  };
}

async function neighboursOf(
  { telemetry }: QueryDeps,
  { projectId, issueId, eventId, atMs }: Pick<Rows['event-by-id'], 'projectId' | 'issueId' | 'eventId' | 'atMs'>,
): Promise<EventView['neighbours']> {
  const at = { atMs, eventId };
  const [found] = await telemetry.ask('event-neighbours', { projectId, issueId, at, environments: [] });
  return found!;
}

interface Place {
  eventId: EventId | null;
  atMs: number | null;
}

async function endOf(deps: QueryDeps, issue: Issue, which: 'latest' | 'oldest'): Promise<Place | null> {
  // No event is newer than the issue, so that hardly anything has to be read; state may only be a batch behind.
  const sinceLast = { fromMs: issue.lastSeenAtMs, toMs: Number.MAX_SAFE_INTEGER };
  const latest = (await newestOf(deps, issue, sinceLast)) ?? (await newestOf(deps, issue, null));
  if (!latest || which === 'latest') return latest;
  return { eventId: (await neighboursOf(deps, latest)).first, atMs: null };
}

async function newestOf({ telemetry }: QueryDeps, { projectId, id }: Issue, range: Range | null) {
  const ask = { projectId, issueId: id, environments: [], range, where: null, before: null, count: 1 };
  const [newest] = await telemetry.ask('events-of-issue', ask);
  return newest ?? null;
}

async function eventRow(
  { telemetry }: QueryDeps,
  projectId: Issue['projectId'],
  eventId: EventId,
  atMs: number | null = null,
) {
  const [row] = await telemetry.ask('event-by-id', { projectId, eventId, atMs });
  return row ?? null;
}

function noSuchEvent(): Refusal {
  return new Refusal('not-found', 'There is no such event, or you may not see it.');
}
