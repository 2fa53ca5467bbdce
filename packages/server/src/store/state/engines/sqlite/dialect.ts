import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import {
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type CompiledQuery,
  type Dialect,
  type QueryResult,
} from 'kysely';
import { limits } from '@seismo/protocol';
import { setNewest } from '#platform/set-newest.ts';
import { columnName, columnValue } from '../../columns.ts';
import type { JoiningConnection } from '../../page-reads.ts';

/**
 * Kysely over one `node:sqlite` connection. By default, transactions begin by taking the write lock and wait for it
 * without blocking.
 */
export function nodeSqliteDialect(connection: NodeSqliteConnection, begin = 'begin immediate'): Dialect {
  const { db } = connection;
  return {
    createAdapter: () => new SqliteAdapter(),
    createIntrospector: (kysely) => new SqliteIntrospector(kysely),
    createQueryCompiler: () => new Compiler(),
    createDriver: () => ({
      init: async () => {},
      acquireConnection: async () => connection,
      releaseConnection: async () => {},
      beginTransaction: () => whenFree(() => db.exec(begin)),
      commitTransaction: async () => db.exec('commit'),
      rollbackTransaction: async () => {
        // A full disk may have rolled back by itself.
        if (db.isTransaction) db.exec('rollback');
      },
      destroy: async () => db.close(),
    }),
  };
}

class Compiler extends SqliteQueryCompiler {
  protected override sanitizeIdentifier(identifier: string): string {
    return columnName(super.sanitizeIdentifier(identifier));
  }
}

export class NodeSqliteConnection implements JoiningConnection {
  readonly db: DatabaseSync;
  readonly #statements = new Map<string, { statement: StatementSync; columns: string[] }>();

  constructor(db: DatabaseSync) {
    this.db = db;
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const { statement, columns } = this.#prepare(sql);
    const values = parameters.map(columnValue) as SQLInputValue[];
    // Even a read may have to wait: right after a crash, while another connection recovers the log.
    if (columns.length === 0) {
      const { changes } = await whenFree(() => statement.run(...values));
      return { rows: [], numAffectedRows: BigInt(changes) };
    }
    return { rows: (await whenFree(() => statement.all(...values))) as R[] };
  }

  /** One after the other: there are no round trips to save, and rows as JSON take a fifth longer. */
  async executeJoined(queries: readonly CompiledQuery[]): Promise<unknown[][]> {
    return (await Promise.all(queries.map((query) => this.executeQuery(query)))).map(({ rows }) => rows);
  }

  /** Runs one statement for each row of values. Kysely would make each row ten times as expensive. */
  runMany<R>(sql: string, rows: SQLInputValue[][]): R[][] {
    const { statement, columns } = this.#prepare(sql);
    if (columns.length > 0) return rows.map((values) => statement.all(...values) as R[]);
    for (const values of rows) statement.run(...values);
    return [];
  }

  // oxlint-disable-next-line require-yield -- the interface requires a generator, and no query of ours streams
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('The state store answers whole results only.');
  }

  #prepare(sql: string) {
    const known = this.#statements.get(sql);
    if (known) {
      setNewest(this.#statements, sql, known, limits.STATEMENT_CACHE_COUNT_MAX);
      return known;
    }
    const statement = this.db.prepare(sql);
    const prepared = { statement, columns: statement.columns().map(({ name }) => name) };
    setNewest(this.#statements, sql, prepared, limits.STATEMENT_CACHE_COUNT_MAX);
    return prepared;
  }
}

/**
 * Runs `callback` as soon as no other thread or process holds the lock it needs. SQLite's own busy timeout would block
 * this thread.
 */
export async function whenFree<T>(callback: () => T): Promise<T> {
  let waitMs = 1;
  for (let waitedMs = 0; ; waitedMs += waitMs, waitMs = Math.min(waitMs * 2, LOCK_POLL_MS_MAX)) {
    try {
      return callback();
    } catch (error) {
      if (!isBusy(error)) throw error;
      if (waitedMs >= limits.STATE_LOCK_WAIT_MS_MAX) {
        throw new Error(
          `The state store was locked by another process or thread for ${limits.STATE_LOCK_WAIT_MS_MAX / 1000} s. Nothing was written.`,
          { cause: error },
        );
      }
      await wait(waitMs);
    }
  }
}

const LOCK_POLL_MS_MAX = 16;
const SQLITE_BUSY = 5;

function isBusy(error: unknown): boolean {
  const code = (error as { errcode?: number } | null)?.errcode;
  // The low byte: SQLITE_BUSY_RECOVERY and SQLITE_BUSY_SNAPSHOT are kinds of busy too.
  return code !== undefined && (code & 0xff) === SQLITE_BUSY;
}
