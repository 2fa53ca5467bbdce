import {
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type ColumnDefinitionNode,
  type CompiledQuery,
  type DatabaseConnection,
  type DataTypeNode,
  type Dialect,
  type QueryResult,
} from 'kysely';
import type { Pool, PoolClient, QueryResult as PostgresResult } from 'pg';

/** Kysely over a pool of `pg`. `begin` starts a transaction. */
export function postgresDialect(pool: Pool, begin: string): Dialect {
  return {
    createAdapter: () => new PostgresAdapter(),
    createIntrospector: (kysely) => new PostgresIntrospector(kysely),
    createQueryCompiler: () => new BytewiseCompiler(),
    createDriver: () => ({
      init: async () => {},
      acquireConnection: async () => new PostgresConnection(await pool.connect()),
      releaseConnection: async (connection) => (connection as PostgresConnection).release(),
      beginTransaction: (connection) => (connection as PostgresConnection).begin(begin),
      commitTransaction: (connection) => (connection as PostgresConnection).commit(),
      rollbackTransaction: (connection) => (connection as PostgresConnection).rollback(),
      destroy: () => pool.end(),
    }),
  };
}

/** Text is compared and sorted byte by byte, as SQLite does, whatever the locale of the database. */
class BytewiseCompiler extends PostgresQueryCompiler {
  protected override visitDataType(node: DataTypeNode): void {
    super.visitDataType(node);
    const column = this.parentNode as ColumnDefinitionNode | undefined;
    if (column?.kind === 'ColumnDefinitionNode' && node.dataType === 'text') this.append(' collate "C"');
  }
}

export class PostgresConnection implements DatabaseConnection {
  readonly #client: PoolClient;
  #isBroken = false;

  constructor(client: PoolClient) {
    this.#client = client;
  }

  async executeQuery<R>({ sql, parameters }: Pick<CompiledQuery, 'sql' | 'parameters'>): Promise<QueryResult<R>> {
    const { command, rowCount, rows } = await this.#client.query(sql, parameters.map(accepted));
    return command === 'SELECT' ? { rows } : { rows, numAffectedRows: BigInt(rowCount ?? 0) };
  }

  /** One statement with one row of values after the other, in one round trip however many rows there are. */
  async runMany<R>(sql: string, rows: readonly SqlValue[][]): Promise<R[][]> {
    const executions = rows.map((values) => `execute many(${values.map((value) => this.#literal(value)).join(', ')})`);
    const results = await this.#client.query(`prepare many as ${sql}; ${executions.join('; ')}; deallocate many`);
    return (results as unknown as PostgresResult[]).slice(1, -1).map((result) => result.rows as R[]);
  }

  async begin(statements: string): Promise<void> {
    try {
      await this.#client.query(statements);
    } catch (error) {
      await this.rollback();
      throw error;
    }
  }

  async commit(): Promise<void> {
    const { command } = await this.#client.query('commit');
    if (command === 'ROLLBACK') throw new Error('A statement of the transaction failed. Nothing was written.');
  }

  async rollback(): Promise<void> {
    try {
      // A statement that was prepared outlives the transaction that failed.
      await this.#client.query('rollback; deallocate all');
    } catch {
      // The connection is gone, and PostgreSQL rolled back with it. The reason is the error that led here.
      this.#isBroken = true;
    }
  }

  release(): void {
    this.#client.release(this.#isBroken);
  }

  // oxlint-disable-next-line require-yield -- the interface wants a generator, and no query streams
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('The state store answers whole results only.');
  }

  #literal(value: SqlValue): string {
    return value === null ? 'null' : this.#client.escapeLiteral(String(accepted(value)));
  }
}

export type SqlValue = string | number | null;

/** PostgreSQL refuses NUL in text. Nothing that is stored contains U+FFFD in its place, so a search for it finds nothing. */
function accepted<T>(value: T): T | string {
  if (Array.isArray(value)) return value.map(accepted) as T;
  return typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '\uFFFD') : value;
}
