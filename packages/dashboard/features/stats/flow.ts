import type { KeyOutcomesView, OutcomesView } from '@seismo/server';
import { keyName } from './ledger.ts';

/** The columns, in this order; the first only if there are several keys. */
export type FlowPart = 'key' | 'kind' | 'outcome' | 'reason';

/** A node of the flow. `top` and `height` are in pixels. */
export interface FlowNode {
  id: string;
  part: FlowPart;
  quantity: number;
  top: number;
  height: number;
  /** Set for an outcome and its reasons. */
  outcome: string | null;
  /** A key's label, an item kind, an outcome or a reason. */
  name: string;
  /** Set if the node is a key. */
  key: Pick<KeyOutcomesView, 'keyId' | 'project'> | null;
}

/** A band of items between two nodes. Each end is as thick as the items' share of its node. */
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
  parts: FlowPart[];
  nodes: FlowNode[];
  bands: FlowBand[];
}

/** Room for a line of text, however few items there are. */
const NODE_HEIGHT_MIN = 20;
const GAP = 6;
/** Height shared by the items of a column, in addition to the minimum of each node. */
const ITEMS_HEIGHT = 200;

/** Further keys share one node. */
const KEY_COUNT_MAX = 8;

interface Stop {
  id: string;
  name: string;
  outcome?: string;
  key?: FlowNode['key'];
}

/** Items with the same path: their node in each column, `null` after the last. */
type ItemPath = { quantity: number } & { [Part in FlowPart]?: Stop | null };

/**
 * The items by key, kind, outcome and reason: each column has the same items, except that stored ones and those in
 * flight have no reason. A node's incoming and outgoing quantities are equal.
 */
export function flowOf({ kinds, keys }: Pick<OutcomesView, 'kinds' | 'keys'>): Flow {
  const outgoing = kinds.flatMap(pathsOf);
  const total = outgoing.reduce((sum, { quantity }) => sum + quantity, 0);
  if (total === 0) return { height: 0, parts: [], nodes: [], bands: [] };
  const incoming =
    keys.length > 1
      ? keys.toSorted((a, b) => b.received - a.received).flatMap((key, index) => pathsFromKey(key, index, keys))
      : [];
  const columns = new Map<FlowPart, Map<string, FlowNode>>();
  if (incoming.length > 0) columns.set('key', nodesOf('key', incoming));
  for (const part of ['kind', 'outcome', 'reason'] as const) columns.set(part, nodesOf(part, outgoing));
  // Reasons are in the order of their outcomes, so that no bands cross between them.
  const outcomes = sorted([...columns.get('outcome')!.values()]);
  const rank = new Map(outcomes.map(({ name }, index) => [name, index]));
  const ordered = [...columns].map(([part, nodesById]) => {
    const nodes = sorted([...nodesById.values()]);
    return part === 'reason' ? nodes.sort((a, b) => rank.get(a.outcome!)! - rank.get(b.outcome!)!) : nodes;
  });
  for (const nodes of ordered) layOut(nodes, total);
  const parts = [...columns.keys()];
  const bands = parts.slice(1).flatMap((to, index) => {
    const from = parts[index]!;
    return bandsOf(from === 'key' ? incoming : outgoing, from, to, columns);
  });
  return { height: Math.max(...ordered.map(bottomOf)), parts, nodes: ordered.flat(), bands };
}

function pathsOf({ itemKind, received, outcomes }: OutcomesView['kinds'][number]): ItemPath[] {
  const ended = outcomes.filter(({ quantity }) => quantity > 0);
  const inFlight = received - ended.reduce((sum, { quantity }) => sum + quantity, 0);
  const all = inFlight > 0 ? [...ended, { outcome: 'in flight', reason: '', quantity: inFlight }] : ended;
  return all.map(({ outcome, reason, quantity }) => ({
    quantity,
    kind: { id: itemKind, name: itemKind },
    outcome: { id: outcome, name: outcome, outcome },
    reason: reason === '' ? null : { id: `${outcome}:${reason}`, name: reason, outcome },
  }));
}

function pathsFromKey(own: KeyOutcomesView, index: number, keys: readonly KeyOutcomesView[]): ItemPath[] {
  const { keyId, project, kinds } = own;
  const key =
    index < KEY_COUNT_MAX
      ? { id: `${project}:${keyId}`, name: keyName(own, keys), key: { keyId, project } }
      : { id: 'others', name: 'other keys' };
  const incoming = kinds.filter(({ received }) => received > 0);
  return incoming.map(({ itemKind, received: quantity }) => ({
    quantity,
    key,
    kind: { id: itemKind, name: itemKind },
  }));
}

function nodesOf(part: FlowPart, paths: readonly ItemPath[]): Map<string, FlowNode> {
  const found = new Map<string, FlowNode>();
  for (const path of paths) {
    const stop = path[part];
    if (!stop) continue;
    const { id, name, outcome = null, key = null } = stop;
    const node = found.get(id) ?? { id, part, quantity: 0, top: 0, height: 0, outcome, name, key };
    node.quantity += path.quantity;
    found.set(id, node);
  }
  return found;
}

function bandsOf(
  paths: readonly ItemPath[],
  from: FlowPart,
  to: FlowPart,
  columns: ReadonlyMap<FlowPart, ReadonlyMap<string, FlowNode>>,
): FlowBand[] {
  const flows = new Map<string, { from: FlowNode; to: FlowNode; quantity: number }>();
  for (const path of paths) {
    const [left, right] = [columns.get(from)!.get(path[from]?.id ?? ''), columns.get(to)!.get(path[to]?.id ?? '')];
    if (!left || !right) continue;
    const id = `${left.id}\n${right.id}`;
    const flow = flows.get(id) ?? { from: left, to: right, quantity: 0 };
    flow.quantity += path.quantity;
    flows.set(id, flow);
  }
  return layOutBands([...flows.values()]);
}

function sorted(nodes: FlowNode[]): FlowNode[] {
  return nodes.sort((a, b) => b.quantity - a.quantity || (a.id < b.id ? -1 : 1));
}

function layOut(nodes: FlowNode[], total: number): void {
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

/** Lays out bands in the order of their nodes, without gaps. */
function layOutBands(flows: { from: FlowNode; to: FlowNode; quantity: number }[]): FlowBand[] {
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
