import type { z } from 'zod';
import { Refusal } from '#watch/refusal.ts';

/** The input as its schema makes it, or a refusal that says which field is wrong and how. */
export function readInput<T>(schema: z.ZodType<T>, input: unknown): T {
  const read = schema.safeParse(input);
  if (read.success) return read.data;
  const sentences = read.error.issues.map(({ path, message }) =>
    path.length > 0 ? `${path.join('.')}: ${message}` : message,
  );
  throw new Refusal('invalid', sentences.join(' '));
}
