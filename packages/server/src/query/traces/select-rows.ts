import type { TreeNode, TracedSpan } from './tree.ts';

/** A span of the excerpt of a trace; see the query `traceExcerpt`. */
export interface ExcerptSpan extends TracedSpan {
  status: string;
  /** How many spans it stands for; 0 for one that only leads to another. */
  alike: number;
  /** Their durations, added up. */
  alikeUs: number;
}

export interface SelectedRow<Span extends TracedSpan> {
  node: TreeNode<Span>;
  /** Among the selected rows. */
  depth: number;
  /** Levels between this row and the one above it that are not visible. */
  skipped: number;
}

interface Wanted {
  /** In which the error happened; `null` if it is not known. */
  spanId: string | null;
  /** In which other errors happened. */
  otherErrors: ReadonlySet<string>;
  rowCount: number;
  pathCount: number;
}

/** A span beside the path that takes less of the root's time explains nothing. */
const LEAST_SHARE = 0.02;

/**
 * The rows that explain an error: its span, the spans above up to the root, spans with other errors, failed ones and the
 * slowest, in the order of the waterfall. Of a path that is too long, the root and the spans nearest to the error remain.
 */
export function selectRows<Span extends ExcerptSpan>(
  nodes: readonly TreeNode<Span>[],
  { spanId, otherErrors, rowCount, pathCount }: Wanted,
): SelectedRow<Span>[] {
  /** -1, as above a root, if it is not stored: then the roots come first. */
  const at = spanId === null ? -1 : nodes.findIndex(({ span }) => span.spanId === spanId);
  const path: number[] = [];
  for (let index = at; index !== -1; index = nodes[index]!.parent) path.push(index);
  const onPath = new Set(path);
  const selected = new Set(path.length > pathCount ? [...path.slice(0, pathCount - 1), path.at(-1)!] : path);
  const isBelowError = (index: number) => index > at && index <= at + nodes[at]!.below;
  /** The lower, the more it explains. */
  const rankOf = (index: number): number => {
    const { span, parent } = nodes[index]!;
    if (otherErrors.has(span.spanId)) return 0;
    if (span.status === 'error') return at !== -1 && isBelowError(index) ? 1 : 2;
    if (parent === at) return 3;
    return 4;
  };
  const leastUs = path.length === 0 ? 0 : nodes[path.at(-1)!]!.span.durationUs * LEAST_SHARE;
  const others = [...nodes.keys()]
    .filter(
      (index) => !onPath.has(index) && (nodes[index]!.span.alike > 0 || otherErrors.has(nodes[index]!.span.spanId)),
    )
    .map((index) => ({ index, rank: rankOf(index), us: nodes[index]!.span.alikeUs }))
    .filter(({ rank, us }) => rank < 4 || us >= leastUs)
    .sort((a, b) => a.rank - b.rank || b.us - a.us || a.index - b.index);
  for (const { index } of others.slice(0, Math.max(0, rowCount - selected.size))) selected.add(index);
  return inOrder(nodes, selected);
}

function inOrder<Span extends TracedSpan>(
  nodes: readonly TreeNode<Span>[],
  selected: ReadonlySet<number>,
): SelectedRow<Span>[] {
  const depths = new Map<number, number>();
  return [...selected]
    .sort((a, b) => a - b)
    .map((index) => {
      let above = nodes[index]!.parent;
      while (above !== -1 && !depths.has(above)) above = nodes[above]!.parent;
      const depth = above === -1 ? 0 : depths.get(above)! + 1;
      depths.set(index, depth);
      const skipped = nodes[index]!.depth - (above === -1 ? 0 : nodes[above]!.depth + 1);
      return { node: nodes[index]!, depth, skipped };
    });
}
