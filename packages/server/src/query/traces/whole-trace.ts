import type { EventId, IssueId, Level, ProjectId } from '@seismo/protocol';
import type { Viewer } from '#domain/permissions/viewer.ts';
import type { QueryDeps } from '../deps.ts';
import { spanOf } from '../events/linked-events.ts';
import { errorsOfTrace } from './errors-of-trace.ts';
import { openTrace, requireTraceId, traceProjects } from './open-trace.ts';

/** A trace with all its spans at once, as far as the viewer can read its projects. */
export interface WholeTrace {
  /** Each span directly before those below it; at most `limits.TRACE_SPAN_COUNT_MAX`. */
  spans: WholeTraceSpan[];
  /** By time; at most `limits.LINKED_EVENT_COUNT_MAX`. */
  errors: TraceError[];
}

export interface WholeTraceSpan {
  spanId: string;
  /** `''` for the first span. */
  parentSpanId: string;
  depth: number;
  isSegment: boolean;
  /** The nearest segment that the span is in, or is; `null` if there is none. */
  segment: { spanId: string; name: string } | null;
  /** Unix microseconds, corrected. */
  startUs: number;
  durationUs: number;
  name: string;
  op: string;
  project: { id: ProjectId; slug: string };
}

export interface TraceError {
  eventId: EventId;
  /** The span in which it happened; `null` if that is not among the spans. */
  spanId: string | null;
  atMs: number;
  level: Level;
  title: string;
  culprit: string;
  transaction: string;
  issue: { id: IssueId; shortId: string };
  project: { id: ProjectId; slug: string };
}

/** The spans and errors of a trace; both lists are empty if none is in a project that the viewer can read. */
export async function wholeTrace(deps: QueryDeps, viewer: Viewer, id: string): Promise<WholeTrace> {
  const traceId = requireTraceId(id);
  const projects = await traceProjects(deps, viewer);
  const [{ nodes }, { rows, issues }] = await Promise.all([
    openTrace(deps, projects, traceId, null),
    errorsOfTrace(deps, projects, traceId),
  ]);
  const known = new Map(projects.map((project) => [project.id, { id: project.id, slug: project.slug }]));
  const spans: WholeTraceSpan[] = [];
  for (const { span, depth, parent, startUs } of nodes) {
    const { spanId, parentSpanId, isSegment, durationUs, name, op, projectId } = span;
    const segment = isSegment ? { spanId, name } : (spans[parent]?.segment ?? null);
    const project = known.get(projectId)!;
    spans.push({ spanId, parentSpanId, depth, isSegment, segment, startUs, durationUs, name, op, project });
  }
  const spanIds = new Set(spans.map(({ spanId }) => spanId));
  const errors = rows.flatMap((row): TraceError[] => {
    const { eventId, atMs, level, title, culprit, transaction, issueId, projectId } = row;
    const issue = issues.get(issueId);
    if (!issue) return [];
    const within = spanOf(row);
    return [
      {
        eventId,
        spanId: within !== null && spanIds.has(within) ? within : null,
        atMs,
        level,
        title,
        culprit,
        transaction,
        issue: { id: issue.id, shortId: issue.shortId },
        project: known.get(projectId)!,
      },
    ];
  });
  return { spans, errors };
}
