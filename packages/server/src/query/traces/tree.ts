/**
 * The tree of a trace: its spans in the order in which a waterfall shows them, and what follows from their positions. Made
 * for a hundred thousand spans of any shape: parents that are missing or above themselves, one chain of all spans.
 */
export interface TracedSpan {
  spanId: string;
  /** `''` for the first span. */
  parentSpanId: string;
  /** Whether it may be the first span of its process: only such a span can have another clock than the span above it. */
  isSegment: boolean;
  startUs: number;
  durationUs: number;
  /** Spans of one process have the same. */
  clock: string;
  /** Whether what started the span waits for its end: not so for a job of a queue. */
  isAwaited: boolean;
}

export interface TreeNode<Span> {
  span: Span;
  depth: number;
  /** The index of the node above; -1 for a root. */
  parent: number;
  /** How many of the nodes that follow are below this one. */
  below: number;
  /** Corrected; see `shiftUs`. */
  startUs: number;
  /** What was added to the span's times, because its clock differs from that of the span above. */
  shiftUs: number;
  /** Time in which no span directly below was running. */
  selfUs: number;
  /** Its parent is not among the spans: not received yet, not sampled, or of a project that the viewer cannot read. */
  isOrphan: boolean;
  /** The parts of the span that make up the duration of its root: in order, apart from each other. */
  critical: readonly Interval[];
}

export interface Interval {
  fromUs: number;
  toUs: number;
}

/** Roots by their start; each node directly above those below it, siblings by their start. */
export function treeOf<Span extends TracedSpan>(spans: readonly Span[]): TreeNode<Span>[] {
  const nodes = orderedNodes(spans, parentsOf(spans));
  addSelfTimes(nodes);
  addCriticalPaths(nodes);
  return nodes;
}

/** The index of each span's parent, -1 for a root. No span is above itself. */
function parentsOf(spans: readonly TracedSpan[]): Int32Array {
  const byId = new Map<string, number>();
  for (const [index, { spanId }] of spans.entries()) byId.set(spanId, index);
  const parents = new Int32Array(spans.length);
  for (const [index, { parentSpanId }] of spans.entries()) parents[index] = byId.get(parentSpanId) ?? -1;
  /** In which search a span was passed: 1 + the index of its start. */
  const passed = new Int32Array(spans.length);
  for (let start = 0; start < spans.length; start++) {
    let at = start;
    while (at !== -1 && passed[at] === 0) {
      passed[at] = start + 1;
      at = parents[at]!;
    }
    // Of spans that are above each other in a circle, the first becomes a root.
    if (at === -1 || passed[at] !== start + 1) continue;
    let first = at;
    for (let next = parents[at]!; next !== at; next = parents[next]!) {
      if (compare(spans[next]!, spans[first]!) < 0) first = next;
    }
    parents[first] = -1;
  }
  return parents;
}

function compare(a: Pick<TracedSpan, 'startUs' | 'spanId'>, b: Pick<TracedSpan, 'startUs' | 'spanId'>): number {
  return a.startUs - b.startUs || (a.spanId < b.spanId ? -1 : Number(a.spanId > b.spanId));
}

/** Depth first, without recursion. */
function orderedNodes<Span extends TracedSpan>(spans: readonly Span[], parents: Int32Array): TreeNode<Span>[] {
  /** Lists of the spans below each: the first, at 1 + the index of the span above (0: roots), and for each the one beside it. */
  const first = new Int32Array(spans.length + 1).fill(-1);
  const beside = new Int32Array(spans.length);
  for (let index = spans.length - 1; index >= 0; index--) {
    const list = parents[index]! + 1;
    beside[index] = first[list]!;
    first[list] = index;
  }
  const shifts = new Float64Array(spans.length);
  const byStart = (a: number, b: number): number => {
    const [one, other] = [spans[a]!, spans[b]!];
    return one.startUs + shifts[a]! - (other.startUs + shifts[b]!) || (one.spanId < other.spanId ? -1 : 1);
  };
  const nodes: TreeNode<Span>[] = [];
  const positions = new Int32Array(spans.length);
  /** Indexes of spans; the last is the next node. */
  const waiting: number[] = [];
  const addBelow = (list: number, above: TreeNode<Span> | null): void => {
    const below: number[] = [];
    for (let index = first[list]!; index !== -1; index = beside[index]!) {
      if (above) shifts[index] = shiftOf(spans[index]!, above);
      below.push(index);
    }
    below.sort(byStart);
    for (const index of below.reverse()) waiting.push(index);
  };
  addBelow(0, null);
  for (let index = waiting.pop(); index !== undefined; index = waiting.pop()) {
    const span = spans[index]!;
    const parent = parents[index] === -1 ? -1 : positions[parents[index]!]!;
    const node: TreeNode<Span> = {
      span,
      depth: parent === -1 ? 0 : nodes[parent]!.depth + 1,
      parent,
      below: 0,
      startUs: span.startUs + shifts[index]!,
      shiftUs: shifts[index]!,
      selfUs: span.durationUs,
      isOrphan: parent === -1 && span.parentSpanId !== '',
      critical: NONE,
    };
    positions[index] = nodes.length;
    nodes.push(node);
    addBelow(index + 1, node);
  }
  for (let index = nodes.length - 1; index > 0; index--) {
    const above = nodes[nodes[index]!.parent];
    if (above) above.below += nodes[index]!.below + 1;
  }
  return nodes;
}

