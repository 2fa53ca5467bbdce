import { absolute } from './absolute.ts';
import { relative } from './relative.ts';

/** A moment, relative to `nowMs` (read once per request). `ExactTimes` shows the exact one. */
export function Time({ atMs, nowMs, ago = false }: { atMs: number; nowMs: number; ago?: boolean }) {
  const text = relative(atMs, nowMs);
  return (
    <time dateTime={new Date(atMs).toISOString()} title={absolute(atMs, 'utc')} className="whitespace-nowrap">
      {ago && text !== 'now' ? `${text} ago` : text}
    </time>
  );
}
