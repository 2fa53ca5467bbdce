import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { limits, readEnvelope, writeEnvelope } from '@seismo/protocol';
import type { OrganizationId, ProjectId } from '@seismo/protocol';
import { expect, test } from 'vitest';
import { openMemoryJournal } from '#journal/memory.ts';
import type { JournalEntry, JournalRecord } from '#journal/contract.ts';
import { StoreFailure } from '#symbolication/stores.ts';
import { digestEntry } from './process-entry.ts';
import type { Digest } from './process-entry.ts';
import { pipeline } from '#signals/steps.ts';
import { defaultRules } from '#domain/configuration/rules.ts';
import { SharedTexts } from '#signals/errors/shared-texts.ts';
import { StepTimes } from './step-times.ts';
import { OutcomeCounter } from './outcome-counter.ts';
import type { Pipeline } from './work.ts';

const golden = join(import.meta.dirname, '../../../../tests/golden');
const files = readdirSync(join(golden, 'envelopes')).filter((file) => file.endsWith('.envelope'));
const nowMs = Date.UTC(2026, 10, 21, 12);
const organizationId = 1 as OrganizationId;
const projectId = 1 as ProjectId;
const symbolicator = { symbolicate: () => {}, nameActions: () => {} };

test('every recorded envelope goes through: nothing fails, and of each kind as many end as were received', async () => {
  const keptOf: Record<string, number> = {};
  for (const file of files) {
    const envelope = readEnvelope(readFileSync(join(golden, 'envelopes', file)));
    const counter = new OutcomeCounter();
    const { kept, deadLetters } = await digest(
      record({ body: writeEnvelope(envelope.header, envelope.items) }),
      counter,
    );
    const sums = sumsOf(counter);
    expect(deadLetters, file).toEqual([]);
    for (const { kind } of envelope.items) {
      expect(sums[kind]!.received, file).toBe(envelope.items.filter((item) => item.kind === kind).length);
      expect(sums[kind]!.ended + kept.filter(({ item }) => item.kind === kind).length, file).toBe(sums[kind]!.received);
    }
    for (const { item } of kept) keptOf[item.kind] = (keptOf[item.kind] ?? 0) + 1;
    expect(
      counter.rows().filter(({ outcome }) => !['received', 'unsupported'].includes(outcome)),
      file,
    ).toEqual([]);
  }
  expect(Object.keys(keptOf).toSorted()).toEqual(Object.keys(pipeline).toSorted());
  expect(keptOf['event']).toBeGreaterThan(200);
});

test('running an entry again comes to the same', async () => {
  for (const file of files.filter((_, index) => index % 10 === 0)) {
    const entry = record({ body: readFileSync(join(golden, 'envelopes', file)) });
    expect(await digest(entry, new OutcomeCounter()), file).toEqual(await digest(entry, new OutcomeCounter()));
  }
});

test('an item whose step throws each time becomes a dead letter alone; replayed once that is mended, the ledger balances', async () => {
  let tries = 0;
  const broken: Pipeline = {
    ...pipeline,
    session: {
      fail: () => {
        tries++;
        throw new RangeError('no such session\nat all');
      },
    },
  };
  const journal = openMemoryJournal();
  const event = `{"type":"event"}\n${JSON.stringify({ message: 'fine' })}`;
  const session = `{"type":"session"}\n${JSON.stringify({ sid: 'c'.repeat(32), status: 'ok', attrs: { release: 'shop@1' } })}`;
  await journal.append(record({ body: new TextEncoder().encode(`{}\n${event}\n${session}\n${event}`) }));
  const [first] = await journal.read(0, { entriesMax: 1, bytesMax: 1e6 });

  const counter = new OutcomeCounter();
  const { kept, deadLetters } = await digest(first!, counter, broken);
  expect(tries).toBe(limits.PROCESS_TRY_COUNT_MAX);
  expect(kept.map(({ item }) => item.kind)).toEqual(['event', 'event']);
  expect(deadLetters).toMatchObject([
    { part: 1, itemKind: 'session', reason: 'error', detail: 'RangeError: no such session', tries },
  ]);
  expect(sumsOf(counter)).toEqual({ event: { received: 2, ended: 0 }, session: { received: 1, ended: 1 } });

  await journal.addDeadLetter(deadLetters[0]!);
  const [listed] = await journal.listDeadLetters(projectId, 10);
  await journal.replay(projectId, listed!.id);
  const [replayed] = await journal.read(first!.sequence, { entriesMax: 1, bytesMax: 1e6 });
  const again = await digest(replayed!, counter);
  expect(again.kept.map(({ item, sessions }) => [item.kind, sessions.length])).toEqual([['session', 1]]);
  expect(sumsOf(counter)).toEqual({ event: { received: 2, ended: 0 }, session: { received: 1, ended: 0 } });
});

