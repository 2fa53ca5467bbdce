import { absolute } from './absolute.ts';
import { relative } from './relative.ts';

/** A time relative to `nowMs` (read once per request). `Tooltips` shows the exact time. */
export function Time({ atMs, nowMs, ago = false }: { atMs: number; nowMs: number; ago?: boolean }) {
  const text = relative(atMs, nowMs);
  return (
    <time dateTime={new Date(atMs).toISOString()} title={absolute(atMs, 'utc')} className="whitespace-nowrap">
      {ago && text !== 'now' ? `${text} ago` : text}
    </time>
  );
}
