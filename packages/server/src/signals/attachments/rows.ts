import { createHash } from 'node:crypto';
import type { EnvelopeItem, EventId } from '@seismo/protocol';
import type { Origin } from '#pipeline/steps.ts';
import type { AttachmentRow } from '#store/telemetry/contract.ts';

const FILENAME_CHARS_MAX = 255;

/** The blob is keyed by content: a second try writes the same. */
export function attachmentRow(item: EnvelopeItem, origin: Origin, eventId: EventId): AttachmentRow {
  const { organizationId, projectId, receivedAtMs: atMs } = origin;
  const checksum = createHash('sha256').update(item.payload).digest('hex');
  return {
    organizationId,
    projectId,
    eventId,
    atMs,
    filename: (item.filename ?? 'attachment').slice(0, FILENAME_CHARS_MAX).toWellFormed(),
    contentType: (item.contentType ?? 'application/octet-stream').slice(0, FILENAME_CHARS_MAX).toWellFormed(),
    attachmentType: (item.attachmentType ?? 'event.attachment').slice(0, FILENAME_CHARS_MAX).toWellFormed(),
    bytes: item.payload.byteLength,
    blobKey: `attachments/${projectId}/${checksum}`,
  };
}
