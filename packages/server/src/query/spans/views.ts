import type { ValueRange } from '#domain/spans/value-buckets.ts';
import type { EventTableFilter } from '../events/views.ts';
import type { SearchProblem } from '../search/views.ts';

export interface SpanHeatmapFilter extends Pick<EventTableFilter, 'projects' | 'environments' | 'range' | 'query'> {
  /** A field whose values are numbers: `span.duration`, or an attribute. */
  value: string;
}

/** Spans by time and by value. */
export interface SpanHeatmap {
  /** When the first time bucket starts. */
  fromMs: number;
  bucketMs: number;
  buckets: number;
  /** Durations are in microseconds, attributes as sent. */
  unit: 'microsecond' | null;
  /** From the lowest values to the highest, without gaps. */
  rows: ValueRange[];
  /** Those with spans. `estimate` is how many spans they stand for. */
  cells: { bucket: number; row: number; spans: number; estimate: number }[];
  problem: SearchProblem | null;
}

/** A rectangle of the heat map, or the spans that a search finds. */
export type SpanSelection = ({ fromMs: number; toMs: number } & ValueRange) | { query: string };

export interface SpanDifferencesFilter extends SpanHeatmapFilter {
  selection: SpanSelection;
}

/** What distinguishes the spans of a selection from the others in the heat map. */
export interface SpanDifferences {
  selected: ComparedSpans;
  rest: ComparedSpans;
  /** The sides with too few observations to compare them. */
  tooFew: ('selected' | 'rest')[];
  /** The significant ones, the largest first. */
  differences: SpanDifference[];
  /** Significant ones that are not listed. */
  hidden: number;
  /** Fields that can differ. */
  compared: number;
  /** Fields of which nearly each span has another value. They are not compared. */
  identifiers: string[];
  /** Attributes that were not read. */
  unread: number;
  problem: SearchProblem | null;
}

export interface ComparedSpans {
  spans: number;
  /** Those that were compared, the traces that they are in, and how many spans they stand for. */
  read: number;
  traces: number;
  estimate: number;
  observations: number;
}

export interface SpanDifference {
  /** As in searches. */
  field: string;
  unit: 'microsecond' | null;
  /** From 0 to 1: how much of the selection would need another value to be like the rest, beyond chance. */
  size: number;
  /** Adjusted for the number of fields. */
  pValue: number;
  /** Those whose shares differ most come first. */
  values: DifferingValue[];
}

export interface DifferingValue {
  value:
    | { of: 'text'; text: string; isTrimmed: boolean }
    /** From the least number to the greatest. */
    | { of: 'numbers'; least: number; most: number }
    /** All other values, and no value. */
    | { of: 'other'; count: number }
    | { of: 'none' };
  /** Spans that were read, and the share that they stand for. */
  selected: { spans: number; share: number };
  rest: { spans: number; share: number };
  /** Terms that find these spans, and all but these; `null` if no search can. */
  only: string | null;
  without: string | null;
  /** A span of the selection. */
  example: { traceId: string; spanId: string } | null;
}
