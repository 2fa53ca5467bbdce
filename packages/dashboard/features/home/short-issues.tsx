import type { IssueFilter, IssueRow, TimeRange } from '@seismo/server';
import { connection } from 'next/server';
import { RowGrid } from '#explorer/row-grid.tsx';
import { Sparkline, sparklineLabel } from '#charts/sparkline.tsx';
import { Time } from '#lib/time/time.tsx';
import { count, plural } from '#ui/count.ts';
import { Link } from '#ui/link.tsx';
import { Section } from '#ui/section.tsx';
import { Severity } from '#ui/severity.tsx';
import { issuePath } from '#features/issue/event/event-params.ts';
import { issuesHref } from '#features/issues/search-params.ts';
import { runtime } from '#server/runtime.ts';
import { runQuery } from '#server/viewer.ts';
import { readHomeParams, type HomeParams } from './read.ts';
import { timestampText, rangeText } from '#shell/context-bar/time-range.ts';

const COUNT = 5;

const lists = {
  new: {
    title: 'New issues',
    sort: 'events',
    query: (range: TimeRange) =>
      typeof range === 'string'
        ? `is:unresolved firstSeen:-${range}`
        : `is:unresolved firstSeen:>=${timestampText(range.fromMs)} firstSeen:<${timestampText(range.toMs)}`,
    none: 'No new issues in this period.',
  },
  rising: {
    title: 'Rising issues',
    sort: 'trends',
    query: (range: TimeRange) =>
      `is:unresolved firstSeen:${typeof range === 'string' ? `+${range}` : `<${timestampText(range.fromMs)}`}`,
    none: 'No older issues had events in this period.',
  },
} as const;

/** The top issues of a kind, with a link to the full list. */
export async function ShortIssues({ kind, ...params }: HomeParams & { kind: keyof typeof lists }) {
  await connection();
  const { slug, context } = await readHomeParams(params);
  const { title, sort, query, none } = lists[kind];
  const filter: IssueFilter = {
    projects: [slug],
    ...context,
    query: query(context.range),
    sort,
    cursor: null,
    count: COUNT,
  };
  const { issues, total } = await runQuery((viewer) => runtime().query.listIssues(viewer, filter));
  const nowMs = Date.now();
  return (
    <Section
      title={title}
      actions={
        total > COUNT ? (
          <Link href={issuesHref(filter)} className="text-13 text-accent underline underline-offset-2">
            View all {count(total)}
          </Link>
        ) : null
      }
    >
      {issues.length === 0 ? (
        <p className="text-13 text-muted">{none}</p>
      ) : (
        <RowGrid>
          <ul>
            {issues.map((issue) => (
              <ShortIssue key={issue.id} issue={issue} nowMs={nowMs} span={rangeText(context.range)} />
            ))}
          </ul>
        </RowGrid>
      )}
    </Section>
  );
}

function ShortIssue({ issue, nowMs, span }: { issue: IssueRow; nowMs: number; span: string }) {
  const title = issue.type || issue.value || 'Event without a message';
  return (
    <li
      data-row
      className="relative flex min-h-13 items-center gap-3 border-b border-line py-1.5 focus-within:bg-accent-wash hover:bg-hover"
    >
      <div className="flex min-w-0 flex-1 gap-2.5 pl-1">
        <span className="pt-0.5">
          <Severity level={issue.level} compact />
        </span>
        <div className="min-w-0">
          <Link
            href={issuePath(issue.shortId)}
            data-row-link
            suppressHydrationWarning
            className="block truncate fills-row"
          >
            <span className="font-medium">{title}</span>{' '}
            {issue.type && issue.value ? <span className="ml-1 text-muted">{issue.value}</span> : null}
          </Link>
          <p className="mt-0.5 flex min-w-0 gap-x-2 text-12 text-muted">
            <span className="shrink-0">{issue.shortId}</span>
            <span className="min-w-0 truncate font-mono">{issue.culprit}</span>
          </p>
        </div>
      </div>
      <div className="hidden h-6 w-24 shrink-0 sm:block">
        <Sparkline
          series={issue.series}
          width={96}
          height={24}
          label={sparklineLabel(issue.series, span)}
          nowMs={nowMs}
        />
      </div>
      <div className="w-20 shrink-0 pr-1 text-right text-13">
        <span title={plural(issue.users, 'user')}>{plural(issue.events, 'event')}</span>
        <span className="block text-12 text-muted">
          <Time atMs={issue.lastSeenAtMs} nowMs={nowMs} ago />
        </span>
      </div>
    </li>
  );
}
