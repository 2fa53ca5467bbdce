import { limits } from '@seismo/protocol';
import type { Viewer } from '#domain/permissions/viewer.ts';
import type { SpanCondition } from '#domain/spans/span-condition.ts';
import type { SpanMeasure } from '#store/telemetry/queries/span-aggregates.ts';
import { attributeTypes, plainName, typeOfName, type AttributeType } from '#domain/spans/typed-name.ts';
import type { QueryDeps } from '../deps.ts';
import type { EventTableFilter } from '../events/views.ts';
import type { SearchProblem } from '../search/views.ts';
import { newestAttributes } from './newest-spans.ts';
import { spanTableFieldNamed, type SpanTableField } from './fields.ts';
import { readScope, requireDistinct } from './table.ts';

type Scope = Pick<EventTableFilter, 'projects' | 'environments' | 'range'>;

interface SpanAttributes {
  /** The most frequent first, with the number of the newest spans that have them. */
  attributes: { name: string; type: AttributeType; spans: number }[];
  problem: SearchProblem | null;
}

/** The attributes that the newest spans of a search have: of `limits.SUGGESTION_SAMPLE_COUNT_MAX` spans, so rare ones may lack. */
export async function spanAttributes(
  deps: QueryDeps,
  viewer: Viewer,
  filter: Pick<EventTableFilter, 'projects' | 'environments' | 'range' | 'query'>,
): Promise<SpanAttributes> {
  const scope = await readScope(deps, viewer, filter);
  if ('problem' in scope) return { attributes: [], problem: scope.problem };
  const rows = await newestAttributes(deps, scope.conditions, {
    sampleCount: limits.SUGGESTION_SAMPLE_COUNT_MAX,
    count: limits.SPAN_ATTRIBUTE_NAME_COUNT_MAX,
  });
  return {
    attributes: rows.map(({ name, spans }) => ({ name: plainName(name), type: typeOfName(name), spans })),
    problem: null,
  };
}

/** The type of each of these fields, if any span in the time has it; `null`: none has. */
export async function spanFieldTypes(
  deps: QueryDeps,
  viewer: Viewer,
  filter: Scope,
  names: readonly string[],
): Promise<Map<string, AttributeType | null>> {
  const scope = await readScope(deps, viewer, { ...filter, query: '' });
  const types = new Map<string, AttributeType | null>(names.map((name) => [name, null]));
  if ('problem' in scope) return types;
  const fields = names.map(spanTableFieldNamed).filter((field) => typeof field !== 'string' && field.kind === 'field');
  requireDistinct(scope.conditions.condition, fields);
  const typed = fields.flatMap(({ name, type, field }) => {
    if (field.of !== 'attribute') types.set(name, columnType(type));
    else return attributeTypes.flatMap((of) => (field.typed[of] === null ? [] : [{ name, of, key: field.typed[of] }]));
    return [];
  });
  const newest = await newestAttributes(deps, scope.conditions, {
    sampleCount: limits.SUGGESTION_SAMPLE_COUNT_MAX,
    count: limits.SPAN_ATTRIBUTE_NAME_COUNT_MAX,
  });
  const known = new Set(newest.map(({ name }) => name));
  const setTypes = (found: typeof typed) => found.forEach(({ name, of }) => types.set(name, types.get(name) ?? of));
  setTypes(typed.filter(({ key }) => known.has(key)));
  // Only rare ones are looked for in all spans.
  const rare = typed.filter(({ name }) => types.get(name) === null);
  if (rare.length === 0) return types;
  const [found] = await deps.telemetry.query('spanAggregates', {
    ...scope.conditions,
    condition: { any: rare.map(({ key }): SpanCondition => ({ attribute: key, known: true })) },
    by: [],
    measures: rare.map(({ key }): SpanMeasure => ({ of: 'count', values: [{ attribute: key }] })),
    order: null,
    offset: 0,
    count: 1,
  });
  setTypes(rare.filter((_, index) => (found?.values[index] ?? 0) > 0));
  return types;
}

function columnType(type: SpanTableField['type']): AttributeType {
  if (type === 'boolean') return type;
  return type === 'string' || type === 'date' ? 'string' : 'number';
}
