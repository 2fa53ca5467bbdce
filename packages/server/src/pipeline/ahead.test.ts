import { limits } from '@seismo/protocol';
import { beforeEach, expect, test } from 'vitest';
import type { Telemetry } from '#store/telemetry/contract.ts';
import { drain, failingOnce, unwatched } from '../testing/drain.ts';
import { eventEnvelope, eventIdOf, nowMs, openPipeline, type Pipeline } from '../testing/pipeline.ts';
import type { BatchReport } from './context.ts';
import { startPipeline } from './run.ts';

const SPANS = 'application/vnd.sentry.items.span.v2+json';
/** Entries of three batches. */
const COUNT = 3 * limits.BATCH_ENTRY_COUNT_MAX;

let pipeline: Pipeline;
/** The entry that the pipeline has come to. */
let at = 0;
/** The entries that each batch in telemetry ends with. */
let stored: number[];
/** Of these, the ones that had an entry of the next batch processed before they were stored. */
let overtaken: number[];
const began = (sequence: number) => {
  at = Math.max(at, sequence);
};

beforeEach(async () => {
  pipeline = await openPipeline();
  [at, stored, overtaken] = [0, [], []];
});

/** Telemetry that stores a batch once the next one is in work, or after a while. */
function slow(): Telemetry {
  const { telemetry } = pipeline;
  return {
    ...telemetry,
    append: async (batch) => {
      const lastEntry = batch.lastEntry ?? 0;
      await expect
        .poll(() => at > lastEntry, { interval: 1, timeout: 1_000 })
        .toBe(true)
        .catch(() => {});
      if (at > lastEntry) overtaken.push(lastEntry);
      stored.push(lastEntry);
      await telemetry.append(batch);
    },
  };
}

async function sendAll(idOf = eventIdOf): Promise<void> {
  for (let n = 1; n <= COUNT; n += 1) await pipeline.send(eventEnvelope({ event_id: idOf(n), message: 'x' }));
}

test('a batch of a backlog is prepared while the one before is stored', async () => {
  await sendAll();
  await drain({ ...pipeline.stores, telemetry: slow() }, unwatched(nowMs, { began }));
  expect(stored).toEqual([500, 1000, 1500]);
  expect(overtaken).toEqual([500, 1000]);
  expect(await pipeline.ledger()).toEqual({ 'event received': COUNT, 'event stored': COUNT });
});

test('entries of many bytes are a backlog, too, although a batch has few of them', async () => {
  const bytes = limits.BATCH_BYTES_MAX / 3;
  for (let n = 0; n < 6; n += 1) await pipeline.send(`{}\n{"type":"x"}\n${'x'.repeat(bytes)}`);
  await drain({ ...pipeline.stores, telemetry: slow() }, unwatched(nowMs, { began }));
  expect([stored, overtaken]).toEqual([
    [2, 4, 6],
    [2, 4],
  ]);
});

test('an event that was in the batch before is a duplicate', async () => {
  await sendAll((n) => eventIdOf(n > 500 && n <= 600 ? n - 500 : n));
  await drain({ ...pipeline.stores, telemetry: slow() }, unwatched(nowMs, { began }));
  expect(overtaken).toEqual([500, 1000]);
  const duplicates = { 'event duplicate:event-id': 100, 'event stored': COUNT - 100 };
  expect(await pipeline.ledger()).toEqual({ 'event received': COUNT, ...duplicates });
});

test('a batch that fails takes the prepared one along, and both are applied once', async () => {
  await sendAll();
  const stores = { ...pipeline.stores, telemetry: slow(), state: failingOnce(pipeline.state) };
  const positions: number[] = [];
  const applied = (report: BatchReport) => void positions.push(report.positions[0]!.sequence);
  await drain(stores, unwatched(nowMs, { began, applied }));
  expect(overtaken[0]).toBe(500);
  expect(positions).toEqual(positions.toSorted((one, other) => one - other));
  expect(positions.at(-1)).toBe(COUNT);
  expect(await pipeline.ledger()).toEqual({ 'event received': COUNT, 'event stored': COUNT });
  expect(await pipeline.state.appliedSequence()).toBe(COUNT);
});

test('a pipeline that stops leaves the prepared batch in the journal', async () => {
  await sendAll();
  const first = Promise.withResolvers<BatchReport>();
  const stores = { ...pipeline.stores, telemetry: slow() };
  const running = await startPipeline(stores, unwatched(nowMs, { began, applied: first.resolve }));
  await first.promise;
  await running.stop();
  const { entries } = await pipeline.journal.stats();
  expect(entries).toBeGreaterThan(0);
  expect(await pipeline.ledger()).toEqual({ 'event received': COUNT - entries, 'event stored': COUNT - entries });
  await pipeline.drain();
  expect(await pipeline.ledger()).toEqual({ 'event received': COUNT, 'event stored': COUNT });
});

test('nothing is prepared beside a batch of one entry, so that the end of a thread is blamed on the right one', async () => {
  await sendAll();
  // The supervisor does not know which entry ended the thread before.
  await drain({ ...pipeline.stores, telemetry: slow() }, unwatched(nowMs, { began, entriesMaxFirst: 1 }));
  expect(stored[0]).toBe(1);
  expect(overtaken).not.toContain(1);

  [at, stored, overtaken] = [0, [], []];
  const header = { type: 'span', item_count: limits.BATCH_RECORD_COUNT_MAX, content_type: SPANS };
  const items = Array.from({ length: limits.BATCH_RECORD_COUNT_MAX }, () => 0);
  for (let n = 0; n < 3; n += 1) await pipeline.send(`{}\n${JSON.stringify(header)}\n${JSON.stringify({ items })}`);
  await drain({ ...pipeline.stores, telemetry: slow() }, unwatched(nowMs, { began }));
  expect([stored.length, overtaken]).toEqual([3, []]);
});
