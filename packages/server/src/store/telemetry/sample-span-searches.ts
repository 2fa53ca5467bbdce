import fc from 'fast-check';
import type { SpanCondition } from '#domain/spans/span-condition.ts';
import type { SpanText } from '#domain/spans/span-kind.ts';
import { project, eventIdOf, spanIdOf } from './sample-rows.ts';
import type { QueryParams } from './queries/index.ts';
import { percents, type SpanKey, type SpanMeasure, type SpanQuantity } from './queries/span-aggregates.ts';
import { SAMPLE_PARTS } from './queries/span-distributions.ts';
import type { SpanValue } from './queries/parts/span-values.ts';

/** Searches of spans for property tests, with the values that their spans have. */
const texts = ['', 'a', 'A', 'é', '漢', 'ab', 'a\u0000b', 'a"b'];
const text = fc.constantFrom(...texts);
const few = fc.integer({ min: 1, max: 3 });
const startUs = fc.integer({ min: -200_000, max: 4_000_000 });

const typed = {
  texts: ['s:a', 's:user.id', 's:user.email', 's:user.ip_address', 's:url.full', 's:db.query.text'],
  numbers: ['n:a', 'n:b'],
  booleans: ['b:a', 'b:"c~/\\'],
};

/** The JSON text of the attributes of a span. */
export const spanAttributes = fc
  .tuple(
    fc.dictionary(fc.constantFrom(...typed.texts), fc.constantFrom('', 'a', 'A', 'é', '漢')),
    fc.dictionary(fc.constantFrom(...typed.numbers), fc.constantFrom(-1, 0, 0.5, 2, 1e10)),
    fc.dictionary(fc.constantFrom(...typed.booleans), fc.boolean()),
    // DuckDB ignores the case of names of columns.
    fc.dictionary(fc.constantFrom('s:A', `s:"'~/*[`, 's:a\u0000b'), text),
    fc.dictionary(fc.constant('n:A.b'), fc.double({ noNaN: true, noDefaultInfinity: true })),
  )
  .map((some) => JSON.stringify(Object.assign({}, ...some)));

/** Shares that traces were sampled with; none of a third, so that sums of them are exact. */
export const sampleRates = {
  clientSampleRate: fc.constantFrom(1, 0.5, 0.125),
  serverSampleRate: fc.constantFrom(1, 0.25, null),
};

export const spanTexts = text;

const pieces = fc.array(fc.oneof(text, fc.constantFrom('.', '[', 'b')), { minLength: 1, maxLength: 4 });
const comparison = fc.constantFrom('>', '>=', '<', '<=');
const column = fc.constantFrom('name', 'op', 'environment', 'userKey', 'status', 'segmentName');
const sampleRate = fc.constantFrom('clientSampleRate', 'serverSampleRate');
const spanId = fc.constantFrom('spanId', 'parentSpanId', 'segmentId');
const textAttribute = fc.constantFrom('s:a', 's:url.full', 's:none');
const numberAttribute = fc.constantFrom(...typed.numbers);
const booleanAttribute = fc.constantFrom(...typed.booleans);
const anyAttribute = fc.oneof(textAttribute, numberAttribute, booleanAttribute);
const condition = fc.letrec<{ condition: SpanCondition }>((tie) => ({
  condition: fc.oneof(
    { maxDepth: 3, depthIdentifier: 'span condition' },
    fc.record({ column, is: fc.array(text, { maxLength: 2 }) }),
    fc.record({ column, like: pieces }),
    fc.record({ attribute: textAttribute, is: fc.array(text, { maxLength: 2 }) }),
    fc.record({ attribute: textAttribute, like: pieces }),
    fc.record({ attribute: numberAttribute, comparison, value: fc.constantFrom(-1.5, 0, 0.5, 2, 1e10) }),
    fc.record({ attribute: booleanAttribute, isTrue: fc.boolean() }),
    fc.record({ attribute: anyAttribute, known: fc.constant(true) }),
    fc.record({ number: fc.constant('durationUs'), comparison, value: fc.constantFrom(0.5, 1, 2) }),
    fc.record({ number: fc.constant('startUs'), comparison, value: startUs }),
    fc.record({ number: sampleRate, comparison, value: fc.constantFrom(0.1, 0.5, 1) }),
    fc.record({ id: spanId, is: fc.array(fc.constantFrom('', spanIdOf(1), spanIdOf(3), 'f'.repeat(16))) }),
    fc.record({ isSegment: fc.boolean() }),
    fc.record({ projectIds: fc.array(few.map(project), { maxLength: 2 }) }),
    fc.record({ traceId: fc.constantFrom(eventIdOf(1), 'f'.repeat(32)) }),
    fc.record({ text: fc.array(fc.constantFrom('', 'a', 'A', 'é', '漢', '"'), { minLength: 1, maxLength: 2 }) }),
    fc.record({ all: fc.array(tie('condition'), { maxLength: 2 }) }),
    fc.record({ any: fc.array(tie('condition'), { maxLength: 2 }) }),
    fc.record({ not: tie('condition') }),
  ) as fc.Arbitrary<SpanCondition>,
})).condition;

