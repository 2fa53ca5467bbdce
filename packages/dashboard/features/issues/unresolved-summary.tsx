import type { UnresolvedCounts, TimeRange } from '@seismo/server';
import { rangeSince } from '#shell/context-bar/time-range.ts';
import { count, plural } from '#ui/count.ts';
import { Link } from '#ui/link.tsx';
import { issuesHref } from './search-params.ts';

const linkClass =
  'rounded-sm underline decoration-line-strong underline-offset-2 hover:text-ink hover:decoration-current';

/** A summary of all environments: `14 unresolved issues, 3 new today`, each linked to its list. */
export function UnresolvedSummary({
  counts: { unresolved, unresolvedSinceMs, newToday },
  projects,
  range,
  nowMs,
}: {
  counts: UnresolvedCounts;
  projects: string[];
  /** The current time range. Links keep it if it covers all counted issues. */
  range: TimeRange;
  nowMs: number;
}) {
  const unresolvedText = plural(unresolved, 'unresolved issue');
  const newText = `${count(newToday)} new today`;
  return (
    <>
      {unresolvedSinceMs === null ? (
        unresolvedText
      ) : (
        <Link href={issuesHref({ projects, range: rangeSince(unresolvedSinceMs, nowMs, range) })} className={linkClass}>
          {unresolvedText}
        </Link>
      )}
      ,{' '}
      {newToday === 0 ? (
        newText
      ) : (
        <Link
          href={issuesHref({
            projects,
            range: rangeSince(nowMs - DAY_MS, nowMs, range),
            query: 'firstSeen:-24h',
            sort: 'first-seen',
          })}
          className={linkClass}
        >
          {newText}
        </Link>
      )}
    </>
  );
}

const DAY_MS = 86_400_000;
