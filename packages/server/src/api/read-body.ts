import type { Context } from 'hono';
import type { z } from 'zod';
import { Refusal } from '#watch/refusal.ts';
import { bodyOf } from './body-size.ts';

/** The request's JSON as its schema makes it. Fields that the schema does not know are let go: tools send many. */
export async function readBody<T>(context: Context, schema: z.ZodType<T>): Promise<T> {
  const parts: Uint8Array[] = [];
  for await (const part of bodyOf(context)) parts.push(part);
  const text = Buffer.concat(parts).toString();
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw new Refusal('invalid', 'The request body is not JSON.');
  }
  const read = schema.safeParse(body);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw new Refusal('invalid', `${issue!.path.join('.') || 'body'}: ${issue!.message}`);
}
