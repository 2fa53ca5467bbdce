import type { ProjectId } from '@seismo/protocol';
import type { Comparison, Pieces } from '../search/wildcard.ts';

/** The condition of a span. An empty `all` is true, an empty `any` is false. Text is case-sensitive. */
export type SpanCondition =
  | { all: SpanCondition[] }
  | { any: SpanCondition[] }
  | { not: SpanCondition }
  | { projectIds: ProjectId[] }
  /** 32 hex digits. */
  | { traceId: string }
  /** 16 hex digits each; `''` is a missing ID. */
  | { id: SpanId; is: string[] }
  | { isSegment: boolean }
  | { number: SpanNumber; comparison: Comparison; value: number }
  /** Exactly one of these values. A missing value is `''`. */
  | { column: SpanColumn; is: string[] }
  | { column: SpanColumn; like: Pieces }
  /** Typed names (`typed-name.ts`). A span without the attribute fulfills none of these. */
  | { attribute: string; known: true }
  /** Of an attribute that is text. */
  | { attribute: string; is: string[] }
  | { attribute: string; like: Pieces }
  /** Of one that is a number. */
  | { attribute: string; comparison: Comparison; value: number }
  /** Of one that is a boolean. */
  | { attribute: string; isTrue: boolean }
  /** Occurs in the name, without case; the pieces one after the other. */
  | { text: Pieces };

export type SpanId = 'spanId' | 'parentSpanId' | 'segmentId';
/** Unix microseconds, microseconds, and shares above 0. A share that is not known yet fulfills no condition. */
export type SpanNumber = 'startUs' | 'durationUs' | 'clientSampleRate' | 'serverSampleRate';
export type SpanColumn =
  | 'name'
  | 'op'
  | 'kind'
  | 'status'
  | 'service'
  | 'environment'
  | 'release'
  | 'segmentName'
  | 'userKey';

/** The typed names of the attributes that it reads. */
export function attributesOf(condition: SpanCondition): string[] {
  if ('all' in condition) return condition.all.flatMap(attributesOf);
  if ('any' in condition) return condition.any.flatMap(attributesOf);
  if ('not' in condition) return attributesOf(condition.not);
  return 'attribute' in condition ? [condition.attribute] : [];
}

/** The columns that it reads. */
export function columnsOf(condition: SpanCondition): string[] {
  if ('all' in condition) return condition.all.flatMap(columnsOf);
  if ('any' in condition) return condition.any.flatMap(columnsOf);
  if ('not' in condition) return columnsOf(condition.not);
  if ('projectIds' in condition) return ['projectId'];
  if ('text' in condition) return ['name'];
  if ('number' in condition) return [condition.number];
  return 'column' in condition ? [condition.column] : [];
}
