import { join } from 'node:path';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { newFolder } from '../../../../../testing/cleanup.ts';
import type { EventRow, SessionRow, Telemetry } from '../../../contract.ts';
import { openMemoryTelemetry } from '../../memory/open.ts';
import type { QueryName, QueryParams } from '../../../queries/index.ts';
import { batch, event, project, session } from '../../../sample-rows.ts';
import { openDuckdbTelemetry } from '../open.ts';
import { releaseStats } from './release-stats.ts';
import { storeBehind } from './store-behind.ts';

const temporaryPath = () => join(newFolder(), 'telemetry.duckdb');

const projectIds = [project(1), project(2)];
const range = { fromMs: 10, toMs: 40 };
const all = { projectIds, environments: [], releases: ['1', '2'], range };
const queries: { [Name in QueryName]: [Name, QueryParams[Name]] }[QueryName][] = [
  ['releaseSessionStats', all],
  ['releaseSessionStats', { ...all, releases: ['2'], projectIds: [project(2)] }],
  ['releaseSessionStats', { ...all, environments: ['dev'] }],
  ['releaseSessionSeries', { ...all, bucketMs: 10 }],
  ['releaseSessionSeries', { ...all, bucketMs: 10, projectIds: [project(1)] }],
  ['sessionEnvironments', { projectIds, release: '1', range }],
  ['releaseEventStats', all],
  ['releaseEventStats', { ...all, releases: ['1'] }],
  ['releaseEventSeries', { ...all, environments: ['dev'], bucketMs: 10 }],
  ['projectStats', { projectIds, environments: [], range, bucketMs: 10 }],
];

async function expectSame(store: Telemetry, oracle: Telemetry): Promise<void> {
  for (const [name, params] of queries)
    expect(await store.query(name, params), name).toStrictEqual(await oracle.query(name, params));
}

// So few of each that sessions come again with another state, user, release, project and time.
const dimensions = {
  projectId: fc.constantFrom(...projectIds),
  release: fc.constantFrom('1', '2', ''),
  environment: fc.constantFrom('production', 'dev'),
  userKey: fc.constantFrom('', 'id:1', 'id:2', 'id:3', 'id:4'),
};
const atMs = fc.integer({ min: 5, max: 45 });
const sessionRow: fc.Arbitrary<Partial<SessionRow>> = fc
  .record({
    ...dimensions,
    startedAtMs: atMs,
    sessionId: fc.constantFrom('', 'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'),
    became: fc.constantFrom('exited', 'errored', 'crashed', 'abnormal'),
  })
  .map(({ became, ...row }) => ({ ...row, [became]: 1 }));
const eventRow: fc.Arbitrary<Partial<EventRow>> = fc.record({ ...dimensions, atMs });
const stored = fc.array(
  fc.record({ sessions: fc.array(sessionRow, { maxLength: 5 }), events: fc.array(eventRow, { maxLength: 4 }) }),
  { maxLength: 8 },
);

test('incremental counts equal a full count', async () => {
  const path = temporaryPath();
  const duckdb = await openDuckdbTelemetry(path);
  onTestFinished(() => duckdb.close());
  await fc.assert(
    fc.asyncProperty(stored, async (batches) => {
      const memory = openMemoryTelemetry();
      await duckdb.truncateAfter(0);
      for (const [index, { sessions, events }] of batches.entries()) {
        const rows = batch(index + 1, {
          sessions: sessions.map((row) => session('', row)),
          events: events.map((row, n) => event(10 * index + n, row)),
        });
        for (const store of [memory, duckdb]) await store.append(rows);
        await expectSame(duckdb, memory);
      }
    }),
    { numRuns: 25 },
  );
}, 120_000);

test('a reopened store has its data, with any prepared statements', async () => {
  const path = temporaryPath();
  const memory = openMemoryTelemetry();
  const some = (sequence: number, userKey: string) =>
    batch(sequence, {
      sessions: [session(`s${sequence}`, { userKey, release: '1', startedAtMs: 20, exited: 1 })],
      events: [event(sequence, { userKey, release: '1', atMs: 20 })],
    });
  const first = await openDuckdbTelemetry(path);
  for (const store of [memory, first]) await store.append(some(1, 'id:1'));
  await first.close();
  const duckdb = await openDuckdbTelemetry(path, { readers: 1 });
  onTestFinished(() => duckdb.close());
  for (let sequence = 2; sequence < 6; sequence += 1) {
    // Each sequence requests another one for the first time.
    const [name, params] = queries[3 * (sequence - 2)]!;
    expect(await duckdb.query(name, params)).toStrictEqual(await memory.query(name, params));
    for (const store of [memory, duckdb]) await store.append(some(sequence, `id:${sequence}`));
  }
  await expectSame(duckdb, memory);
});

