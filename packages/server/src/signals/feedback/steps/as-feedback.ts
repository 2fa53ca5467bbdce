import { createHash } from 'node:crypto';
import type { EventId, Fields } from '@seismo/protocol';
import type { Item } from '#pipeline/steps.ts';

/**
 * Converts the user reports of older SDKs (`captureUserFeedback`, versions 7 and 8) to feedback. A report has only the
 * ID of its event, so its own ID is its checksum: the same for a repeated report.
 */
export const asFeedback = <Work extends Item & { raw: object }>(work: Work): Work & { eventId: EventId } => {
  const { event_id, name, email, comments, timestamp } = work.raw as Fields;
  const checksum = createHash('sha256').update('user_report').update(work.item.payload).digest('hex');
  const about = event_id ?? work.origin.eventId;
  const feedback = { message: comments, name, contact_email: email, associated_event_id: about, source: 'user_report' };
  const raw = { timestamp, level: 'info', contexts: { feedback } };
  return Object.assign(work, { raw, eventId: checksum.slice(0, 32) as EventId });
};
