import { limits, type ProjectId } from '@seismo/protocol';
import { beforeEach, expect, test } from 'vitest';
import { openThreadedJournal, type ThreadedJournal } from '#journal/open-threaded.ts';
import { openState, storesIn } from '#store/open.ts';
import { openThreadedTelemetry, type ThreadedTelemetry } from '#store/telemetry/open-threaded.ts';
import { eventCountOf } from '#store/telemetry/sample-rows.ts';
import { sharedClock } from '#platform/clock.ts';
import { afterwards, closing, testPath } from '../testing/cleanup.ts';
import { copyNewStores } from '../testing/new-stores.ts';
import { eventEnvelope, ledgerOf, openPipeline, type Pipeline } from '../testing/pipeline.ts';
import { supervisePipeline } from './supervise.ts';

let pipeline: Pipeline;
let journal: ThreadedJournal;
let telemetry: ThreadedTelemetry;
let projectId: ProjectId;

beforeEach(async () => {
  await copyNewStores(testPath());
  journal = closing(await openThreadedJournal(testPath('journal.sqlite')));
  telemetry = await openThreadedTelemetry(testPath('telemetry.duckdb'));
  afterwards(() => telemetry.close());
  const state = closing(await openState(storesIn(testPath())));
  pipeline = await openPipeline({ journal, telemetry, state });
  ({ projectId } = pipeline);
});

test('an entry that ends the worker each time becomes a dead letter, the others go on; replayed, it is stored', async () => {
  await send({ message: 'before' });
  const poison = await send({ message: 'poison' });
  await send({ message: 'after' });

  process.env['FAIL_ENTRY'] = String(poison);
  const first = await untilDrained();
  delete process.env['FAIL_ENTRY'];
  expect(first.blamed).toEqual(Array.from({ length: limits.PROCESS_TRY_COUNT_MAX }, () => poison));
  expect(first.restarts).toBe(limits.PROCESS_TRY_COUNT_MAX);
  expect(await ledger()).toEqual({ 'event received': 3, 'event stored': 2, 'event failed:crash': 1 });
  const [letter] = await journal.listDeadLetters(projectId, 10);
  expect(letter).toMatchObject({ itemKind: 'event', reason: 'crash', tries: limits.PROCESS_TRY_COUNT_MAX });

  await journal.replay(projectId, letter!.id);
  expect((await untilDrained()).restarts).toBe(0);
  expect(await ledger()).toEqual({ 'event received': 3, 'event stored': 3 });
  expect(await journal.listDeadLetters(projectId, 10)).toEqual([]);
}, 60_000);

test('an entry that blocks the worker becomes a dead letter with the reason stuck, and processing continues', async () => {
  await send({ message: 'before' });
  const poison = await send({ message: 'poison' });
  await send({ message: 'after' });

  process.env['FAIL_ENTRY'] = `${poison}:stall`;
  const { blamed } = await untilDrained({ stuckMsMax: 1000 });
  delete process.env['FAIL_ENTRY'];
  expect(blamed).toEqual(Array.from({ length: limits.PROCESS_TRY_COUNT_MAX }, () => poison));
  expect(await ledger()).toEqual({ 'event received': 3, 'event stored': 2, 'event failed:stuck': 1 });
  const [letter] = await journal.listDeadLetters(projectId, 10);
  expect(letter).toMatchObject({ reason: 'stuck', detail: 'processing took longer than 1 s' });
}, 60_000);

test('a worker that ends over and over delays only its own lanes', async () => {
  const { otherId } = pipeline;
  expect(otherId).toBe(projectId + 1);
  const poison = await send({ message: 'poison' });
  for (let count = 0; count < 30; count++) await send({ message: `report ${count}` }, count % 2 ? projectId : otherId);

  process.env['FAIL_ENTRY'] = String(poison);
  const { blamed } = await untilDrained({ threadCount: 2 });
  delete process.env['FAIL_ENTRY'];
  expect(blamed).toEqual(Array.from({ length: limits.PROCESS_TRY_COUNT_MAX }, () => poison));
  expect(await ledger(otherId)).toEqual({ 'event received': 15, 'event stored': 15 });
  expect(await ledger()).toEqual({ 'event received': 16, 'event stored': 15, 'event failed:crash': 1 });
}, 60_000);

test('a batch full of the largest reports that are all structure fits into the worker', async () => {
  for (let count = 0; count < 15; count++) await send(structureOnly(count));
  expect((await untilDrained()).restarts).toBe(0);
  expect(await ledger()).toEqual({ 'event received': 15, 'event stored': 15 });
}, 120_000);

test('a store that DuckDB invalidates is reopened with every report once', async () => {
  await telemetry.close();
  const reasons: string[] = [];
  process.env['FAIL_CHECKPOINTS'] = '2';
  telemetry = await openThreadedTelemetry(testPath('telemetry.duckdb'), {
    reopened: (reason) => reasons.push(reason),
  });
  delete process.env['FAIL_CHECKPOINTS'];
  for (let count = 0; count < 20; count++) await send({ message: `report ${count}` });

  const { restarts, blamed } = await untilDrained();
  expect(reasons).toEqual([
    // It is in the log, which is read when the store is opened again: the next try must take it back.
    expect.stringMatching(/COMMIT succeeded and is durable, but the autocheckpoint failed/),
    expect.stringMatching(/autocheckpoint failed/),
  ]);
  expect({ restarts, blamed }).toEqual({ restarts: 0, blamed: [] });
  expect(await ledger()).toEqual({ 'event received': 20, 'event stored': 20 });
  expect(await eventCountOf(telemetry)).toBe(20);
  expect(await journal.listDeadLetters(projectId, 10)).toEqual([]);
}, 60_000);

/** A megabyte that takes more than twenty in memory. */
function structureOnly(count = 0): object {
  return { message: `large ${count}`, extra: { list: Array.from({ length: 340_000 }, () => ({})) } };
}

function send(event: object, to = projectId): Promise<number> {
  return pipeline.send(eventEnvelope(event), to);
}

/** Runs the pipeline in its own thread until the journal is empty; `blamed`: the entries at which workers ended. */
async function untilDrained(
  options: { stuckMsMax?: number; threadCount?: number } = {},
): Promise<{ restarts: number; blamed: unknown[] }> {
  let restarts = 0;
  const blamed: unknown[] = [];
  const supervised = supervisePipeline({
    thread: new URL('../pipeline-thread.ts', import.meta.url),
    stores: storesIn(testPath()),
    journal,
    telemetry,
    clock: sharedClock(),
    threadCount: 1,
    disk: { folder: testPath(), budgetBytes: Infinity, spanBytes: Infinity },
    measured: () => {},
    needsRoom: () => {},
    ...options,
    applied: () => {},
    published: () => {},
    leaseLost: () => {},
    restarted: () => restarts++,
    failed: () => {},
    log: {
      error: (fields) => {
        if ('sequence' in fields) blamed.push(fields.sequence);
      },
    },
  });
  await expect.poll(async () => (await journal.stats()).entries, { interval: 20, timeout: 50_000 }).toBe(0);
  await supervised.stop();
  return { restarts, blamed };
}

const ledger = (of = projectId) => ledgerOf({ telemetry }, of);
