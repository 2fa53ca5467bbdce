import type { QueryRows } from '#store/telemetry/queries/index.ts';
import type { SpansInRange } from '#store/telemetry/queries/parts/spans-in-range.ts';
import type { QueryDeps } from '../deps.ts';

/** The same search in the time of its newest spans, `count` of them or a few more; `null` if there are none. */
export async function newestSpans<Search extends SpansInRange>(
  { telemetry }: Pick<QueryDeps, 'telemetry'>,
  search: Search,
  count: number,
): Promise<Search | null> {
  const { projectIds, environments, range, condition } = search;
  const starts = await telemetry.query('newestSpansStart', { projectIds, environments, range, condition, count });
  const sample = starts.at(-1);
  return sample ? { ...search, range: { ...range, fromMs: Math.floor(sample.startUs / 1000) } } : null;
}

/** The typed names of the attributes that the newest spans of a search have, the most frequent first. Rarer ones may lack. */
export async function newestAttributes(
  deps: Pick<QueryDeps, 'telemetry'>,
  search: SpansInRange,
  { sampleCount, count }: { sampleCount: number; count: number },
): Promise<QueryRows['spanAttributeNames'][]> {
  const newest = await newestSpans(deps, search, sampleCount);
  return newest ? deps.telemetry.query('spanAttributeNames', { ...newest, sampleCount, count }) : [];
}
