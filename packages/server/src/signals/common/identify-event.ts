import { createHash } from 'node:crypto';
import { readEventId } from '@seismo/protocol';
import type { EventId } from '@seismo/protocol';
import type { Step } from '#pipeline/work.ts';

/**
 * Decides under which id the event is kept: the payload's, else the envelope's. One that is there but malformed refuses
 * the event: its sender could never find it again. With none at all the id comes from the bytes, so that a second try of
 * the same batch gives the same one.
 */
export const identifyEvent: Step = (work) => {
  const own = (work.raw as { event_id?: unknown }).event_id;
  if (own !== undefined && own !== null && own !== '') {
    work.eventId = readEventId(own);
    return work.eventId ? null : { outcome: 'invalid', reason: 'event-id' };
  }
  work.eventId = work.origin.eventId ?? (createHash('md5').update(work.item.payload).digest('hex') as EventId);
  return null;
};
