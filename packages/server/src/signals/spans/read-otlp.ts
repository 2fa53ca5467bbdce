import { readSpanId, readTraceId } from '@seismo/protocol';
import type { OtlpSpan, OtlpSpans } from './otlp/otlp.ts';
import type { ReadSpans, Span, SpanKind, SpanStatus } from './span.ts';

const KINDS: readonly SpanKind[] = ['', 'internal', 'server', 'client', 'producer', 'consumer'];
const STATUSES: readonly SpanStatus[] = ['unset', 'ok', 'error'];
/** Bits of `flags`: whether it says where the parent is, and whether the parent is in another process. */
const HAS_IS_REMOTE = 0x100;
const IS_REMOTE = 0x200;

/** The spans of a request, each with the attributes of its resource. One without IDs or a start is `null`. */
export function spansOfOtlp(request: readonly OtlpSpans[]): ReadSpans {
  const spans = request.flatMap(({ resource, scope, spans: ofScope }) => {
    const shared = new Map(resource);
    if (scope.name !== '') shared.set('otel.scope.name', scope.name);
    if (scope.version !== '') shared.set('otel.scope.version', scope.version);
    for (const [key, value] of scope.attributes) shared.set(key, value);
    return ofScope.map((span) => spanOf(span, shared));
  });
  return { spans, inferIp: null, isBrowser: false };
}

function spanOf(otlp: OtlpSpan, shared: Span['attributes']): Span | null {
  const traceId = readTraceId(otlp.traceId);
  const spanId = readSpanId(otlp.spanId);
  if (traceId === null || spanId === null || otlp.startUs <= 0) return null;
  const parentSpanId = readSpanId(otlp.parentSpanId) ?? '';
  const kind = KINDS[otlp.kind] ?? '';
  const attributes = new Map(shared);
  for (const [key, value] of otlp.attributes) attributes.set(key, value);
  const rate = rateOf(otlp.traceState);
  if (rate !== null) attributes.set('sentry.client_sample_rate', rate);
  if (otlp.status.message !== '') attributes.set('sentry.status.message', otlp.status.message);
  return {
    traceId,
    spanId,
    parentSpanId,
    isSegment: parentSpanId === '' || isFirstOfService(otlp, kind),
    segmentId: '',
    startUs: otlp.startUs,
    endUs: Math.max(otlp.startUs, otlp.endUs),
    name: otlp.name,
    kind,
    status: STATUSES[otlp.status.code] ?? 'unset',
    attributes,
    events: otlp.events,
    links: otlp.links.flatMap((link) => {
      const [linkedTrace, linkedSpan] = [readTraceId(link.traceId), readSpanId(link.spanId)];
      return linkedTrace === null || linkedSpan === null
        ? []
        : [{ traceId: linkedTrace, spanId: linkedSpan, attributes: link.attributes }];
    }),
  };
}

const OTEL_ENTRY = /(?:^|,)[ \t]*ot=([^,]*)/;
const THRESHOLD = /(?:^|;)th:([0-9a-f]{1,14})[ \t]*(?:;|$)/;

/**
 * The share of traces that were sampled: `ot=th:c` rejects those whose random number of 56 bits is below c0000000000000
 * (OpenTelemetry "TraceState: Probability Sampling").
 */
function rateOf(traceState: string): number | null {
  const digits = THRESHOLD.exec(OTEL_ENTRY.exec(traceState)?.[1] ?? '')?.[1];
  return digits === undefined ? null : 1 - Number(`0x${digits}`) / 16 ** digits.length;
}

/** Exporters since 2024 say where the parent is. Of others, spans that serve a request are taken for the first. */
function isFirstOfService({ flags }: OtlpSpan, kind: SpanKind): boolean {
  return flags & HAS_IS_REMOTE ? (flags & IS_REMOTE) !== 0 : kind === 'server' || kind === 'consumer';
}
