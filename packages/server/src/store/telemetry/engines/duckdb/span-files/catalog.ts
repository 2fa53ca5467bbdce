import { BIGINT, LIST, VARCHAR, DuckDBListValue, type DuckDBConnection } from '@duckdb/node-api';
import type { SpanScope } from '../../../queries/query.ts';
import { tables } from '../../../tables/index.ts';
import { storedColumns } from '../schema.ts';
import { readValue } from '../values.ts';
import { safe } from './relation.ts';

/** What the catalog, the table `span_files`, has about a file. */
export interface SpanFile {
  /** 32 hex digits. */
  file: string;
  organizationId: number;
  projectId: number;
  /** Of its newest span. */
  sequence: number;
  dayAtMs: number;
  rows: number;
  /** How many spans its spans stand for. */
  weight: number;
  bytes: number;
  /** A span in memory, on average. */
  rowBytes: number;
  firstUs: number;
  lastUs: number;
  /** Attributes with a column of their own, and how many spans have them. */
  columns: ReadonlyMap<string, number>;
}

const stored = storedColumns(tables.span_files);
const columns = ['sequence', ...stored.map(({ column }) => column.name)];
const fields = ['sequence', ...stored.map(({ field }) => field)];

/** The files that may have spans of the scope, the newest first. */
export async function filesOf(connection: DuckDBConnection, scope: SpanScope): Promise<SpanFile[]> {
  const { projectIds, traceId, startUs } = scope;
  const conditions = [
    'project_id in (select unnest($projectIds))',
    ...(startUs ? ['first_us < $before and last_us >= $from'] : []),
    ...(traceId === undefined ? [] : ['file in (select file from span_traces where trace_id = $traceId::uuid)']),
  ];
  return readFiles(
    connection,
    conditions.join(' and '),
    {
      projectIds: new DuckDBListValue(projectIds.map(BigInt)),
      ...(startUs && { from: BigInt(safe(startUs.from)), before: BigInt(safe(startUs.before)) }),
      ...(traceId !== undefined && { traceId }),
    },
    {
      projectIds: LIST(BIGINT),
      ...(startUs && { from: BIGINT, before: BIGINT }),
      ...(traceId !== undefined && { traceId: VARCHAR }),
    },
  );
}

/** Whether any span of these files, or new one of these projects, stands for others. */
export async function hasSampled(
  connection: DuckDBConnection,
  { projectIds }: SpanScope,
  files: readonly SpanFile[],
): Promise<boolean> {
  if (files.some(({ weight, rows }) => weight !== rows)) return true;
  const found = await connection.runAndReadAll(
    `select exists (
       select 1 from spans
       where (client_sample_rate < 1 or server_sample_rate < 1) and project_id in (select unnest($projectIds))
     )`,
    { projectIds: new DuckDBListValue(projectIds.map(BigInt)) },
    { projectIds: LIST(BIGINT) },
  );
  return found.value(0, 0) === true;
}

/** The files that fulfill a condition. */
export async function readFiles(
  connection: DuckDBConnection,
  condition: string,
  values: Parameters<DuckDBConnection['runAndReadAll']>[1] & object = {},
  types: Parameters<DuckDBConnection['runAndReadAll']>[2] & object = {},
): Promise<SpanFile[]> {
  const found = await connection.runAndReadAll(
    `select ${columns.join(', ')} from span_files where ${condition} order by last_us desc, file`,
    values,
    types,
  );
  return found.getRows().map((row) => {
    const values = row.map((value, index) => [fields[index], readValue(value)]);
    const file = Object.fromEntries(values) as Omit<SpanFile, 'columns'> & { columns: string };
    return { ...file, columns: new Map(Object.entries(JSON.parse(file.columns) as Record<string, number>)) };
  });
}
