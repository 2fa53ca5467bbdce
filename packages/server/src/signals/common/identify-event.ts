import { createHash } from 'node:crypto';
import { readEventId, type EventId } from '@seismo/protocol';
import { end, type Ended, type Item } from '#pipeline/steps.ts';

/**
 * Sets the event's ID: the payload's, else the envelope's. A malformed ID refuses the event, because its sender could
 * never find it again. Without any ID, it is the payload's checksum, so that a repeated batch gives the same.
 */
export const identifyEvent = <Work extends Item & { raw: object }>(
  work: Work,
): (Work & { eventId: EventId }) | Ended => {
  const own = (work.raw as { event_id?: unknown }).event_id;
  if (own !== undefined && own !== null && own !== '') {
    const eventId = readEventId(own);
    return eventId ? Object.assign(work, { eventId }) : end('invalid', 'event-id');
  }
  const { eventId } = work.origin;
  const checksum = () => createHash('md5').update(work.item.payload).digest('hex') as EventId;
  return Object.assign(work, { eventId: eventId ?? checksum() });
};
