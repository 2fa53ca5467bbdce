import { limits } from '@seismo/protocol';
import { z } from 'zod';
import type { Viewer } from '#domain/permissions/viewer.ts';
import { compileSpanSearch } from '#domain/spans/compile-span-search.ts';
import { attributesOf, type SpanCondition } from '#domain/spans/span-condition.ts';
import type { AttributeValue } from '#domain/spans/typed-name.ts';
import { Refusal } from '#platform/refusal.ts';
import type { Project } from '#store/state/contract.ts';
import type { QueryParams, QueryRows } from '#store/telemetry/queries/index.ts';
import type { SpanKey } from '#store/telemetry/queries/span-aggregates.ts';
import type { Range } from '#store/telemetry/queries/query.ts';
import { readCursor, writeCursor } from '../cursor.ts';
import type { QueryDeps } from '../deps.ts';
import { sortNamed } from '../events/fields.ts';
import type {
  EventTable,
  EventTableFilter,
  EventTimeseries,
  EventTimeseriesFilter,
  Sampling,
  TableValue,
} from '../events/views.ts';
import { projectsNamed } from '../projects/projects.ts';
import { bucketsOf, bucketsOfWidth } from '../range.ts';
import { orProblem } from '../search/or-problem.ts';
import {
  keysOf,
  numberOf,
  spanTableFieldNamed,
  valueOf,
  type SpanAggregate,
  type SpanTableField,
  type SpanValueField,
} from './fields.ts';
import { groupCondition } from './group-condition.ts';
import { pageOfSamples, readSampleCursor } from './sample-cursor.ts';

/**
 * Spans as a table, with Sentry's names: one row per span, or with an aggregate one row per group. A span that was received
 * twice may be there twice, and counts twice.
 */
export async function spanTable(deps: QueryDeps, viewer: Viewer, filter: EventTableFilter): Promise<EventTable> {
  const fields = readSpanFields('field', filter.fields);
  const scope = await readScope(deps, viewer, filter);
  if ('problem' in scope) return { fields: [], rows: [], sampling: null, next: null, problem: scope.problem };
  requireDistinct(scope.conditions.condition, fields);
  const columns = fields.map(({ name, type, unit }) => ({ name, type, unit }));
  const page = isGrouped(fields)
    ? await groupsOf(deps, scope, fields, filter)
    : await samplesOf(deps, scope, fields.filter(isValue), filter);
  return { fields: columns, ...page, problem: null };
}