test('a step that throws once is tried again and nobody notices', async () => {
  let tries = 0;
  const shaky: Pipeline = {
    event: {
      fail: () => {
        if (tries++ === 0) throw new Error('not today');
        return null;
      },
      ...pipeline.event,
    },
  };
  const { kept, deadLetters } = await digest(
    record({ body: new TextEncoder().encode('{}\n{"type":"event"}\n{"message":"fine"}') }),
    new OutcomeCounter(),
    shaky,
  );
  expect([kept.length, deadLetters.length]).toEqual([1, 0]);
});

test("a step that has to ask is waited for; a store that does not answer is nobody's fault but its own", async () => {
  const entry = record({ body: new TextEncoder().encode('{}\n{"type":"event"}\n{"message":"fine"}') });
  const asking: Pipeline = { event: { wait: () => Promise.resolve(null), ...pipeline.event } };
  expect((await digest(entry, new OutcomeCounter(), asking)).kept.length).toBe(1);
  const unanswered: Pipeline = { event: { wait: () => Promise.reject(new StoreFailure(new Error('disk is gone'))) } };
  await expect(digest(entry, new OutcomeCounter(), unanswered)).rejects.toThrow('disk is gone');
});

test('times stand under the name of the step, whatever a bundler calls its function', async () => {
  const times = new StepTimes();
  const parse = Object.defineProperty(() => null, 'name', { value: 'parse2' });
  const entry = record({ body: new TextEncoder().encode('{}\n{"type":"event"}\n{"message":"fine"}') });
  await digest(entry, new OutcomeCounter(), { event: { parse } }, times);
  expect(times.take().map(({ step }) => step)).toEqual(['parse']);
});

function record(entry: Partial<JournalEntry>): JournalRecord {
  return {
    sequence: 1,
    tries: 0,
    kind: 'envelope',
    projectId,
    keyId: 7,
    receivedAtMs: nowMs,
    clientAddress: '192.0.2.1',
    userAgent: null,
    body: new Uint8Array(),
    limitedCategories: [],
    replayOf: null,
    ...entry,
  };
}

function digest(
  entry: JournalRecord,
  counter: OutcomeCounter,
  steps?: Pipeline,
  times = new StepTimes(),
): Promise<Digest> {
  const lastFailure = () => ({ reason: 'crash' as const, detail: 'processing ended the worker' });
  return digestEntry(
    entry,
    counter,
    {
      organizationId,
      rules: defaultRules,
      symbolicator,
      spike: null,
      clock: { now: () => nowMs },
      times,
      texts: new SharedTexts(),
      lastFailure,
    },
    steps,
  );
}

/** By item kind: how many came, and how many came to an end (what is kept ends only once the stores have it). */
function sumsOf(counter: OutcomeCounter): Record<string, { received: number; ended: number }> {
  const sums: Record<string, { received: number; ended: number }> = {};
  for (const { itemKind, outcome, quantity } of counter.rows()) {
    const sum = (sums[itemKind] ??= { received: 0, ended: 0 });
    sum[outcome === 'received' ? 'received' : 'ended'] += quantity;
  }
  return sums;
}
