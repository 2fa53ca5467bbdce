import { readEventId, type EventId } from '@seismo/protocol';
import type { Issue } from '#store/state/contract.ts';
import type { Rows } from '#store/telemetry/questions/index.ts';
import { Refusal } from '#watch/refusal.ts';
import type { QueryDeps } from './deps.ts';
import { issueNamed } from './issue.ts';
import { projectNamed } from './projects.ts';
import { readStoredEvent } from './stored-event.ts';
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
  const eventId = end ? await endOf(deps, issue, end) : readEventId(which);
  const row = eventId && (await eventRow(deps, issue.projectId, eventId));
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
    readStoredEvent(row.body),
    neighboursOf(deps, { projectId, issueId, eventId, atMs }),
    deps.telemetry.ask('attachments-of-event', { projectId, eventId }),
  ]);
  return {
    eventId,
    issueId,
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

async function endOf(deps: QueryDeps, { projectId, id }: Issue, which: 'latest' | 'oldest'): Promise<EventId | null> {
  const [latest] = await deps.telemetry.ask('events-of-issue', {
    projectId,
    issueId: id,
    environments: [],
    range: null,
    before: null,
    count: 1,
  });
  if (!latest || which === 'latest') return latest?.eventId ?? null;
  return (await neighboursOf(deps, latest)).first;
}

async function eventRow({ telemetry }: QueryDeps, projectId: Issue['projectId'], eventId: EventId) {
  const [row] = await telemetry.ask('event-by-id', { projectId, eventId });
  return row ?? null;
}

function noSuchEvent(): Refusal {
  return new Refusal('not-found', 'There is no such event, or you may not see it.');
}
