import { limits } from '@seismo/protocol';
import type { Viewer } from '#domain/permissions/viewer.ts';
import { facetOf } from '#domain/search/facet.ts';
import { printTag } from '#domain/search/print.ts';
import { readSpanSearch, spanKeyName } from '#domain/spans/compile-span-search.ts';
import { spanFieldNamed, type SpanField } from '#domain/spans/span-field.ts';
import { plainName } from '#domain/spans/typed-name.ts';
import { Refusal } from '#platform/refusal.ts';
import type { Project } from '#store/state/contract.ts';
import type { SpanMeasure } from '#store/telemetry/queries/span-aggregates.ts';
import type { SpansInRange } from '#store/telemetry/queries/parts/spans-in-range.ts';
import type { QueryDeps } from '../deps.ts';
import type { EventTableFilter } from '../events/views.ts';
import { projectsNamed } from '../projects/projects.ts';
import { keyNamed, none } from '../search/facets.ts';
import { orProblem } from '../search/or-problem.ts';
import type { Facet } from '../search/views.ts';
import { keysOf, valueOf } from './fields.ts';
import { allSpans, newestSpans, plainNames } from './newest-spans.ts';
import { readScope, requireDistinct } from './table.ts';

/** Attributes with more values are left out if most of their spans have a value of their own. */
const VALUE_COUNT = 20;
const ATTRIBUTES_AT_ONCE = 10;

/** The attributes of the newest spans that tell spans apart, as searches name them, the most frequent first. */
export async function spanFacetKeys(deps: QueryDeps, viewer: Viewer, projects: string[]): Promise<string[]> {
  const all = allSpans(deps, await projectsNamed(deps, viewer, 'event:read', projects));
  const sampleCount = limits.SUGGESTION_SAMPLE_COUNT_MAX;
  const newest = await newestSpans(deps, all, sampleCount);
  if (!newest) return [];
  const count = limits.SPAN_ATTRIBUTE_NAME_COUNT_MAX;
  const rows = await deps.telemetry.query('spanAttributeNames', { ...newest, sampleCount, count });
  const typed = Map.groupBy(rows, ({ name }) => plainName(name));
  const spelled = new Set<string>();
  const attributes = plainNames(rows)
    .filter(({ name }) => {
      const lower = name.toLowerCase();
      // A query cannot read names that differ in case only.
      if (name === 'has' || spanFieldNamed(name)?.of !== 'attribute' || spelled.has(lower)) return false;
      return spelled.add(lower);
    })
    .map(({ name, spans }) => ({ name, spans, values: typed.get(name)!.map((one) => ({ attribute: one.name })) }));
  const keys: string[] = [];
  // In parts, because each needs memory for its values.
  for (const part of partsOf(attributes.slice(0, 2 * limits.SPAN_FACET_COUNT_MAX), ATTRIBUTES_AT_ONCE)) {
    const [distinct] = await deps.telemetry.query('spanAggregates', {
      ...newest,
      by: [],
      measures: part.map(({ values }): SpanMeasure => ({ of: 'unique', values })),
      order: null,
      offset: 0,
      count: 1,
    });
    for (const [index, { name, spans }] of part.entries()) {
      const values = distinct!.values[index]!;
      if (values > 1 && values <= Math.max(VALUE_COUNT, spans / 2)) keys.push(printTag(name));
    }
    if (keys.length >= limits.SPAN_FACET_COUNT_MAX) break;
  }
  return keys.slice(0, limits.SPAN_FACET_COUNT_MAX);
}

function partsOf<T>(all: readonly T[], count: number): T[][] {
  return Array.from({ length: Math.ceil(all.length / count) }, (_, part) =>
    all.slice(part * count, (part + 1) * count),
  );
}

/** How many of the spans that a search finds have each value of this key. */
export async function spanFacet(
  deps: QueryDeps,
  viewer: Viewer,
  filter: Pick<EventTableFilter, 'projects' | 'environments' | 'range' | 'query'>,
  key: string,
  count: number,
): Promise<Facet> {
  const of = keyNamed(key, readSpanSearch);
  const field = spanFieldNamed(of.key, of.tag);
  if (!field || field.of === 'id' || field.of === 'trace' || field.of === 'number') {
    throw new Refusal('invalid', `key: Values of ${of.key.slice(0, 100)} are not counted.`);
  }
  const read = await orProblem(filter.query, async () => facetOf(readSpanSearch(filter.query), of, spanKeyName));
  if ('problem' in read) return none;
  const facet = read.plan;
  const scope = await readScope(deps, viewer, { ...filter, query: facet.selecting([]) });
  if ('problem' in scope) return none;
  requireDistinct(scope.conditions.condition, [{ kind: 'field', name: key, field, type: 'string', unit: null }]);
  const found = await countValues(deps, scope, field, count + 1);
  const visible = found.slice(0, count);
  // Values that are selected are never left out.
  const others = facet.selected.filter((value) => visible.every((one) => one.value !== value));
  const ofOthers =
    others.length === 0 ? scope : await readScope(deps, viewer, { ...filter, query: facet.selecting(others) });
  const rest =
    others.length === 0 || 'problem' in ofOthers ? [] : await countValues(deps, ofOthers, field, others.length);
  const [all] = await countBy(deps, scope, [], 1);
  const total = all?.estimated ?? 0;
  return {
    values: [
      ...visible,
      ...others.map((value) => rest.find((one) => one.value === value) ?? { value, spans: 0, estimated: 0 }),
    ].map(({ value, spans, estimated }) => ({
      value,
      count: Math.round(estimated),
      share: total === 0 ? 0 : estimated / total,
      isEstimated: spans < Math.round(estimated),
      isSelected: facet.selected.includes(value),
    })),
    hasMore: found.length > count,
  };
}

interface Scope {
  projects: Project[];
  conditions: SpansInRange;
}

/** The most frequent values. */
async function countValues(deps: QueryDeps, scope: Scope, field: SpanField, count: number) {
  const slugOf = (projectId: number) => scope.projects.find(({ id }) => id === projectId)?.slug ?? null;
  // One for spans without a value, and one for an attribute that is empty text.
  const rows = await countBy(deps, scope, keysOf(field), count + 2);
  const read = rows.map((row) => ({ ...row, value: String(valueOf(field, row.keys, slugOf) ?? '') }));
  // The text "500" and the number are found by the same search.
  return [...Map.groupBy(read, ({ value }) => value)]
    .filter(([value]) => value !== '')
    .map(([value, all]) => ({
      value,
      spans: all.reduce((sum, { spans }) => sum + spans, 0),
      estimated: all.reduce((sum, { estimated }) => sum + estimated, 0),
    }))
    .toSorted((a, b) => b.estimated - a.estimated)
    .slice(0, count);
}

function countBy(deps: QueryDeps, { conditions }: Scope, by: ReturnType<typeof keysOf>, count: number) {
  return deps.telemetry.query('spanAggregates', {
    ...conditions,
    by,
    measures: [{ of: 'count', values: null }],
    order: { measure: 0, descending: true },
    offset: 0,
    count,
  });
}
