'use client';

import { memo, type ReactNode } from 'react';
import { Sparkline, sparklineLabel } from '#charts/sparkline.tsx';
import { count } from '#ui/count.ts';
import { levelWords } from '#ui/level-words.ts';
import { isNow } from '#lib/time/relative.ts';
import { Time } from '#lib/time/time.tsx';
import { columns, type ColumnId } from './columns.ts';
import { StatusBadges } from './status-badges.tsx';
import type { IssueRowData } from './issue-row-data.ts';
import { priorityNames } from './priority-names.ts';
import type { RowIconName } from './row-icons.tsx';

/**
 * One issue: title, location, counts, users, age. On phones the counts move under the title. Styles are in
 * `styles/issue-rows.css`.
 */
export const IssueRow = memo(function IssueRow({
  issue,
  visibleColumns,
  nowMs,
  span,
  mayChange,
  busy,
}: {
  issue: IssueRowData;
  visibleColumns: readonly ColumnId[];
  nowMs: number;
  span: string;
  mayChange: boolean;
  /** An action on this issue is pending. */
  busy: boolean;
}) {
  const { shortId, priority, assignee } = issue;
  const level = levelWords[issue.level] ? issue.level : 'error';
  const title = issue.type || issue.value || 'Event without a message';
  return (
    <tr data-row className="issue-row">
      <th scope="row" aria-label={`${title} ${shortId}`}>
        <div className="issue-row-head">
          <input type="checkbox" data-select-row value={issue.id} tabIndex={-1} aria-label={`Select ${shortId}`} />
          <span className={`text-${level}`} title={levelWords[level]}>
            <RowIcon name={level} />
            <span className="sr-only">{levelWords[level]}</span>
          </span>
          <div>
            <a
              href={`/issues/${encodeURIComponent(shortId)}`}
              data-row-link
              suppressHydrationWarning
              className="fills-row"
            >
              <bdi className={issue.seen ? 'font-medium' : 'font-bold'}>{title}</bdi>
              {issue.type && issue.value ? (
                <>
                  {' '}
                  <bdi className="issue-row-value">{issue.value}</bdi>
                </>
              ) : null}
            </a>
            <div className="issue-row-line">
              <span>{shortId}</span>
              {priority.byPerson && !visibleColumns.includes('priority') ? (
                <span
                  title={`${priorityNames[priority.level]} priority. ${priority.why}`}
                  className={priority.level === 'low' ? 'text-faint' : 'text-ink'}
                >
                  <RowIcon name={priority.level} />
                  <span className="sr-only">{priorityNames[priority.level]} priority</span>
                </span>
              ) : null}
              {issue.culprit ? <span className="issue-row-culprit">{issue.culprit}</span> : null}
              <span className="issue-row-status">
                <StatusBadges issue={issue} />
                {assignee ? <Assignee assignee={assignee} inColumn={visibleColumns.includes('assignee')} /> : null}
              </span>
            </div>
            <div className="issue-row-counts">
              <span>
                <b>{count(issue.events)}</b> {issue.events === 1 ? 'event' : 'events'}
              </span>
              <span>
                <b>{count(issue.users)}</b> {issue.users === 1 ? 'user' : 'users'}
              </span>
              <Time atMs={issue.lastSeenAtMs} nowMs={nowMs} ago />
            </div>
          </div>
        </div>
      </th>
      {visibleColumns.map((id) => (
        <td key={id} className={isNumber[id] ? 'text-right' : undefined}>
          {cells[id](issue, span, nowMs)}
        </td>
      ))}
      {mayChange ? <RowActions issue={issue} busy={busy} /> : null}
    </tr>
  );
});

const isNumber = Object.fromEntries(columns.map(({ id, align }) => [id, align === 'right'])) as Record<
  ColumnId,
  boolean
>;

const cells: Record<ColumnId, (issue: IssueRowData, span: string, nowMs: number) => ReactNode> = {
  trend: ({ series }, span, nowMs) => (
    <div className="issue-row-trend">
      <Sparkline series={series} width={120} height={28} label={sparklineLabel(series, span)} nowMs={nowMs} />
    </div>
  ),
  events: (issue) => count(issue.events),
  users: (issue) => count(issue.users),
  priority: ({ priority }) => (
    <span title={priority.why} className="issue-row-priority">
      <RowIcon name={priority.level} />
      {priorityNames[priority.level]}
    </span>
  ),
  assignee: ({ assignee }) =>
    assignee ? <Assignee assignee={assignee} /> : <span className="text-12 text-faint">Unassigned</span>,
  release: ({ lastRelease }) => (
    <span title={lastRelease} className="block truncate font-mono text-12">
      {lastRelease || <span className="font-sans text-faint">None</span>}
    </span>
  ),
  total: (issue) => count(issue.eventsTotal),
  seen: (issue, _span, nowMs) => (
    <>
      <Time atMs={issue.lastSeenAtMs} nowMs={nowMs} />
      <div className="issue-row-seen-first text-12 text-muted">
        <span className="sr-only">First seen </span>
        <Time atMs={issue.firstSeenAtMs} nowMs={nowMs} />
        {isNow(issue.firstSeenAtMs, nowMs) ? null : ' old'}
      </div>
    </>
  ),
};

/** They appear when the row is hovered or has the focus, in a column of their own, so that they cover nothing. */
function RowActions({ issue: { id, shortId, status }, busy }: { issue: IssueRowData; busy: boolean }) {
  const actionProps = { id, shortId, busy };
  return (
    <td className="issue-row-actions">
      {status === 'resolved' ? (
        <RowAction name="reopen" title="Reopen" {...actionProps} />
      ) : (
        <RowAction name="resolve" title="Resolve" {...actionProps} />
      )}
      {status === 'archived' ? (
        <RowAction name="unarchive" title="Unarchive" {...actionProps} />
      ) : (
        <RowAction name="archive" title="Archive until it escalates" {...actionProps} />
      )}
    </td>
  );
}

interface RowActionProps {
  name: RowIconName;
  title: string;
  id: number;
  shortId: string;
  busy: boolean;
}

/** `IssueRows` handles the click, by `name`. */
function RowAction({ name, title, id, shortId, busy }: RowActionProps) {
  return (
    <button
      type="button"
      name={name}
      value={id}
      tabIndex={-1}
      aria-disabled={busy || undefined}
      aria-label={`${title} ${shortId}`}
      title={title}
    >
      <RowIcon name={name} />
    </button>
  );
}

interface AssigneeProps {
  assignee: NonNullable<IssueRowData['assignee']>;
  /** Hides it on wide screens, where the assignee column shows it. */
  inColumn?: boolean;
}

function Assignee({ assignee, inColumn = false }: AssigneeProps) {
  return (
    <span className={inColumn ? 'issue-row-assignee md:hidden' : 'issue-row-assignee'}>
      <RowIcon name={assignee.kind === 'team' ? 'team' : 'user'} />
      <span className="sr-only">Assigned to </span>
      <span className="truncate" title={assignee.name}>
        {assignee.name}
      </span>
    </span>
  );
}

/** One of `RowIcons`. */
function RowIcon({ name }: { name: RowIconName }) {
  return (
    <svg aria-hidden>
      <use href={`#row-${name}`} />
    </svg>
  );
}
