import { dirname, join } from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { Kysely, sql, type Compilable } from 'kysely';
import { systemClock, type Clock } from '#platform/clock.ts';
import { openFailure } from '#platform/open-failure.ts';
import { copySqlite } from '#platform/sqlite/copy.ts';
import type { State } from '../../contract.ts';
import { readRows, rowReader, valuesOf } from '../../columns.ts';
import { storableText } from '../../storable-text.ts';
import { snapshotOf, type StateDatabase, type StateEngine } from '../../engine.ts';
import { migrate, requireNewest, type StateMigrationOptions } from '../../migrations/run.ts';
import type { Db, Schema } from '../../schema.ts';
import { openSecretBox, SECRET_KEY_FILE, type SecretBox } from '../../secret-box.ts';
import { joinPageReads } from '../../page-reads.ts';
import { stateOver } from '../../state.sql.ts';
import { createTexts, deleteTexts, insertTexts, readTexts, textsMatching } from './texts.ts';
import { NodeSqliteConnection, nodeSqliteDialect, whenFree } from './dialect.ts';
import { openSearcher, type Searcher, type SearcherOptions } from './searcher.ts';

/**
 * State in one SQLite file, which threads and processes may each open for themselves. Two connections: reads never see
 * the rows of a write of the same thread that is still under way, and never wait for it.
 */
export async function openSqliteState(
  path: string,
  {
    clock = systemClock,
    leaseEpoch,
    ...options
  }: SqliteStateOptions & { clock?: Clock; leaseEpoch?: number | undefined } = {},
): Promise<State> {
  return stateOver(await openSqliteDatabase(path, options), clock, leaseEpoch);
}

export interface SqliteStateOptions extends SearcherOptions, StateMigrationOptions {
  /** Opens a store of this version without changing the file, for inspection. */
  readOnly?: boolean;
}

export async function openSqliteDatabase(
  path: string,
  { withoutCopy, schemaVersion, readOnly = false, ...options }: SqliteStateOptions = {},
): Promise<StateDatabase> {
  let writer: Db | undefined;
  try {
    const connection = await connect(path, readOnly);
    const searcher = openSearcher(path, options);
    const engine = sqliteEngine(connection, searcher, openSecretBox(join(dirname(path), SECRET_KEY_FILE)));
    writer = new Kysely({ dialect: nodeSqliteDialect(connection), plugins: [rowReader] });
    const copy = (_tx: unknown, version: number) => copyFile(path, version);
    // Data that migrations replaced must not stay in the log.
    if (readOnly) await requireNewest(writer);
    else if (await migrate(writer, engine, { withoutCopy, schemaVersion, copy }))
      await sql`pragma wal_checkpoint(truncate)`.execute(writer);
    const reader = new Kysely<Schema>({
      dialect: joinPageReads(nodeSqliteDialect(await connect(path, readOnly))),
      plugins: [rowReader],
    });
    // Kysely closes only pools that were used.
    await sql`select 1`.execute(reader);
    const opened = writer;
    return {
      writer: opened,
      reader,
      engine,
      snapshot: async () => snapshotOf(nodeSqliteDialect(await connect(path), 'begin')),
      async close() {
        searcher.close();
        await opened.destroy();
        await reader.destroy();
      },
    };
  } catch (error) {
    await writer?.destroy();
    throw openFailure('state store', path, error);
  }
}

/** On a separate connection: that of the migration is in a transaction, which keeps other writers out. */
function copyFile(path: string, version: number): void {
  const db = new DatabaseSync(path, { readOnly: true });
  try {
    copySqlite(db, { path, name: 'state', version });
  } finally {
    db.close();
  }
}

async function connect(path: string, readOnly = false): Promise<NodeSqliteConnection> {
  // SQLite itself never waits for a lock, since it would block the thread: `whenFree` does.
  const db = new DatabaseSync(path, { timeout: 0, readOnly });
  try {
    if (readOnly) return new NodeSqliteConnection(db);
    await whenFree(() => db.exec('pragma journal_mode = wal'));
    db.exec('pragma synchronous = full');
    db.exec('pragma foreign_keys = on');
    // Overwrites deleted and replaced data unless that would write more pages.
    db.exec('pragma secure_delete = fast');
    // Negative: in KiB. A page of the issue list should find its issues here.
    db.exec('pragma cache_size = -16384');
    // In pages of 4 KiB. Moving the log into the file flushes it; more at a time means less often.
    db.exec('pragma wal_autocheckpoint = 4000');
    return new NodeSqliteConnection(db);
  } catch (error) {
    db.close();
    throw error;
  }
}

export function sqliteEngine(writer: NodeSqliteConnection, searcher: Searcher, secrets: SecretBox): StateEngine {
  return {
    secrets,
    version: sql<string>`'SQLite ' || sqlite_version()`,
    search: async (query, requestedBy = null) => readRows(await searcher.search(query.compile(), requestedBy)),
    list: <Value>(values: readonly Value[]) => sql<Value>`(select value from json_each(${JSON.stringify(values)}))`,
    jsonList: (column) => sql`json_group_array(${sql.ref(column)})`,
    jsonText: (column, field) => sql`json_extract(${sql.ref(column)}, ${`$.${field}`})`,
    like: (text, pieces) => {
      const pattern = pieces.map((piece) => storableText(piece).replaceAll(/[*?[]/g, '[$&]')).join('*');
      return sql<boolean>`(${text} glob ${pattern})`;
    },
    async runMany<Row extends object, Answer>(_db: Db, rows: readonly Row[], query: (row: Row) => Compilable<Answer>) {
      if (!rows[0]) return [];
      const text = query(rows[0]).compile().sql;
      const answers = writer.runMany<object>(text, valuesOf(rows) as SQLInputValue[][]);
      return answers.map((answer) => readRows<Answer>(answer));
    },
    texts: {
      create: createTexts,
      async add(_db, rows) {
        writer.runMany(
          insertTexts,
          rows.map(({ id, columns }) => [id, ...columns]),
        );
      },
      read: readTexts,
      async remove(_db, ids) {
        writer.runMany(
          deleteTexts,
          ids.map((id) => [id]),
        );
      },
      matching: textsMatching,
    },
    // SQLITE_CONSTRAINT_FOREIGNKEY (sqlite.org/rescode.html).
    isMissingReference: (error) => (error as { errcode?: number } | null)?.errcode === 787,
    isTransient: () => false,
    identity: 'autoincrement',
    async lastNumber(db, table) {
      const { rows } = await sql<{ seq: number }>`select seq from sqlite_sequence where name = ${table}`.execute(db);
      return rows[0]?.seq ?? 0;
    },
    async continueNumbers(db, table, last) {
      if (last === 0) return;
      await sql`delete from sqlite_sequence where name = ${table}`.execute(db);
      await sql`insert into sqlite_sequence (name, seq) values (${table}, ${last})`.execute(db);
    },
  };
}
