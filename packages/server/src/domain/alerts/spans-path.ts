import type { MetricCondition } from './conditions.ts';
import { unitOfSpans } from './span-aggregate.ts';

/** The page with the spans that a rule measured in a window, without the address of the server; `null`: it measures no spans. */
export function spansPath(
  { aggregate, windowMs }: Pick<MetricCondition, 'aggregate' | 'windowMs'>,
  { query, environments }: { query: string; environments: readonly string[] },
  project: string,
  untilMs: number,
): string | null {
  if (aggregate === undefined) return null;
  const search = new URLSearchParams({ project, from: minuteOf(untilMs - windowMs), to: minuteOf(untilMs) });
  for (const name of environments) search.append('environment', name);
  if (query !== '') search.set('query', query);
  if (unitOfSpans(aggregate) === 'ms') search.set('sort', '-span.duration');
  return `/traces/explore?${search.toString()}`;
}

/** Windows begin and end at full minutes. */
const minuteOf = (atMs: number): string => `${new Date(atMs).toISOString().slice(0, 16)}Z`;
