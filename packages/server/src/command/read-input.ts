import type { z } from 'zod';
import { Refusal } from '#platform/refusal.ts';

/** The input as its schema makes it, or a refusal that says which field is wrong and how. `field`: what a bare value is called. */
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
