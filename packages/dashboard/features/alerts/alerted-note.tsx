import type { IssueAlerts } from '@seismo/server';
import { Time } from '#lib/time/time.tsx';
import { plural } from '#ui/count.ts';
import { Link } from '#ui/link.tsx';

/** How often an issue was reported, and to whom the last time, with a link to that alert; nothing if it was not. */
export function AlertedNote({ alerts: { count, last }, nowMs }: { alerts: IssueAlerts; nowMs: number }) {
  if (last === null) return null;
  const [first = '', ...others] = last.to;
  const to = first === '' ? '' : `to ${first}${others.length > 0 ? ` and ${others.length} more` : ''} `;
  return (
    <Link
      href={`/alerts/${last.id}`}
      className="rounded-sm [overflow-wrap:anywhere] underline decoration-line underline-offset-2 hover:text-ink hover:decoration-current"
    >
      Alerted {plural(count, 'time')}, {count === 1 ? '' : 'last '}
      <bdi>{to}</bdi>
      <Time atMs={last.atMs} nowMs={nowMs} ago />
    </Link>
  );
}
