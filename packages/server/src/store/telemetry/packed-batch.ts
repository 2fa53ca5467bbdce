import type { EventChange, EventRow, TelemetryBatch } from './contract.ts';

/**
 * A batch on its way between threads: all bodies in one array. A body is often a view (zlib answers with slices of larger
 * buffers), and the clone of a view carries everything under it.
 */
export interface PackedBatch extends Omit<TelemetryBatch, 'events'> {
  events: Omit<EventRow, 'body'>[];
  bodies: Uint8Array;
  /** Where each event's body ends. */
  ends: number[];
}

export function packBatch({ events, changes, ...rest }: TelemetryBatch): PackedBatch {
  const bodies = new Uint8Array(events.reduce((sum, event) => sum + event.body.length, 0));
  const ends: number[] = [];
  let end = 0;
  const bare = events.map(({ body, ...event }) => {
    bodies.set(body, end);
    end += body.length;
    ends.push(end);
    return event;
  });
  return { ...rest, events: bare, changes: changes.map(withOwnBody), bodies, ends };
}

function withOwnBody(change: EventChange): EventChange {
  return 'eventId' in change && change.set.body
    ? { ...change, set: { ...change.set, body: change.set.body.slice() } }
    : change;
}

export function unpackBatch({ events, bodies, ends, ...rest }: PackedBatch): TelemetryBatch {
  return {
    ...rest,
    events: events.map((event, index) => ({ ...event, body: bodies.subarray(ends[index - 1] ?? 0, ends[index]) })),
  };
}
