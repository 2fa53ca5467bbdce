import type { Context } from 'hono';
import type { z } from 'zod';
import { Refusal } from '#watch/refusal.ts';

/** The request's JSON as its schema makes it. Fields that the schema does not know are let go: tools send many. */
export async function readBody<T>(context: Context, schema: z.ZodType<T>): Promise<T> {
  let body: unknown;
  try {
    body = JSON.parse(await context.req.text());
  } catch {
    throw new Refusal('invalid', 'The request body is not JSON.');
  }
  const read = schema.safeParse(body);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw new Refusal('invalid', `${issue!.path.join('.') || 'body'}: ${issue!.message}`);
}
