import type { Context } from '@seismo/browser';

/** The content of the page and of React's render at the position where they begin to differ. */
export interface HydrationDifference extends Context {
  /** Where, `main > p`. */
  path: string;
  server: string;
  client: string;
}

/** Pieces of markup on one side that are compared, and characters of each side that are reported. */
const PIECE_COUNT_MAX = 20_000;
const SIDE_CHARS_MAX = 1000;
/** Equal pieces that are shown before a difference. */
const LEAD_COUNT = 3;

const hydrationFailed = /Minified React error #(?:418|423|425)\b|^Hydration failed|hydrating|did not match/;

export const isHydrationError = (error: unknown): boolean =>
  error instanceof Error && hydrationFailed.test(error.message.slice(0, 500));

/**
 * Watches the page during hydration. On a difference React replaces the server's nodes with its own in one task and
 * reports it at the end of that task, when both can still be compared.
 */
export function watchHydration(signal: AbortSignal) {
  let last: MutationRecord[] = [];
  const observer = new MutationObserver((records) => {
    last = records;
  });
  observer.observe(document, { childList: true, subtree: true });
  signal.addEventListener('abort', () => observer.disconnect());
  return {
    /** The difference behind an error that is reported now. */
    difference(): HydrationDifference | undefined {
      const fresh = observer.takeRecords();
      const found = differenceOf(fresh.length > 0 ? fresh : last);
      last = [];
      return found;
    },
  };
}

function differenceOf(records: readonly MutationRecord[]): HydrationDifference | undefined {
  const removed = new Map<Node, Node[]>();
  const added = new Set<Node>();
  for (const { target, removedNodes, addedNodes } of records) {
    for (const node of removedNodes) {
      // Nodes that React added and removed itself do not count.
      if (!added.delete(node)) removed.set(target, [...(removed.get(target) ?? []), node]);
    }
    for (const node of addedNodes) added.add(node);
  }
  for (const [parent, nodes] of removed) {
    const server = piecesOf(nodes);
    const client = piecesOf([...parent.childNodes].filter((node) => added.has(node)));
    const difference = compared(parent, server, client);
    if (difference) return difference;
  }
  return undefined;
}

interface Piece {
  text: string;
  parent: Node | null;
}

/** Elements and texts in order, without those that React does not compare: scripts, styles, comments, attributes. */
function piecesOf(nodes: readonly Node[]): Piece[] {
  const pieces: Piece[] = [];
  const visit = (node: Node): void => {
    if (pieces.length >= PIECE_COUNT_MAX) return;
    if (node.nodeType === Node.TEXT_NODE) {
      const text = node.nodeValue ?? '';
      if (text.trim()) pieces.push({ text, parent: node.parentNode });
    } else if (node instanceof Element && !/^(?:SCRIPT|STYLE|LINK|TEMPLATE|NOSCRIPT)$/.test(node.tagName)) {
      const name = node.tagName.toLowerCase();
      pieces.push({ text: `<${name}>`, parent: node.parentNode });
      node.childNodes.forEach(visit);
      pieces.push({ text: `</${name}>`, parent: node.parentNode });
    }
  };
  nodes.forEach(visit);
  return pieces;
}

function compared(root: Node, server: Piece[], client: Piece[]): HydrationDifference | undefined {
  let at = 0;
  while (at < server.length && at < client.length && server[at]!.text === client[at]!.text) at += 1;
  if (at === server.length && at === client.length) return undefined;
  const sideOf = (pieces: Piece[], other: Piece[]): string => {
    let end = pieces.length;
    let otherEnd = other.length;
    while (end > at && otherEnd > at && pieces[end - 1]!.text === other[otherEnd - 1]!.text) {
      end -= 1;
      otherEnd -= 1;
    }
    const excerpt = pieces.slice(Math.max(0, at - LEAD_COUNT), end + LEAD_COUNT).map(({ text }) => text);
    return excerpt.join('').slice(0, SIDE_CHARS_MAX);
  };
  return {
    path: pathOf((client[at] ?? server[at])!.parent, root),
    server: sideOf(server, client),
    client: sideOf(client, server),
  };
}

/** The last steps from the page to a place, nodes that were taken out included. */
function pathOf(place: Node | null, root: Node): string {
  const names: string[] = [];
  for (let node = place; node && names.length < 6; node = node.parentNode ?? (root.contains(node) ? null : root)) {
    if (!(node instanceof Element) || node === root.ownerDocument?.documentElement) break;
    names.unshift(node.tagName.toLowerCase() + (node.id ? `#${node.id}` : ''));
    if (node === root && node.parentNode === null) break;
  }
  return names.join(' > ').slice(0, 200);
}
