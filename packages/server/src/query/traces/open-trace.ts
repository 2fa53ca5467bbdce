import { limits, readTraceId, type ProjectId } from '@seismo/protocol';
import { Refusal } from '#platform/refusal.ts';
import type { Project } from '#store/state/contract.ts';
import type { Telemetry } from '#store/telemetry/contract.ts';
import { readOutline, type OutlineSpan } from '#store/telemetry/queries/trace-outline.ts';
import type { Viewer } from '#domain/permissions/viewer.ts';
import type { QueryDeps } from '../deps.ts';
import { projectsNamed } from '../projects/projects.ts';
import { treeOf, type TracedSpan, type TreeNode } from './tree.ts';

export type TraceSpan = OutlineSpan & TracedSpan;

/** A trace as it was read once. */
export interface OpenTrace {
  version: number;
  nodes: TreeNode<TraceSpan>[];
  hasMore: boolean;
}

export function requireTraceId(id: string): string {
  const traceId = readTraceId(id);
  if (traceId === null) throw new Refusal('not-found', 'A trace ID is 32 hexadecimal digits.');
  return traceId;
}

/** The projects whose spans and errors the viewer can read. */
export function traceProjects(deps: QueryDeps, viewer: Viewer): Promise<Project[]> {
  return projectsNamed(deps, viewer, 'event:read', []);
}

/**
 * The trace in the version that was read before, so that all parts of a waterfall are of one piece; or as it is now, if the
 * version is not in memory any more.
 */
export async function openTrace(
  { telemetry }: QueryDeps,
  projects: readonly Project[],
  traceId: string,
  version: number | null,
): Promise<OpenTrace> {
  const projectIds = projects.map(({ id }) => id).sort((a, b) => a - b);
  const key = `${traceId} ${projectIds.join(' ')}`;
  const cache = cacheOf(telemetry);
  const known = version === null ? undefined : cache.get(key, version);
  if (known) return known;
  const opened = await read(telemetry, projectIds, traceId);
  cache.set(key, opened);
  return opened;
}

async function read(telemetry: Telemetry, projectIds: ProjectId[], traceId: string): Promise<OpenTrace> {
  const count = limits.TRACE_SPAN_COUNT_MAX;
  const parts = await telemetry.query('traceOutline', { projectIds, traceId, count: count + 1 });
  const spans = readOutline(parts).map(tracedSpan);
  return { version: nextVersion++, nodes: treeOf(spans.slice(0, count)), hasMore: spans.length > count };
}

/** Changes the span itself: a trace may have 200,000. */
export function tracedSpan<Outline extends OutlineSpan>(span: Outline): Outline & TracedSpan {
  return Object.assign(span, {
    clock: `${span.projectId} ${span.service}`,
    isAwaited: span.kind !== 'consumer' && span.op !== 'queue.process',
  });
}

let nextVersion = 1;

/** The latest opened traces, by the projects whose spans they show. */
function createTraceCache() {
  const opened = new Map<string, OpenTrace>();
  return {
    get(key: string, version: number): OpenTrace | undefined {
      const trace = opened.get(key);
      return trace?.version === version ? trace : undefined;
    },
    set(key: string, trace: OpenTrace): void {
      opened.delete(key);
      opened.set(key, trace);
      let spans = 0;
      for (const [other, { nodes }] of [...opened].reverse()) {
        spans += nodes.length;
        if (spans > limits.TRACE_CACHE_SPAN_COUNT_MAX && other !== key) opened.delete(other);
      }
    },
  };
}

const caches = new WeakMap<Telemetry, ReturnType<typeof createTraceCache>>();

function cacheOf(telemetry: Telemetry): ReturnType<typeof createTraceCache> {
  let cache = caches.get(telemetry);
  if (!cache) caches.set(telemetry, (cache = createTraceCache()));
  return cache;
}
