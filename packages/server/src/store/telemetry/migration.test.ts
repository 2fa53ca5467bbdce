import { expect, test } from 'vitest';
import { closing, testPath } from '../../testing/cleanup.ts';
import { makeOlder } from '../../testing/older-telemetry.ts';
import { openThreadedTelemetry } from './open-threaded.ts';
import { batch, event, project } from './sample-rows.ts';

async function olderStore(...statements: string[]) {
  const path = testPath('telemetry.duckdb');
  const telemetry = await openThreadedTelemetry(path);
  await telemetry.adopt('store-1', 0);
  await telemetry.append(batch(1, { events: [event(1, { projectId: project(1) })] }));
  const identity = await telemetry.identity();
  await telemetry.close();
  await makeOlder(path, statements);
  return { path, identity };
}

const eventsOf = (telemetry: Awaited<ReturnType<typeof openThreadedTelemetry>>) =>
  telemetry.query('eventsOfProject', { projectId: project(1), where: null, before: null, count: 9 });

test('a store that migrates is open: its identity is known, and other calls wait', async () => {
  const ended = Promise.withResolvers<string | null>();
  const { path, identity } = await olderStore();
  const telemetry = closing(await openThreadedTelemetry(path, { migrationEnded: ended.resolve }));
  expect(telemetry.migration()).toEqual({ step: 'copy', done: 0 });
  const found = eventsOf(telemetry);
  expect(await telemetry.identity()).toEqual(identity);
  await telemetry.adopt('store-1', 1);
  expect(await found).toHaveLength(1);
  expect(await ended.promise).toBe(null);
  expect(telemetry.migration()).toBe(null);
  expect(await telemetry.identity()).toEqual(identity);
});

test('a store that is closed while it migrates ends its calls, and the next start migrates it', async () => {
  const { path } = await olderStore();
  const failures: (string | null)[] = [];
  const telemetry = await openThreadedTelemetry(path, { migrationEnded: (failure) => failures.push(failure) });
  const found = expect(eventsOf(telemetry)).rejects.toThrow(/rpc is closed|has stopped|aborted/);
  await telemetry.close();
  await found;
  expect(failures).toEqual([]);
  expect(await eventsOf(closing(await openThreadedTelemetry(path)))).toHaveLength(1);
});

test('a migration that fails says why, and every call fails', async () => {
  const { path } = await olderStore('alter table events drop column body');
  const ended = Promise.withResolvers<string | null>();
  const telemetry = closing(await openThreadedTelemetry(path, { migrationEnded: ended.resolve }));
  expect(await ended.promise).toMatch(/telemetry\.duckdb cannot be opened: .*"body" not found/);
  await expect(eventsOf(telemetry)).rejects.toThrow('"body" not found');
  expect(telemetry.migration()).not.toBe(null);
});

test('without a listener, a store opens once it has migrated', async () => {
  const { path } = await olderStore();
  const telemetry = closing(await openThreadedTelemetry(path));
  expect(telemetry.migration()).toBe(null);
  expect(await eventsOf(telemetry)).toHaveLength(1);
});

test('a store that does not record its identity yet opens once it has migrated', async () => {
  const { path } = await olderStore(
    'alter table events rename column mapping_errors to map_faults',
    'alter table events rename column unmapped_debug_ids to debug_ids_wanted',
    'alter table events rename column original_hash to sent_hash',
    'alter table store_identity drop column last_entry',
    'delete from schema_versions where version > 11',
  );
  const failures: (string | null)[] = [];
  const migrationEnded = (failure: string | null) => failures.push(failure);
  const telemetry = closing(await openThreadedTelemetry(path, { migrationEnded }));
  expect(telemetry.migration()).toBe(null);
  expect(await eventsOf(telemetry)).toHaveLength(1);
  expect([telemetry.migration(), failures]).toEqual([null, []]);
});
