import { DuckDBInstance } from '@duckdb/node-api';
import { expect, test } from 'vitest';
import { testPath } from '../../../../testing/cleanup.ts';
import { checkpoint } from './checkpoint.ts';

test('a checkpoint waits for queries that read what was updated since', async () => {
  const instance = await DuckDBInstance.create(':memory:');
  const [writer, reader] = [await instance.connect(), await instance.connect()];
  await writer.run(`attach '${testPath('store.duckdb')}' as store`);
  for (const each of [writer, reader]) await each.run('use store');
  await writer.run('create table numbers as select 1 as n');
  await reader.run('begin');
  await reader.run('from numbers');
  await writer.run('update numbers set n = 2');

  await expect(writer.run('checkpoint')).rejects.toThrow('there are other write transactions active');
  let isDone = false;
  const done = checkpoint(writer).then(() => (isDone = true));
  // Another query, of the new state, is no obstacle.
  const newer = await instance.connect();
  await newer.run('use store');
  await newer.run('begin');
  await newer.run('from numbers');
  expect(isDone).toBe(false);
  await reader.run('rollback');
  await done;
  instance.closeSync();
});

test('another error of a checkpoint is thrown at once', async () => {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  await connection.run(`attach '${testPath('store.duckdb')}' as store`);
  await connection.run('use store');
  await connection.run('begin');
  await connection.run('create table numbers as select 1 as n');
  await expect(checkpoint(connection)).rejects.toThrow('transaction local changes');
  instance.closeSync();
});
