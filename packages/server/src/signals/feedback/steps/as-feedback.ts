import { createHash } from 'node:crypto';
import type { EventId, Fields } from '@seismo/protocol';
import type { Step } from '#pipeline/work.ts';

/**
 * Makes of the report that older SDKs send (`captureUserFeedback`, versions 7 and 8) the feedback that newer ones send in its
 * place. It has no id of its own, only that of the event it is about: so its bytes give it one, the same if it comes twice.
 */
export const asFeedback: Step = (work) => {
  const { event_id, name, email, comments, timestamp } = work.raw as Fields;
  const digest = createHash('sha256').update('user_report').update(work.item.payload).digest('hex');
  work.eventId = digest.slice(0, 32) as EventId;
  const about = event_id ?? work.origin.eventId;
  const feedback = { message: comments, name, contact_email: email, associated_event_id: about, source: 'user_report' };
  work.raw = { timestamp, level: 'info', contexts: { feedback } };
  return null;
};
