import { csvRow } from './csv.ts';
import { bytesOf } from './stream.ts';
import type { Export } from './views.ts';

export type TableFormat = 'csv' | 'json';
export type Columns<Row> = readonly [name: string, value: (row: Row) => string | number | boolean | null][];

interface List<Row> {
  name: string;
  columns: Columns<Row>;
  /** The first page is read before anything is sent, so that a refusal has its own status. */
  first: Page<Row>;
  readPage: (cursor: string) => Promise<Page<Row>>;
  /** How many rows there are, if that is known. */
  rows: number | null;
  rowsMax: number;
}

interface Page<Row> {
  rows: readonly Row[];
  next: string | null;
}

/** A list in its order as a file, page by page, so that only one page is in memory. */
export function tableExport<Row>(list: List<Row>, format: TableFormat): Export {
  const { name, columns, rows, rowsMax } = list;
  return {
    filename: `${name}.${format}`,
    contentType: format === 'csv' ? 'text/csv; charset=utf-8' : 'application/json; charset=utf-8',
    rows,
    rowsMax,
    body: bytesOf(format === 'csv' ? asCsv(columns, rowsOf(list)) : asJson(columns, rowsOf(list))),
  };
}

async function* rowsOf<Row>({ first, readPage, rowsMax }: List<Row>): AsyncIterable<Row> {
  let left = rowsMax;
  for (let page = first; ; page = await readPage(page.next)) {
    yield* page.rows.slice(0, left);
    left -= page.rows.length;
    if (page.next === null || left <= 0) return;
  }
}

async function* asCsv<Row>(columns: Columns<Row>, rows: AsyncIterable<Row>): AsyncIterable<string> {
  yield csvRow(columns.map(([name]) => name));
  for await (const row of rows) yield csvRow(columns.map(([, value]) => value(row)));
}

async function* asJson<Row>(columns: Columns<Row>, rows: AsyncIterable<Row>): AsyncIterable<string> {
  let before = '[\n';
  for await (const row of rows) {
    yield before + JSON.stringify(Object.fromEntries(columns.map(([name, value]) => [name, value(row)])));
    before = ',\n';
  }
  yield before === '[\n' ? '[]\n' : '\n]\n';
}

export const isoTime = (atMs: number | null): string | null => (atMs === null ? null : new Date(atMs).toISOString());
