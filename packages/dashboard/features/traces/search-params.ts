import type { SegmentFilter } from '@seismo/server';
import { choice, context, cursor, optional, range, text, urlState, type RawParams } from '#explorer/url-state.ts';

export const segmentSorts = ['newest', 'longest'] as const;

const listState = urlState({ ...context, range, query: text('query'), sort: choice('sort', segmentSorts), cursor });
export const readSegmentFilter = (params: RawParams) =>
  ({ ...listState.read(params), count: 50 }) satisfies SegmentFilter;
export const tracesHref = (filter: Parameters<typeof listState.href>[1]) => listState.href('/traces', filter);

const traceState = urlState({ span: optional('span') });
export const readTraceState = traceState.read;
export const traceHref = (traceId: string, span: string | null = null) =>
  traceState.href(`/traces/${traceId}`, { span });
