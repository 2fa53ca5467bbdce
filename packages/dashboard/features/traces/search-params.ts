import type { SegmentFilter } from '@seismo/server';
import { context, cursor, optional, range, urlState, type RawParams } from '#explorer/url-state.ts';

const listState = urlState({ ...context, range, cursor });
export const readSegmentFilter = (params: RawParams) =>
  ({ ...listState.read(params), count: 50 }) satisfies SegmentFilter;
export const tracesHref = (filter: Parameters<typeof listState.href>[1]) => listState.href('/traces', filter);

const traceState = urlState({ span: optional('span') });
export const readTraceState = traceState.read;
export const traceHref = (traceId: string, span: string | null = null) =>
  traceState.href(`/traces/${traceId}`, { span });
