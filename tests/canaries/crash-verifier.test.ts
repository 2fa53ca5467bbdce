import type { ProjectId } from '@seismo/protocol';
import { beforeEach, expect, test } from 'vitest';
import type { Stores } from '../../packages/server/src/pipeline/signal.ts';
import type { OutboxRow, State } from '../../packages/server/src/store/state/contract.ts';
import { nowMs, openPipeline } from '../../packages/server/src/testing/pipeline.ts';
import type { Memory } from '../crash/client.ts';
import { outboxOf, problemsIn } from '../crash/verify.ts';

/** A loss that the crash test's verifier misses goes unnoticed, so each test plants a kind of loss. */
const ids = ['a', 'b', 'c'].map((letter) => letter.repeat(32));
let stores: Stores;
let projectId: ProjectId;
let memory: Memory;

beforeEach(async () => {
  const { send, drain, ...pipeline } = await openPipeline();
  ({ stores, projectId } = pipeline);
  for (const id of ids) {
    const event = JSON.stringify({
      event_id: id,
      message: 'a message',
      release: '1.0',
      timestamp: nowMs / 1000,
      user: { id },
    });
    const attachment = id === ids[0] ? '{"type":"attachment","length":1,"filename":"a.txt"}\nx\n' : '';
    await send(`{"event_id":"${id}"}\n{"type":"event"}\n${event}\n${attachment}`, projectId, { keyId: 1 });
  }
  await drain();
  memory = {
    sent: new Set(ids),
    acknowledged: new Set(ids),
    withAttachment: new Set([ids[0]!]),
    feedback: new Map(),
    itemsSent: 4,
    itemsAcknowledged: 4,
  };
});

const problemsOf = async (stores: Stores, memory: Memory) =>
  problemsIn(stores, projectId, memory, await outboxOf(stores.state));

/** The stores, with a changed result of one telemetry query. */
function withAnswer(answered: string, change: (rows: never[]) => object[]): Stores {
  const query = async (...[name, params]: Parameters<Stores['telemetry']['query']>) => {
    const rows = await stores.telemetry.query(name, params);
    return name === answered ? change(rows as never[]) : rows;
  };
  return { ...stores, telemetry: { ...stores.telemetry, query: query as Stores['telemetry']['query'] } };
}

test('stores that hold everything once have no problem', async () => {
  expect(await problemsOf(stores, memory)).toEqual([]);
});

test('a lost event is noticed', async () => {
  const lost = withAnswer('eventsOfProject', (rows) => rows.slice(1));
  expect(await problemsOf(lost, memory)).toContainEqual(expect.stringContaining('acknowledged events are lost'));
});

test('an event that is stored twice is noticed', async () => {
  const doubled = withAnswer('eventsOfProject', (rows) => [...rows, ...rows.slice(0, 1)]);
  expect(await problemsOf(doubled, memory)).toContainEqual(expect.stringContaining('stored more than once'));
});

test('an event that no client sent is noticed', async () => {
  const sent = new Set(ids.slice(1));
  expect(await problemsOf(stores, { ...memory, sent })).toContainEqual(expect.stringContaining('that nobody sent'));
});

test('a ledger without an outcome for an item is noticed', async () => {
  const unbalanced = withAnswer('ledgerTotals', (rows: { outcome: string }[]) =>
    rows.filter(({ outcome }) => outcome === 'received'),
  );
  expect(await problemsOf(unbalanced, memory)).toContainEqual(expect.stringContaining('out of balance'));
});

test('a ledger that counts more items than a client sent is noticed', async () => {
  const problems = await problemsOf(stores, { ...memory, itemsSent: 3, itemsAcknowledged: 3 });
  expect(problems).toContainEqual(expect.stringContaining('4 items came'));
});

test('an issue that counts other events than it has is noticed', async () => {
  const miscounted = withAnswer('issueSums', (rows: { events: number }[]) =>
    rows.map((row) => ({ ...row, events: row.events + 1 })),
  );
  expect(await problemsOf(miscounted, memory)).toContainEqual(expect.stringMatching(/WEB-1 counts 3 events/));
});

test('a lost attachment is noticed', async () => {
  const lost = { ...stores, blobs: { ...stores.blobs, get: async () => null } };
  expect(await problemsOf(lost, memory)).toContainEqual(expect.stringContaining('the attachment of'));
});

test('an entry that was never processed is noticed', async () => {
  const waiting = { ...stores.journal, stats: async () => ({ ...(await stores.journal.stats()), entries: 1 }) };
  expect(await problemsOf({ ...stores, journal: waiting }, memory)).toContainEqual(
    expect.stringContaining('wait in the journal'),
  );
});

const without = (lost: OutboxRow['kind']) => (rows: OutboxRow[]) => rows.filter(({ kind }) => kind !== lost);

test.each([
  ['lost', without('issue-created'), 'feed entries were written, the outbox has 0'],
  ['lost with a release', without('release-created'), 'releases are stored, the outbox has 0'],
  ['lost with a first sight', without('issue-first-seen-in'), 'new issues were seen, the outbox has 0'],
  ['doubled', (rows: OutboxRow[]) => rows.flatMap((row) => [row, row]), 'not there once'],
  ['skipped', (rows: OutboxRow[]) => rows.slice(1), 'have a gap'],
])('a row of the outbox that was %s is noticed', async (_, change, problem) => {
  const outboxAfter: State['outboxAfter'] = async (...args) => change(await stores.state.outboxAfter(...args));
  const changed = { ...stores, state: { ...stores.state, outboxAfter } };
  expect(await problemsOf(changed, memory)).toContainEqual(expect.stringContaining(problem));
});
