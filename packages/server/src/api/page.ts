import type { Context } from 'hono';
import { limits } from '@seismo/protocol';
import { Refusal } from '#watch/refusal.ts';

/** `per_page` is what the TypeScript CLI sends, `limit` what scripts do. */
export function readPage(context: Context): { cursor: string | null; count: number } {
  const asked = context.req.query('limit') ?? context.req.query('per_page');
  if (asked !== undefined && !/^\d{1,9}$/.test(asked)) throw new Refusal('invalid', 'The limit is a whole number.');
  const count = asked === undefined ? limits.API_PAGE_COUNT_MAX : Number(asked);
  return {
    cursor: context.req.query('cursor') || null,
    count: Math.min(Math.max(1, count), limits.API_PAGE_COUNT_MAX),
  };
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
