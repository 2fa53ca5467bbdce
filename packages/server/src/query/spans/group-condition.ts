import type { ProjectId } from '@seismo/protocol';
import type { SpanCondition, SpanNumber } from '#domain/spans/span-condition.ts';
import type { AttributeValue } from '#domain/spans/typed-name.ts';
import type { SpanValue } from '#store/telemetry/queries/parts/span-values.ts';

type GroupValue = Exclude<SpanValue, { windowMs: number }>;

/** The spans of a group: those that have the same values. */
export function groupCondition(by: readonly GroupValue[], keys: readonly (AttributeValue | null)[]): SpanCondition {
  return { all: by.map((value, index) => equals(value, keys[index]!)) };
}

function equals(value: GroupValue, key: AttributeValue | null): SpanCondition {
  if ('column' in value) return { column: value.column, is: [String(key)] };
  if ('isSegment' in value) return { isSegment: key === true };
  if ('id' in value) return value.id === 'traceId' ? { traceId: String(key) } : { id: value.id, is: [String(key)] };
  if ('number' in value) {
    if (value.number === 'projectId') return { projectIds: [Number(key)] as ProjectId[] };
    return between({ number: value.number }, Number(key));
  }
  const { attribute } = value;
  if (key === null) return { not: { attribute, known: true } };
  if (typeof key === 'boolean') return { attribute, isTrue: key };
  return typeof key === 'number' ? between({ attribute }, key) : { attribute, is: [key] };
}

function between(of: { number: SpanNumber } | { attribute: string }, value: number): SpanCondition {
  return {
    all: [
      { ...of, comparison: '>=', value },
      { ...of, comparison: '<=', value },
    ],
  };
}
