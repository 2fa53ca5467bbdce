import { readCall } from '#domain/spans/call.ts';
import { spanFieldNamed, type SpanField } from '#domain/spans/span-field.ts';
import type { AttributeValue } from '#domain/spans/typed-name.ts';
import {
  percents,
  type SpanKey,
  type SpanMeasure,
  type SpanQuantity,
} from '#store/telemetry/queries/span-aggregates.ts';

/** The columns of a table of spans, in Sentry's names. */
export type SpanTableField = SpanValueField | SpanAggregate;

interface Named {
  name: string;
  type: 'string' | 'number' | 'integer' | 'boolean' | 'date' | 'duration' | 'percentage' | 'rate';
  unit: string | null;
}

export interface SpanValueField extends Named {
  kind: 'field';
  field: SpanField;
}

export interface SpanAggregate extends Named {
  kind: 'aggregate';
  measure: SpanMeasure;
  /** Of the count, how many in each of these. */
  per: 'second' | 'minute' | null;
  /** What a number of telemetry is of: the microseconds of durations and times are divided by 1,000. */
  divisor: number;
}

const count: SpanMeasure = { of: 'count', values: null };
const plain: Pick<SpanAggregate, 'kind' | 'unit' | 'per' | 'divisor'> = {
  kind: 'aggregate',
  unit: null,
  per: null,
  divisor: 1,
};

/** Functions without a parameter. */
const functions: Record<string, Omit<SpanAggregate, 'name'>> = {
  'count()': { ...plain, type: 'integer', measure: count },
  'count_sample()': { ...plain, type: 'integer', measure: { of: 'samples' } },
  // All spans have one.
  'count_sample(span.duration)': { ...plain, type: 'integer', measure: { of: 'samples' } },
  'failure_rate()': { ...plain, type: 'percentage', measure: { of: 'failureRate' } },
  'epm()': { ...plain, type: 'rate', unit: '1/minute', measure: count, per: 'minute' },
  'eps()': { ...plain, type: 'rate', unit: '1/second', measure: count, per: 'second' },
};
const quantityFunctions = ['avg', 'sum', 'min', 'max', ...percents.map((percent) => `p${percent}`)];
const functionNames = [
  ...Object.keys(functions),
  ...['count', 'count_unique', ...quantityFunctions].map((name) => `${name}(…)`),
];

/** The field of this name, or an error message. */
export function spanTableFieldNamed(name: string): SpanTableField | string {
  if (Object.hasOwn(functions, name)) return { name, ...functions[name]! };
  const call = readCall(name);
  if (call) return aggregateNamed(name, ...call) ?? unknownFunction(name);
  if (name.includes('(') || name.startsWith('equation|')) return unknownFunction(name);
  const field = fieldNamed(name);
  return field
    ? { kind: 'field', name, field, ...typeOf(field) }
    : `${name.slice(0, 100)}: This cannot be an attribute.`;
}

function unknownFunction(name: string): string {
  return `${name.slice(0, 100)}: Seismo cannot calculate this of spans. It has ${functionNames.join(', ')}.`;
}

function fieldNamed(name: string): SpanField | null {
  const [, tag] = /^tags\[(.+)\]$/s.exec(name) ?? [];
  return tag === undefined ? spanFieldNamed(name) : spanFieldNamed(tag, true);
}

/** `null`: there is no such function of such a field. */
function aggregateNamed(name: string, called: string, parameter: string): SpanAggregate | null {
  const percent = percents.find((each) => called === `p${each}`);
  const isQuantity = quantityFunctions.includes(called);
  // As in Sentry, numbers are those of durations if nothing else is named.
  const field = fieldNamed(parameter === '' && isQuantity ? 'span.duration' : parameter);
  if (parameter.includes('(') || !field) return null;
  if (called === 'count' || called === 'count_unique') {
    const measure = { of: called === 'count' ? ('count' as const) : ('unique' as const), values: keysOf(field) };
    return { ...plain, name, type: 'integer', measure };
  }
  const value = quantityOf(field);
  if (!isQuantity || value === null) return null;
  const isTime = field.of === 'number' && field.number === 'startUs';
  if (isTime && called !== 'min' && called !== 'max') return null;
  const measure: SpanMeasure =
    percent === undefined
      ? { of: called as 'avg' | 'sum' | 'min' | 'max', value }
      : { of: 'percentile', percent, value };
  const { type, unit } = typeOf(field);
  return {
    ...plain,
    name,
    type: field.of === 'number' ? type : 'number',
    unit,
    measure,
    divisor: isMicroseconds(field) ? 1000 : 1,
  };
}

function quantityOf(field: SpanField): SpanQuantity | null {
  if (field.of === 'number') return { number: field.number };
  return field.of === 'attribute' && field.typed.number !== null ? { attribute: field.typed.number } : null;
}

function isMicroseconds(field: SpanField): boolean {
  return field.of === 'number' && (field.number === 'startUs' || field.number === 'durationUs');
}

function typeOf(field: SpanField): Pick<Named, 'type' | 'unit'> {
  if (field.of === 'segment') return { type: 'boolean', unit: null };
  if (field.of === 'project' && field.by === 'id') return { type: 'integer', unit: null };
  if (field.of === 'number' && field.number === 'startUs') return { type: 'date', unit: null };
  if (field.of === 'number') {
    return isMicroseconds(field) ? { type: 'duration', unit: 'millisecond' } : { type: 'number', unit: null };
  }
  if (field.of === 'attribute' && field.typed.string === null) {
    return { type: field.typed.number === null ? 'boolean' : 'number', unit: null };
  }
  return { type: 'string', unit: null };
}

/** The values of telemetry that make up a field: an attribute has one under each of its typed names, of which one is not null. */
export function keysOf(field: SpanField): Exclude<SpanKey, { bucketMs: number } | { windowMs: number }>[] {
  switch (field.of) {
    case 'column':
      return [{ column: field.column }];
    case 'id':
      return [{ id: field.id }];
    case 'trace':
      return [{ id: 'traceId' }];
    case 'project':
      return [{ number: 'projectId' }];
    case 'segment':
      return [{ isSegment: true }];
    case 'number':
      return [{ number: field.number }];
    case 'attribute':
      return Object.values(field.typed).flatMap((attribute) => (attribute === null ? [] : [{ attribute }]));
  }
}

/** A number of telemetry as it is visible, of all spans in so many milliseconds. */
export function numberOf({ per, divisor }: SpanAggregate, value: number, spanMs: number): number {
  if (per !== null) return value / (spanMs / (per === 'second' ? 1000 : 60_000));
  return value / divisor;
}

/** The visible value of these; `slugOf` names a project. */
export function valueOf(
  field: SpanField,
  values: readonly (AttributeValue | null)[],
  slugOf: (projectId: number) => string | null,
): AttributeValue | null {
  const value = values.find((one) => one !== null && (one !== '' || field.of === 'attribute')) ?? null;
  if (value === null) return null;
  if (field.of === 'project' && field.by === 'slug') return slugOf(Number(value));
  if (field.of === 'number' && field.number === 'startUs') return new Date(Number(value) / 1000).toISOString();
  return isMicroseconds(field) ? Number(value) / 1000 : value;
}
