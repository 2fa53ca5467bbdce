import { DuckDBListValue, LIST, VARCHAR, type DuckDBConnection } from '@duckdb/node-api';
import { limits } from '@seismo/protocol';
import { deleteRecorded, recordRanges } from '../segments.ts';
import { readFiles, type SpanFile } from './catalog.ts';
import { readFilesDuckdb } from './relation.ts';
import { sourceOfFiles, sourceOfNew, type WriteFile } from './write.ts';

/** A file that was written and takes the place of new spans or of other files. */
export interface SpanMove {
  file: SpanFile;
  replaces: { spans: { condition: string; values: Record<string, bigint> } } | { files: readonly SpanFile[] };
}

/** Leaves out files that cannot be read. */
export type Readable = (files: readonly SpanFile[]) => readonly SpanFile[];

const DAY_MS = 86_400_000;
/** Files with fewer spans are joined. */
const SMALL_ROW_COUNT = limits.SPAN_FILE_ROW_COUNT_MAX / 2;

/** Writes a file of spans that were applied by a sequence; `null` if there are not enough new ones of decided traces, and no files to join. */
export async function writeMove(
  connection: DuckDBConnection,
  folder: string,
  through: number,
  rowsMin: number,
  readable: Readable,
  write: WriteFile,
): Promise<SpanMove | null> {
  return (
    (await moveNew(connection, BigInt(through), rowsMin, write)) ??
    (await joinSmall(connection, folder, readable, write))
  );
}

async function moveNew(
  connection: DuckDBConnection,
  through: bigint,
  rowsMin: number,
  write: WriteFile,
): Promise<SpanMove | null> {
  const found = await connection.runAndReadAll(
    `select
       project_id, any_value(organization_id), received_at_ms - (received_at_ms % ${DAY_MS} + ${DAY_MS}) % ${DAY_MS} as day_at_ms,
       count(*) as rows, sum(count(*)) over ()::bigint as all_rows
     from spans
     where sequence <= $through and server_sample_rate is not null
     group by project_id, day_at_ms
     order by rows desc, project_id, day_at_ms
     limit 1`,
    { through },
  );
  const [largest] = found.getRows() as [bigint, bigint, bigint, bigint, bigint][];
  if (!largest) return null;
  const [projectId, organizationId, dayAtMs, rows, allRows] = largest;
  // Spans of projects that send few stay, so that there are no files of some hundred spans, until they are many.
  if (rows < rowsMin && allRows < limits.NEW_SPAN_COUNT_MAX) return null;
  const ofDay =
    'project_id = $projectId and received_at_ms >= $dayAtMs and received_at_ms < $nextDayAtMs and server_sample_rate is not null';
  const values = { projectId, dayAtMs, nextDayAtMs: dayAtMs + BigInt(DAY_MS) };
  const last = await lastSequence(connection, ofDay, { ...values, through });
  const condition = `${ofDay} and sequence <= $last`;
  const written = await write(connection, await sourceOfNew(connection, condition, Number(rows), { ...values, last }));
  return {
    file: {
      ...written,
      projectId: Number(projectId),
      organizationId: Number(organizationId),
      dayAtMs: Number(dayAtMs),
    },
    replaces: { spans: { condition, values: { ...values, last } } },
  };
}

/** The last sequence that goes into a file, which takes whole batches. */
async function lastSequence(
  connection: DuckDBConnection,
  condition: string,
  values: Record<string, bigint>,
): Promise<bigint> {
  const found = await connection.runAndReadAll(
    `select coalesce(max(sequence) filter (where rows <= ${limits.SPAN_FILE_NEW_ROW_COUNT_MAX}), min(sequence))
     from (
       select sequence, sum(count(*)) over (order by sequence) as rows
       from spans
       where ${condition} and sequence <= $through
       group by sequence
     )`,
    values,
  );
  return found.value(0, 0) as bigint;
}

