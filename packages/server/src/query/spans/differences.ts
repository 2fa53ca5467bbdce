import { limits } from '@seismo/protocol';
import type { Viewer } from '#domain/permissions/viewer.ts';
import { compileSpanSearch } from '#domain/spans/compile-span-search.ts';
import {
  differencesOf,
  FALSE_DISCOVERY_RATE,
  observationsOf,
  OBSERVATION_COUNT_MIN,
  type Counts,
  type FieldCounts,
} from '#domain/spans/differences.ts';
import { attributesOf, columnsOf, type SpanCondition } from '#domain/spans/span-condition.ts';
import { plainName } from '#domain/spans/typed-name.ts';
import { WEIGHT_UNIT } from '#store/telemetry/queries/parts/span-weight.ts';
import type { QueryRows } from '#store/telemetry/queries/index.ts';
import type { Range } from '#store/telemetry/queries/query.ts';
import type { SpansInRange } from '#store/telemetry/queries/parts/spans-in-range.ts';
import type { SpanQuantity } from '#store/telemetry/queries/span-aggregates.ts';
import { SAMPLE_PARTS } from '#store/telemetry/queries/span-distributions.ts';
import type { QueryDeps } from '../deps.ts';
import { orProblem } from '../search/or-problem.ts';
import { attributeFields, columnFields, type ComparedField } from './compared-fields.ts';
import { quantityNamed } from './heatmap.ts';
import { newestAttributes } from './newest-spans.ts';
import { readScope } from './table.ts';
import type {
  ComparedSpans,
  DifferingValue,
  SpanDifference,
  SpanDifferences,
  SpanDifferencesFilter,
  SpanSelection,
} from './views.ts';

/** Compares the values of all fields in a selection with those of the other spans of the search. */
export async function spanDifferences(
  deps: QueryDeps,
  viewer: Viewer,
  filter: SpanDifferencesFilter,
): Promise<SpanDifferences> {
  const { selection } = filter;
  const { quantity } = quantityNamed(filter.value);
  const scope = await readScope(deps, viewer, filter);
  if ('problem' in scope) return { ...nothing, problem: scope.problem };
  const { projects, conditions } = scope;
  const compiled = await orProblem('query' in selection ? selection.query : '', async () =>
    'query' in selection
      ? compileSpanSearch(selection.query, { nowMs: deps.clock.now(), projects })
      : rectangleCondition(selection, quantity),
  );
  if ('problem' in compiled) return { ...nothing, problem: compiled.problem };
  const found = await orProblem(filter.query, () =>
    compared(deps, {
      all: { ...conditions, condition: withValue(conditions.condition, quantity) },
      selection: compiled.plan,
      range: rangeOf(selection, conditions.range),
      slugOf: (id) => projects.find((project) => project.id === id)?.slug ?? null,
    }),
  );
  return 'problem' in found ? { ...nothing, problem: found.problem } : found.plan;
}

const noSpans: ComparedSpans = { spans: 0, read: 0, traces: 0, estimate: 0, observations: 0 };
const nothing: Omit<SpanDifferences, 'problem'> = {
  selected: noSpans,
  rest: noSpans,
  tooFew: [],
  differences: [],
  hidden: 0,
  compared: 0,
  identifiers: [],
  unread: 0,
};

function rectangleCondition(
  { fromMs, toMs, from, before }: Exclude<SpanSelection, { query: string }>,
  value: SpanQuantity,
): SpanCondition {
  return {
    all: [
      { number: 'startUs', comparison: '>=', value: fromMs * 1000 },
      { number: 'startUs', comparison: '<', value: toMs * 1000 },
      ...(from === null ? [] : [{ ...value, comparison: '>=' as const, value: from }]),
      ...(before === null ? [] : [{ ...value, comparison: '<' as const, value: before }]),
    ],
  };
}

/** The spans that a heat map shows. */
function withValue(condition: SpanCondition, value: SpanQuantity): SpanCondition {
  return 'attribute' in value ? { all: [condition, { attribute: value.attribute, known: true }] } : condition;
}

/** When the spans of a selection start, so that others need not be read. */
function rangeOf(selection: SpanSelection, { fromMs, toMs }: Range): Range {
  if ('query' in selection) return { fromMs, toMs };
  return { fromMs: Math.max(fromMs, Math.floor(selection.fromMs)), toMs: Math.min(toMs, Math.ceil(selection.toMs)) };
}

interface Comparison {
  all: SpansInRange;
  selection: SpanCondition;
  /** Of the selection. */
  range: Range;
  slugOf(projectId: number): string | null;
}

