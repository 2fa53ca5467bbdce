import type { EventPayload } from '@seismo/protocol';

export interface DiffLine {
  /** `client`: what the browser rendered and the server had not; `server`: the other way round. */
  side: 'client' | 'server' | 'both';
  text: string;
}

const LINE_COUNT_MAX = 200;

/**
 * What server and browser rendered differently: `contexts.hydration.diff` as our kit sends it, or the part of React's own
 * message that has it in development builds. Lines of the browser begin with `+`, those of the server with `-`.
 */
export function hydrationDiffOf({ contexts, exception }: EventPayload): DiffLine[] {
  const sent = contexts['hydration']?.['diff'];
  const said = exception?.values.at(-1)?.value?.split('react.dev/link/hydration-mismatch', 2)[1];
  const text = typeof sent === 'string' ? sent : (said ?? '');
  const lines = text
    .split('\n', LINE_COUNT_MAX + 1)
    .slice(0, LINE_COUNT_MAX)
    .map(readLine);
  if (lines.every(({ side }) => side === 'both')) return [];
  const isSaid = ({ text: line }: DiffLine) => line.trim() !== '';
  return lines.slice(lines.findIndex(isSaid), lines.findLastIndex(isSaid) + 1);
}

function readLine(line: string): DiffLine {
  if (line.startsWith('+')) return { side: 'client', text: line.slice(1) };
  if (line.startsWith('-')) return { side: 'server', text: line.slice(1) };
  return { side: 'both', text: line.startsWith(' ') ? line.slice(1) : line };
}