/** Joins the small files of a day of a project once there are several: many files take longer to read than few. */
async function joinSmall(
  connection: DuckDBConnection,
  folder: string,
  readable: Readable,
  write: WriteFile,
): Promise<SpanMove | null> {
  const small = await readFiles(
    connection,
    `rows < ${SMALL_ROW_COUNT} and (project_id, day_at_ms) in (
       select (project_id, day_at_ms) from span_files where rows < ${SMALL_ROW_COUNT}
       group by project_id, day_at_ms having count(*) >= ${limits.SPAN_FILE_JOIN_COUNT}
       order by count(*) desc, project_id, day_at_ms limit 1
     )`,
  );
  if (readable(small).length < limits.SPAN_FILE_JOIN_COUNT) return null;
  const files: SpanFile[] = [];
  let rows = 0;
  for (const each of readable(small).toSorted((one, other) => one.rows - other.rows)) {
    if (rows + each.rows > limits.SPAN_FILE_ROW_COUNT_MAX) break;
    files.push(each);
    rows += each.rows;
  }
  const [{ projectId, organizationId, dayAtMs }] = files as [SpanFile];
  const written = await write(connection, sourceOfFiles(folder, files));
  return { file: { ...written, projectId, organizationId, dayAtMs }, replaces: { files } };
}

/** In a transaction. Throws if the file has other spans than those it replaces. */
export async function commitMove(
  connection: DuckDBConnection,
  folder: string,
  { file, replaces }: SpanMove,
): Promise<void> {
  if ('spans' in replaces) {
    const { condition, values } = replaces.spans;
    const found = await connection.runAndReadAll(`select count(*) from spans where ${condition}`, values);
    requireSameCount(file, Number(found.value(0, 0)));
    await deleteRecorded(connection, 'spans', condition, values);
  } else {
    requireSameCount(
      file,
      replaces.files.reduce((sum, { rows }) => sum + rows, 0),
    );
    await removeFromCatalog(connection, replaces.files);
  }
  await addToCatalog(connection, folder, file);
}

function requireSameCount({ file, rows }: SpanFile, replaced: number): void {
  if (rows !== replaced) throw new Error(`the span file ${file} has ${rows} spans in place of ${replaced}`);
}

export async function addToCatalog(connection: DuckDBConnection, folder: string, file: SpanFile): Promise<void> {
  const values = {
    sequence: BigInt(file.sequence),
    organizationId: BigInt(file.organizationId),
    projectId: BigInt(file.projectId),
    file: file.file,
  };
  await connection.run(
    `insert into span_files by name
     select
       $sequence as sequence, $organizationId as organization_id, $projectId as project_id, $file::uuid as file,
       $dayAtMs as day_at_ms, $rows as rows, $weight as weight, $bytes as bytes, $rowBytes as row_bytes, $firstUs as first_us, $lastUs as last_us, $columns as columns`,
    {
      ...values,
      dayAtMs: BigInt(file.dayAtMs),
      rows: BigInt(file.rows),
      weight: file.weight,
      bytes: BigInt(file.bytes),
      rowBytes: BigInt(file.rowBytes),
      firstUs: BigInt(file.firstUs),
      lastUs: BigInt(file.lastUs),
      columns: JSON.stringify(Object.fromEntries(file.columns)),
    },
  );
  await connection.run(
    `insert into span_traces by name
     select
       $sequence as sequence, $organizationId as organization_id, $projectId as project_id, $file::uuid as file, trace_id,
       max(server_sample_rate) as server_sample_rate
     from ${readFilesDuckdb(folder, [file])}
     group by trace_id`,
    values,
  );
  await recordRanges(connection, [[BigInt(Math.floor(file.sequence / limits.SEGMENT_SEQUENCE_COUNT))]]);
}

export async function removeFromCatalog(connection: DuckDBConnection, files: readonly SpanFile[]): Promise<void> {
  const values = { files: new DuckDBListValue(files.map(({ file }) => file)) };
  for (const table of ['span_files', 'span_traces'] as const) {
    const these = 'file in (select unnest($files)::uuid)';
    await deleteRecorded(connection, table, these, values, { files: LIST(VARCHAR) });
  }
}
