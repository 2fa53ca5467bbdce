import { idFor, type Chance } from '../chance.ts';
import type { DemoProject } from '../templates.ts';

/** What sends spans. The stock service is written in Python and sends them with OpenTelemetry. */
export type App = DemoProject | 'stock';

/** A span as the work that it stands for. */
export interface Step {
  app: App;
  name: string;
  op: string;
  /** Its own work, before and after what it waits for. */
  ms: number;
  /** What it waits for, one after the other. */
  steps?: Step[];
  /** At the same time instead. */
  atOnce?: boolean;
  failed?: boolean;
  attributes?: Attributes;
  /** The first span of its app in the trace is one anyway. */
  isSegment?: boolean;
}

export type Attributes = Record<string, string | number>;

export interface PlacedSpan {
  step: Step;
  traceId: string;
  spanId: string;
  parent: PlacedSpan | null;
  /** The nearest above, or itself. */
  segment: PlacedSpan;
  startMs: number;
  endMs: number;
}

/** The share of its own work that a span does before it waits. */
const BEFORE = 0.4;
/** Between two calls. */
const GAP_MS = 0.2;

/** The spans of a trace, each above those below it. The same key gives the same IDs. */
export function traceOf(root: Step, startMs: number, key: string): PlacedSpan[] {
  const traceId = idFor('0'.repeat(32), key);
  const spans: PlacedSpan[] = [];
  const place = (step: Step, parent: PlacedSpan | null, fromMs: number): PlacedSpan => {
    const span = {
      step,
      traceId,
      spanId: idFor(String(spans.length).padStart(16, '0'), key),
      parent,
      startMs: fromMs,
    } as PlacedSpan;
    spans.push(span);
    span.segment = step.isSegment || parent?.step.app !== step.app ? span : parent.segment;
    let atMs = fromMs + step.ms * BEFORE;
    let endMs = atMs;
    for (const below of step.steps ?? []) {
      endMs = Math.max(endMs, place(below, span, atMs).endMs);
      atMs = step.atOnce ? atMs + GAP_MS : endMs + GAP_MS;
    }
    span.endMs = endMs + step.ms * (1 - BEFORE);
    return span;
  };
  place(root, null, startMs);
  return spans;
}

/** A duration near this one, now and then much longer. */
export function around(ms: number, chance: Chance): number {
  const spread = chance.next() + chance.next() + chance.next() - 1.5;
  const slow = chance.next() < 0.03 ? 1.5 + 2 * chance.next() : 1;
  return ms * Math.exp(spread * 0.5) * slow;
}
