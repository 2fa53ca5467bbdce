import { limits } from '@seismo/protocol';
import { z } from 'zod';
import { Refusal } from '#platform/refusal.ts';

/** The end of a page as opaque text. */
export function writeCursor(value: Record<string, string | number>): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

export function readCursor<T>(schema: z.ZodType<T>, cursor: string | null): T | null {
  if (cursor === null || cursor === '') return null;
  if (cursor.length <= limits.CURSOR_CHARS_MAX) {
    try {
      const read = schema.safeParse(JSON.parse(Buffer.from(cursor, 'base64url').toString()));
      if (read.success) return read.data;
    } catch {
      // Not JSON: refused below like any other text that is not a cursor.
    }
  }
  throw new Refusal('invalid', 'Invalid cursor. Start again from the first page.');
}
