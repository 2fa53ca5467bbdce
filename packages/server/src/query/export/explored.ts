import { limits } from '@seismo/protocol';
import type { Viewer } from '#domain/permissions/viewer.ts';
import { Refusal } from '#platform/refusal.ts';
import type { QueryDeps } from '../deps.ts';
import { eventTable } from '../events/table.ts';
import type { EventTableFilter, TableValue } from '../events/views.ts';
import { spanTable } from '../spans/table.ts';
import { tableExport, type Columns, type TableFormat } from './table.ts';
import type { Export } from './views.ts';

const tables = { spans: spanTable, errors: eventTable };

/** A table of spans or errors in its order, with the names and values of the API. */
export async function exportExplored(
  deps: QueryDeps,
  viewer: Viewer,
  dataset: keyof typeof tables,
  filter: Omit<EventTableFilter, 'cursor' | 'count'>,
  format: TableFormat,
): Promise<Export> {
  const readPage = (cursor: string | null) =>
    tables[dataset](deps, viewer, { ...filter, cursor, count: limits.EXPORT_EXPLORED_PAGE_COUNT });
  const first = await readPage(null);
  if (first.problem) throw new Refusal('invalid', first.problem.message);
  const columns = first.fields.map(({ name }, index): Columns<TableValue[]>[number] => [
    name,
    (row) => {
      const value = row[index]!;
      return Array.isArray(value) ? value.join(', ') : value;
    },
  ]);
  const rowsMax = limits.EXPORT_EXPLORED_COUNT_MAX;
  return tableExport({ name: dataset, columns, first, readPage, rows: null, rowsMax }, format);
}
