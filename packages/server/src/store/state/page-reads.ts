import type { CompiledQuery, DatabaseConnection, Dialect } from 'kysely';
import { atEndOfTurn, isInPage } from '#platform/page-scope.ts';

export interface JoiningConnection extends DatabaseConnection {
  /** The rows of each query. All queries go to the store as one statement. */
  executeJoined(queries: readonly CompiledQuery[]): Promise<unknown[][]>;
}

interface WaitingRead {
  query: CompiledQuery;
  resolve(result: { rows: never[] }): void;
  reject(error: unknown): void;
}

/**
 * Reads that the parts of a page request in the same turn of the event loop go to the store as one statement: they do not
 * depend on each other, and on PostgreSQL each statement is a round trip.
 */
export function joinPageReads(dialect: Dialect): Dialect {
  return {
    ...dialect,
    // A read that waits for others holds no connection: Kysely must not make the others wait for it.
    createAdapter: () => Object.create(dialect.createAdapter(), { supportsMultipleConnections: { value: true } }),
    createDriver() {
      const driver = dialect.createDriver();
      const connected = async <T>(run: (connection: JoiningConnection) => Promise<T>): Promise<T> => {
        const connection = (await driver.acquireConnection()) as JoiningConnection;
        try {
          return await run(connection);
        } finally {
          await driver.releaseConnection(connection);
        }
      };
      const runAlone = ({ query, resolve, reject }: WaitingRead): void =>
        void connected((connection) => connection.executeQuery<never>(query)).then(resolve, reject);
      const runAll = (reads: WaitingRead[]): void => {
        if (reads.length === 1) return runAlone(reads[0]!);
        const queries = reads.map(({ query }) => query);
        connected((connection) => connection.executeJoined(queries)).then(
          (results) => reads.forEach(({ resolve }, index) => resolve({ rows: results[index] as never[] })),
          // A read that fails must not fail the other parts of the page.
          () => reads.forEach(runAlone),
        );
      };
      const page: DatabaseConnection = {
        executeQuery: (query) =>
          new Promise((resolve, reject) => atEndOfTurn<WaitingRead>(runAll, { query, resolve, reject })),
        streamQuery() {
          throw new Error('The state store answers whole results only.');
        },
      };
      return {
        ...driver,
        acquireConnection: async () => (isInPage() ? page : driver.acquireConnection()),
        releaseConnection: async (connection) =>
          connection === page ? undefined : driver.releaseConnection(connection),
      };
    },
  };
}