/** Aggregates of all spans of a search, over time. In an interval without a value, rates and counts are 0 and the rest is null. */
export async function spanTimeseries(
  deps: QueryDeps,
  viewer: Viewer,
  filter: EventTimeseriesFilter,
): Promise<EventTimeseries> {
  const fields = readSpanFields('yAxis', filter.yAxis);
  const axes = fields.filter(isAggregate);
  if (axes.length < fields.length) throw new Refusal('invalid', 'yAxis: Use aggregates only, such as count().');
  const date = axes.find(({ type }) => type === 'date');
  if (date) throw new Refusal('invalid', `yAxis: ${date.name} is a time and cannot be charted.`);
  const grouped = (filter.groups?.fields ?? []).length > 0 ? readSpanFields('groupBy', filter.groups!.fields) : [];
  const groupFields = grouped.filter(isValue);
  if (groupFields.length < grouped.length) throw new Refusal('invalid', 'groupBy: Use fields, not aggregates.');
  const nowMs = deps.clock.now();
  const asked = filter.range ?? '90d';
  const bucketMs = filter.bucketMs ?? bucketsOf(asked, nowMs).bucketMs;
  const { fromMs, toMs, range } = bucketsOfWidth(asked, bucketMs, nowMs);
  const scope = await readScope(deps, viewer, filter);
  if ('problem' in scope) return { range, fromMs, bucketMs, series: [], sampling: null, problem: scope.problem };
  requireDistinct(scope.conditions.condition, [...grouped, ...axes]);
  const by = groupFields.flatMap(({ field }) => keysOf(field));
  const measures = axes.map(({ measure }) => measure);
  const first =
    filter.groups && groupFields.length > 0
      ? await deps.telemetry.query('spanAggregates', {
          ...scope.conditions,
          by,
          measures,
          order: readOrder(filter.groups.sort, axes),
          offset: 0,
          count: filter.groups.count,
        })
      : [{ keys: [], values: [] }];
  const { condition } = scope.conditions;
  const rows = await deps.telemetry.query('spanAggregates', {
    ...scope.conditions,
    // Of these groups only: all groups may be many more.
    condition:
      by.length > 0 ? { all: [condition, { any: first.map(({ keys }) => groupCondition(by, keys)) }] } : condition,
    by: [...by, { bucketMs }],
    measures,
    order: null,
    offset: 0,
    count: limits.EVENT_GROUP_OFFSET_MAX + 1,
  });
  if (rows.length > limits.EVENT_GROUP_OFFSET_MAX) {
    throw new Refusal('invalid', 'groupBy: Too many different values in the time range. Narrow the search.');
  }
  const nameOf = (keys: readonly (AttributeValue | null)[]) => JSON.stringify(keys);
  const byGroup = Map.groupBy(rows, ({ keys }) => nameOf(keys.slice(0, by.length)));
  const visible = first.flatMap(({ keys }) => byGroup.get(nameOf(keys)) ?? []);
  const series = first.flatMap(({ keys }) => {
    const own = byGroup.get(nameOf(keys)) ?? [];
    const byBucket = new Map(own.map((row) => [Number(row.keys.at(-1)) / 1000, row]));
    const buckets = Array.from({ length: (toMs - fromMs) / bucketMs }, (_, bucket) =>
      byBucket.get(fromMs + bucket * bucketMs),
    );
    return axes.map((axis, index) => ({
      name: axis.name,
      type: axis.type,
      unit: axis.unit,
      group: groupValues(groupFields, keys, scope.projects),
      sampling: samplingOf(visible) && buckets.map((row) => sumOf(row ? [row] : [])),
      values: buckets.map((row) => {
        const value = row ? row.values[index]! : axis.measure.of === 'count' ? 0 : null;
        return aggregateOf(axis, value, bucketMs) as number | null;
      }),
    }));
  });
  return { range, fromMs, bucketMs, series, sampling: samplingOf(visible), problem: null };
}

/** Validates a table without querying it. */
export async function checkSpanTable(
  deps: QueryDeps,
  viewer: Viewer,
  filter: Pick<EventTableFilter, 'projects' | 'query' | 'fields' | 'sort'>,
): Promise<{ fields: (string | null)[]; sort: (string | null)[]; query: string | null }> {
  const read = filter.fields.map(spanTableFieldNamed);
  const known = read.filter((field) => typeof field !== 'string');
  const projects = await projectsNamed(deps, viewer, 'event:read', filter.projects);
  const understood = await orProblem(filter.query, async () =>
    compileSpanSearch(filter.query, { nowMs: deps.clock.now(), projects }),
  );
  return {
    fields: read.map((field) => (typeof field === 'string' ? field : null)),
    sort: filter.sort.map((text) => {
      const isKnown = isGrouped(known) ? orderOf(text, known.filter(isAggregate)) : sampleOrderOf(text);
      return isKnown === null ? sortRefusal(text, isGrouped(known)).message : null;
    }),
    query: 'problem' in understood ? understood.problem.message : null,
  };
}

const isAggregate = (field: SpanTableField): field is SpanAggregate => field.kind === 'aggregate';
const isValue = (field: SpanTableField): field is SpanValueField => field.kind === 'field';
const isGrouped = (fields: readonly SpanTableField[]): boolean => fields.some(isAggregate);

interface SpanScope {
  projects: Project[];
  conditions: Pick<QueryParams['spanSamples'], 'projectIds' | 'environments' | 'range' | 'condition'>;
}

