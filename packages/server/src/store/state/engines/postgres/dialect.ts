import {
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type ColumnDefinitionNode,
  type CompiledQuery,
  type DataTypeNode,
  type Dialect,
  type QueryResult,
} from 'kysely';
import { setTimeout as wait } from 'node:timers/promises';
import { limits } from '@seismo/protocol';
import { columnName, columnValue } from '../../columns.ts';
import { Refusal } from '#platform/refusal.ts';
import type { JoiningConnection } from '../../page-reads.ts';
import type { Pool, PoolClient, QueryResult as PostgresResult } from 'pg';

/** Kysely over a pool of `pg`. `begin` starts a transaction. */
export function postgresDialect(pool: Pool, begin: string): Dialect {
  return {
    createAdapter: () => new PostgresAdapter(),
    createIntrospector: (kysely) => new PostgresIntrospector(kysely),
    createQueryCompiler: () => new Compiler(),
    createDriver: () => ({
      init: async () => {},
      acquireConnection: () => PostgresConnection.open(pool),
      releaseConnection: async (connection) => (connection as PostgresConnection).release(),
      beginTransaction: (connection) => (connection as PostgresConnection).begin(begin),
      commitTransaction: (connection) => (connection as PostgresConnection).commit(),
      rollbackTransaction: (connection) => (connection as PostgresConnection).rollback(),
      destroy: () => pool.end(),
    }),
  };
}

class Compiler extends PostgresQueryCompiler {
  protected override sanitizeIdentifier(identifier: string): string {
    return columnName(super.sanitizeIdentifier(identifier));
  }

  /** Compares and sorts text byte by byte, like SQLite, in any locale of the database. */
  protected override visitDataType(node: DataTypeNode): void {
    super.visitDataType(node);
    const column = this.parentNode as ColumnDefinitionNode | undefined;
    if (column?.kind === 'ColumnDefinitionNode' && node.dataType === 'text') this.append(' collate "C"');
  }
}

export class PostgresConnection implements JoiningConnection {
  readonly #pool: Pool;
  #client: PoolClient;
  #isBroken = false;
  #isInTransaction = false;
  #isReleased = false;

  private constructor(pool: Pool, client: PoolClient) {
    this.#pool = pool;
    this.#client = client;
  }

  static async open(pool: Pool): Promise<PostgresConnection> {
    return new PostgresConnection(pool, await connect(pool));
  }

  async executeQuery<R>({ sql, parameters }: Pick<CompiledQuery, 'sql' | 'parameters'>): Promise<QueryResult<R>> {
    const values = parameters.map(accepted);
    const { command, rowCount, rows } = await (this.#isInTransaction
      ? this.#client.query(sql, values)
      : this.#reconnecting((client) => client.query(sql, values)));
    return command === 'SELECT' ? { rows } : { rows, numAffectedRows: BigInt(rowCount ?? 0) };
  }

  async executeJoined(queries: readonly CompiledQuery[]): Promise<unknown[][]> {
    let before = 0;
    const lists = queries.map(({ sql, parameters }, index) => {
      const numbered = sql.replaceAll(/\$(\d+)/g, (_, number) => `$${before + Number(number)}`);
      before += parameters.length;
      return `(select coalesce(json_agg(row_to_json(found)), '[]') from (${numbered}) as found) as "${index}"`;
    });
    const parameters = queries.flatMap((query) => query.parameters);
    const { rows } = await this.executeQuery<unknown[][]>({ sql: `select ${lists.join(', ')}`, parameters });
    return queries.map((_, index) => rows[0]![index]!);
  }

  /** Runs one statement for each row of values, in a single round trip. */
  async runMany<R>(sql: string, rows: readonly SqlValue[][]): Promise<R[][]> {
    const executions = rows.map((values) => `execute many(${values.map((value) => this.#literal(value)).join(', ')})`);
    const results = await this.#client.query(`prepare many as ${sql}; ${executions.join('; ')}; deallocate many`);
    return (results as unknown as PostgresResult[]).slice(1, -1).map((result) => result.rows as R[]);
  }

  async begin(statements: string): Promise<void> {
    try {
      await this.#reconnecting((client) => client.query(statements));
      this.#isInTransaction = true;
    } catch (error) {
      await this.rollback();
      throw error;
    }
  }

  async commit(): Promise<void> {
    this.#isInTransaction = false;
    const { command } = await this.#client.query('commit');
    if (command === 'ROLLBACK') throw new Error('A statement of the transaction failed. Nothing was written.');
  }

  async rollback(): Promise<void> {
    this.#isInTransaction = false;
    try {
      // A statement that was prepared outlives the transaction that failed.
      await this.#client.query('rollback; deallocate all');
    } catch {
      // The connection is gone, and PostgreSQL rolled back with it. The reason is the error that led here.
      this.#isBroken = true;
    }
  }

  release(): void {
    if (!this.#isReleased) this.#client.release(this.#isBroken);
  }

  // oxlint-disable-next-line require-yield -- the interface wants a generator, and no query streams
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('The state store answers whole results only.');
  }

  /** Repeats a read, or the begin of a transaction, on a new connection if PostgreSQL has closed this one. */
  async #reconnecting<T>(run: (client: PoolClient) => Promise<T>): Promise<T> {
    try {
      return await run(this.#client);
    } catch (error) {
      if (!isUnreachable(error)) throw error;
      // Release first: the pool may allow only one connection.
      this.#client.release(true);
      this.#isReleased = true;
      this.#client = await connect(this.#pool);
      this.#isReleased = false;
      return run(this.#client);
    }
  }

  #literal(value: SqlValue): string {
    return value === null ? 'null' : this.#client.escapeLiteral(String(accepted(value)));
  }
}

/** Waits while PostgreSQL restarts or fails over. */
async function connect(pool: Pool): Promise<PoolClient> {
  const deadlineMs = performance.now() + limits.STATE_RECONNECT_MS_MAX;
  for (;;) {
    try {
      return await pool.connect();
    } catch (error) {
      if (!isUnreachable(error)) throw error;
      if (performance.now() > deadlineMs) {
        throw new Refusal('unavailable', 'The state store on PostgreSQL cannot be reached. Try again in a minute.');
      }
      await wait(RETRY_MS);
    }
  }
}

const RETRY_MS = 100;

/** PostgreSQL is starting or stopping, or the connection to it is lost. */
function isUnreachable(error: unknown): boolean {
  const { code = '', message } = error as Error & { code?: string };
  return (
    /^(57P0|08|ECONN|EPIPE|EHOST|ENET|ETIMEDOUT|ENOENT)/.test(code) ||
    /^Connection terminated|not queryable/.test(message)
  );
}

export type SqlValue = string | number | null;

/** PostgreSQL refuses NUL in text. Stored text never contains U+FFFD in its place, so a search for it has no match. */
function accepted<T>(value: T): T | string | number {
  if (Array.isArray(value)) return value.map(accepted) as T;
  return typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '\uFFFD') : columnValue(value);
}
