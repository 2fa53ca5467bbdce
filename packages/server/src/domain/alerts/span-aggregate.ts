import { readCall } from '../spans/call.ts';
import { spanFieldNamed } from '../spans/span-field.ts';

/** What values are in. */
export type Unit = '' | '%' | 'ms';

export interface SpanFunction {
  name: string;
  title: string;
  /** Of a field, such as `p95(span.duration)`, or of all spans, such as `count()`. */
  hasField: boolean;
  /** `field`: that of the field. */
  unit: Unit | 'field';
}

/** What a rule about spans can calculate, in the functions of tables of spans. */
export const spanFunctions: readonly SpanFunction[] = [
  { name: 'count()', title: 'Number of spans', hasField: false, unit: '' },
  { name: 'epm()', title: 'Spans per minute', hasField: false, unit: '' },
  { name: 'eps()', title: 'Spans per second', hasField: false, unit: '' },
  { name: 'failure_rate()', title: 'Failed share of spans', hasField: false, unit: '%' },
  { name: 'p50', title: 'Median (p50)', hasField: true, unit: 'field' },
  { name: 'p75', title: 'p75', hasField: true, unit: 'field' },
  { name: 'p90', title: 'p90', hasField: true, unit: 'field' },
  { name: 'p95', title: 'p95', hasField: true, unit: 'field' },
  { name: 'p99', title: 'p99', hasField: true, unit: 'field' },
  { name: 'avg', title: 'Average', hasField: true, unit: 'field' },
  { name: 'min', title: 'Lowest value', hasField: true, unit: 'field' },
  { name: 'max', title: 'Highest value', hasField: true, unit: 'field' },
  { name: 'sum', title: 'Sum', hasField: true, unit: 'field' },
  { name: 'count', title: 'Spans with a value', hasField: true, unit: '' },
  { name: 'count_unique', title: 'Different values', hasField: true, unit: '' },
];

/** `null`: a rule cannot calculate it. */
export function readSpanAggregate(text: string): { function: SpanFunction; field: string } | null {
  const [called, field] = readCall(text) ?? ['', ''];
  const known = spanFunctions.find(
    ({ name, hasField }) => name === (field === '' ? `${called}()` : called) && hasField === (field !== ''),
  );
  return known ? { function: known, field } : null;
}

export function unitOfSpans(aggregate: string): Unit {
  const read = readSpanAggregate(aggregate);
  if (read?.function.unit !== 'field') return read?.function.unit ?? '';
  const field = spanFieldNamed(read.field);
  return field?.of === 'number' && field.number === 'durationUs' ? 'ms' : '';
}