export async function readScope(
  deps: QueryDeps,
  viewer: Viewer,
  filter: Pick<EventTableFilter, 'projects' | 'environments' | 'range' | 'query'>,
) {
  const projects = await projectsNamed(deps, viewer, 'event:read', filter.projects);
  const nowMs = deps.clock.now();
  const understood = await orProblem(filter.query, async () => compileSpanSearch(filter.query, { nowMs, projects }));
  if ('problem' in understood) return understood;
  const scope: SpanScope = {
    projects,
    conditions: {
      projectIds: projects.map(({ id }) => id),
      environments: filter.environments.slice(0, limits.FILTER_NAME_COUNT_MAX),
      range: rangeIn(filter, nowMs),
      condition: understood.plan,
    },
  };
  return scope;
}

function rangeIn({ range }: Pick<EventTableFilter, 'range'>, nowMs: number): Range {
  return bucketsOf(range ?? '90d', nowMs).range;
}

export function readSpanFields(parameter: string, names: string[]): SpanTableField[] {
  if (names.length === 0) throw new Refusal('invalid', `${parameter}: Name at least one.`);
  if (names.length > limits.EVENT_FIELD_COUNT_MAX) {
    throw new Refusal('invalid', `${parameter}: Use at most ${limits.EVENT_FIELD_COUNT_MAX} fields.`);
  }
  return names.map((name) => {
    const field = spanTableFieldNamed(name);
    if (typeof field === 'string') throw new Refusal('invalid', `${parameter}: ${field}`);
    return field;
  });
}

/** In DuckDB, two names of columns that differ in case only are the same. */
export function requireDistinct(condition: SpanCondition, fields: readonly SpanTableField[]): void {
  const keys = fields.flatMap((field): SpanKey[] => {
    if (field.kind === 'field') return keysOf(field.field);
    const { measure } = field;
    return 'value' in measure ? [measure.value] : 'values' in measure ? (measure.values ?? []) : [];
  });
  const names = [...attributesOf(condition), ...keys.flatMap((key) => ('attribute' in key ? [key.attribute] : []))];
  const spelled = new Map<string, string>();
  for (const name of names) {
    const other = spelled.get(name.toLowerCase()) ?? name;
    if (other !== name) {
      const [one, two] = [other, name].map((typed) => typed.slice(2));
      throw new Refusal(
        'invalid',
        `Use either ${one} or ${two} in a request: they differ in upper and lower case only.`,
      );
    }
    spelled.set(name.toLowerCase(), name);
  }
}

type Page = Pick<EventTable, 'rows' | 'sampling' | 'next'>;

function sumOf(rows: readonly Sampling[]): Sampling {
  return {
    spans: rows.reduce((sum, { spans }) => sum + spans, 0),
    estimated: rows.reduce((sum, { estimated }) => sum + estimated, 0),
  };
}

/** `null` if every span stands for itself. */
function samplingOf(rows: readonly Sampling[]): Sampling | null {
  const all = sumOf(rows);
  return all.spans === all.estimated ? null : all;
}

async function samplesOf(
  deps: QueryDeps,
  { projects, conditions }: SpanScope,
  fields: SpanValueField[],
  { sort, cursor, count }: EventTableFilter,
): Promise<Page> {
  if (sort.length > 1) throw new Refusal('invalid', 'sort: Spans are sorted by one field.');
  const order = sort[0] === undefined ? 'newest' : sampleOrderOf(sort[0]);
  if (order === null) throw sortRefusal(sort[0]!, false);
  const keys = fields.map(({ field }) => keysOf(field));
  const attributes = [...new Set(keys.flat().flatMap((key) => ('attribute' in key ? [key.attribute] : [])))];
  const rows = await deps.telemetry.query('spanSamples', {
    ...conditions,
    attributes,
    order,
    after: readSampleCursor(cursor),
    count: count + 1,
  });
  const { page, next } = pageOfSamples(rows, count);
  return {
    rows: page.map((row) => {
      const read = (key: (typeof keys)[number][number]) => sampleValue(row, key, attributes);
      return fields.map(({ field }, index) => valueOf(field, keys[index]!.map(read), slugsOf(projects)));
    }),
    sampling: null,
    next,
  };
}

