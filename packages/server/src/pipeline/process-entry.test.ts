import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { limits, readEnvelope, writeEnvelope, type OrganizationId, type ProjectId } from '@seismo/protocol';
import { expect, test } from 'vitest';
import { openSqliteJournal } from '#journal/sqlite.ts';
import type { JournalRecord } from '#journal/contract.ts';
import { signals } from '#signals/signals.ts';
import { openMemoryBlobs } from '#store/blobs/memory.ts';
import { envelopeEntry, nowMs } from '../testing/pipeline.ts';
import { openTestState } from '../testing/new-stores.ts';
import { StoreFailure } from '#store/store-failure.ts';
import { openMemoryTelemetry } from '#store/telemetry/engines/memory/open.ts';
import { defaultRules } from '#domain/configuration/rules.ts';
import { OutcomeCounter } from './outcome-counter.ts';
import { kindsOf } from './prepare-batch.ts';
import { processEntry, type ItemKinds, type ProcessedEntry } from './process-entry.ts';
import { createRulesReader } from './read-rules.ts';
import { itemRules } from './signal.ts';
import { StepTimes } from './step-times.ts';
import { stepsFrom, type Item } from './steps.ts';

const golden = join(import.meta.dirname, '../../../../tests/golden');
const files = readdirSync(join(golden, 'envelopes')).filter((file) => file.endsWith('.envelope'));
const organizationId = 1 as OrganizationId;
const projectId = 1 as ProjectId;
const clock = { now: () => nowMs };

const state = await openTestState();

/** The kinds of all signals, over empty stores. */
async function allKinds(): Promise<ItemKinds> {
  const stores = {
    state,
    journal: openSqliteJournal(':memory:'),
    telemetry: openMemoryTelemetry(),
    blobs: openMemoryBlobs(),
  };
  const start = { records: [], rules: new Map(), nowMs, isAhead: false };
  const services = { stores, rulesOf: createRulesReader(state), clock };
  return kindsOf(await Promise.all(signals.map(async (open) => open(services).begin(start))));
}

test('every recorded envelope is processed without failure, and each received record has an outcome', async () => {
  const keptOf: Record<string, number> = {};
  for (const file of files) {
    const envelope = readEnvelope(readFileSync(join(golden, 'envelopes', file)));
    const counter = new OutcomeCounter();
    const { items, deadLetters } = await process(record(writeEnvelope(envelope.header, envelope.items)), counter);
    const sums = sumsOf(counter);
    expect(deadLetters, file).toEqual([]);
    for (const { kind } of envelope.items) {
      const ofKind = envelope.items.filter((item) => item.kind === kind);
      const claimed = ofKind.reduce((sum, item) => sum + item.itemCount, 0);
      // A transaction has more spans than its own.
      if (kind === 'transaction') expect(sums[kind]!.received, file).toBeGreaterThanOrEqual(claimed);
      else expect(sums[kind]!.received, file).toBe(claimed);
      const ofKept = items.filter((each) => each.kind === kind);
      expect(sums[kind]!.ended + ofKept.reduce((sum, { records }) => sum + records.left, 0), file).toBe(
        sums[kind]!.received,
      );
    }
    for (const { kind } of items) keptOf[kind] = (keptOf[kind] ?? 0) + 1;
    expect(
      counter.rows().filter(({ outcome }) => !['received', 'unsupported'].includes(outcome)),
      file,
    ).toEqual([]);
  }
  expect(Object.keys(keptOf).toSorted()).toEqual(Object.keys(await allKinds()).toSorted());
  expect(keptOf['event']).toBeGreaterThan(200);
});

test('a kind belongs to one signal', async () => {
  const kinds = await allKinds();
  expect(() => kindsOf([{ kinds }, { kinds }])).toThrow('Two signals process items of the kind event.');
});

test('processing an entry again has the same result', async () => {
  // What counts toward a spike is in the batch, and functions are equal only to themselves.
  const kinds = await allKinds();
  for (const file of files.filter((_, index) => index % 10 === 0)) {
    const entry = record(readFileSync(join(golden, 'envelopes', file)));
    const processed = () => process(entry, new OutcomeCounter(), kinds);
    expect(await processed(), file).toEqual(await processed());
  }
});

