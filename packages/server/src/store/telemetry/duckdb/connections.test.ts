import { DuckDBInstance } from '@duckdb/node-api';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openLender, type Lender } from './connections.ts';

let instance: DuckDBInstance;
let lender: Lender;

beforeEach(async () => {
  instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  await connection.run("attach ':memory:' as telemetry");
  connection.closeSync();
  lender = await openLender(instance, 1);
});
afterEach(async () => {
  await lender.close();
  instance.closeSync();
});

test('who waits until others were served waits for those who came before, whether they were lucky or not', async () => {
  await lender.served();
  const heard: string[] = [];
  const failing = Promise.withResolvers<void>();
  const working = Promise.withResolvers<void>();
  const first = lender.use(() => failing.promise).catch(() => heard.push('failed'));
  const second = lender.use(() => working.promise).then(() => heard.push('worked'));
  const waited = lender.served().then(() => heard.push('all served'));
  const never = Promise.withResolvers<void>();
  const later = lender.use(() => never.promise).then(() => heard.push('came later'));
  failing.reject(new Error('no such table'));
  await first;
  expect(heard).toEqual(['failed']);
  working.resolve();
  await Promise.all([second, waited]);
  expect(heard).toEqual(['failed', 'worked', 'all served']);
  never.resolve();
  await later;
});
