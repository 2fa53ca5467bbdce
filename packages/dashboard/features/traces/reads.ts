import type { SpanView, TracedError, TraceExcerpt, TraceRows, Viewer } from '@seismo/server';
import { runtime } from '#server/runtime.ts';

/** What is visible of the waterfall. */
export interface WaterfallView {
  collapsed: string[];
  find: string;
}

export async function traceRows(
  viewer: Viewer,
  {
    trace,
    version,
    from,
    count,
    problemAfter = null,
    view,
  }: {
    trace: string;
    version: number;
    from: number;
    count: number;
    problemAfter?: number | null;
    view: WaterfallView;
  },
): Promise<TraceRows> {
  const { collapsed, find } = Object(view) as Partial<WaterfallView>;
  return runtime().query.traceRows(viewer, String(trace), {
    version: Number(version),
    from: Math.max(0, Math.trunc(Number(from)) || 0),
    count: Math.max(0, Math.trunc(Number(count)) || 0),
    around: '',
    problemAfter: problemAfter === null ? null : Number(problemAfter) || 0,
    collapsed: Array.isArray(collapsed) ? collapsed.map(String) : [],
    find: String(find ?? ''),
  });
}

export async function span(viewer: Viewer, { trace, id }: { trace: string; id: string }): Promise<SpanView | null> {
  return runtime().query.span(viewer, String(trace), String(id));
}

export async function traceExcerpt(
  viewer: Viewer,
  { traceId, spanId, eventId, projectId, atMs }: TracedError,
): Promise<TraceExcerpt> {
  return runtime().query.traceExcerpt(viewer, {
    traceId: String(traceId),
    spanId: spanId === null ? null : String(spanId),
    eventId: String(eventId),
    projectId: Number(projectId),
    atMs: Number(atMs) || 0,
  });
}