async function compared(
  deps: QueryDeps,
  { all, selection, range, slugOf }: Comparison,
): Promise<Omit<SpanDifferences, 'problem'> & { problem: null }> {
  const selected = { ...all, range, condition: { all: [all.condition, selection] } };
  const [selectedCount, allCount] = await Promise.all([countOf(deps, selected), countOf(deps, all)]);
  const restCount = allCount - selectedCount;
  const { fields, unread } = await fieldsIn(deps, { all, selected, selection });
  const rows = await deps.telemetry.query('spanDistributions', {
    ...all,
    selection,
    selectedParts: partsOf(selectedCount),
    restParts: partsOf(restCount),
    values: [{ id: 'traceId' }, ...fields.map(({ value }) => value)],
    valueCount: limits.DIFFERENCE_VALUE_COUNT_MAX,
    binCount: limits.DIFFERENCE_BIN_COUNT,
    charsMax: limits.DIFFERENCE_VALUE_CHARS_MAX,
  });
  const byValue = Map.groupBy(rows, ({ value }) => value);
  // Every span has a trace.
  const sides = sidesOf(byValue.get(0) ?? [], { selected: selectedCount, rest: restCount });
  const tooFew = (['selected', 'rest'] as const).filter((side) => sides[side].observations < OBSERVATION_COUNT_MIN);
  if (tooFew.length > 0) return { ...nothing, ...sides, tooFew, unread, problem: null };

  const groups = fields.map((field, index) => ({ field, rows: byValue.get(index + 1) ?? [] }));
  const [identifiers, comparable] = [groups.filter(isIdentifier), groups.filter((group) => !isIdentifier(group))];
  const measured = comparable.map(({ field, rows }) => ({ field, groups: withMissing(rows, sides) }));
  const observations = { selected: sides.selected.observations, rest: sides.rest.observations };
  const found = differencesOf(
    measured.map(({ groups }) => fieldCounts(groups)),
    observations,
  );
  const significant = measured
    .map((one, index) => ({ ...one, difference: found[index]! }))
    .filter(({ difference }) => difference !== null && difference.pValue <= FALSE_DISCOVERY_RATE)
    .sort((a, b) => b.difference.size - a.difference.size);
  const visible = significant.slice(0, limits.DIFFERENCE_COUNT_MAX);
  const traceOf = await exampleTraces(
    deps,
    selected,
    visible.flatMap(({ groups }) => groups.map(({ example }) => example)),
  );
  return {
    ...sides,
    tooFew,
    differences: visible.map(({ field, groups, difference }): SpanDifference => {
      const { name, unit } = field;
      const values = groups.map((group) => valueOf(field, group, sides, { slugOf, traceOf }));
      const distance = ({ selected, rest }: DifferingValue) => Math.abs(selected.share - rest.share);
      return { field: name, unit, ...difference, values: values.sort((a, b) => distance(b) - distance(a)) };
    }),
    hidden: significant.length - visible.length,
    compared: found.filter((difference) => difference !== null).length,
    identifiers: identifiers.map(({ field }) => field.name),
    unread,
    problem: null,
  };
}

/** Stored spans. */
async function countOf({ telemetry }: QueryDeps, of: SpansInRange): Promise<number> {
  const measures = [{ of: 'samples' as const }];
  const [row] = await telemetry.query('spanAggregates', { ...of, by: [], measures, order: null, offset: 0, count: 1 });
  return row?.values[0] ?? 0;
}

/** Of a side with so many spans, how much is read. */
function partsOf(spans: number): number {
  return Math.floor(SAMPLE_PARTS * Math.min(1, limits.DIFFERENCE_SPAN_COUNT_MAX / Math.max(1, spans)));
}

/** The fields that may differ: not those that the selection names, because they differ by definition. */
async function fieldsIn(
  deps: QueryDeps,
  { all, selected, selection }: { all: SpansInRange; selected: SpansInRange; selection: SpanCondition },
): Promise<{ fields: ComparedField[]; unread: number }> {
  const counts = { sampleCount: limits.SUGGESTION_SAMPLE_COUNT_MAX, count: limits.SPAN_ATTRIBUTE_NAME_COUNT_MAX };
  const found = await Promise.all([newestAttributes(deps, selected, counts), newestAttributes(deps, all, counts)]);
  const [ofSelected, ofAll] = found.map((rows) => rows.map(({ name }) => name)) as [string[], string[]];
  // In turns, so that the most frequent of both come first.
  const inTurns = [...new Set(ofSelected.flatMap((name, index) => [name, ofAll[index] ?? name]).concat(ofAll))];
  const own = new Set(attributesOf(selection).map(plainName));
  const others = inTurns.filter((typed) => !own.has(plainName(typed)));
  const reserved = [...attributesOf(all.condition), ...attributesOf(selection)];
  const attributes = attributeFields(others, reserved);
  const read = attributes.slice(0, limits.DIFFERENCE_ATTRIBUTE_COUNT_MAX);
  const columns = new Set(columnsOf(selection));
  return {
    fields: [...columnFields.filter(({ column }) => !columns.has(column)), ...read],
    unread: others.length - read.length,
  };
}

type Group = QueryRows['spanDistributions'];
type Sides = Record<keyof Counts, ComparedSpans>;

