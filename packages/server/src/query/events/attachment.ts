import { readEventId } from '@seismo/protocol';
import { streamAttachment } from '#store/blobs/attachment-bytes.ts';
import { Refusal } from '#platform/refusal.ts';
import type { QueryDeps } from '../deps.ts';
import { projectNamed } from '../projects/projects.ts';
import type { Bytes } from '../paced-stream.ts';
import type { Viewer } from '#domain/permissions/viewer.ts';
import { attachmentId } from './attachment-views.ts';
import type { AttachmentBody } from './views.ts';

/** By its position in the event, as pages name it, or by its ID. */
export async function attachment(
  deps: QueryDeps,
  viewer: Viewer,
  eventId: string,
  projectSlug: string,
  which: number | string,
): Promise<AttachmentBody> {
  const { id: projectId } = await projectNamed(deps, viewer, 'event:read', projectSlug);
  const read = readEventId(eventId);
  const rows = read ? await deps.telemetry.query('attachmentsOfEvent', { projectId, eventId: read }) : [];
  const row = typeof which === 'number' ? rows[which] : rows.find((each) => attachmentId(each) === which);
  const body = row && (await streamAttachment(deps.blobs, row));
  if (!row || !body) throw new Refusal('not-found', 'Attachment not found, or you do not have access to it.');
  return { filename: row.filename, contentType: row.contentType, bytes: row.bytes, body: body as Bytes };
}
