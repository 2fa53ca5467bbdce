import type { DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';

/** A fixed number of connections. Each serves one caller at a time; further callers wait in line. */
export interface Pool {
  use<T>(work: (connection: DuckDBConnection) => Promise<T>): Promise<T>;
  /** Resolves when no connection is in use and all are closed. `use` must not be called afterwards. */
  close(): Promise<void>;
}

export async function openPool(instance: DuckDBInstance, count: number): Promise<Pool> {
  const free: DuckDBConnection[] = [];
  for (let index = 0; index < count; index += 1) {
    const connection = await instance.connect();
    await connection.run('use telemetry');
    free.push(connection);
  }
  const waiting: ((connection: DuckDBConnection) => void)[] = [];

  const acquire = (): Promise<DuckDBConnection> => {
    const connection = free.pop();
    return connection ? Promise.resolve(connection) : new Promise((resolve) => waiting.push(resolve));
  };
  const release = (connection: DuckDBConnection): void => {
    const next = waiting.shift();
    if (next) next(connection);
    else free.push(connection);
  };

  return {
    async use(work) {
      const connection = await acquire();
      try {
        return await work(connection);
      } finally {
        release(connection);
      }
    },
    async close() {
      for (let index = 0; index < count; index += 1) (await acquire()).closeSync();
    },
  };
}
