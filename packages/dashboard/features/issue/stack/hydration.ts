import type { EventPayload } from '@seismo/protocol';

export interface HydrationDifference {
  /** Position in the page, `main > p`; `''` if unknown. */
  path: string;
  lines: DiffLine[];
}

export interface DiffLine {
  /** `server`: only the server rendered it; `client`: only the browser did. */
  side: 'client' | 'server' | 'both';
  text: string;
}

const LINE_COUNT_MAX = 200;

/**
 * The difference between the server's and the browser's rendering: `contexts.hydration` from our SDK (docs/digest.md),
 * or the part of React's own message in development builds. `null` if there is none.
 */
export function hydrationOf({ contexts, exception }: EventPayload): HydrationDifference | null {
  const { path, server, client } = contexts['hydration'] ?? {};
  const lines =
    typeof server === 'string' && typeof client === 'string'
      ? compared(piecesOf(server), piecesOf(client))
      : diffInMessage(exception?.values.at(-1)?.value ?? '');
  if (lines.every(({ side }) => side === 'both')) return null;
  return { path: typeof path === 'string' ? path : '', lines };
}

/** Tags and texts, one a line. */
function piecesOf(markup: string): string[] {
  return (markup.match(/<[^<>]*>|[^<>]+|[<>]/g) ?? []).slice(0, LINE_COUNT_MAX);
}

/** Our SDK sends the first difference with some equal content around it. */
function compared(server: string[], client: string[]): DiffLine[] {
  const shorter = Math.min(server.length, client.length);
  let start = 0;
  while (start < shorter && server[start] === client[start]) start++;
  let end = 0;
  while (end < shorter - start && server.at(-1 - end) === client.at(-1 - end)) end++;
  const of = (side: DiffLine['side'], texts: string[]) => texts.map((text): DiffLine => ({ side, text }));
  return [
    ...of('both', server.slice(0, start)),
    ...of('server', server.slice(start, server.length - end)),
    ...of('client', client.slice(start, client.length - end)),
    ...of('both', server.slice(server.length - end)),
  ];
}

/** React writes `+` before the browser's lines and `-` before the server's. */
function diffInMessage(value: string): DiffLine[] {
  const diff = value.split('react.dev/link/hydration-mismatch', 2)[1] ?? '';
  const lines = diff.split('\n', LINE_COUNT_MAX).map((line): DiffLine => {
    if (line.startsWith('+')) return { side: 'client', text: line.slice(1) };
    if (line.startsWith('-')) return { side: 'server', text: line.slice(1) };
    return { side: 'both', text: line.startsWith(' ') ? line.slice(1) : line };
  });
  const hasText = ({ text }: DiffLine) => text.trim() !== '';
  return lines.slice(Math.max(0, lines.findIndex(hasText)), lines.findLastIndex(hasText) + 1);
}
