import { limits, readSpanId } from '@seismo/protocol';
import { defaultLimits, readDocument } from '#domain/configuration/documents.ts';
import type { Viewer } from '#domain/permissions/viewer.ts';
import type { Project } from '#store/state/contract.ts';
import type { QueryRows } from '#store/telemetry/queries/index.ts';
import type { QueryDeps } from '../deps.ts';
import { linkedRows, spanOf, type LinkedRow } from '../events/linked-events.ts';
import { requireTraceId, tracedSpan, traceProjects } from './open-trace.ts';
import { selectRows, type SelectedRow } from './select-rows.ts';
import { aboutOf } from './trace.ts';
import { treeOf, type TracedSpan } from './tree.ts';
import type { ExcerptRow, TracedError, TraceExcerpt } from './views.ts';

type Row = SelectedRow<QueryRows['traceExcerpt'] & TracedSpan>;

/** The part of a trace that explains an error, as far as the viewer can read its projects. */
export async function traceExcerpt(deps: QueryDeps, viewer: Viewer, error: TracedError): Promise<TraceExcerpt> {
  const traceId = requireTraceId(error.traceId);
  const spanId = error.spanId && readSpanId(error.spanId);
  const projects = await traceProjects(deps, viewer);
  const projectIds = projects.map(({ id }) => id);
  const errors = (await linkedRows(deps, projects, { traceId })).slice(0, limits.LINKED_EVENT_COUNT_MAX);
  const others = Map.groupBy(
    errors.filter(({ eventId, projectId }) => eventId !== error.eventId || projectId !== error.projectId),
    (other) => spanOf(other) ?? '',
  );
  others.delete('');
  const spanIds = [...(spanId ? [spanId] : []), ...others.keys()].slice(0, limits.TRACE_EXCERPT_ROW_COUNT_MAX);
  const spans = await deps.telemetry.query('traceExcerpt', {
    projectIds,
    traceId,
    spanIds,
    levelCount: limits.TRACE_EXCERPT_LEVEL_COUNT_MAX,
    count: limits.TRACE_EXCERPT_CHILD_COUNT_MAX,
    besideCount: limits.TRACE_EXCERPT_BESIDE_COUNT_MAX,
  });
  const selected = selectRows(treeOf(spans.map(tracedSpan)), {
    spanId: spanId || null,
    otherErrors: new Set(others.keys()),
    rowCount: limits.TRACE_EXCERPT_ROW_COUNT_MAX,
    pathCount: limits.TRACE_EXCERPT_PATH_COUNT_MAX,
  });
  const own = selected.find(({ node: { span } }) => span.spanId === spanId);
  const errorUs = error.atMs * 1000 + (own?.node.shiftUs ?? 0);
  const { startUs, endUs } = boundsOf(selected, errorUs);
  const services = servicesOf(selected, projects);
  const about = await aboutOf(
    deps,
    projects,
    traceId,
    selected.map(({ node }) => node.span),
  );
  return {
    spanCount: spans[0]?.spanCount ?? 0,
    durationUs: endUs - startUs,
    hasSpan: own !== undefined,
    isRecent: deps.clock.now() - error.atMs < limits.SPAN_DELAY_MS_MAX,
    ...(own ? { expiredDays: null, traceShare: null } : await limitsOf(deps, projects, error)),
    services: services.list,
    rows: selected.map((row) => ({
      ...rowOf(row, startUs, others.get(row.node.span.spanId) ?? []),
      // Spans of one name may differ in what they are about.
      about: row.node.span.alike > 1 ? '' : (about.get(row.node.span.spanId) ?? ''),
      service: services.indexOf(row),
      hasError: row === own,
    })),
    errorOffsetUs: errorUs - startUs,
  };
}

function rowOf(
  { node, depth, skipped }: Row,
  startUs: number,
  errors: readonly LinkedRow[],
): Omit<ExcerptRow, 'about' | 'service' | 'hasError'> {
  const { spanId, isSegment, name, op, status, durationUs, alike, alikeFromUs, alikeToUs } = node.span;
  return {
    spanId,
    depth,
    skipped,
    isSegment,
    isOrphan: node.isOrphan,
    name,
    op,
    hasFailed: status === 'error',
    offsetUs: node.startUs - startUs,
    durationUs,
    alike: Math.max(1, alike),
    alikeOffsetUs: alikeFromUs + node.shiftUs - startUs,
    alikeDurationUs: alikeToUs - alikeFromUs,
    otherErrors: errors
      .map(({ title, atMs }) => ({ title, offsetUs: atMs * 1000 + node.shiftUs - startUs }))
      .toSorted((a, b) => a.offsetUs - b.offsetUs),
  };
}

/** From the first start to the last end; with the error, unless the spans would be less than half of it. */
function boundsOf(rows: readonly Row[], errorUs: number): { startUs: number; endUs: number } {
  if (rows.length === 0) return { startUs: errorUs, endUs: errorUs };
  const startUs = Math.min(...rows.map(({ node: { span, shiftUs } }) => span.alikeFromUs + shiftUs));
  const endUs = Math.max(...rows.map(({ node: { span, shiftUs } }) => span.alikeToUs + shiftUs));
  const farUs = Math.max(startUs - errorUs, errorUs - endUs);
  return farUs > endUs - startUs
    ? { startUs, endUs }
    : { startUs: Math.min(startUs, errorUs), endUs: Math.max(endUs, errorUs) };
}

function servicesOf(rows: readonly Row[], projects: readonly Project[]) {
  const clocks = [...new Set(rows.map(({ node }) => node.span.clock))];
  return {
    indexOf: ({ node }: Row): number => clocks.indexOf(node.span.clock),
    list: clocks.map((clock) => {
      const { service, projectId } = rows.find(({ node }) => node.span.clock === clock)!.node.span;
      const { slug, name } = projects.find(({ id }) => id === projectId)!;
      return { name: service, project: { slug, name } };
    }),
  };
}

const dayMs = 24 * 3600 * 1000;

/** For how many days the project stores spans, if the error is older, and which share of its traces it keeps, if not all. */
async function limitsOf(
  { state, clock }: QueryDeps,
  projects: readonly Project[],
  { projectId, atMs }: TracedError,
): Promise<Pick<TraceExcerpt, 'expiredDays' | 'traceShare'>> {
  const project = projects.find(({ id }) => id === projectId);
  if (!project) return { expiredDays: null, traceShare: null };
  const [newest] = await state.configurationHistory(project.id, 'limits', 1);
  const { spanDays, traceShare } = readDocument(newest?.document, defaultLimits);
  return {
    expiredDays: spanDays !== null && clock.now() - atMs > spanDays * dayMs ? spanDays : null,
    traceShare: traceShare < 1 ? traceShare : null,
  };
}