test('an item whose step always throws becomes a dead letter alone; after the fix and a replay, the ledger balances', async () => {
  let tries = 0;
  const fail = (): never => {
    tries++;
    throw new RangeError('no such session\nat all');
  };
  const broken = { ...(await allKinds()), session: itemRules(stepsFrom<Item>().step({ fail }), {}) };
  const journal = openSqliteJournal(':memory:');
  const event = `{"type":"event"}\n${JSON.stringify({ message: 'fine' })}`;
  const session = `{"type":"session"}\n${JSON.stringify({ sid: 'c'.repeat(32), status: 'ok', attrs: { release: 'shop@1' } })}`;
  await journal.append(record(`{}\n${event}\n${session}\n${event}`));
  const [first] = await journal.read({ entriesMax: 1, bytesMax: 1e6 });

  const counter = new OutcomeCounter();
  const { items, deadLetters } = await process(first!, counter, broken);
  expect(tries).toBe(limits.PROCESS_TRY_COUNT_MAX);
  expect(items.map(({ kind }) => kind)).toEqual(['event', 'event']);
  expect(deadLetters).toMatchObject([
    { part: 1, itemKind: 'session', reason: 'error', detail: 'RangeError: no such session', tries },
  ]);
  expect(sumsOf(counter)).toEqual({ event: { received: 2, ended: 0 }, session: { received: 1, ended: 1 } });

  await journal.addDeadLetter(deadLetters[0]!);
  const [listed] = await journal.listDeadLetters(projectId, 10);
  await journal.replay(projectId, listed!.id);
  const [, replayed] = await journal.read({ entriesMax: 2, bytesMax: 1e6 });
  const again = await process(replayed!, counter);
  expect(again.items).toMatchObject([{ kind: 'session', work: [{ release: 'shop@1' }] }]);
  expect(sumsOf(counter)).toEqual({ event: { received: 2, ended: 0 }, session: { received: 1, ended: 0 } });
});

test('a step that throws once is retried, and the item is stored', async () => {
  let tries = 0;
  const { event } = await allKinds();
  const shaky: ItemKinds = {
    event: {
      run: (item, took) => {
        if (tries++ === 0) throw new Error('not today');
        return event!.run(item, took);
      },
    },
  };
  const { items, deadLetters } = await process(
    record('{}\n{"type":"event"}\n{"message":"fine"}'),
    new OutcomeCounter(),
    shaky,
  );
  expect([items.length, deadLetters.length]).toEqual([1, 0]);
});

test('a step that returns a promise is awaited; a store that does not answer fails the batch, not the item', async () => {
  const entry = record('{}\n{"type":"event"}\n{"message":"fine"}');
  const wait = (work: Item) => Promise.resolve(work);
  expect((await process(entry, new OutcomeCounter(), kindOf({ wait }))).items.length).toBe(1);
  const query = () => Promise.reject<Item>(new StoreFailure(new Error('disk is gone')));
  await expect(process(entry, new OutcomeCounter(), kindOf({ query }))).rejects.toThrow('disk is gone');
});

test('durations are recorded by step name, even if a bundler renames its function', async () => {
  const times = new StepTimes();
  const parse = Object.defineProperty((work: Item) => work, 'name', { value: 'parse2' });
  const entry = record('{}\n{"type":"event"}\n{"message":"fine"}');
  await process(entry, new OutcomeCounter(), kindOf({ parse }), times);
  expect(times.take().map(({ step }) => step)).toEqual(['parse']);
});

function record(body: string | Uint8Array): JournalRecord {
  return {
    sequence: 1,
    tries: 0,
    ...envelopeEntry(projectId, body, { keyId: 7, clientAddress: '192.0.2.1' }),
  };
}

function kindOf(step: Record<string, (work: Item) => Item | Promise<Item>>): ItemKinds {
  return { event: itemRules(stepsFrom<Item>().step(step), {}) };
}

async function process(
  entry: JournalRecord,
  counter: OutcomeCounter,
  kinds?: ItemKinds,
  times = new StepTimes(),
): Promise<ProcessedEntry> {
  const lastFailure = () => ({ reason: 'crash' as const, detail: 'processing crashed the worker' });
  const given = { organizationId, rules: defaultRules, kinds: kinds ?? (await allKinds()) };
  const processed = await processEntry(entry, { ...given, counter, times, clock, lastFailure });
  for (const item of processed.received) counter.item(item);
  return processed;
}

/** By item kind: the number received and the number with an outcome (stored items get theirs only in the stores). */
function sumsOf(counter: OutcomeCounter): Record<string, { received: number; ended: number }> {
  const sums: Record<string, { received: number; ended: number }> = {};
  for (const { itemKind, outcome, quantity } of counter.rows()) {
    const sum = (sums[itemKind] ??= { received: 0, ended: 0 });
    sum[outcome === 'received' ? 'received' : 'ended'] += quantity;
  }
  return sums;
}
