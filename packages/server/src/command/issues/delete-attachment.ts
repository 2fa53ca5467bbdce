import { readEventId } from '@seismo/protocol';
import { taskEntry, type DeleteTask } from '#journal/tasks.ts';
import { attachmentId } from '#query/events/attachment-views.ts';
import { permissions } from '#domain/permissions/permissions.ts';
import { projectNamed } from '#query/projects/projects.ts';
import type { Viewer } from '#domain/permissions/viewer.ts';
import { Refusal } from '#platform/refusal.ts';
import { audit } from '../audit.ts';
import type { ServerCommandDeps } from '../deps.ts';

/** Deletes it in the pipeline's order; the event stays. */
export async function deleteAttachment(
  deps: ServerCommandDeps,
  viewer: Viewer,
  projectSlug: string,
  eventId: string,
  id: string,
): Promise<void> {
  await deps.space.releaseReserve();
  const { id: projectId, organizationId } = await projectNamed(deps, viewer, permissions.deleteAttachment, projectSlug);
  const read = readEventId(eventId);
  const rows = read ? await deps.telemetry.query('attachmentsOfEvent', { projectId, eventId: read }) : [];
  const row = rows.find((each) => attachmentId(each) === id);
  if (!read || !row) throw new Refusal('not-found', 'Attachment not found, or you do not have access to it.');
  const { blobKey, filename } = row;
  await deps.state.write((tx) => audit(deps, tx, viewer, organizationId, 'attachment-delete', filename, read));
  const task: DeleteTask = { attachment: { eventId: read, blobKey, filename } };
  await deps.journal.append(taskEntry('delete', projectId, deps.clock.now(), task));
}
