import { limits, readSpanId } from '@seismo/protocol';
import { Refusal } from '#platform/refusal.ts';
import type { Project } from '#store/state/contract.ts';
import { plainName } from '#domain/spans/typed-name.ts';
import type { Viewer } from '#domain/permissions/viewer.ts';
import type { QueryDeps } from '../deps.ts';
import { linkedRows, linkedViews, spanOf } from '../events/linked-events.ts';
import type { LinkedEventView } from '../events/views.ts';
import { spanAbout } from './span-about.ts';
import { errorsOfTrace } from './errors-of-trace.ts';
import { openTrace, requireTraceId, traceProjects, type OpenTrace, type TraceSpan } from './open-trace.ts';
import type { TreeNode } from './tree.ts';
import type { SpanView, TraceRow, TraceRows, TraceService, TraceView } from './views.ts';

/** The trace with this ID; `null` if no span and no error of it is in a project that the viewer can read. */
export async function trace(deps: QueryDeps, viewer: Viewer, id: string): Promise<TraceView | null> {
  const traceId = requireTraceId(id);
  const projects = await traceProjects(deps, viewer);
  const [opened, errors] = await Promise.all([
    openTrace(deps, projects, traceId, null),
    errorsOf(deps, viewer, projects, traceId),
  ]);
  const { nodes, version, hasMore } = opened;
  if (nodes.length === 0 && errors.length === 0) return null;
  const services = servicesOf(opened, projects);
  const ofErrors = new Set(errors.map((error) => error.spanId));
  const nodesOfErrors = new Map(
    nodes.filter(({ span: { spanId } }) => ofErrors.has(spanId)).map((node) => [node.span.spanId, node]),
  );
  const { startUs, endUs } = boundsOf(opened, errors);
  return {
    traceId,
    name: nodes[0]?.span.name ?? '',
    version,
    startUs,
    durationUs: endUs - startUs,
    spanCount: nodes.length,
    hasMore,
    failedCount: nodes.filter(hasFailed).length,
    orphanCount: nodes.filter(({ isOrphan }) => isOrphan).length,
    services: services.list,
    segments: segmentsOf(nodes, services, (endUs - startUs) / limits.TRACE_SEGMENT_COUNT_MAX),
    errors: errors.map((error) => {
      const node = nodesOfErrors.get(error.spanId ?? '');
      return {
        ...error,
        spanId: node?.span.spanId ?? null,
        offsetUs: error.atMs * 1000 + (node?.shiftUs ?? 0) - startUs,
      };
    }),
  };
}

/** Refuses a trace without any span or error in a project that the viewer can read. */
export async function requireTrace(deps: QueryDeps, viewer: Viewer, id: string): Promise<void> {
  const traceId = requireTraceId(id);
  const projects = await traceProjects(deps, viewer);
  const projectIds = projects.map((project) => project.id);
  const spans = await deps.telemetry.query('traceOutline', { projectIds, traceId, count: 1 });
  if (spans.length === 0 && (await linkedRows(deps, projects, { traceId })).length === 0) {
    throw new Refusal('not-found', 'No span and no event has this trace ID, or you do not have access to it.');
  }
}

interface Window {
  version: number;
  from: number;
  count: number;
  /** Begins some rows before this span instead, if it is visible; `''` if none is asked for. */
  around: string;
  /** Begins some rows before the next failed span, or span with an error, after this row, the first one after the last; `null` if it is not asked for. */
  problemAfter: number | null;
  /** Spans whose rows below are not visible. */
  collapsed: string[];
  /** Shows only spans with this text in name, operation or service, with those above them; `''` shows all. */
  find: string;
}

/** A part of the waterfall. */
export async function traceRows(deps: QueryDeps, viewer: Viewer, id: string, window: Window): Promise<TraceRows> {
  const projects = await traceProjects(deps, viewer);
  const traceId = requireTraceId(id);
  const opened = await openTrace(deps, projects, traceId, window.version);
  const services = servicesOf(opened, projects);
  const visible = visibleOf(opened, window);
  const { startUs } = boundsOf(opened, []);
  const around =
    window.problemAfter !== null
      ? await problemAfter(deps, projects, traceId, opened, visible.nodes, window.problemAfter)
      : window.around === ''
        ? -1
        : visible.nodes.findIndex((at) => opened.nodes[at]!.span.spanId === window.around);
  const from = around === -1 ? window.from : Math.max(0, around - ROWS_BEFORE);
  const part = visible.nodes.slice(from, from + Math.min(window.count, limits.TRACE_ROW_COUNT_MAX));
  const about = await aboutOf(
    deps,
    projects,
    traceId,
    part.map((at) => opened.nodes[at]!.span),
  );
  const rows = part.map((at) => {
    const node = opened.nodes[at]!;
    return {
      ...rowOf(node, startUs),
      about: about.get(node.span.spanId) ?? '',
      parent: node.parent === -1 ? -1 : positionOf(node.parent, visible.nodes),
      service: services.indexOf(node.span),
      isCollapsed: visible.collapsed.has(node.span.spanId),
      isFound: visible.found.has(node.span.spanId),
    };
  });
  return { version: opened.version, total: visible.nodes.length, from, index: around === -1 ? null : around, rows };
}

