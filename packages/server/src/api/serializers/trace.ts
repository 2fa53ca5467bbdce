import type { TraceError, WholeTrace, WholeTraceSpan } from '#query/traces/whole-trace.ts';

/**
 * A trace in the shape of Sentry's `trace/{id}` (getsentry/sentry `src/sentry/snuba/trace.py`, read 2026-11): root spans
 * with those below them as `children`, and errors whose span is not there beside them. Written piece by piece, because
 * `JSON.stringify` cannot write a chain of spans that is thousands deep, and because the text may have 100 MB.
 */
export function* traceJson({ spans, errors }: WholeTrace): Generator<string> {
  const bySpan = Map.groupBy(errors, ({ spanId }) => spanId);
  let depth = -1;
  yield '[';
  for (const span of spans) {
    const closed = depth >= span.depth;
    const fields = JSON.stringify(spanShape(span, bySpan.get(span.spanId) ?? [])).slice(0, -1);
    yield `${']}'.repeat(closed ? depth - span.depth + 1 : 0)}${closed ? ',' : ''}${fields},"children":[`;
    depth = span.depth;
  }
  yield ']}'.repeat(depth + 1);
  const others = (bySpan.get(null) ?? []).map((error) => JSON.stringify(errorShape(error)));
  yield `${spans.length > 0 && others.length > 0 ? ',' : ''}${others.join(',')}]`;
}

/** Times are Unix seconds; the duration is in milliseconds. */
function spanShape(span: WholeTraceSpan, errors: TraceError[]) {
  const { spanId, parentSpanId, isSegment, segment, startUs, durationUs, name, op, project, attributes } = span;
  return {
    event_id: spanId,
    event_type: 'span',
    transaction_id: segment?.spanId ?? '',
    transaction: segment?.name ?? '',
    is_transaction: isSegment,
    project_id: project.id,
    project_slug: project.slug,
    parent_span_id: parentSpanId === '' ? null : parentSpanId,
    start_timestamp: startUs / 1_000_000,
    end_timestamp: (startUs + durationUs) / 1_000_000,
    duration: durationUs / 1000,
    op,
    name,
    description: name,
    sdk_name: '',
    profile_id: '',
    profiler_id: '',
    measurements: {},
    additional_attributes: attributes,
    errors: errors.map(errorShape),
    occurrences: [],
  };
}

function errorShape({ eventId, atMs, level, title, culprit, transaction, issue, project }: TraceError) {
  return {
    event_id: eventId,
    event_type: 'error',
    issue_id: issue.id,
    short_id: issue.shortId,
    issue_type: 'error',
    level,
    start_timestamp: atMs / 1000,
    description: title,
    culprit,
    transaction,
    project_id: project.id,
    project_slug: project.slug,
  };
}

/** The numbers of a trace in the shape of Sentry's `trace-meta/{id}`. */
export function traceMetaShape({ spans, errors }: WholeTrace) {
  const inSegments = Map.groupBy(spans, ({ segment }) => segment?.spanId ?? null);
  const byOp = Map.groupBy(spans, ({ op }) => op);
  return {
    errors: errors.length,
    performance_issues: 0,
    logs: 0,
    span_count: spans.length,
    span_count_map: Object.fromEntries([...byOp].map(([op, own]) => [op, own.length])),
    transaction_child_count_map: [...inSegments].map(([spanId, own]) => ({
      'transaction.event_id': spanId,
      'count()': own.length,
    })),
  };
}