test('removed rows are not counted any more, and count again when they return', async () => {
  const duckdb = await openDuckdbTelemetry(temporaryPath());
  onTestFinished(() => duckdb.close());
  const memory = openMemoryTelemetry();
  const rows = {
    sessions: [session('a', { userKey: 'id:1', release: '1', startedAtMs: 20, exited: 1 })],
    events: [event(1, { userKey: 'id:1', release: '1', atMs: 20 })],
  };
  for (const store of [memory, duckdb]) await store.append(batch(1, rows));
  await expectSame(duckdb, memory);
  for (const store of [memory, duckdb]) {
    await store.append(batch(2, { changes: [{ projectId: project(1), delete: 'all' }] }));
  }
  await expectSame(duckdb, memory);
  for (const store of [memory, duckdb]) await store.append(batch(3, rows));
  await expectSame(duckdb, memory);
  for (const store of [memory, duckdb]) await store.truncateAfter(2);
  await expectSame(duckdb, memory);
});

/** A store with as many sessions as `addSessions` adds, and a count of all full counts. */
async function fixture() {
  const { telemetry, passed, hooks } = await storeBehind(releaseStats());
  let sequence = 0;
  const params = { ...all, environments: [] as string[], projectIds: [project(1)], bucketMs: 10 };
  return {
    hooks,
    countedAll: () => passed.length,
    append: (more: Parameters<typeof batch>[1]) => telemetry.append(batch(++sequence, more)),
    addSessions: (count: number, startedAtMs = (_n: number) => 20) => {
      const row = (n: number) => ({ userKey: `id:${n}`, release: '1', startedAtMs: startedAtMs(n), exited: 1 });
      const sessions = Array.from({ length: count }, (_, n) => session(`${sequence}-${n}`, row(n)));
      return telemetry.append(batch(++sequence, { sessions }));
    },
    answer: (change: Partial<typeof params> = {}) => telemetry.query('releaseSessionSeries', { ...params, ...change }),
  };
}

test('nothing is recounted until rows arrive, and then only affected answers', async () => {
  const { countedAll, addSessions, answer } = await fixture();
  await addSessions(5);
  await Promise.all([answer(), answer(), answer({ releases: ['1'] })]);
  expect(await answer({ releases: ['2'] })).toEqual([{ release: null, bucketAtMs: 20, sessions: 5, crashed: 0 }]);
  await addSessions(1);
  expect(await answer({ releases: ['2'] })).toMatchObject([{ sessions: 6 }]);
  expect(await answer()).toMatchObject([{ sessions: 6 }, { sessions: 6 }]);
  expect(countedAll()).toBe(1);
  await answer({ environments: ['dev'] });
  await answer({ projectIds: [project(1), project(2)] });
  expect(countedAll()).toBe(3);
});

test('everything is recounted when more rows arrived than the cache may hold', async () => {
  const { countedAll, addSessions, answer } = await fixture();
  await addSessions(1);
  await answer();
  await addSessions(20_000);
  await answer();
  expect(countedAll()).toBe(1);
  await addSessions(20_001);
  expect((await answer()).at(-1)).toMatchObject({ sessions: 40_002 });
  expect(countedAll()).toBe(2);
});

test('rows removed during a count are recounted', async () => {
  const { countedAll, append, hooks, answer } = await fixture();
  hooks.before = async () => {
    if (countedAll() === 1) await append({ changes: [{ projectId: project(2), delete: 'all' }] });
  };
  await answer();
  await answer();
  expect(countedAll()).toBe(2);
});

test('a failed count is not cached', async () => {
  const { countedAll, hooks, answer } = await fixture();
  hooks.before = () => Promise.reject(new Error('out of memory'));
  await expect(answer()).rejects.toThrow('out of memory');
  hooks.before = async () => {};
  await answer();
  expect(countedAll()).toBe(2);
});

test('the oldest answers are evicted, and an oversized one is not cached', async () => {
  const { countedAll, addSessions, answer } = await fixture();
  const at = (bucketMs: number) => answer({ bucketMs });
  for (let bucketMs = 1; bucketMs <= 33; bucketMs += 1) await at(bucketMs);
  await at(33);
  await at(2);
  expect(countedAll()).toBe(33);
  await at(1);
  expect(countedAll()).toBe(34);
  await addSessions(5_001, (n) => n);
  const wide = { range: { fromMs: 0, toMs: 10_000 }, bucketMs: 1 };
  await answer(wide);
  await answer(wide);
  expect(countedAll()).toBe(36);
});
