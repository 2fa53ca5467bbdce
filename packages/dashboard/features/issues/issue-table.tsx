import type { CSSProperties } from 'react';
import { TableHead } from '#ui/table-head.tsx';
import { may, organizationId } from '#server/viewer.ts';
import { columns, defaultColumns, type ColumnId } from './columns.ts';
import { IssueRows } from './issue-rows.tsx';
import { toRowData } from './issue-row-data.ts';
import { RowIcons } from './row-icons.tsx';
import type { IssueRow } from '@seismo/server';

/** Issues with the selected columns. On phones, rows show the counts inline. */
export async function IssueTable({
  issues,
  caption,
  first,
  trend,
  span,
  visibleColumns = defaultColumns,
  nowMs,
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
}) {
  const extraColumns = columns.filter(({ id }) => visibleColumns.includes(id));
  return (
    <>
      <RowIcons />
      <table
        className="issue-table"
        style={{ '--columns': extraColumns.map(({ width }) => `${width}px`).join(' ') } as CSSProperties}
      >
        <caption className="sr-only">{caption}</caption>
        <TableHead
          hiddenOnPhones
          columns={[
            { name: first, className: 'pl-2' },
            ...extraColumns.map(({ id, name, align }) => ({
              name: id === 'trend' ? trend : name,
              number: align === 'right',
              className: 'px-3',
            })),
          ]}
        />
        <IssueRows
          organizationId={await organizationId()}
          issues={issues.map(toRowData)}
          visibleColumns={visibleColumns}
          nowMs={nowMs}
          span={span}
          mayChange={await may('changeIssues')}
        />
      </table>
    </>
  );
}