function sidesOf(traces: readonly Group[], spans: Counts): Sides {
  const sum = (name: 'selected' | 'rest' | `${'selected' | 'rest'}${'Values' | 'Weight' | 'Squares'}`) =>
    traces.reduce((total, row) => total + row[name], 0);
  const sideOf = (side: keyof Counts) => {
    const sample = {
      spans: sum(side),
      traces: sum(`${side}Values`),
      weight: sum(`${side}Weight`),
      squares: sum(`${side}Squares`),
    };
    return {
      spans: spans[side],
      read: sample.spans,
      traces: sample.traces,
      estimate: sample.weight / WEIGHT_UNIT,
      observations: observationsOf(sample),
    };
  };
  return { selected: sideOf('selected'), rest: sideOf('rest') };
}

const IDENTIFIED_SPAN_COUNT_MIN = 20;
const IDENTIFIER_SHARE_MIN = 0.8;

/** Nearly each span has a text of its own. */
function isIdentifier({ field, rows }: { field: ComparedField; rows: readonly Group[] }): boolean {
  const spans = rows.reduce((sum, { selected, rest }) => sum + selected + rest, 0);
  const values = rows.reduce((sum, row) => sum + row.values, 0);
  return !field.isNumber && spans >= IDENTIFIED_SPAN_COUNT_MIN && values >= IDENTIFIER_SHARE_MIN * spans;
}

type FieldGroup = Omit<Group, 'group' | 'value' | `${string}Values` | `${string}Squares`> & {
  group: Group['group'] | 'none';
};

function fieldCounts(groups: readonly FieldGroup[]): FieldCounts {
  const weights = ({ selectedWeight, restWeight }: FieldGroup) => ({ selected: selectedWeight, rest: restWeight });
  const [others] = groups.filter(({ group }) => group === 'other');
  return {
    values: groups.filter(({ group }) => group !== 'other').map(weights),
    others: others ? { ...weights(others), count: others.values } : { selected: 0, rest: 0, count: 0 },
  };
}

/** With the spans that have no value as a group. */
function withMissing(rows: readonly Group[], { selected, rest }: Sides): FieldGroup[] {
  const left = (name: 'selected' | 'rest' | 'selectedWeight' | 'restWeight', total: number) =>
    rows.reduce((missing, row) => missing - row[name], total);
  const none: FieldGroup = {
    group: 'none',
    text: null,
    least: null,
    most: null,
    selected: left('selected', selected.read),
    rest: left('rest', rest.read),
    selectedWeight: left('selectedWeight', selected.estimate * WEIGHT_UNIT),
    restWeight: left('restWeight', rest.estimate * WEIGHT_UNIT),
    values: 0,
    example: '',
  };
  return none.selected + none.rest > 0 ? [...rows, none] : [...rows];
}

interface Context {
  slugOf(projectId: number): string | null;
  traceOf: ReadonlyMap<string, string>;
}

function valueOf(field: ComparedField, group: FieldGroup, sides: Sides, { slugOf, traceOf }: Context): DifferingValue {
  const value = visibleValue(field, group, slugOf);
  const only = field.termOf(value);
  const traceId = traceOf.get(group.example);
  return {
    value,
    selected: { spans: group.selected, share: group.selectedWeight / WEIGHT_UNIT / sides.selected.estimate },
    rest: { spans: group.rest, share: group.restWeight / WEIGHT_UNIT / sides.rest.estimate },
    only,
    without: only && negated(only),
    example: traceId === undefined ? null : { traceId, spanId: group.example },
  };
}

function negated(term: string): string {
  if (term.startsWith('!')) return term.slice(1);
  return term.includes(' ') ? `!(${term})` : `!${term}`;
}

function visibleValue(
  { isProject }: ComparedField,
  { group, text, least, most, values }: FieldGroup,
  slugOf: Context['slugOf'],
): DifferingValue['value'] {
  if (group === 'none') return { of: 'none' };
  if (group === 'other') return { of: 'other', count: values };
  if (text === null) return { of: 'numbers', least: least!, most: most! };
  if (isProject) return { of: 'text', text: slugOf(Number(text)) ?? text, isTrimmed: false };
  return { of: 'text', text, isTrimmed: Array.from(text).length >= limits.DIFFERENCE_VALUE_CHARS_MAX };
}

/** The traces of these spans. */
async function exampleTraces(
  { telemetry }: QueryDeps,
  selected: SpansInRange,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const spanIds = [...new Set(ids)].filter((id) => id !== '');
  if (spanIds.length === 0) return new Map();
  const rows = await telemetry.query('spanSamples', {
    ...selected,
    condition: { all: [selected.condition, { id: 'spanId', is: spanIds }] },
    attributes: [],
    order: 'longest',
    after: null,
    // Some may be there twice.
    count: 2 * spanIds.length,
  });
  return new Map(rows.map(({ spanId, traceId }) => [spanId, traceId]));
}
