import type { IssueRow as Row } from '@seismo/server';
import clsx from 'clsx';
import { UserRound, UsersRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { Bars, barsLabel } from '#components/charts/bars.tsx';
import { count } from '#components/ui/count.ts';
import { Link } from '#components/ui/link.tsx';
import { Severity } from '#components/ui/severity.tsx';
import { Time } from '#components/time/time.tsx';
import { columns, usualColumns, type ColumnId } from './columns.ts';
import { LifeBadges } from './life-badges.tsx';
import { PriorityMark, priorityMarks } from './priority-mark.tsx';
import { RowButtons } from './status-buttons.tsx';

/** One issue: what broke, where, how often, how many people, how old. On phones the figures move under the title. */
export function IssueRow({
  issue,
  shown = usualColumns,
  nowMs,
  span,
}: {
  issue: Row;
  shown?: readonly ColumnId[];
  nowMs: number;
  span: string;
}) {
  const title = issue.type || issue.value || 'Event without a message';
  return (
    <tr
      data-row
      className="group relative h-14 border-b border-line align-middle focus-within:bg-accent-wash hover:bg-hover focus-within:hover:bg-accent-wash"
    >
      <th
        scope="row"
        aria-label={`${title} ${issue.shortId}`}
        className="min-w-0 py-1.5 pr-3 pl-1 text-left font-normal max-md:pr-1 md:pl-2"
      >
        <div className="flex min-w-0 gap-2.5">
          <input
            type="checkbox"
            data-choose
            data-command="select"
            value={issue.shortId}
            tabIndex={-1}
            aria-label={`Choose ${issue.shortId}`}
            className="relative z-[1] mt-[3px] size-[15px] shrink-0 accent-accent"
          />
          <span className="pt-0.5">
            <Severity level={issue.level} compact />
          </span>
          <div className="min-w-0 flex-1">
            <div className="flex min-w-0 items-center gap-2">
              <Link
                href={`/issues/${encodeURIComponent(issue.shortId)}`}
                data-row-link
                className="min-w-0 truncate outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent"
              >
                <span className={issue.seen ? 'font-medium' : 'font-bold'}>{title}</span>
                {issue.type && issue.value ? <span className="ml-2 text-muted">{issue.value}</span> : null}
              </Link>
            </div>
            <div className="mt-0.5 flex min-w-0 items-center gap-x-2 gap-y-1 text-12 text-muted max-md:flex-wrap">
              <span className="shrink-0">{issue.shortId}</span>
              {shown.includes('priority') ? null : <PriorityMark priority={issue.priority} />}
              {issue.culprit ? (
                <span className="min-w-0 truncate font-mono max-md:flex-1 max-md:basis-0">{issue.culprit}</span>
              ) : null}
              <span className="contents gap-x-2 gap-y-1 empty:hidden max-md:flex max-md:basis-full max-md:flex-wrap">
                <LifeBadges issue={issue} />
                {issue.assignee ? (
                  <span
                    className={clsx(
                      'flex max-w-36 min-w-0 shrink-0 items-center',
                      shown.includes('assignee') && 'md:hidden',
                    )}
                  >
                    <Assignee assignee={issue.assignee} />
                  </span>
                ) : null}
              </span>
            </div>
            <div className="mt-0.5 flex items-center gap-x-3 text-12 text-muted md:hidden">
              <span>
                <b className="font-medium text-ink">{count(issue.events)}</b> events
              </span>
              <span>
                <b className="font-medium text-ink">{count(issue.users)}</b> users
              </span>
              <span className="ml-auto">
                <Time atMs={issue.lastSeenAtMs} nowMs={nowMs} ago />
              </span>
            </div>
          </div>
        </div>
      </th>
      {shown.map((id) => {
        const { width, align } = columns.find((column) => column.id === id)!;
        return (
          <td key={id} className={clsx('relative hidden px-3 md:table-cell', width, align === 'right' && 'text-right')}>
            {cells[id](issue, nowMs, span)}
          </td>
        );
      })}
    </tr>
  );
}

const cells: Record<ColumnId, (issue: Row, nowMs: number, span: string) => ReactNode> = {
  trend: (issue, _nowMs, span) => (
    <div className="h-7">
      <Bars series={issue.series} width={120} height={28} label={barsLabel(issue.series, span)} />
    </div>
  ),
  events: (issue) => count(issue.events),
  users: (issue) => count(issue.users),
  priority: ({ priority }) => {
    const { icon: Icon, word } = priorityMarks[priority.level];
    return (
      <span title={priority.why} className="inline-flex items-center gap-1.5 text-13">
        <Icon size={14} aria-hidden className="text-muted" />
        {word}
      </span>
    );
  },
  assignee: ({ assignee }) =>
    assignee ? (
      <span className="flex min-w-0 items-center text-13">
        <Assignee assignee={assignee} />
      </span>
    ) : (
      <span className="text-12 text-faint">Nobody</span>
    ),
  release: ({ lastRelease }) => (
    <span title={lastRelease} className="block truncate font-mono text-12">
      {lastRelease || <span className="font-sans text-faint">None</span>}
    </span>
  ),
  total: (issue) => count(issue.eventsTotal),
  seen: (issue, nowMs) => (
    <>
      <Time atMs={issue.lastSeenAtMs} nowMs={nowMs} />
      <div className="text-12 text-muted">
        <span className="sr-only">First seen </span>
        <Time atMs={issue.firstSeenAtMs} nowMs={nowMs} /> old
      </div>
      <div className="absolute inset-y-0.5 right-0.5 flex items-center bg-inherit pr-2 pl-3 opacity-0 group-focus-within:bg-accent-wash group-focus-within:opacity-100 group-hover:bg-hover group-hover:opacity-100 group-focus-within:group-hover:bg-accent-wash">
        <RowButtons shortId={issue.shortId} status={issue.status} />
      </div>
    </>
  ),
};

function Assignee({ assignee }: { assignee: NonNullable<Row['assignee']> }) {
  const Icon = assignee.kind === 'team' ? UsersRound : UserRound;
  return (
    <>
      <Icon size={12} aria-hidden className="mr-1 shrink-0" />
      <span className="sr-only">Assigned to </span>
      <span className="truncate" title={assignee.name}>
        {assignee.name}
      </span>
    </>
  );
}
