import type { PerformanceFilter, PerformanceGroupFilter, PerformanceSort, SpanKindName } from '@seismo/server';
import { choice, context, list, rangeWithDefault, text, urlState, type RawParams } from '#explorer/url-state.ts';
import { defaultRangeOn } from '#shell/context-bar/context-params.ts';

const path = '/traces/performance';

export const kinds = [
  'pages',
  'endpoints',
  'actions',
  'queries',
  'requests',
  'jobs',
] as const satisfies readonly SpanKindName[];
export const sorts = ['time', 'p95', 'throughput', 'failures', 'change'] as const satisfies readonly PerformanceSort[];

const kind = choice('kind', kinds);
const range = rangeWithDefault(defaultRangeOn(path));

const listState = urlState({ ...context, range, kind, sort: choice('sort', sorts) });

export const readPerformanceFilter = (params: RawParams): PerformanceFilter => listState.read(params);
export const performanceHref = (filter: Partial<PerformanceFilter>) => listState.href(path, filter);

const groupState = urlState({
  kind,
  // Not `project`, which would narrow the list that the page came from.
  project: text('in'),
  service: text('service'),
  name: text('name', { charsMax: 1024 }),
  environments: list('environment'),
  range,
});

export const readGroupFilter = (params: RawParams): PerformanceGroupFilter => groupState.read(params);
export const groupHref = (filter: Partial<PerformanceGroupFilter>) => groupState.href(`${path}/group`, filter);
