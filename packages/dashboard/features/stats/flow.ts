import type { LedgerView } from '@seismo/server';

/** A place that items pass: a kind, an outcome, a reason. Measures are pixels from the top. */
export interface FlowNode {
  id: string;
  column: 0 | 1 | 2;
  quantity: number;
  top: number;
  height: number;
  /** Of an outcome, and of its reasons. */
  outcome: string | null;
  /** An item kind, an outcome or a reason. */
  name: string;
}

/** Items on their way from one place to the next, as thick as their share of either. */
export interface FlowBand {
  from: FlowNode;
  to: FlowNode;
  quantity: number;
  fromTop: number;
  fromHeight: number;
  toTop: number;
  toHeight: number;
}

export interface Flow {
  height: number;
  nodes: FlowNode[];
  bands: FlowBand[];
}

/** Room for a line of text, however few items there are. */
const NODE_HEIGHT_MIN = 20;
const GAP = 6;
/** Shared among the items of a column, over the room that each place has anyhow. */
const ITEMS_HEIGHT = 200;

/**
 * What was received by kind, what became of it, and why: the same items in each column, but that those which ended as they
 * should, and those on their way, have no reason. What goes into a place is what comes out of it.
 */
export function flowOf({ kinds }: Pick<LedgerView, 'kinds'>): Flow {
  const cells = kinds.flatMap(({ itemKind, received, outcomes }) => {
    const ended = outcomes.filter(({ quantity }) => quantity > 0);
    const inFlight = received - ended.reduce((sum, { quantity }) => sum + quantity, 0);
    const all = inFlight > 0 ? [...ended, { outcome: 'in flight', reason: '', quantity: inFlight }] : ended;
    return all.map((cell) => ({ ...cell, itemKind }));
  });
  const total = cells.reduce((sum, { quantity }) => sum + quantity, 0);
  if (total === 0) return { height: 0, nodes: [], bands: [] };
  const column = (index: FlowNode['column'], keyOf: (cell: (typeof cells)[number]) => string | null) => {
    const found = new Map<string, FlowNode>();
    for (const cell of cells) {
      const id = keyOf(cell);
      if (id === null) continue;
      const name = [cell.itemKind, cell.outcome, cell.reason][index]!;
      const outcome = index === 0 ? null : cell.outcome;
      const node = found.get(id) ?? { id, column: index, quantity: 0, top: 0, height: 0, outcome, name };
      node.quantity += cell.quantity;
      found.set(id, node);
    }
    return found;
  };
  const keys = [
    ({ itemKind }: { itemKind: string }) => itemKind,
    ({ outcome }: { outcome: string }) => outcome,
    ({ outcome, reason }: { outcome: string; reason: string }) => (reason === '' ? null : `${outcome}:${reason}`),
  ] as const;
  const columns = [column(0, keys[0]), column(1, keys[1]), column(2, keys[2])] as const;
  // Reasons stand in the order of their outcomes, so that no band crosses another on the way to them.
  const outcomes = sorted([...columns[1].values()]);
  const rank = new Map(outcomes.map(({ name }, index) => [name, index]));
  const reasons = sorted([...columns[2].values()]).sort((a, b) => rank.get(a.outcome!)! - rank.get(b.outcome!)!);
  const ordered = [sorted([...columns[0].values()]), outcomes, reasons];
  for (const nodes of ordered) place(nodes, total);
  const height = Math.max(...ordered.map((nodes) => bottomOf(nodes)));

  const bands: FlowBand[] = [];
  for (const [from, to] of [
    [0, 1],
    [1, 2],
  ] as const) {
    const flows = new Map<string, { from: FlowNode; to: FlowNode; quantity: number }>();
    for (const cell of cells) {
      const [left, right] = [columns[from].get(keys[from](cell)!), columns[to].get(keys[to](cell) ?? '')];
      if (!left || !right) continue;
      const id = `${left.id}\n${right.id}`;
      const flow = flows.get(id) ?? { from: left, to: right, quantity: 0 };
      flow.quantity += cell.quantity;
      flows.set(id, flow);
    }
    bands.push(...laid([...flows.values()]));
  }
  return { height, nodes: ordered.flat(), bands };
}

function sorted(nodes: FlowNode[]): FlowNode[] {
  return nodes.sort((a, b) => b.quantity - a.quantity || (a.id < b.id ? -1 : 1));
}

function place(nodes: FlowNode[], total: number): void {
  let top = 0;
  for (const node of nodes) {
    node.top = top;
    node.height = NODE_HEIGHT_MIN + (ITEMS_HEIGHT * node.quantity) / total;
    top += node.height + GAP;
  }
}

function bottomOf(nodes: FlowNode[]): number {
  const last = nodes.at(-1);
  return last ? last.top + last.height : 0;
}

/** Bands leave and arrive in the order of where they go and come from, one right under the other. */
function laid(flows: { from: FlowNode; to: FlowNode; quantity: number }[]): FlowBand[] {
  const used = new Map<FlowNode, number>();
  const take = (node: FlowNode, quantity: number) => {
    const start = used.get(node) ?? node.top;
    const height = (node.height * quantity) / node.quantity;
    used.set(node, start + height);
    return [start, height] as const;
  };
  const inOrder = flows.toSorted((a, b) => a.from.top - b.from.top || a.to.top - b.to.top);
  const leaving = new Map(inOrder.map((flow) => [flow, take(flow.from, flow.quantity)]));
  return inOrder
    .toSorted((a, b) => a.to.top - b.to.top || a.from.top - b.from.top)
    .map((flow) => {
      const [fromTop, fromHeight] = leaving.get(flow)!;
      const [toTop, toHeight] = take(flow.to, flow.quantity);
      return { ...flow, fromTop, fromHeight, toTop, toHeight };
    });
}
