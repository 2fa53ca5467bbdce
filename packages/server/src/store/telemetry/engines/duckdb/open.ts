import { stat } from 'node:fs/promises';
import { BIGINT, DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api';
import { limits } from '@seismo/protocol';
import { checkpointsFail, failPoint } from '#platform/fail-point.ts';
import { startCopy, type MigrationOptions } from '#platform/migration-copy.ts';
import { openFailure, StoreInUse } from '#platform/open-failure.ts';
import { SearchLimitExceeded } from '#domain/search/search-limit-exceeded.ts';
import { scansText } from '#domain/search/event-condition.ts';
import {
  segmentFolder,
  spanFolder,
  type Telemetry,
  type TelemetryBatch,
  type TelemetryIdentity,
  type TelemetryMigration,
  type TelemetrySegments,
  type TelemetrySpace,
} from '../../contract.ts';
import { claimPath } from '../../open-paths.ts';
import { tableNames } from '../../tables/index.ts';
import { queries } from '../../queries/index.ts';
import { allEvents, storedEvents } from '../../queries/parts/all-events.ts';
import { changeEvents } from './changes.ts';
import { appendBatch, createChunks, type Chunks } from './append.ts';
import { decideTraces } from './decide-traces.ts';
import { createBodyMemory, mebibytes, setMemory } from './body-memory.ts';
import { isEndUserDeletion } from './end-user-deletion.ts';
import { checkpoint } from './checkpoint.ts';
import { copyBeforeMigration } from './copy-file.ts';
import { cutLogAt, damagedAt, type CutLog } from './damaged-log.ts';
import type { Layer } from './caches/layer.ts';
import { createCaches, createLayers } from './caches/layers.ts';
import { openPool } from './pool.ts';
import { compact, ROW_GROUP_ROW_COUNT, spaceOf } from './reclaim.ts';
import { conditionOf } from './run-query.ts';
import { IDENTITY_VERSION, migrate, newestVersion, requireNewest, storedVersion } from './schema.ts';
import { patternOf, text } from './span-files/relation.ts';
import { createSpanFiles, type SpanFiles } from './span-files/span-files.ts';
import {
  addMark,
  changedSince,
  checksumOf,
  deleteRecorded,
  hasMark,
  readSegment,
  recordRanges,
  writeSegments,
} from './segments.ts';

export interface DuckdbOptions extends MigrationOptions {
  /** The memory of DuckDB before it spills into `<path>.tmp`. */
  memoryBytesMax?: number;
  threads?: number;
  /** Queries that run at the same time. */
  readers?: number;
  /** How long a search may take. */
  searchMsMax?: number;
  /** The caches, all by default. With none, every query runs its SQL. */
  layers?: readonly Layer[];
  /** If the log has a gap, cut it there and open the store. */
  cutDamagedLog?: boolean;
  /** Opens a store of this version without changing its files, for inspection. */
  readOnly?: boolean;
  migration?: MigrationWatch | undefined;
}

/** Of a process that does other work while an older store migrates. */
export interface MigrationWatch {
  /** The store is locked and is going to be migrated. Its identity stays the same. */
  began(identity: TelemetryIdentity): void;
  progress(migration: TelemetryMigration): void;
  /** Ends the migration with its reason. The next one goes on. */
  signal: AbortSignal;
}

const MiB = 1024 * 1024;
const MEMORY_BYTES_MAX = 128 * MiB;
const THREAD_COUNT = 2;
/** Older stores do not record how large their bodies are. */
const OLDER_STORE_MEMORY_BYTES = 1024 * MiB;

export interface DuckdbTelemetry extends Telemetry, TelemetrySegments {
  /** Whether DuckDB still accepts statements. If not, the store has to be closed and opened again. */
  isSound(): Promise<boolean>;
}

/** Opens the store in this thread. */
export async function openDuckdbTelemetry(path: string, options: DuckdbOptions = {}): Promise<DuckdbTelemetry> {
  const releasePath = claimPath(path);
  let cutLog: CutLog | null = null;
  const instance = await openInstance(path, options)
    .catch(async (error: unknown) => {
      const position = damagedAt((error as Error).cause);
      if (!options.cutDamagedLog || position === null) throw error;
      cutLog = await cutLogAt(path, position);
      return openInstance(path, { ...options, migration: undefined });
    })
    .catch(async (error: unknown) => {
      await cutLog?.putBack();
      releasePath();
      throw error;
    });
  const damagedLog = (cutLog as CutLog | null)?.copy ?? null;
  // One writer, whose batches run in turn, and readers that do not wait for it.
  const writers = await openPool(instance, 1);
  const readers = await openPool(instance, options.readers ?? 2);
  const lookUps = await openPool(instance, 1);
  const movers = await openPool(instance, 1);
  const { searchMsMax = limits.SEARCH_MS_MAX, memoryBytesMax = MEMORY_BYTES_MAX } = options;
  const chunks = createChunks();
  const bodyMemory = createBodyMemory(memoryBytesMax, options.threads ?? THREAD_COUNT);
  const spanFiles = createSpanFiles(path, bodyMemory.whileWriting);
  if (!options.readOnly) await writers.use(bodyMemory.measure);
  let hasThinned = await lookUps.use(hasThinnedEvents);
  const caches = createCaches(
    options.layers ?? createLayers(),
    () => (hasThinned ? allEvents : storedEvents),
    spanFiles,
  );
  // What a crash left. A log that was cut off may come back, and with it rows about files.
  if (!options.readOnly && cutLog === null) await writers.use(spanFiles.sweep);
  await lookUps.use(spanFiles.check);
  let closed: Promise<void> | null = null;
  let broken = false;
  const broke = () => {
    broken = true;
  };
  /** By the cheapest query, because the texts of errors differ between versions of DuckDB. */
  const isSound = (connection: DuckDBConnection): Promise<boolean> =>
    connection.run('select 1 from ledger limit 0').then(
      () => !broken,
      () => false,
    );

  const assertOpen = () => {
    if (closed) throw new Error('the telemetry store is closed');
  };

  return {
    async append(batch) {
      assertOpen();
      hasThinned ||= batch.changes.some((change) => 'thin' in change || isEndUserDeletion(change));
      await writers.use(async (connection) => {
        await bodyMemory.appending(connection, batch.rows.events ?? []);
        await append(connection, chunks, batch, broke, spanFiles);
        caches.applied(batch);
      });
    },
    async truncateAfter(sequence) {
      assertOpen();
      await writers.use(async (connection) => {
        await inTransaction(connection, broke, async () => {
          await spanFiles.remove(connection, {
            files: beyond,
            spans: beyond,
            values: { sequence: BigInt(sequence) },
            types: { sequence: BIGINT },
          });
          for (const table of tableNames) {
            await deleteRecorded(connection, table, beyond, { sequence: BigInt(sequence) });
          }
          await connection.run(
            'update store_identity set applied_sequence = $sequence where applied_sequence > $sequence',
            { sequence: BigInt(sequence) },
          );
        });
        caches.truncated(sequence);
      });
    },
    async identity() {
      assertOpen();
      return { ...(await lookUps.use(identityOf)), damagedLog };
    },
    async adopt(storeId, appliedSequence) {
      assertOpen();
      await writers.use(async (connection) => {
        cutLog = null;
        const now = await identityOf(connection);
        if (now.storeId === storeId && now.appliedSequence >= appliedSequence) return;
        await inTransaction(connection, broke, async () => {
          await connection.run('update store_identity set store_id = $storeId', { storeId });
          await raiseApplied(connection, { sequence: appliedSequence });
        });
        // In the file, not only in the log: without its log, the store must not look like a new one.
        await connection.run('checkpoint');
      });
    },
    async query(name, params) {
      assertOpen();
      const condition = conditionOf(params);
      const { isLookUp, isSearch } = queries[name];
      const pool = isLookUp ? lookUps : readers;
      const hasLimit = isSearch ?? (condition !== null && scansText(condition));
      return pool.use((connection) =>
        inTime(connection, hasLimit ? searchMsMax : null, () => {
          return caches.query(connection, name, params);
        }),
      );
    },
    async changedSince(change) {
      assertOpen();
      return lookUps.use((connection) => changedSince(connection, change));
    },
    async addMark() {
      assertOpen();
      return writers.use(addMark);
    },
    async hasMark(mark) {
      assertOpen();
      return lookUps.use((connection) => hasMark(connection, mark));
    },
    async writeSegments(table, span) {
      assertOpen();
      return readers.use((connection) => writeSegments(connection, segmentFolder(path), table, span));
    },
    async readSegment(table, file) {
      assertOpen();
      await writers.use((connection) => readSegment(connection, segmentFolder(path), table, file));
    },
    async linkSpanFiles() {
      assertOpen();
      return lookUps.use((connection) => spanFiles.linkTo(connection, segmentFolder(path)));
    },
    async checksum(table, span) {
      assertOpen();
      const { rows, sum } = await readers.use((connection) => checksumOf(connection, table, span));
      return { rows, sum };
    },
    async isSound() {
      assertOpen();
      return lookUps.use(isSound);
    },
    async writeSpanFile({ through, rowsMin }) {
      assertOpen();
      return movers.use((connection) => spanFiles.write(connection, through, rowsMin));
    },
    async commitSpanFile(file) {
      assertOpen();
      return writers.use(async (connection) => {
        let isCommitted = false;
        await inTransaction(connection, broke, async () => {
          isCommitted = await spanFiles.commit(connection, file);
          failPoint('spans:before-commit');
        });
        failPoint('spans:after-commit');
        if (cutLog === null) await spanFiles.sweep(connection);
        return isCommitted;
      });
    },
    async decideTraces(of) {
      assertOpen();
      return writers.use(async (connection) => {
        let decided = 0;
        await inTransaction(connection, broke, async () => {
          const { spans, removals } = await decideTraces(connection, of);
          decided = spans;
          const log: TelemetryBatch = { sequence: of.sequence, rows: { removals }, changes: [] };
          await appendBatch(connection, chunks, log);
          await recordLate(connection, log);
          failPoint('traces:before-commit');
        });
        // A file that is being written does not know the rates.
        spanFiles.removed();
        failPoint('traces:after-commit');
        return decided;
      });
    },
    async unreadableSpans() {
      assertOpen();
      return lookUps.use(spanFiles.check);
    },
    async space() {
      assertOpen();
      return lookUps.use(async (connection) => withFiles(connection, await spaceOf(connection, await bytesOf(path))));
    },
    async reclaim() {
      assertOpen();
      return writers.use(async (connection) => {
        if (cutLog === null) await spanFiles.sweep(connection);
        await bodyMemory.measure(connection);
        await checkpoint(connection);
        const space = await spaceOf(connection, await bytesOf(path));
        await compact(connection, space, (work) => inTransaction(connection, broke, work));
        return withFiles(connection, await spaceOf(connection, await bytesOf(path)));
      });
    },
    close() {
      closed ??= (async () => {
        await Promise.all([readers.close(), lookUps.close(), movers.close()]);
        try {
          await writers.use(async (connection) => {
            // Corrupt memory must not reach the file; the log has the committed data.
            if (!options.readOnly && cutLog === null && (await isSound(connection))) await connection.run('checkpoint');
          });
        } catch {
          // The disk is full: the log has everything committed, and the next start reads it.
        } finally {
          await writers.close();
          instance.closeSync();
          await cutLog?.putBack();
          releasePath();
        }
      })();
      return closed;
    },
  };
}

const beyond = 'sequence > $sequence';

/** The space of the store's own file, and the files of spans. */
async function withFiles(
  connection: DuckDBConnection,
  space: Omit<TelemetrySpace, 'spanBytes'>,
): Promise<TelemetrySpace> {
  const found = await connection.runAndReadAll('select coalesce(sum(bytes), 0)::double from span_files');
  const spanBytes = found.value(0, 0) as number;
  return { ...space, bytes: space.bytes + spanBytes, spanBytes };
}

async function hasThinnedEvents(connection: DuckDBConnection): Promise<boolean> {
  const reader = await connection.runAndReadAll(
    'select exists (select 1 from thinned) or exists (select 1 from counts)',
  );
  return reader.value(0, 0) === true;
}

async function openInstance(path: string, options: DuckdbOptions): Promise<DuckDBInstance> {
  let instance: DuckDBInstance | null = null;
  const { memoryBytesMax = MEMORY_BYTES_MAX } = options;
  try {
    instance = await DuckDBInstance.create(':memory:', {
      memory_limit: mebibytes(memoryBytesMax),
      threads: String(options.threads ?? THREAD_COUNT),
      temp_directory: `${path}.tmp`,
      checkpoint_threshold: '32MiB',
      allocator_flush_threshold: '16MiB',
      autoinstall_known_extensions: 'false',
      autoload_known_extensions: 'false',
    });
    const connection = await instance.connect();
    // Attached instead of opened, because only `attach` sets the size of row groups: each checkpoint rewrites the
    // newest group, and DuckDB's default of 122,880 rows is more than 100 MB of bodies.
    await connection.run(
      `attach '${path.replaceAll("'", "''")}' as telemetry (${options.readOnly ? 'read_only' : `row_group_size ${ROW_GROUP_ROW_COUNT}`})`,
    );
    await connection.run('use telemetry');
    // Of the files of spans, which never change. It counts toward the memory limit and makes room for what needs it.
    await connection.run('set global parquet_metadata_cache = true');
    // Closing does it itself, and a refused upgrade must leave the files as they are.
    await connection.run('pragma disable_checkpoint_on_shutdown');
    const progress = (step: TelemetryMigration['step']) => ({
      signal: options.migration?.signal,
      progress: (done: number) => options.migration?.progress({ step, done }),
    });
    if (!options.readOnly) {
      const version = await storedVersion(connection);
      const isOlder = version > 0 && version < newestVersion;
      const copy =
        isOlder && !options.withoutCopy
          ? startCopy({ path, name: 'telemetry', version, bytes: await bytesOf(path) })
          : null;
      if (isOlder && version >= IDENTITY_VERSION) {
        options.migration?.began({ ...(await identityOf(connection)), damagedLog: null });
      }
      if (isOlder) {
        await setMemory(connection, OLDER_STORE_MEMORY_BYTES);
        await connection.run('checkpoint');
        if (copy !== null) await copyBeforeMigration(connection, path, copy, progress('copy'));
        await setMemory(connection, memoryBytesMax);
      }
    }
    // From here on, DuckDB cannot load or read anything but the store's files and the segments of backups, and no
    // statement can change that.
    const folders = [segmentFolder(path), spanFolder(path), patternOf(spanFolder(path))];
    await connection.run(`set allowed_directories = [${folders.map((folder) => text(`${folder}/`)).join(', ')}]`);
    await connection.run('set enable_external_access = false');
    await (options.readOnly ? requireNewest(connection) : migrate(connection, progress('convert')));
    if (checkpointsFail()) {
      await connection.run("set checkpoint_threshold = '1KiB'");
      await connection.run("set debug_checkpoint_abort = 'before_header'");
    }
    connection.closeSync();
    return instance;
  } catch (error) {
    instance?.closeSync();
    const reason = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
    if (!/lock on file/.test(reason)) throw openFailure('telemetry store', path, error);
    throw new StoreInUse(
      `Another server has ${path} open. Stop it, or start this one with a data directory of its own.`,
      {
        cause: error,
      },
    );
  }
}

async function append(
  connection: DuckDBConnection,
  chunks: Chunks,
  batch: TelemetryBatch,
  broke: () => void,
  spanFiles: SpanFiles,
): Promise<void> {
  await inTransaction(connection, broke, async () => {
    await appendBatch(connection, chunks, batch);
    await recordLate(connection, batch);
    await changeEvents(connection, spanFiles, batch.changes);
    await raiseApplied(connection, batch);
    failPoint('telemetry:before-commit');
  });
  failPoint('telemetry:after-commit');
}

/**
 * Durable when it resolves: DuckDB flushes its log at commit. After an error without rollback the store is `broken`: a
 * failed commit has ended its transaction, may be durable anyway, and may leave columns of unequal length in memory.
 */
async function inTransaction(
  connection: DuckDBConnection,
  broke: () => void,
  work: () => Promise<void>,
): Promise<void> {
  await connection.run('begin');
  try {
    await work();
    await connection.run('commit');
  } catch (error) {
    await connection.run('rollback').catch(broke);
    throw error;
  }
}

/** Rows of a sequence that was applied before, as those of retention: a backup may have copied it already. */
async function recordLate(connection: DuckDBConnection, { sequence, rows }: TelemetryBatch): Promise<void> {
  if (!Object.values(rows).some((some) => some !== undefined && some.length > 0)) return;
  const late = await connection.runAndReadAll(
    `select $sequence::bigint // ${limits.SEGMENT_SEQUENCE_COUNT} from store_identity where applied_sequence >= $sequence`,
    { sequence: BigInt(sequence) },
  );
  await recordRanges(connection, late.getRows());
}

async function raiseApplied(
  connection: DuckDBConnection,
  { sequence, lastEntry = 0 }: Pick<TelemetryBatch, 'sequence' | 'lastEntry'>,
): Promise<void> {
  await connection.run(
    `update store_identity set applied_sequence = greatest(applied_sequence, $sequence::bigint),
       last_entry = greatest(last_entry, $lastEntry::bigint)`,
    { sequence: BigInt(sequence), lastEntry: BigInt(lastEntry) },
  );
}

async function identityOf(connection: DuckDBConnection): Promise<Omit<TelemetryIdentity, 'damagedLog'>> {
  const reader = await connection.runAndReadAll('select store_id, applied_sequence, last_entry from store_identity');
  const [appliedSequence, lastEntry] = [Number(reader.value(1, 0)), Number(reader.value(2, 0))];
  return { storeId: reader.value(0, 0) as string | null, appliedSequence, lastEntry };
}

/** Interrupts a slow query. A connection runs one at a time, so no other query is interrupted. */
async function inTime<T>(connection: DuckDBConnection, msMax: number | null, work: () => Promise<T>): Promise<T> {
  if (msMax === null) return work();
  let isLate = false;
  // Repeatedly: between two of its statements there is nothing to interrupt.
  const late = setInterval(() => {
    isLate = true;
    connection.interrupt();
  }, msMax);
  try {
    return await work();
  } catch (error) {
    throw isLate ? new SearchLimitExceeded('time') : error;
  } finally {
    clearInterval(late);
  }
}

/** The file and its log. */
async function bytesOf(path: string): Promise<number> {
  return (await sizeOf(path)) + (await sizeOf(`${path}.wal`));
}

async function sizeOf(path: string): Promise<number> {
  return stat(path).then(
    ({ size }) => size,
    () => 0,
  );
}
