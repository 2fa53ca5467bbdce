/** As much of the header as is looked at. Next itself refuses more than 40,000 characters. */
const HEADER_CHARS_MAX = 40_000;
const SEGMENT_COUNT_MAX = 64;
const SEGMENT_CHARS_MAX = 200;

/**
 * The route of the page that a server action was sent from, `/products/[id]`, by the header `next-router-state-tree`: a
 * tree of segments as percent-encoded JSON (next 16.4 `shared/lib/app-router-types.d.ts`, `FlightRouterState`; 15 has the
 * same). Anybody may send the header, so anything else than a tree is `null`.
 */
export function routeOfTree(header: string): string | null {
  if (header.length > HEADER_CHARS_MAX) return null;
  let tree: unknown;
  try {
    tree = JSON.parse(decodeURIComponent(header));
  } catch {
    return null;
  }
  if (!Array.isArray(tree)) return null;
  const segments: string[] = [];
  for (let depth = 0; Array.isArray(tree); depth += 1) {
    if (depth > SEGMENT_COUNT_MAX) return null;
    const segment = readSegment(tree[0]);
    if (segment === null) return null;
    // Groups are not in the address, and a page is where the way ends.
    if (segment.startsWith('__PAGE__')) break;
    if (segment !== '' && !/^\(.*\)$/.test(segment)) segments.push(segment);
    const below: unknown = tree[1];
    tree =
      typeof below === 'object' && below !== null && Object.hasOwn(below, 'children')
        ? (below as { children: unknown }).children
        : null;
  }
  return `/${segments.join('/')}`;
}

/** A name as it stands, or `[name, value, kind, …]` for what the address fills in. The value is the visitor's. */
function readSegment(segment: unknown): string | null {
  if (typeof segment === 'string') return segment.length > SEGMENT_CHARS_MAX ? null : segment;
  if (!Array.isArray(segment)) return null;
  const [name, , kind] = segment as unknown[];
  if (typeof name !== 'string' || name.length > SEGMENT_CHARS_MAX || typeof kind !== 'string') return null;
  if (kind === 'oc') return `[[...${name}]]`;
  return kind.startsWith('c') ? `[...${name}]` : `[${name}]`;
}

/** An id of a server action: the SHA-1 of where it is written, before it a byte about its arguments. */
export function readActionId(header: unknown): string | null {
  return typeof header === 'string' && /^[0-9a-f]{40,64}$/.test(header) ? header : null;
}
