import type { AssigneeView, IssueFilter, IssueRow } from '@seismo/server';
import type { Route } from 'next';
import type { CSSProperties } from 'react';
import { TableHead } from '#ui/table-head.tsx';
import { may, organizationId } from '#server/viewer.ts';
import { Bulk } from './bulk.tsx';
import { columns, defaultColumns, sortOf, type ColumnId } from './columns.ts';
import { IssueRows } from './issue-rows.tsx';
import { toRowData } from './issue-row-data.ts';
import { RowIcons } from './row-icons.tsx';
import type { RawParams } from '#explorer/url-state.ts';

/** Of the buttons of a row. */
const ACTIONS_WIDTH = 72;

/** Issues with the selected columns. On phones, rows show the counts inline. */
export async function IssueTable({
  issues,
  caption,
  first,
  trend,
  span,
  visibleColumns = defaultColumns,
  nowMs,
  assignees,
  total = issues.length,
  list = null,
  sorting,
}: {
  issues: IssueRow[];
  caption: string;
  /** The name of the first column. */
  first: string;
  /** The name of the column of charts. */
  trend: string;
  /** The time of the charts, in words. */
  span: string;
  visibleColumns?: readonly ColumnId[];
  nowMs: number;
  /** Possible assignees. */
  assignees: AssigneeView[];
  /** All results of a search, and its parameters: they can be selected together. */
  total?: number;
  list?: RawParams | null;
  /** The order of the list, and the URL of another. Without it, the headers do not sort. */
  sorting?: { by: IssueFilter['sort']; hrefOf: (sort: IssueFilter['sort']) => Route };
}) {
  const mayChange = await may('changeIssues');
  const rows = issues.map(toRowData);
  const extraColumns = columns.filter(({ id }) => visibleColumns.includes(id));
  const widths = [...extraColumns.map(({ width }) => width), ...(mayChange ? [ACTIONS_WIDTH] : [])];
  return (
    <Bulk
      organizationId={await organizationId()}
      issues={rows.map(({ id, shortId, status }) => ({ id, shortId, status }))}
      total={total}
      list={list}
      assignees={assignees}
      mayChange={mayChange}
    >
      <RowIcons />
      <table
        role="grid"
        className="issue-table"
        style={{ '--columns': widths.map((width) => `${width}px`).join(' ') } as CSSProperties}
      >
        <caption className="sr-only">{caption}</caption>
        <TableHead
          hiddenOnPhones
          columns={[
            { name: first, className: 'pl-2' },
            ...extraColumns.map(({ id, name, align }) => {
              const sort = sorting && sortOf[id];
              return {
                name: id === 'trend' ? trend : name,
                number: align === 'right',
                className: 'px-3',
                ...(sort && { sortHref: sorting.hrefOf(sort), isSorted: sorting.by === sort }),
              };
            }),
            ...(mayChange ? [{ name: <span className="sr-only">Actions</span> }] : []),
          ]}
        />
        <IssueRows issues={rows} visibleColumns={visibleColumns} nowMs={nowMs} span={span} mayChange={mayChange} />
      </table>
    </Bulk>
  );
}
