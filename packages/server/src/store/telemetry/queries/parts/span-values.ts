import type { SpanColumn, SpanId, SpanNumber } from '#domain/spans/span-condition.ts';
import type { AttributeValue } from '#domain/spans/typed-name.ts';
import { spanColumnDuckdb } from '../../engines/duckdb/span-condition.ts';
import { identifier } from '../../engines/duckdb/span-files/relation.ts';
import { bucketOf } from '../../engines/memory/rows.ts';
import { attributeOf } from '../../engines/memory/span-condition.ts';
import type { SpanRow } from '../../tables/spans.ts';
import { spanIdDuckdb } from './span-ids.ts';

/** A value of a span. A missing text or ID is `''`, a missing attribute is null. */
export type SpanValue =
  | { column: SpanColumn }
  | { id: SpanId | 'traceId' }
  | { number: SpanNumber | 'projectId' }
  | { isSegment: true }
  /** The end of the window that it starts in, in Unix microseconds: windows are of this length, and one of them ends then. */
  | { windowMs: number; untilMs: number }
  /** By its typed name. */
  | { attribute: string };

export function valueDuckdb(value: SpanValue): string {
  if ('attribute' in value) return identifier(value.attribute);
  if ('isSegment' in value) return 'is_segment';
  if ('windowMs' in value) {
    const [length, until] = [BigInt(value.windowMs) * 1000n, BigInt(value.untilMs) * 1000n];
    return `(start_us + ${length} - ((start_us - ${until}) % ${length} + ${length}) % ${length})`;
  }
  if ('column' in value) return spanColumnDuckdb(value.column);
  if ('number' in value) return spanColumnDuckdb(value.number);
  if (value.id === 'traceId') return `replace(trace_id::varchar, '-', '')`;
  return spanIdDuckdb(spanColumnDuckdb(value.id));
}

/** Null where the value is missing. */
export function presentDuckdb(value: SpanValue): string {
  return 'column' in value || 'id' in value ? `nullif(${valueDuckdb(value)}, '')` : valueDuckdb(value);
}

export function valueOf(span: SpanRow, value: SpanValue): AttributeValue | null {
  if ('attribute' in value) return attributeOf(span, value.attribute);
  if ('isSegment' in value) return span.isSegment;
  if ('windowMs' in value) {
    const [lengthUs, untilUs] = [value.windowMs * 1000, value.untilMs * 1000];
    return bucketOf(span.startUs - untilUs, lengthUs) + untilUs + lengthUs;
  }
  if ('column' in value) return span[value.column];
  return 'number' in value ? span[value.number] : span[value.id];
}

/** `null` where the value is missing. */
export function presentValueOf(span: SpanRow, value: SpanValue): AttributeValue | null {
  const found = valueOf(span, value);
  return found === '' && !('attribute' in value) ? null : found;
}