/** The next visible row of a failed span, or of a span with an error; -1 if there is none. */
async function problemAfter(
  deps: QueryDeps,
  projects: Project[],
  traceId: string,
  { nodes }: OpenTrace,
  visible: readonly number[],
  after: number,
): Promise<number> {
  const { rows } = await errorsOfTrace(deps, projects, traceId);
  const ofErrors = new Set(rows.map(spanOf));
  const isProblem = (at: number) => hasFailed(nodes[at]!) || ofErrors.has(nodes[at]!.span.spanId);
  const next = visible.findIndex((at, row) => row > after && isProblem(at));
  return next === -1 ? visible.findIndex(isProblem) : next;
}

/** What the rows of some spans say beside their names. */
export async function aboutOf(
  { telemetry }: QueryDeps,
  projects: readonly Project[],
  traceId: string,
  spans: readonly Pick<TraceSpan, 'spanId' | 'name'>[],
): Promise<Map<string, string>> {
  const names = new Map(spans.map(({ spanId, name }) => [spanId, name]));
  const projectIds = projects.map((project) => project.id);
  const texts = await telemetry.query('spanTexts', { projectIds, traceId, spanIds: [...names.keys()] });
  return new Map(texts.map((text) => [text.spanId, spanAbout(names.get(text.spanId)!, text)]));
}

const ROWS_BEFORE = 20;

/** The details of a span; `null` if it is not in a project that the viewer can read. */
export async function span(deps: QueryDeps, viewer: Viewer, id: string, spanId: string): Promise<SpanView | null> {
  const projects = await traceProjects(deps, viewer);
  const known = readSpanId(spanId);
  if (known === null) return null;
  const of = { projectIds: projects.map((project) => project.id), traceId: requireTraceId(id), spanId: known };
  const [row] = await deps.telemetry.query('spanById', of);
  if (!row) return null;
  const { projectId, segmentId: _segmentId, attributes, events, links, ...columns } = row;
  const project = projects.find((each) => each.id === projectId)!;
  return {
    ...columns,
    project: { slug: project.slug, name: project.name },
    attributes: pairsOf(attributes, plainName),
    events: listOf<{ atUs: number; name: string; data: Data }>(events).map(({ data, ...event }) => ({
      ...event,
      attributes: pairsOf(data),
    })),
    links: listOf<{ traceId: string; spanId: string; data: Data }>(links).map(({ data, ...link }) => ({
      ...link,
      attributes: pairsOf(data),
    })),
  };
}

type Data = Record<string, unknown>;

function pairsOf(data: Data, nameOf = (name: string): string => name): [name: string, value: string][] {
  return Object.entries(data)
    .map(([name, value]): [string, string] => [nameOf(name), String(value)])
    .sort(([a], [b]) => (a < b ? -1 : 1));
}

function listOf<Item>(text: string): Item[] {
  return text === '' ? [] : (JSON.parse(text) as Item[]);
}

async function errorsOf(
  deps: QueryDeps,
  viewer: Viewer,
  projects: Project[],
  traceId: string,
): Promise<(LinkedEventView & { spanId: string | null })[]> {
  const { rows, issues } = await errorsOfTrace(deps, projects, traceId);
  return rows.flatMap((row) =>
    linkedViews(viewer, projects, issues, [row]).map((view) => ({ ...view, spanId: spanOf(row) })),
  );
}

/**
 * Requests, page loads and jobs, by their start for each service. If they are many, those of a service that are nearer to each
 * other than `nearUs` are one, so that an overview shows the whole trace.
 */
