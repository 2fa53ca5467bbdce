import { randomBytes } from 'node:crypto';
import { copyFile, link, mkdir, readdir, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { DuckDBConnection } from '@duckdb/node-api';
import { spanFolder, type UnreadableSpans } from '../../../contract.ts';
import type { Parameter, SpanScope } from '../../../queries/query.ts';
import { filesOf, hasSampled, readFiles, type SpanFile } from './catalog.ts';
import { fileSpansDuckdb, newSpansDuckdb, pathOf, scopeParameters, spansDuckdb } from './relation.ts';
import { commitMove, writeMove, type SpanMove } from './move.ts';
import { removeFromFiles, type FileRemoval } from './remove.ts';
import type { BodyMemory } from '../body-memory.ts';
import { writeSpanFile, type WriteFile } from './write.ts';

/** As many of the newest spans are read first: the 100 newest of a service are often among them. */
const NEWEST_ROW_COUNT = 40_960;
/** As long as none of these is found, so many times as many are read with the next step. */
const NEWEST_GROWTH = 8;
/** Then as many as would have the missing ones if these were as frequent as those that were found, and some more. */
const NEWEST_MARGIN = 1.3;

/** Runs a query of spans: a table expression with its parameters, and whether any of them may stand for others. */
type Run<Row> = (spans: string, isSampled: boolean, parameters: Record<string, Parameter>) => Promise<Row[]>;

/** The spans of a scope in parts: table expressions with parameters. */
export interface SpanParts {
  files: readonly SpanFile[];
  /** All spans of one of the files, also beyond the times of the scope. */
  ofFile(file: SpanFile): string;
  /** Those of the scope's projects that are in no file, at any time too. */
  ofTable: string;
  parameters: Record<string, Parameter>;
}

/** The files of older spans, in a folder beside the store. Which files count is in the table `span_files`. */
export interface SpanFiles {
  /**
   * Returns the rows of a query of the spans of a scope, in a transaction that also read which files count. The files remain until
   * it ends.
   */
  read<Row>(connection: DuckDBConnection, scope: SpanScope, run: Run<Row>): Promise<Row[]>;
  /** The same, part by part. */
  readParts<T>(connection: DuckDBConnection, scope: SpanScope, work: (parts: SpanParts) => Promise<T>): Promise<T>;
  /** Writes a file of new spans or of small files, for `commit`; `null` if there is nothing to do. */
  write(connection: DuckDBConnection, through: number, rowsMin: number): Promise<string | null>;
  /** In a transaction. Returns whether the file counts from now on: not if spans were removed since it was written. */
  commit(connection: DuckDBConnection, file: string): Promise<boolean>;
  /** In a transaction. */
  remove(connection: DuckDBConnection, removal: FileRemoval): Promise<void>;
  /** Spans were removed, or may have been. */
  removed(): void;
  /** Finds files that are missing or cut off, which are not read from then on. Returns them with the number of their spans. */
  check(connection: DuckDBConnection): Promise<UnreadableSpans>;
  /** Links the files that count and can be read into another folder, for a backup. Returns their names. */
  linkTo(connection: DuckDBConnection, target: string): Promise<string[]>;
  /** After a transaction that wrote or replaced files: deletes those that do not count and are not read. */
  sweep(connection: DuckDBConnection): Promise<void>;
}

/** `withMemory` lets DuckDB use as much memory as writing a file takes. */
export function createSpanFiles(path: string, withMemory: BodyMemory['whileWriting']): SpanFiles {
  const folder = spanFolder(path);
  const reads = new Set<symbol>();
  /** Files of the next move, which are written and not committed yet. */
  const pending = new Set<string>();
  let move: { removals: number; of: SpanMove } | null = null;
  let removals = 0;
  /** Files that do not count, with the reads that may still use them. */
  const unused = new Map<string, Set<symbol>>();
  /** Files that count, and are missing or cut off. */
  let unreadable = new Set<string>();
  const readable = (files: readonly SpanFile[]) => files.filter(({ file }) => !unreadable.has(file));

  const writeFile =
    (names: Set<string>): WriteFile =>
    async (connection, source) => {
      const file = randomBytes(16).toString('hex');
      names.add(file);
      try {
        return await withMemory(connection, source.rowBytes, () => writeSpanFile(connection, folder, file, source));
      } catch (error) {
        names.delete(file);
        throw error;
      }
    };

  /** Files that count now remain until the work ends. */
  async function reading<T>(work: () => Promise<T>): Promise<T> {
    const read = Symbol();
    reads.add(read);
    try {
      return await work();
    } finally {
      reads.delete(read);
    }
  }

  /** In a transaction, with the files that may have spans of the scope. */
  function withFilesOf<T>(
    connection: DuckDBConnection,
    scope: SpanScope,
    work: (files: readonly SpanFile[]) => Promise<T>,
  ): Promise<T> {
    return reading(async () => {
      await connection.run('begin');
      try {
        return await work(readable(await filesOf(connection, scope)));
      } finally {
        // A search that takes too long is interrupted, whatever statement runs then.
        await connection.run('rollback').catch(() => connection.run('rollback'));
      }
    });
  }

  /** Reads from the newest spans to the oldest until there are enough rows. */
  async function newestFirst<Row>(scope: SpanScope, newest: number, files: readonly SpanFile[], run: Run<Row>) {
    const rows: Row[] = [];
    const { from, before } = scope.startUs ?? { from: -Infinity, before: Infinity };
    let [readFrom, wanted] = [before, NEWEST_ROW_COUNT];
    for (let step = 0; readFrom > from && rows.length < newest; step += 1) {
      const startUs = { from: Math.max(from, startOfNewest(files, wanted, before)), before: readFrom };
      const part = { ...scope, startUs };
      const some = files.filter(({ firstUs, lastUs }) => firstUs < startUs.before && lastUs >= startUs.from);
      rows.push(...(await run(spansDuckdb(part, folder, some), false, scopeParameters(part))));
      readFrom = startUs.from;
      const growth = rows.length === 0 ? NEWEST_GROWTH : 1 + NEWEST_MARGIN * (newest / rows.length - 1);
      // If these are less frequent further back, there are few steps still.
      wanted *= Math.max(growth, 1 + 2 ** step / 10);
    }
    return rows.slice(0, newest);
  }

  return {
    read: (connection, scope, run) =>
      withFilesOf(connection, scope, async (files) => {
        const { newest } = scope;
        if (newest !== undefined) return newestFirst(scope, newest, files, run);
        const isSampled = await mayBeSampled(connection, scope, files);
        return run(spansDuckdb(scope, folder, files), isSampled, scopeParameters(scope));
      }),
    readParts: (connection, scope, work) =>
      withFilesOf(connection, scope, async (files) => {
        const { startUs: _, ...anyTime } = scope;
        return work({
          files,
          ofFile: (file) => fileSpansDuckdb(anyTime, folder, [file]),
          ofTable: newSpansDuckdb(anyTime),
          parameters: scopeParameters(anyTime),
        });
      }),
    async write(connection, through, rowsMin) {
      const before = removals;
      if (move) pending.delete(move.of.file.file);
      move = null;
      const of = await reading(() => writeMove(connection, folder, through, rowsMin, readable, writeFile(pending)));
      if (of === null) return null;
      move = { removals: before, of };
      return of.file.file;
    },
    async commit(connection, file) {
      if (move?.of.file.file !== file) return false;
      const { of, removals: before } = move;
      move = null;
      pending.delete(file);
      if (before !== removals) return false;
      await commitMove(connection, folder, of);
      return true;
    },
    async remove(connection, removal) {
      removals += 1;
      // The connection commits or rolls back before it sweeps, so these files need no protection.
      await removeFromFiles(connection, folder, removal, readable, writeFile(new Set()));
    },
    removed() {
      removals += 1;
    },
    async check(connection) {
      const found = { files: [] as string[], spans: 0 };
      const damaged = new Set<string>();
      for (const { file, rows, bytes } of await readFiles(connection, 'true')) {
        const size = await stat(pathOf(folder, file)).then(
          (stats) => stats.size,
          () => null,
        );
        if (size === bytes) continue;
        damaged.add(file);
        found.files.push(pathOf(folder, file));
        found.spans += rows;
      }
      unreadable = damaged;
      return found;
    },
    async linkTo(connection, target) {
      await mkdir(target, { recursive: true, mode: 0o700 });
      const files = readable(await readFiles(connection, 'true'));
      const names = files.map(({ file }) => basename(pathOf(folder, file)));
      for (const name of names) {
        // Not every file system has links.
        await link(join(folder, name), join(target, name)).catch(() =>
          copyFile(join(folder, name), join(target, name)),
        );
      }
      return names;
    },
    async sweep(connection) {
      const names = await readdir(folder).catch((error: NodeJS.ErrnoException): string[] => {
        if (error.code === 'ENOENT') return [];
        throw error;
      });
      const counted = new Set(await namesOfCounted(connection));
      for (const name of names) {
        const file = name.replace(/\.parquet$/, '');
        if (counted.has(name) || pending.has(file)) continue;
        const readers = unused.get(name) ?? new Set(reads);
        for (const read of readers) if (!reads.has(read)) readers.delete(read);
        unused.set(name, readers);
        if (readers.size > 0) continue;
        await rm(join(folder, name), { force: true });
        unused.delete(name);
      }
    },
  };
}

/** Where the newest `count` spans before a time begin, in microseconds, if those of a file are spread evenly over its time. */
function startOfNewest(files: readonly SpanFile[], count: number, before: number): number {
  const countFrom = (us: number) =>
    files.reduce((sum, { rows, firstUs, lastUs }) => {
      const [from, to] = [Math.max(us, firstUs), Math.min(before, lastUs + 1)];
      return sum + (rows * Math.max(0, to - from)) / (lastUs + 1 - firstUs);
    }, 0);
  let enough = Math.min(...files.map(({ firstUs }) => firstUs));
  let tooFew = Math.min(before, Math.max(...files.map(({ lastUs }) => lastUs)) + 1);
  if (countFrom(enough) <= count) return -Infinity;
  while (tooFew - enough > 1) {
    const middle = enough + Math.floor((tooFew - enough) / 2);
    if (countFrom(middle) >= count) enough = middle;
    else tooFew = middle;
  }
  return enough;
}

async function mayBeSampled(
  connection: DuckDBConnection,
  scope: SpanScope,
  files: readonly SpanFile[],
): Promise<boolean> {
  return scope.withWeights === true && hasSampled(connection, scope, files);
}

async function namesOfCounted(connection: DuckDBConnection): Promise<string[]> {
  const found = await connection.runAndReadAll("select replace(file::varchar, '-', '') || '.parquet' from span_files");
  return found.getRows().map(([name]) => String(name));
}
