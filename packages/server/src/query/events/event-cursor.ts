import { readEventId, type EventId } from '@seismo/protocol';
import { z } from 'zod';
import type { EventCursor } from '#store/telemetry/queries/query.ts';
import { readCursor, writeCursor } from '../cursor.ts';

const cursorSchema = z.object({
  at: z.number().int(),
  id: z.string().transform((text, context): EventId => {
    const id = readEventId(text);
    if (id === null) context.addIssue('not an event ID');
    return id ?? ('' as EventId);
  }),
});

/** Where a page of events ended: at its last event. */
export function writeEventCursor({ atMs, eventId }: EventCursor): string {
  return writeCursor({ at: atMs, id: eventId });
}

export function readEventCursor(cursor: string | null): EventCursor | null {
  const read = readCursor(cursorSchema, cursor);
  return read && { atMs: read.at, eventId: read.id };
}