function sampleValue(
  row: QueryRows['spanSamples'],
  key: ReturnType<typeof keysOf>[number],
  attributes: readonly string[],
): AttributeValue | null {
  if ('attribute' in key) return row.values[attributes.indexOf(key.attribute)]!;
  if ('isSegment' in key) return row.isSegment;
  if ('column' in key) return row[key.column];
  return 'number' in key ? row[key.number] : row[key.id];
}

const sampleOrderOf = (text: string): 'newest' | 'longest' | null =>
  text === '-timestamp' ? 'newest' : text === '-span.duration' ? 'longest' : null;

const offsetSchema = z.object({ offset: z.number().int().min(0).max(limits.EVENT_GROUP_OFFSET_MAX) });

async function groupsOf(
  deps: QueryDeps,
  { projects, conditions }: SpanScope,
  fields: SpanTableField[],
  { sort, cursor, count }: EventTableFilter,
): Promise<Page> {
  if (sort.length > 1) throw new Refusal('invalid', 'sort: Groups are sorted by one field.');
  const groupFields = fields.filter(isValue);
  const axes = fields.filter(isAggregate);
  const order = readOrder(sort[0] ?? null, axes);
  const { offset } = readCursor(offsetSchema, cursor) ?? { offset: 0 };
  const rows = await deps.telemetry.query('spanAggregates', {
    ...conditions,
    by: groupFields.flatMap(({ field }) => keysOf(field)),
    measures: axes.map(({ measure }) => measure),
    order,
    offset,
    count: count + 1,
  });
  const spanMs = conditions.range.toMs - conditions.range.fromMs;
  const page = rows.slice(0, count);
  const sampling = samplingOf(page);
  const hasNext = rows.length > count && offset + count <= limits.EVENT_GROUP_OFFSET_MAX;
  return {
    sampling: sampling && { ...sampling, rows: page.map((row) => sumOf([row])) },
    rows: page.map(({ keys, values }) => {
      const group = groupValues(groupFields, keys, projects);
      return fields.map((field) =>
        field.kind === 'field'
          ? group[groupFields.indexOf(field)]!
          : aggregateOf(field, values[axes.indexOf(field)]!, spanMs),
      );
    }),
    next: hasNext ? writeCursor({ offset: offset + count }) : null,
  };
}

function readOrder(text: string | null, axes: SpanAggregate[]): { measure: number; descending: boolean } {
  if (text === null) return { measure: 0, descending: true };
  const order = orderOf(text, axes);
  if (order === null) throw sortRefusal(text, true);
  return order;
}

function orderOf(text: string, axes: SpanAggregate[]): { measure: number; descending: boolean } | null {
  const sort = sortNamed(text, axes);
  return sort && { measure: axes.indexOf(sort.field), descending: sort.descending };
}

function sortRefusal(text: string, grouped: boolean): Refusal {
  const why = grouped
    ? 'Sort groups by one of the aggregates in field.'
    : 'Spans can only be sorted by -timestamp and -span.duration.';
  return new Refusal('invalid', `sort: ${text.slice(0, 100)}: ${why}`);
}

function groupValues(
  fields: readonly SpanValueField[],
  keys: readonly (AttributeValue | null)[],
  projects: readonly Project[],
): TableValue[] {
  let at = 0;
  return fields.map(({ field }) => {
    const own = keys.slice(at, at + keysOf(field).length);
    at += own.length;
    return valueOf(field, own, slugsOf(projects));
  });
}

function slugsOf(projects: readonly Project[]) {
  return (projectId: number): string | null => projects.find(({ id }) => id === projectId)?.slug ?? null;
}

/** Estimated numbers of spans are not whole. */
function aggregateOf(axis: SpanAggregate, value: number | null, spanMs: number): TableValue {
  if (value === null) return null;
  const number = numberOf(axis, value, spanMs);
  if (axis.type === 'integer') return Math.round(number);
  return axis.type === 'date' ? new Date(number).toISOString() : number;
}