const value = fc.oneof(
  fc.record({ column }),
  fc.record({ id: fc.oneof(spanId, fc.constant('traceId')) }),
  fc.record({ number: fc.oneof(fc.constantFrom('startUs', 'durationUs', 'projectId'), sampleRate) }),
  fc.record({ isSegment: fc.constant(true) }),
  fc.record({ windowMs: fc.constantFrom(1, 7, 60, 1000), untilMs: fc.integer({ min: -5, max: 1100 }) }),
  fc.record({ attribute: anyAttribute }),
) as fc.Arbitrary<SpanValue>;
const quantity = fc.oneof(
  fc.record({ number: fc.oneof(fc.constantFrom('startUs', 'durationUs'), sampleRate) }),
  fc.record({ attribute: numberAttribute }),
) as fc.Arbitrary<SpanQuantity>;
const measure = fc.oneof(
  fc.record({ of: fc.constant('count'), values: fc.option(fc.array(value, { minLength: 1, maxLength: 3 })) }),
  fc.record({ of: fc.constant('unique'), values: fc.array(value, { minLength: 1, maxLength: 3 }) }),
  fc.record({ of: fc.constantFrom('failureRate', 'samples') }),
  fc.record({ of: fc.constant('percentile'), percent: fc.constantFrom(...percents), value: quantity }),
  fc.record({ of: fc.constantFrom('avg', 'sum', 'min', 'max'), value: quantity }),
) as fc.Arbitrary<SpanMeasure>;
const key: fc.Arbitrary<SpanKey> = fc.oneof(
  value,
  fc.constantFrom(1, 7, 60, 1000).map((bucketMs) => ({ bucketMs })),
);

const naming = fc.array(
  fc.array(
    fc.oneof(
      fc.constantFrom('name', 'segmentName').map((name) => ({ key: '', value: { column: name } })),
      textAttribute.map((attribute) => ({ key: '', value: { attribute } })),
    ) as fc.Arbitrary<SpanText>,
    { minLength: 1, maxLength: 2 },
  ),
  { minLength: 1, maxLength: 3 },
);

type Search<Name extends 'spanSamples' | 'spanAggregates' | 'spanGroups' | 'spanHeatmap' | 'spanDistributions'> = Omit<
  QueryParams[Name],
  'projectIds' | 'environments' | 'range' | 'count'
>;

export const spanValue = value;

/** The condition of a search. */
export const spanCondition = condition;

/** What is special about a search: all but its projects, environments, time range and count. */
export const spanSearches: {
  samples: fc.Arbitrary<Search<'spanSamples'>>;
  aggregates: fc.Arbitrary<Search<'spanAggregates'>>;
  groups: fc.Arbitrary<Search<'spanGroups'>>;
  heatmaps: fc.Arbitrary<Search<'spanHeatmap'>>;
  distributions: fc.Arbitrary<Search<'spanDistributions'>>;
} = {
  samples: fc.record({
    condition,
    attributes: fc.array(anyAttribute, { maxLength: 3 }),
    order: fc.constantFrom('newest', 'longest'),
    after: fc.option(fc.record({ startUs, durationUs: few, spanId: few.map(spanIdOf) })),
  }),
  groups: fc.record({ condition, current: condition, naming }),
  aggregates: fc
    .record({
      condition,
      by: fc.array(key, { maxLength: 3 }),
      measures: fc.array(measure, { maxLength: 4 }),
      order: fc.option(fc.record({ measure: few, descending: fc.boolean() })),
      offset: fc.integer({ min: 0, max: 2 }),
    })
    .map(({ order, ...search }) => ({
      ...search,
      order: order && search.measures.length > 0 ? { ...order, measure: order.measure % search.measures.length } : null,
    })),
  heatmaps: fc.record({
    condition,
    value: fc.oneof(quantity, fc.constant({ attribute: 'n:A.b' })),
    bucketMs: fc.constantFrom(1, 7, 60),
  }),
  distributions: fc.record({
    condition,
    selection: condition,
    // Span IDs of tests are small numbers, which are all in the sample or not.
    selectedParts: fc.constantFrom(0, 3, SAMPLE_PARTS),
    restParts: fc.constantFrom(2, SAMPLE_PARTS),
    values: fc.array(fc.oneof(value, fc.constantFrom({ attribute: 'n:A.b' }, { number: 'startUs' as const })), {
      minLength: 1,
      maxLength: 4,
    }),
    valueCount: few,
    binCount: few,
    charsMax: few,
  }),
};
