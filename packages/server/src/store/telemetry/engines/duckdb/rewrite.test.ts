import { DuckDBInstance } from '@duckdb/node-api';
import { expect, test } from 'vitest';
import { afterwards, testPath } from '../../../../testing/cleanup.ts';
import { rewrite } from './rewrite.ts';

async function table(rowCount: number) {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  afterwards(() => {
    connection.closeSync();
    instance.closeSync();
  });
  await connection.run(`attach '${testPath('rows.duckdb')}' as telemetry`);
  await connection.run('use telemetry');
  await connection.run(`create table numbers as select range as n, 0 as doubled from range(${rowCount})`);
  const doubled = async () =>
    Number((await connection.runAndReadAll('select count(*) from numbers where doubled = 2 * n')).value(0, 0));
  return { connection, doubled };
}

test('all rows are rewritten in steps, with the share that is done before each', async () => {
  const { connection, doubled } = await table(95);
  const shares: number[] = [];
  const sizes: number[] = [];
  await rewrite(
    connection,
    'numbers',
    { progress: (done) => shares.push(done) },
    async (span) => {
      const { rowsChanged } = await connection.run(
        'update numbers set doubled = 2 * n where rowid >= $from and rowid < $to',
        span,
      );
      sizes.push(rowsChanged);
    },
    40,
  );
  expect(shares).toEqual([0, 40 / 95, 80 / 95]);
  expect(sizes).toEqual([40, 40, 15]);
  expect(await doubled()).toBe(95);
});

test('a rewrite that is ended keeps its steps and can be run again', async () => {
  const { connection, doubled } = await table(95);
  const stopping = new AbortController();
  const run = (signal?: AbortSignal) =>
    rewrite(
      connection,
      'numbers',
      { progress: () => {}, signal },
      async (span) => {
        await connection.run('update numbers set doubled = 2 * n where rowid >= $from and rowid < $to', span);
        stopping.abort(new Error('stopped'));
      },
      40,
    );
  await expect(run(stopping.signal)).rejects.toThrow('stopped');
  // 0 is its own double.
  expect(await doubled()).toBe(40);
  await run();
  expect(await doubled()).toBe(95);
});
