import type { ProjectId } from '@seismo/protocol';
import { plainName } from '#domain/spans/typed-name.ts';
import type { QueryRows } from '#store/telemetry/queries/index.ts';
import type { SpansInRange } from '#store/telemetry/queries/parts/spans-in-range.ts';
import type { QueryDeps } from '../deps.ts';
import { bucketsOf } from '../range.ts';

/** All spans of the last 90 days, without a search. */
export function allSpans({ clock }: Pick<QueryDeps, 'clock'>, projects: readonly { id: ProjectId }[]): SpansInRange {
  const { range } = bucketsOf('90d', clock.now());
  return { projectIds: projects.map(({ id }) => id), environments: [], range, condition: { all: [] } };
}

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

/** The names of these attributes, whose values may have several types, the most frequent first. */
export function plainNames(attributes: readonly QueryRows['spanAttributeNames'][]): { name: string; spans: number }[] {
  return [...Map.groupBy(attributes, ({ name }) => plainName(name))]
    .map(([name, all]) => ({ name, spans: all.reduce((sum, { spans }) => sum + spans, 0) }))
    .toSorted((a, b) => b.spans - a.spans);
}