const NONE: readonly Interval[] = [];

/**
 * The correction of a clock that differs from the one above, as Jaeger's adjuster makes it (jaegertracing/jaeger
 * `internal/uimodel/adjuster/clockskew.go`, read 2026-11): nothing starts before what caused it, and a call that was waited
 * for ends before the wait does. Spans below with the same clock move along.
 */
function shiftOf(span: TracedSpan, { span: above, shiftUs, startUs }: TreeNode<TracedSpan>): number {
  const isSameClock = span.clock === above.clock;
  if (isSameClock && !span.isSegment) return shiftUs;
  const movedUs = span.startUs + (isSameClock ? shiftUs : 0);
  const spareUs = above.durationUs - span.durationUs;
  const isWithin = span.isAwaited && spareUs >= 0;
  if (movedUs >= startUs && (!isWithin || movedUs <= startUs + spareUs)) return movedUs - span.startUs;
  // As if the way there took as long as the way back.
  return startUs + (isWithin ? Math.floor(spareUs / 2) : 0) - span.startUs;
}

/** The indexes of the nodes directly below one, in the order of their start. */
function childrenOf(nodes: readonly TreeNode<TracedSpan>[], index: number): number[] {
  const children: number[] = [];
  const end = index + nodes[index]!.below;
  for (let at = index + 1; at <= end; at += nodes[at]!.below + 1) children.push(at);
  return children;
}

function addSelfTimes(nodes: readonly TreeNode<TracedSpan>[]): void {
  /** Until when the spans below each one are subtracted. They come in the order of their start. */
  const coveredUs = new Float64Array(nodes.length);
  for (const [index, { startUs, span, parent }] of nodes.entries()) {
    coveredUs[index] = startUs;
    const above = nodes[parent];
    if (!above) continue;
    const fromUs = Math.max(startUs, coveredUs[parent]!);
    const toUs = Math.min(startUs + span.durationUs, above.startUs + above.span.durationUs);
    if (toUs <= fromUs) continue;
    above.selfUs -= toUs - fromUs;
    coveredUs[parent] = toUs;
  }
}

/**
 * From the end of each root backward: what ended last below a span is what the span waited for; before that started, what
 * ended last until then.
 */
function addCriticalPaths(nodes: TreeNode<TracedSpan>[]): void {
  /** Each span as far as it lies within all above it. */
  const from = new Float64Array(nodes.length);
  const to = new Float64Array(nodes.length);
  for (const [index, { startUs, span, parent }] of nodes.entries()) {
    const endUs = startUs + span.durationUs;
    from[index] = parent === -1 ? startUs : Math.max(startUs, from[parent]!);
    to[index] = parent === -1 ? endUs : Math.min(endUs, to[parent]!);
  }
  /** What is left to look at below each span on the way, the last to end at the end. */
  const left = new Map<number, number[]>();
  const lastBefore = (index: number, untilUs: number): number | undefined => {
    let list = left.get(index);
    if (!list) left.set(index, (list = childrenOf(nodes, index).sort((a, b) => to[a]! - to[b]!)));
    for (let child = list.pop(); child !== undefined; child = list.pop()) {
      if (to[child]! > from[child]! && to[child]! <= untilUs) return child;
    }
    return undefined;
  };
  const paths = new Map<number, Interval[]>();
  const add = (index: number, fromUs: number, toUs: number): void => {
    if (toUs <= fromUs) return;
    const path = paths.get(index);
    if (path) path.push({ fromUs, toUs });
    else paths.set(index, [{ fromUs, toUs }]);
  };
  for (const [root, { parent }] of nodes.entries()) {
    if (parent !== -1) continue;
    let at = root;
    let untilUs = to[root]!;
    while (at !== -1) {
      const last = lastBefore(at, untilUs);
      if (last !== undefined) {
        add(at, to[last]!, untilUs);
        untilUs = to[last]!;
        at = last;
      } else {
        add(at, from[at]!, untilUs);
        untilUs = Math.min(untilUs, from[at]!);
        at = nodes[at]!.parent;
      }
    }
  }
  for (const [index, path] of paths) nodes[index]!.critical = path.reverse();
}
