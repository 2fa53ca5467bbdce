import { readSpanId } from '@seismo/protocol';
import type { Viewer } from '#domain/permissions/viewer.ts';
import { plainName, type AttributeValue } from '#domain/spans/typed-name.ts';
import { Refusal } from '#platform/refusal.ts';
import type { QueryDeps } from '../deps.ts';
import { projectNamed } from '../projects/projects.ts';
import { requireTraceId } from '../traces/open-trace.ts';

/** A span with its attributes as they are stored, by the names of tables and searches. */
export interface SpanItem {
  spanId: string;
  startUs: number;
  attributes: { name: string; value: AttributeValue }[];
}

/** What each span has comes before its attributes. Refuses a span that is not in the project. */
export async function spanItem(
  deps: QueryDeps,
  viewer: Viewer,
  projectSlug: string,
  { trace, span }: { trace: string; span: string },
): Promise<SpanItem> {
  const project = await projectNamed(deps, viewer, 'event:read', projectSlug);
  const spanId = readSpanId(span);
  const of = { projectIds: [project.id], traceId: requireTraceId(trace) };
  const [row] = spanId === null ? [] : await deps.telemetry.query('spanById', { ...of, spanId });
  if (!row) throw new Refusal('not-found', 'The project has no span with this ID in the trace.');
  const columns: Record<string, AttributeValue> = {
    trace: of.traceId,
    parent_span: row.parentSpanId,
    'transaction.span_id': row.segmentId,
    transaction: row.segmentName,
    is_transaction: row.isSegment,
    'span.name': row.name,
    'span.op': row.op,
    'span.kind': row.kind,
    'span.status': row.status,
    'span.duration': row.durationUs / 1000,
    'service.name': row.service,
    environment: row.environment,
    release: row.release,
    project: project.slug,
    'project.id': project.id,
  };
  const own = Object.entries(row.attributes);
  const attributes = [
    ...Object.entries(columns).filter(([, value]) => value !== ''),
    ...own.map(([typed, value]) => [plainName(typed), value] as const),
  ];
  return { spanId: row.spanId, startUs: row.startUs, attributes: attributes.map(([name, value]) => ({ name, value })) };
}