function segmentsOf(
  nodes: readonly TreeNode<TraceSpan>[],
  services: ReturnType<typeof servicesOf>,
  nearUs: number,
): TraceView['segments'] {
  const all = nodes
    .filter(({ span }) => span.isSegment)
    .map((node) => ({
      service: services.indexOf(node.span),
      startUs: node.startUs,
      durationUs: node.span.durationUs,
      hasFailed: hasFailed(node),
    }));
  if (all.length <= limits.TRACE_SEGMENT_COUNT_MAX) return all;
  const joined: TraceView['segments'] = [];
  const latest = new Map<string, TraceView['segments'][number]>();
  for (const segment of all.sort((a, b) => a.startUs - b.startUs)) {
    const kind = `${segment.service} ${segment.hasFailed}`;
    const before = latest.get(kind);
    if (before && segment.startUs - (before.startUs + before.durationUs) < nearUs) {
      before.durationUs = Math.max(before.durationUs, segment.startUs + segment.durationUs - before.startUs);
      continue;
    }
    latest.set(kind, segment);
    joined.push(segment);
  }
  return joined.slice(0, limits.TRACE_SEGMENT_COUNT_MAX);
}

const hasFailed = ({ span: { status } }: TreeNode<TraceSpan>): boolean => status === 'error';

/** From the first start to the last end, errors included. */
function boundsOf({ nodes }: OpenTrace, errors: readonly { atMs: number }[]): { startUs: number; endUs: number } {
  let [startUs, endUs] = [Infinity, -Infinity];
  for (const node of nodes) {
    startUs = Math.min(startUs, node.startUs);
    endUs = Math.max(endUs, node.startUs + node.span.durationUs);
  }
  if (nodes.length > 0) return { startUs, endUs };
  for (const { atMs } of errors) {
    startUs = Math.min(startUs, atMs * 1000);
    endUs = Math.max(endUs, atMs * 1000);
  }
  return { startUs, endUs };
}

function servicesOf({ nodes }: OpenTrace, projects: readonly Project[]) {
  const indexes = new Map<string, number>();
  const list: TraceService[] = [];
  for (const {
    span: { clock, projectId, service },
    shiftUs,
  } of nodes) {
    let index = indexes.get(clock);
    if (index === undefined) {
      indexes.set(clock, (index = list.length));
      const { slug, name } = projects.find(({ id }) => id === projectId)!;
      list.push({ name: service, project: { slug, name }, spanCount: 0, shiftUs: 0 });
    }
    const own = list[index]!;
    own.spanCount += 1;
    if (Math.abs(shiftUs) > Math.abs(own.shiftUs)) own.shiftUs = shiftUs;
  }
  return { list, indexOf: ({ clock }: TraceSpan): number => indexes.get(clock)! };
}

/** The indexes of the visible nodes. A search ignores what is collapsed. */
function visibleOf({ nodes }: OpenTrace, { collapsed, find }: Window) {
  const sought = find.trim().toLowerCase();
  const found = new Set<string>();
  if (sought !== '') {
    const isVisible = new Uint8Array(nodes.length);
    for (const [index, { span: node, parent }] of nodes.entries()) {
      if (![node.name, node.op, node.service].some((text) => text.toLowerCase().includes(sought))) continue;
      found.add(node.spanId);
      isVisible[index] = 1;
      for (let above = parent; above !== -1 && isVisible[above] === 0; above = nodes[above]!.parent)
        isVisible[above] = 1;
    }
    return { nodes: [...nodes.keys()].filter((index) => isVisible[index] === 1), found, collapsed: new Set<string>() };
  }
  const closed = new Set(collapsed);
  const visible: number[] = [];
  for (let index = 0; index < nodes.length; index++) {
    visible.push(index);
    if (closed.has(nodes[index]!.span.spanId)) index += nodes[index]!.below;
  }
  return { nodes: visible, found, collapsed: closed };
}

/** Where a value is in a list that has it and ascends. What is above a visible node is visible. */
function positionOf(value: number, ascending: readonly number[]): number {
  let [from, to] = [0, ascending.length];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (ascending[middle]! < value) from = middle + 1;
    else to = middle;
  }
  return from;
}

function rowOf(
  node: TreeNode<TraceSpan>,
  traceStartUs: number,
): Omit<TraceRow, 'parent' | 'service' | 'about' | 'isCollapsed' | 'isFound'> {
  const { span: of, depth, below, selfUs, shiftUs, isOrphan } = node;
  return {
    spanId: of.spanId,
    depth,
    below,
    isSegment: of.isSegment,
    isOrphan,
    name: of.name,
    op: of.op,
    hasFailed: hasFailed(node),
    offsetUs: node.startUs - traceStartUs,
    durationUs: of.durationUs,
    selfUs,
    shiftUs,
    critical: node.critical.flatMap(({ fromUs, toUs }) => [fromUs - traceStartUs, toUs - traceStartUs]),
  };
}
