import type { z } from 'zod';
import { Refusal } from '#platform/refusal.ts';

/** Parses the input, or refuses with the invalid field and a message. `field` is the name of a bare value. */
export function readInput<T>(schema: z.ZodType<T>, input: unknown, field?: string): T {
  const read = schema.safeParse(input);
  if (read.success) return read.data;
  const { issues } = read.error;
  const sentences = issues.map(({ path, message }) => (path.length > 0 ? `${path.join('.')}: ${message}` : message));
  const fields: Record<string, string> = {};
  for (const { path, message } of issues) {
    const name = path.join('.') || field;
    if (name !== undefined) fields[name] ??= message;
  }
  throw new Refusal('invalid', sentences.join(' '), fields);
}
