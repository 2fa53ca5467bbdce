import { attachments } from './attachments.ts';
import { counts } from './counts.ts';
import { events } from './events.ts';
import { ledger } from './ledger.ts';
import { removals } from './removals.ts';
import { sessions } from './sessions.ts';
import { spanFiles, spanTraces } from './span-files.ts';
import { spans } from './spans.ts';
import type { RowOf, StoredRowOf } from './table.ts';
import { thinned } from './thinned.ts';

/** Every table. Rows, schema, appenders, packing between threads and the memory engine follow from these descriptions. */
export const tables = {
  events,
  attachments,
  sessions,
  ledger,
  thinned,
  counts,
  removals,
  spans,
  span_files: spanFiles,
  span_traces: spanTraces,
};

export type TableName = keyof typeof tables;
export const tableNames = Object.keys(tables) as TableName[];

export type Rows = { [Name in TableName]: RowOf<(typeof tables)[Name]>[] };
/** In order of arrival. */
export type StoredRows = { [Name in TableName]: StoredRowOf<(typeof tables)[Name]>[] };
