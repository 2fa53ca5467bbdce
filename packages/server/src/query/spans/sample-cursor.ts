import { z } from 'zod';
import type { QueryParams } from '#store/telemetry/queries/index.ts';
import { readCursor, writeCursor } from '../cursor.ts';

type Position = NonNullable<QueryParams['spanSamples']['after']>;

const schema = z.object({
  start: z.number().int(),
  duration: z.number().int(),
  id: z.string().regex(/^[0-9a-f]{16}$/),
});

/** After which span a page of the query `spanSamples` begins; `null` for the first. */
export function readSampleCursor(cursor: string | null): Position | null {
  const read = readCursor(schema, cursor);
  return read && { startUs: read.start, durationUs: read.duration, spanId: read.id };
}

/** The page of these rows, of which one more than `count` was read, and the cursor of the next; `null` for the last. */
export function pageOfSamples<Row extends Position>(rows: Row[], count: number): { page: Row[]; next: string | null } {
  const page = rows.slice(0, count);
  const last = rows.length > count ? page.at(-1) : undefined;
  return {
    page,
    next: last ? writeCursor({ start: last.startUs, duration: last.durationUs, id: last.spanId }) : null,
  };
}
