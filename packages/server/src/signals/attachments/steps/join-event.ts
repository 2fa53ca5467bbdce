import { createHash } from 'node:crypto';
import type { Step } from '#pipeline/work.ts';

const FILENAME_CHARS_MAX = 255;

/** An attachment belongs to the event its envelope names. Its blob is keyed by content: a second try writes the same. */
export const joinEvent: Step = (work) => {
  const { item, origin } = work;
  if (!origin.eventId) return { outcome: 'invalid', reason: 'no-event' };
  const digest = createHash('sha256').update(item.payload).digest('hex');
  work.attachment = {
    payload: item.payload,
    row: {
      organizationId: origin.organizationId,
      projectId: origin.projectId,
      eventId: origin.eventId,
      atMs: origin.receivedAtMs,
      filename: (item.filename ?? 'attachment').slice(0, FILENAME_CHARS_MAX).toWellFormed(),
      contentType: (item.contentType ?? 'application/octet-stream').slice(0, FILENAME_CHARS_MAX).toWellFormed(),
      attachmentType: (item.attachmentType ?? 'event.attachment').slice(0, FILENAME_CHARS_MAX).toWellFormed(),
      bytes: item.payload.byteLength,
      blobKey: `attachments/${origin.projectId}/${digest}`,
    },
  };
  return null;
};
