import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { expect, test } from 'vitest';
import { batch, cell, event, project } from '../../sample-rows.ts';
import { columnOf, slots, slotTexts } from './entry-slots.ts';
import { openDuckdbTelemetry } from './open.ts';

test('every key has one slot, and the slots together say what the whole says', () => {
  const tags = { plan: 'team', 'browser.name': 'Firefox', url: 'https://shop.example/"1"', '': 'empty' };
  Object.defineProperty(tags, '__proto__', { value: 'x', enumerable: true });
  const texts = slotTexts('tags', tags);
  expect(texts).toHaveLength(16);
  const together = texts.flatMap((text) => (text === '' ? [] : Object.entries(JSON.parse(text) as object)));
  expect(Object.fromEntries(together)).toEqual(tags);
  for (const key of Object.keys(tags)) {
    const { slot } = slots.find(({ column }) => column === columnOf({ entry: 'tags', key }))!;
    expect(texts[slot]).toContain(JSON.stringify(key));
  }
});

test('what was stored before there were slots, hashes and keys in the ledger is found and counted as the others are', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'seismo-slots-'));
  const path = join(folder, 'telemetry.duckdb');
  const found = async (telemetry: Awaited<ReturnType<typeof openDuckdbTelemetry>>, value: string) => {
    const where = { entry: 'tags' as const, key: 'plan', is: [value] };
    return (await telemetry.ask('events-of-project', { projectId: project(1), where, before: null, count: 9 })).length;
  };
  const older = await openDuckdbTelemetry(path);
  const events = ['team', 'team', 'free'].map((plan, n) =>
    event(n, { projectId: project(1), userKey: `id:${plan}`, tags: { plan } }),
  );
  await older.append(batch(1, { events, ledger: [cell('received', 3)] }));
  await older.close();

  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  await connection.run(`attach '${path}' as telemetry`);
  await connection.run('use telemetry');
  for (const { column } of [...slots, { column: 'user_hash' }])
    await connection.run(`alter table events drop column ${column}`);
  await connection.run('alter table ledger drop column key_id');
  await connection.run('drop table store_identity');
  await connection.run('delete from schema_versions where version > 6');
  connection.closeSync();
  instance.closeSync();

  const newer = await openDuckdbTelemetry(path);
  expect([await found(newer, 'team'), await found(newer, 'free'), await found(newer, 'te')]).toEqual([2, 1, 0]);
  await newer.append(batch(2, { events: [event(9, { projectId: project(1), userKey: 'id:free' })] }));
  const all = { projectIds: [project(1)], environments: [], releases: [], where: null };
  const range = { fromMs: 0, toMs: Number.MAX_SAFE_INTEGER };
  const issueIds = [events[0]!.issueId];
  expect(await newer.ask('issue-users', { ...all, issueIds, range })).toEqual([{ issueId: issueIds[0], users: 2 }]);
  const keys = await newer.ask('ledger-by-key', { projectIds: [project(1)], range });
  expect(keys.map(({ keyId, quantity }) => [keyId, quantity])).toEqual([[0, 3]]);
  await newer.close();
  await rm(folder, { recursive: true });
});
