import { stat } from 'node:fs/promises';
import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api';
import { failPoint } from '#watch/fail-point.ts';
import type { Telemetry, TelemetryBatch } from '../contract.ts';
import { questions } from '../questions/all.ts';
import type { Asks, QuestionName, Rows } from '../questions/index.ts';
import type { Question, Value } from '../questions/question.ts';
import { chunksOf } from './columns.ts';
import { openLender } from './connections.ts';
import { batchTables, migrate } from './schema.ts';
import { bindings, readValue } from './values.ts';

export interface DuckdbOptions {
  /** What DuckDB may hold in memory before it spills into `<path>.tmp`. */
  memoryBytesMax?: number;
  threads?: number;
  /** Questions answered at the same time. */
  readers?: number;
}

const MiB = 1024 * 1024;

/** Opens the store in this thread. A process may open a path once: a second instance would not see the first's rows. */
export async function openDuckdbTelemetry(path: string, options: DuckdbOptions = {}): Promise<Telemetry> {
  const { instance, writer } = await openInstance(path, options);
  // One writer, whose batches take turns, and readers that do not wait for it.
  const writers = await openLender(instance, 1);
  const readers = await openLender(instance, options.readers ?? 2);
  writer.closeSync();
  let closed: Promise<void> | null = null;

  const assertOpen = () => {
    if (closed) throw new Error('the telemetry store is closed');
  };

  return {
    async append(batch) {
      assertOpen();
      await writers.use((connection) => append(connection, batch));
    },
    async truncateAfter(sequence) {
      assertOpen();
      await writers.use((connection) =>
        inTransaction(connection, async () => {
          for (const table of batchTables) {
            await connection.run(`delete from ${table} where sequence > $sequence`, { sequence: BigInt(sequence) });
          }
        }),
      );
    },
    async ask(name, ask) {
      assertOpen();
      return readers.use((connection) => answer(connection, name, ask));
    },
    async bytes() {
      assertOpen();
      const sizes = await Promise.all([path, `${path}.wal`].map(sizeOf));
      return sizes.reduce((sum, size) => sum + size, 0);
    },
    close() {
      closed ??= (async () => {
        await readers.close();
        await writers.use((connection) => connection.run('checkpoint'));
        await writers.close();
        instance.closeSync();
      })();
      return closed;
    },
  };
}

async function openInstance(path: string, options: DuckdbOptions) {
  let instance: DuckDBInstance | null = null;
  try {
    instance = await DuckDBInstance.create(path, {
      memory_limit: `${Math.floor((options.memoryBytesMax ?? 256 * MiB) / MiB)}MiB`,
      threads: String(options.threads ?? 2),
      temp_directory: `${path}.tmp`,
      // Nothing is fetched, loaded or read beside the store's own file, and no statement can change that.
      autoinstall_known_extensions: 'false',
      autoload_known_extensions: 'false',
      enable_external_access: 'false',
      lock_configuration: 'true',
    });
    const writer = await instance.connect();
    await migrate(writer);
    return { instance, writer };
  } catch (error) {
    instance?.closeSync();
    const reason = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
    const advice = reason.includes('lock')
      ? 'another process has it open: stop that one first'
      : 'restore it from a backup, or move it away to start with an empty one';
    throw new Error(`the telemetry store ${path} cannot be opened (${reason}); ${advice}`, { cause: error });
  }
}

async function append(connection: DuckDBConnection, batch: TelemetryBatch): Promise<void> {
  // Built before the transaction begins: a row that cannot be stored fails here, with nothing to undo.
  const events = batch.events.toSorted((a, b) => a.projectId - b.projectId || a.issueId - b.issueId || a.atMs - b.atMs);
  const tables = batchTables.map((table) => ({
    table,
    chunks: chunksOf(table, table === 'events' ? events : batch[table], batch.sequence),
  }));
  await inTransaction(connection, async () => {
    for (const { table, chunks } of tables) {
      if (chunks.length === 0) continue;
      const appender = await connection.createAppender(table);
      for (const chunk of chunks) appender.appendDataChunk(chunk);
      appender.closeSync();
    }
    failPoint('telemetry:before-commit');
  });
  failPoint('telemetry:after-commit');
}

/** Durable when it resolves: DuckDB flushes its log at commit. */
async function inTransaction(connection: DuckDBConnection, work: () => Promise<void>): Promise<void> {
  await connection.run('begin');
  try {
    await work();
    await connection.run('commit');
  } catch (error) {
    // A commit that failed has ended the transaction already; then there is nothing to roll back.
    await connection.run('rollback').catch(() => {});
    throw error;
  }
}

async function answer<Name extends QuestionName>(
  connection: DuckDBConnection,
  name: Name,
  ask: Asks[Name],
): Promise<Rows[Name][]> {
  const question: Question<Name> = questions[name];
  const { values, types } = bindings(question.bind(ask));
  const reader = await connection.runAndReadAll(question.sql.duckdb, values, types);
  const readers = Object.entries<(value: Value) => unknown>(question.row);
  return reader.getRowObjects().map(
    // Every column of the row has its reader, or the question would not compile.
    (row) =>
      Object.fromEntries(readers.map(([column, read]) => [column, read(readValue(row[column] ?? null))])) as Rows[Name],
  );
}

async function sizeOf(path: string): Promise<number> {
  return (await stat(path).catch(() => null))?.size ?? 0;
}
