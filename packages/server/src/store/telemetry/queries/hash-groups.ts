import { byTimeAndId, endUserCount } from '../engines/memory/rows.ts';
import type { EventRow } from '../tables/events.ts';

/** A group of events with one hash; the newest event represents it. */
export function hashGroupOf(events: EventRow[]) {
  const inOrder = events.toSorted(byTimeAndId);
  const [oldest, newest] = [inOrder[0]!, inOrder.at(-1)!];
  return {
    hash: newest.hash,
    events: events.length,
    users: endUserCount(events),
    firstSeenAtMs: oldest.atMs,
    lastSeenAtMs: newest.atMs,
    eventId: newest.eventId,
    title: newest.title,
  };
}
