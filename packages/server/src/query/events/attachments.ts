import { readEventId, type EventId } from '@seismo/protocol';
import { Refusal } from '#platform/refusal.ts';
import type { QueryDeps } from '../deps.ts';
import { projectNamed } from '../projects/projects.ts';
import type { Viewer } from '#domain/permissions/viewer.ts';
import { attachmentViews } from './attachment-views.ts';
import type { AttachmentView } from './views.ts';

/** Attachments of an event or a feedback, in the order of IDs. */
export async function attachments(
  deps: QueryDeps,
  viewer: Viewer,
  projectSlug: string,
  id: string,
): Promise<{ eventId: EventId; attachments: AttachmentView[] }> {
  const { id: projectId } = await projectNamed(deps, viewer, 'event:read', projectSlug);
  const eventId = readEventId(id);
  const rows = eventId ? await deps.telemetry.query('attachmentsOfEvent', { projectId, eventId }) : [];
  if (!eventId || (rows.length === 0 && !(await isKnown()))) {
    throw new Refusal('not-found', 'Event not found, or you do not have access to it.');
  }
  return { eventId, attachments: attachmentViews(rows) };

  async function isKnown(): Promise<boolean> {
    const eventIds = [eventId!];
    const events = await deps.telemetry.query('knownEventIds', { projectId, eventIds });
    return events.length > 0 || (await deps.state.knownFeedback(projectId, eventIds)).length > 0;
  }
}
