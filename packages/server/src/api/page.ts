import type { Context } from 'hono';
import { limits } from '@seismo/protocol';
import { z } from 'zod';
import { Refusal } from '#platform/refusal.ts';
import { text, type Query } from './parameters.ts';

const count = z
  .string()
  .regex(/^\d{1,9}$/, 'Enter a whole number.')
  .transform(Number)
  .refine(
    (number) => number >= 1 && number <= limits.API_PAGE_COUNT_MAX,
    `Enter a number from 1 to ${limits.API_PAGE_COUNT_MAX}.`,
  )
  .optional();

/** The TypeScript CLI sends `per_page`, scripts send `limit`. */
export const page = { limit: count, per_page: count, cursor: text };

export function readPage(query: Query<typeof page>): { cursor: string | null; count: number } {
  if (query.limit !== undefined && query.per_page !== undefined && query.limit !== query.per_page) {
    throw new Refusal('invalid', 'limit and per_page mean the same; send one of them.');
  }
  return { cursor: query.cursor || null, count: query.limit ?? query.per_page ?? limits.API_PAGE_COUNT_MAX };
}

/** One page of a list that is read whole, with its `Link` header: the cursor is the position in the list. */
export function pageOf<T>(context: Context, publicUrl: string, query: Query<typeof page>, all: readonly T[]): T[] {
  const { cursor, count: size } = readPage(query);
  if (cursor !== null && !/^\d{1,9}$/.test(cursor))
    throw new Refusal('invalid', 'This cursor belongs to another list.');
  const from = Number(cursor ?? 0);
  const next = from + size < all.length ? String(from + size) : null;
  setLink(context, publicUrl, cursor, next);
  return all.slice(from, from + size);
}

/**
 * Sentry's `Link` header, as its tools take it apart: one line, the attributes in this order. Lists are read forward
 * only, so `previous` never has results.
 */
export function setLink(context: Context, publicUrl: string, cursor: string | null, next: string | null): void {
  const { pathname, searchParams } = new URL(context.req.url);
  const link = (rel: 'previous' | 'next', results: boolean, at: string): string => {
    const query = new URLSearchParams(searchParams);
    query.set('cursor', at);
    return `<${publicUrl}${pathname}?${query.toString()}>; rel="${rel}"; results="${results}"; cursor="${at}"`;
  };
  const here = /^[\w-]*$/.test(cursor ?? '') ? (cursor ?? '') : '';
  context.header('link', `${link('previous', false, here)}, ${link('next', next !== null, next ?? here)}`);
}
