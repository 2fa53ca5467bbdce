import { segmentNameOf } from '../segment-name.ts';
import type { Span } from '../span.ts';
import type { SpanItem } from './read-spans.ts';

/** The first span of a service in a trace, for a span below it. */
interface Segment {
  id: string;
  name: string;
}

/**
 * Names the segments, and finds that of each span whose client did not say it: the nearest one above it, if it is in the same
 * item. OTLP has no segments of its own.
 */
export const findSegments = <Work extends SpanItem>(work: Work): Work => {
  const { spans } = work;
  const traces = new Map<string, Map<string, Span>>();
  for (const span of spans) {
    let trace = traces.get(span.traceId);
    if (!trace) traces.set(span.traceId, (trace = new Map()));
    trace.set(span.spanId, span);
  }
  const found = new Map<Span, Segment | null>();
  for (const span of spans) if (span.isSegment) span.name = segmentNameOf(span);
  for (const span of spans) {
    const segment = segmentOf(span, traces.get(span.traceId)!, found);
    if (!segment) continue;
    if (span.segmentId === '') span.segmentId = segment.id;
    if (span.segmentId === segment.id) span.attributes.set('sentry.segment.name', segment.name);
  }
  return work;
};

function segmentOf(start: Span, trace: ReadonlyMap<string, Span>, found: Map<Span, Segment | null>): Segment | null {
  const way: Span[] = [];
  let segment: Segment | null = null;
  for (let span: Span | undefined = start; span; span = trace.get(span.parentSpanId)) {
    const known = found.get(span);
    if (known !== undefined) {
      segment = known;
      break;
    }
    // A span that is above itself ends here.
    found.set(span, null);
    way.push(span);
    if (span.isSegment) {
      segment = { id: span.spanId, name: span.name };
      break;
    }
  }
  for (const span of way) found.set(span, segment);
  return segment;
}
