import { buffer } from 'node:stream/consumers';
import { limits, type EventId, type ProjectId } from '@seismo/protocol';
import { streamAttachment } from '#store/blobs/attachment-bytes.ts';
import type { QueryDeps } from '../deps.ts';

/** The attachments of an event or feedback with their content in base64; `null` if it is too large, or gone. */
export async function* attachmentsOf(
  { telemetry, blobs }: Pick<QueryDeps, 'telemetry' | 'blobs'>,
  projectId: ProjectId,
  eventId: EventId,
) {
  const attachments = await telemetry.query('attachmentsOfEvent', { projectId, eventId });
  for (const { blobKey, ...attachment } of attachments) {
    const isSmall = attachment.bytes <= limits.EXPORT_ATTACHMENT_BYTES_MAX;
    const stream = isSmall ? await streamAttachment(blobs, { blobKey, bytes: attachment.bytes }) : null;
    const content = stream && (await buffer(stream)).toString('base64');
    yield { eventId, ...attachment, content };
  }
}
