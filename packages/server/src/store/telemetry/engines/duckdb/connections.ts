import type { DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';

/** Lends connections out: each serves one at a time, and who comes when all are lent waits in line. */
export interface Lender {
  use<T>(work: (connection: DuckDBConnection) => Promise<T>): Promise<T>;
  /** Resolves when everything lent is back and closed. Nothing may be asked after it was called. */
  close(): Promise<void>;
}

export async function openLender(instance: DuckDBInstance, count: number): Promise<Lender> {
  const free: DuckDBConnection[] = [];
  for (let index = 0; index < count; index += 1) {
    const connection = await instance.connect();
    await connection.run('use telemetry');
    free.push(connection);
  }
  const waiting: ((connection: DuckDBConnection) => void)[] = [];

  const take = (): Promise<DuckDBConnection> => {
    const connection = free.pop();
    return connection ? Promise.resolve(connection) : new Promise((resolve) => waiting.push(resolve));
  };
  const giveBack = (connection: DuckDBConnection): void => {
    const next = waiting.shift();
    if (next) next(connection);
    else free.push(connection);
  };

  return {
    async use(work) {
      const connection = await take();
      try {
        return await work(connection);
      } finally {
        giveBack(connection);
      }
    },
    async close() {
      for (let index = 0; index < count; index += 1) (await take()).closeSync();
    },
  };
}
