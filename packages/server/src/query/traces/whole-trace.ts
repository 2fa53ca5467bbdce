import { limits, type EventId, type IssueId, type Level, type ProjectId } from '@seismo/protocol';
import type { Viewer } from '#domain/permissions/viewer.ts';
import type { AttributeValue } from '#domain/spans/typed-name.ts';
import { Refusal } from '#platform/refusal.ts';
import type { Project } from '#store/state/contract.ts';
import type { QueryDeps } from '../deps.ts';
import { spanOf } from '../events/linked-events.ts';
import { keysOf, valueOf } from '../spans/fields.ts';
import { readSpanFields, requireDistinct } from '../spans/table.ts';
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
  /** Of the wanted attributes, those that it has. */
  attributes: Record<string, AttributeValue>;
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

/**
 * The spans and errors of a trace, with these attributes of the spans, by the names of tables; both lists are empty if none is
 * in a project that the viewer can read.
 */
export async function wholeTrace(
  deps: QueryDeps,
  viewer: Viewer,
  id: string,
  attributes: string[] = [],
): Promise<WholeTrace> {
  const traceId = requireTraceId(id);
  const projects = await traceProjects(deps, viewer);
  const [{ nodes }, { rows, issues }, attributesOf] = await Promise.all([
    openTrace(deps, projects, traceId, null),
    errorsOfTrace(deps, projects, traceId),
    attributesOfSpans(deps, projects, traceId, attributes),
  ]);
  const known = new Map(projects.map((project) => [project.id, { id: project.id, slug: project.slug }]));
  const spans: WholeTraceSpan[] = [];
  for (const { span, depth, parent, startUs } of nodes) {
    const { spanId, parentSpanId, isSegment, durationUs, name, op, projectId } = span;
    const segment = isSegment ? { spanId, name } : (spans[parent]?.segment ?? null);
    const project = known.get(projectId)!;
    const own = attributesOf.get(spanId) ?? {};
    const times = { startUs, durationUs };
    spans.push({ spanId, parentSpanId, depth, isSegment, segment, ...times, name, op, project, attributes: own });
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

async function attributesOfSpans(
  { telemetry }: QueryDeps,
  projects: Project[],
  traceId: string,
  names: string[],
): Promise<Map<string, Record<string, AttributeValue>>> {
  if (names.length === 0) return new Map();
  const fields = readSpanFields('additional_attributes', names).map((field) => {
    if (field.kind === 'field') return field;
    throw new Refusal('invalid', `additional_attributes: ${field.name}: Use attributes, not aggregates.`);
  });
  requireDistinct({ all: [] }, fields);
  const keys = fields.map(({ field }) => keysOf(field));
  const rows = await telemetry.query('traceValues', {
    projectIds: projects.map(({ id }) => id),
    traceId,
    values: keys.flat(),
    count: limits.TRACE_SPAN_COUNT_MAX,
  });
  const slugs = new Map<number, string>(projects.map(({ id, slug }) => [id, slug]));
  return new Map(
    rows.map(({ spanId, values }) => {
      let at = 0;
      const own = fields.flatMap(({ name, field }, index) => {
        const value = valueOf(field, values.slice(at, (at += keys[index]!.length)), (id) => slugs.get(id) ?? null);
        return value === null ? [] : [[name, value] as const];
      });
      return [spanId, Object.fromEntries(own)];
    }),
  );
}
