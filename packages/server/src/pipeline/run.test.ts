import { limits, testEnvelope, type EventId, type OrganizationId, type ProjectId } from '@seismo/protocol';
import { beforeEach, expect, test } from 'vitest';
import type { Journal, JournalEntry } from '#journal/contract.ts';
import { reprocessEntry } from '#journal/reprocess-entry.ts';
import { taskEntry, type DeleteTask } from '#journal/tasks.ts';
import { streamAttachment } from '#store/blobs/attachment-bytes.ts';
import { openMemoryBlobs } from '#store/blobs/memory.ts';
import { nothingApplied } from '#store/state/batch/contract.ts';
import type { State } from '#store/state/contract.ts';
import type { Telemetry } from '#store/telemetry/contract.ts';
import { drain as drainAll, failingOnce, unwatched } from '../testing/drain.ts';
import {
  envelopeEntry,
  eventEnvelope,
  eventIdOf,
  everything,
  nowMs,
  openPipeline,
  type Pipeline,
} from '../testing/pipeline.ts';
import type { Stores } from './signal.ts';
import { startPipeline } from './run.ts';

let journal: Journal;
let state: State;
let telemetry: Telemetry;
let stores: Stores;
let organizationId: OrganizationId;
let projectId: ProjectId;
let send: Pipeline['send'];
let drain: Pipeline['drain'];
let ledger: Pipeline['ledger'];

beforeEach(async () => {
  ({ journal, state, telemetry, stores, organizationId, projectId, send, drain, ledger } = await openPipeline());
});

test('an event becomes an issue, and is returned with its reasons', async () => {
  await send(event('a'.repeat(32), { user: { id: '7' }, release: 'shop@1', tags: { plan: 'team' } }));
  await drain();

  const [issue] = await issues();
  expect(issue).toMatchObject({
    type: 'TypeError',
    value: 'x is not a function',
    eventCount: 1,
    userCount: 1,
    firstRelease: 'shop@1',
    shortId: 'WEB-1',
  });
  const [row] = await telemetry.query('eventById', { projectId, eventId: 'a'.repeat(32) as EventId, atMs: null });
  expect(row).toMatchObject({ issueId: issue!.id, userKey: 'id:7', release: 'shop@1', handled: false });
  expect(row!.tags).toMatchObject({ plan: 'team', release: 'shop@1' });
  expect(await ledger()).toEqual({ 'event received': 1, 'event stored': 1 });
  expect((await state.projectById(projectId))!.firstEventAtMs).not.toBeNull();
});

test('new issues of a batch are numbered in the order of their arrival', async () => {
  const kinds = ['First', 'Second', 'First', 'Third'];
  for (const [index, type] of kinds.entries()) {
    await send(event(`${index}`.repeat(32), { exception: { values: [{ type, value: 'x' }] } }));
  }
  await drain();
  const numbers = (await issues()).map(({ shortId, type }) => `${shortId} ${type}`);
  expect(numbers.toSorted()).toEqual(['WEB-1 First', 'WEB-2 Second', 'WEB-3 Third']);
});

test('a release and an environment are there with their first session, before anything fails in them', async () => {
  const at = (started: string, sid: string) =>
    JSON.stringify({ sid: sid.repeat(32), started, status: 'ok', attrs: { release: 'shop@2', environment: 'dev' } });
  await send(`{}\n{"type":"session"}\n${at('2026-11-21T11:00:00Z', 'c')}`);
  await send(`{}\n{"type":"session"}\n${at('2026-11-21T10:00:00Z', 'd')}`);
  await drain();
  const firstSeenAtMs = Date.UTC(2026, 10, 21, 10);
  const seen = { firstSeenAtMs, lastSeenAtMs: firstSeenAtMs + 3_600_000 };
  expect(await state.listReleases(projectId)).toEqual([{ projectId, version: 'shop@2', ...seen, eventCount: 0 }]);
  expect(await state.releaseRecord(organizationId, 'shop@2')).toMatchObject({ projectIds: [projectId] });
  expect(await state.listEnvironments([projectId])).toEqual(['dev']);
  expect((await state.projectById(projectId))!.firstEventAtMs).toBeNull();
});

test('entries with many records are applied in batches that have few enough of them', async () => {
  const span = { trace_id: 'a'.repeat(32), name: 'GET', status: 'ok', is_segment: false };
  const spanCount = Math.ceil(limits.BATCH_RECORD_COUNT_MAX / 2);
  const items = Array.from({ length: spanCount }, (_, n) => ({
    ...span,
    span_id: n.toString(16).padStart(16, '1'),
    start_timestamp: nowMs / 1000 - 1,
    end_timestamp: nowMs / 1000,
  }));
  const type = 'application/vnd.sentry.items.span.v2+json';
  const container = `{}\n${JSON.stringify({ type: 'span', item_count: spanCount, content_type: type })}\n${JSON.stringify({ items })}`;
  for (let count = 0; count < 5; count += 1) await send(container);
  const reports: number[] = [];
  await drainAll(stores, unwatched(nowMs, { applied: ({ entries }) => void reports.push(entries) }));
  expect(reports).toEqual([2, 2, 1]);
  expect(await ledger()).toMatchObject({ 'span stored': 5 * spanCount });
});

test('a test event creates its own issue and does not count toward the project', async () => {
  await state.write((tx) => tx.updateProject(projectId, { platform: '' }));
  await send(testEnvelope('a'.repeat(32) as EventId, nowMs, 'Ana'));
  await send(testEnvelope('b'.repeat(32) as EventId, nowMs, 'Ben'));
  await drain();
  const all = await issues();
  expect(all).toHaveLength(1);
  expect(all[0]).toMatchObject({ type: 'Test event', eventCount: 2, level: 'info' });
  expect(await state.listEnvironments([projectId])).toEqual([]);
  expect(await state.projectById(projectId)).toMatchObject({ firstEventAtMs: null, platform: '' });

  await send(event('c'.repeat(32), { sdk: { name: 'sentry.javascript.react', version: '10.0.0' } }));
  await drain();
  expect(await state.projectById(projectId)).toMatchObject({ platform: 'javascript-react' });
  expect((await state.projectById(projectId))!.firstEventAtMs).not.toBeNull();
});

test('deleting an issue deletes its events, and the next such event creates a new issue', async () => {
  await send(event('a'.repeat(32)));
  await drain();
  const [gone] = await issues();
  const deleteIssue = (issueId: number | null) =>
    journal.append(taskEntry('delete', projectId, nowMs, { issueId } as DeleteTask));
  await deleteIssue(gone!.id);
  await send(event('b'.repeat(32)));
  await drain();
  const [anew] = await issues();
  expect(anew).toMatchObject({ eventCount: 1, shortId: 'WEB-2' });
  expect(await telemetry.query('eventById', { projectId, eventId: 'a'.repeat(32) as EventId, atMs: null })).toEqual([]);

  await deleteIssue(null);
  await send(event('c'.repeat(32)));
  await drain();
  expect(await state.projectById(projectId)).toBeNull();
  expect(await ledger()).toEqual({});
});

test('entries right after a partial batch wait briefly to share a batch', async () => {
  const entries: number[] = [];
  await send(event('a'.repeat(32)));
  const pipeline = await startPipeline(
    stores,
    unwatched(nowMs, { applied: ({ entries: count }) => entries.push(count) }),
  );
  await expect.poll(() => entries, { interval: 1, timeout: 10_000 }).toEqual([1]);
  await send(event('b'.repeat(32)));
  await send(event('c'.repeat(32)));
  await expect.poll(() => entries, { interval: 5, timeout: 10_000 }).toEqual([1, 2]);
  await pipeline.stop();
});

test('a repeated event ID is a duplicate, in the same batch and in a later one', async () => {
  await send(event('a'.repeat(32)));
  await send(event('a'.repeat(32)));
  await drain();
  await send(event('a'.repeat(32)));
  await drain();
  expect((await issues())[0]!.eventCount).toBe(1);
  expect(await ledger()).toEqual({ 'event received': 3, 'event stored': 1, 'event duplicate:event-id': 2 });
});

test('bytes that were accepted are added up by key and day, once, replays not at all', async () => {
  const body = event('a'.repeat(32));
  const dayMs = 24 * 3600 * 1000;
  const day = Math.floor(nowMs / dayMs);
  const append = (change: Partial<JournalEntry>) => journal.append(envelopeEntry(projectId, body, change));
  await append({ keyId: 1, receivedAtMs: nowMs });
  await append({ keyId: 1, receivedAtMs: nowMs });
  await append({ keyId: 2, receivedAtMs: nowMs - dayMs });
  await append({ keyId: 2, receivedAtMs: nowMs, replayOf: { reason: 'error' } });
  await append({ keyId: 2, receivedAtMs: nowMs - 40 * dayMs });
  await drain({ state: failingOnce(state) });
  expect(await state.usageSince(0)).toEqual([
    { projectId, keyId: 2, day: day - 1, bytes: body.length },
    { projectId, keyId: 1, day, bytes: 2 * body.length },
  ]);
});

test('an attachment is stored compressed and read back complete', async () => {
  const log = 'GET /cart 200 in 12 ms\n'.repeat(20_000);
  await send(`${event('a'.repeat(32))}\n{"type":"attachment","length":${log.length},"filename":"log.txt"}\n${log}`);
  const blobs = openMemoryBlobs();
  await drain({ blobs });

  const of = { projectId, eventId: 'a'.repeat(32) as EventId };
  const [attachment] = await telemetry.query('attachmentsOfEvent', of);
  expect(attachment!.bytes).toBe(log.length);
  expect((await blobs.get(attachment!.blobKey))!.length).toBeLessThan(log.length / 50);
  expect(await new Response((await streamAttachment(blobs, attachment!)) as ReadableStream).text()).toBe(log);
});

test('an attachment shares the disposition of its event', async () => {
  const attachment = '{"type":"attachment","length":5,"filename":"log.txt"}\nhello';
  await send(`${event('a'.repeat(32))}\n${attachment}`);
  await send(`${event('a'.repeat(32))}\n${attachment}`);
  await send(`{"event_id":"${'b'.repeat(32)}"}\n{"type":"feedback"}\n{}\n${attachment}`);
  await send(`{}\n${attachment}`);
  await drain();
  expect(await ledger()).toMatchObject({
    'attachment received': 4,
    'attachment stored': 1,
    'attachment duplicate:event-id': 1,
    'attachment invalid:no-message': 1,
    'attachment invalid:no-event': 1,
  });
});

test('items that are unsupported, not JSON, not an object, too deep or too large get an outcome; valid ones are stored', async () => {
  const deep = `${'['.repeat(limits.JSON_DEPTH_MAX + 5)}${']'.repeat(limits.JSON_DEPTH_MAX + 5)}`;
  await send(
    [
      '{}',
      '{"type":"check_in"}',
      '{}',
      '{"type":"made-up"}',
      '{}',
      '{"type":"event"}',
      'nonsense',
      '{"type":"event"}',
      '[1]',
      '{"type":"event"}',
      `{"extra":${deep}}`,
      '{"type":"event"}',
      `{"message":"${'x'.repeat(limits.EVENT_BYTES_MAX)}"}`,
      '{"type":"event"}',
      '{"event_id":"../../etc/passwd"}',
      '{"type":"event"}',
      '{"message":"fine"}',
    ].join('\n'),
  );
  await drain();
  expect(await ledger()).toEqual({
    'check_in received': 1,
    'check_in unsupported:check_in': 1,
    'unknown received': 1,
    'unknown unsupported:unknown': 1,
    'event received': 6,
    'event invalid:json': 1,
    'event invalid:shape': 1,
    'event invalid:nesting': 1,
    'event too-large:item': 1,
    'event invalid:event-id': 1,
    'event stored': 1,
  });
});

test('a limited category is counted, the rest of the envelope is stored', async () => {
  await send(
    `${event('a'.repeat(32))}\n{"type":"session"}\n${JSON.stringify({ sid: 'c'.repeat(32), init: true, started: '2026-11-21T11:00:00Z', timestamp: '2026-11-21T11:00:01Z', status: 'ok', errors: 0, attrs: { release: 'shop@1' } })}`,
    projectId,
    { limitedCategories: ['error'] },
  );
  await drain();
  expect(await ledger()).toEqual({
    'event received': 1,
    'event limited:key-rate': 1,
    'session received': 1,
    'session stored': 1,
  });
});

test('a batch that fails at any store is tried again and applied once', async () => {
  for (const [store, method] of [
    ['telemetry', 'append'],
    ['state', 'write'],
    ['journal', 'trim'],
    ['blobs', 'put'],
  ] as const) {
    const eventId = store.charCodeAt(0).toString(16).padStart(32, '0');
    await send(`${event(eventId)}\n{"type":"attachment","length":5,"filename":"log.txt"}\nhello`);
    await drain(failing(store, method, 1));
    expect(await telemetry.query('knownEventIds', { projectId, eventIds: [eventId as EventId] })).toHaveLength(1);
  }
  expect((await issues())[0]!.eventCount).toBe(4);
  expect(await ledger()).toMatchObject({ 'event received': 4, 'event stored': 4, 'attachment stored': 4 });
});

test('a corrupt entry of any kind becomes a dead letter and is counted, and the next entry is processed', async () => {
  await send(event('a'.repeat(32)));
  await journal.append(taskEntry('delete', projectId, nowMs, { issueId: null } as DeleteTask));
  await journal.append(reprocessEntry({ id: 1, round: 1, projectId } as Parameters<typeof reprocessEntry>[0], nowMs));
  const nowhere = 999 as ProjectId;
  await journal.append({ ...taskEntry('regroup', nowhere, nowMs, {}), kind: 'envelope' });
  const last = await send(event('b'.repeat(32)));
  const changed: Journal = {
    ...journal,
    read: async (...limit) =>
      (await journal.read(...limit)).map((record) =>
        record.sequence === last ? record : { ...record, body: new TextEncoder().encode('}'), isDamaged: true },
      ),
  };
  await drain({ journal: changed });
  const letters = await journal.listDeadLetters(projectId, 10);
  expect(letters.map(({ itemKind }) => itemKind).toSorted()).toEqual(['delete', 'reprocess', 'unknown']);
  expect(letters[0]!.detail).toMatch(/corrupted on disk/);
  const elsewhere = await journal.listDeadLetters(nowhere, 10);
  expect(elsewhere.map(({ itemKind }) => itemKind)).toEqual(['envelope']);
  expect(await ledger()).toEqual({
    'event received': 1,
    'event stored': 1,
    'unknown received': 1,
    'unknown failed:error': 1,
  });
});

test('a failing blob folder stops the batch, and counts no try of its events', async () => {
  const sequence = await send(`${event('a'.repeat(32))}\n{"type":"attachment","length":5,"filename":"log.txt"}\nhello`);
  const failures: string[] = [];
  const blobs = failing('blobs', 'put', Number.POSITIVE_INFINITY).blobs!;
  const pipeline = await startPipeline(
    { ...stores, blobs },
    unwatched(nowMs, { failed: (error) => failures.push((error as Error).message) }),
  );
  await expect.poll(() => failures.length, { timeout: 20_000 }).toBeGreaterThan(limits.PROCESS_TRY_COUNT_MAX);
  expect((await journal.read({ entriesMax: 9, bytesMax: 1e6 })).map(({ tries }) => tries)).toEqual([0]);
  expect(await ledger()).toEqual({});
  await pipeline.stop();

  await drain();
  expect(await ledger()).toEqual({
    'event received': 1,
    'event stored': 1,
    'attachment received': 1,
    'attachment stored': 1,
  });
  expect(await state.appliedSequence()).toBe(sequence);
});

test('an entry that every store refuses only adds its outcome to the ledger', async () => {
  await send(event('a'.repeat(32)));
  const outcomes = new Set<string>();
  const seen = async () => Object.keys(await ledger()).forEach((name) => outcomes.add(name));
  const refusing: Telemetry = {
    ...telemetry,
    append: async (batch) => {
      if (batch.rows.events?.length) throw new Error('not this one');
      await telemetry.append(batch);
      await seen();
    },
  };
  await drain({ telemetry: refusing });
  await seen();
  expect(outcomes).toEqual(new Set(['event received', 'event failed:error']));
});

test('an entry that ended the worker too often becomes a dead letter, replayed, and the ledger balances throughout', async () => {
  const poison = await send(event('a'.repeat(32)));
  await send(event('b'.repeat(32)));
  for (let tries = 0; tries < limits.PROCESS_TRY_COUNT_MAX; tries++) await journal.countTry(poison);
  await drain();
  expect(await ledger()).toEqual({ 'event received': 2, 'event failed:crash': 1, 'event stored': 1 });
  const [letter] = await journal.listDeadLetters(projectId, 10);
  expect(letter).toMatchObject({ itemKind: 'event', reason: 'crash' });

  await journal.replay(projectId, letter!.id);
  await drain();
  expect(await ledger()).toEqual({ 'event received': 2, 'event stored': 2 });
  expect(await journal.listDeadLetters(projectId, 10)).toEqual([]);
});

test('refusals that ingest counted are in the ledger as received and as refused', async () => {
  const refused = { itemKind: 'event', outcome: 'limited', reason: 'key-rate', quantity: 12 };
  await send(JSON.stringify([refused]), projectId, { kind: 'refusals' });
  await drain();
  expect(await ledger()).toEqual({ 'event received': 12, 'event limited:key-rate': 12 });
});

test('the outcome of an item is counted under its client key only', async () => {
  await send(event('a'.repeat(32)), projectId, { keyId: 3 });
  await send(event('a'.repeat(32)), projectId, { keyId: 4 });
  await send('{}\n{"type":"event"}\n{"message": ', projectId, { keyId: 4 });
  const refused = { itemKind: 'event', outcome: 'limited', reason: 'key-rate', quantity: 12 };
  // Entries written before keys were recorded have no key.
  await send(JSON.stringify([{ ...refused, keyId: 5 }, refused]), projectId, { kind: 'refusals' });
  await drain();
  const rows = await telemetry.query('ledgerByKey', { projectIds: [projectId], range: everything });
  expect(rows.map(({ keyId, outcome, quantity }) => `${keyId} ${outcome} ${quantity}`)).toEqual([
    '0 limited 12',
    '0 received 12',
    '3 received 1',
    '3 stored 1',
    '4 duplicate 1',
    '4 invalid 1',
    '4 received 2',
    '5 limited 12',
    '5 received 12',
  ]);
});

test('the complete items of a truncated envelope are stored', async () => {
  await send(`${event('a'.repeat(32))}\n{"type":"attachment","length":5000}\nshort`);
  await drain();
  expect(await ledger()).toMatchObject({ 'event stored': 1, 'unknown received': 1, 'unknown invalid:framing': 1 });
});

test('filtered events are counted with their attachments and titles, and are stored once the filter is off', async () => {
  const redirect = (id: string) =>
    event(id.repeat(32), { exception: { values: [{ type: 'Error', value: 'NEXT_REDIRECT' }] } });
  await send(`${redirect('a')}\n{"type":"attachment","length":5,"filename":"log.txt"}\nhello`);
  await send(event('b'.repeat(32)));
  await drain();
  expect(await ledger()).toEqual({
    'event received': 2,
    'event filtered:next-control-flow': 1,
    'event stored': 1,
    'attachment received': 1,
    'attachment filtered:next-control-flow': 1,
  });
  expect(await state.filteredExamples(projectId)).toEqual([
    { projectId, reason: 'next-control-flow', title: 'Error: NEXT_REDIRECT', atMs: nowMs },
  ]);

  const document = { nextControlFlow: false, messages: ['TypeError: *'] };
  const draft = { projectId, name: 'filters' as const, atMs: nowMs, userId: null, document };
  await state.write((tx) => tx.writeConfiguration(draft));
  await send(redirect('c'));
  await send(event('d'.repeat(32)));
  await drain();
  expect(await ledger()).toMatchObject({ 'event stored': 2, 'event filtered:message': 1 });
});

test('events of a spike are limited until the user lets them through', async () => {
  const hourMs = 3_600_000;
  const usual = Array.from({ length: 48 }, (_, hour) => ({
    organizationId,
    projectId,
    itemKind: 'event',
    keyId: 0,
    outcome: 'stored',
    reason: '',
    quantity: 10,
    atMs: nowMs - (hour + 1) * hourMs,
  }));
  await telemetry.append({ sequence: 1, rows: { ledger: usual }, changes: [] });
  await state.write((tx) => tx.applyBatch({ ...nothingApplied, sequence: 1, atMs: 1 }));
  const burst = async (from: number, count: number) => {
    for (let index = from; index < from + count; index++) await send(event(eventIdOf(index)));
    await drain();
  };
  const limit = limits.SPIKE_PER_MINUTE_MIN;
  await burst(1, limit + 100);
  const before = await ledger();
  expect(before['event limited:spike']).toBeGreaterThan(0);
  expect(before['event stored']! - 480).toBe(limit);
  expect(before['event stored']! - 480 + before['event limited:spike']!).toBe(limit + 100);

  await burst(limit + 101, 20);
  const spikes = async () =>
    (await state.outboxAfter(0, 1000)).flatMap(({ kind, projectIds }) =>
      kind.startsWith('spike-') ? [[kind, ...projectIds]] : [],
    );
  expect(await spikes()).toEqual([['spike-started', projectId]]);
  const later = await startPipeline(stores, unwatched(nowMs + limits.SPIKE_END_MS));
  for (const { run } of [...later.jobs, ...later.jobs]) await run();
  await later.stop();
  expect(await spikes()).toEqual([
    ['spike-started', projectId],
    ['spike-ended', projectId],
  ]);

  const document = { spikeProtection: true, spikeProtectionPausedUntilMs: nowMs + 1 };
  await state.write((tx) => tx.writeConfiguration({ projectId, name: 'limits', atMs: nowMs, userId: null, document }));
  const limited = (await ledger())['event limited:spike'];
  await burst(limit + 200, 50);
  expect((await ledger())['event limited:spike']).toBe(limited);
});

function event(eventId: string, fields: object = {}): string {
  const exception = {
    type: 'TypeError',
    value: 'x is not a function',
    mechanism: { type: 'onerror', handled: false },
    stacktrace: { frames: [{ filename: 'app.js', function: 'run', lineno: 1, colno: 2, in_app: true }] },
  };
  const headline = { timestamp: nowMs / 1000, platform: 'javascript', exception: { values: [exception] } };
  return eventEnvelope({ event_id: eventId, ...headline, ...fields });
}

/** The store, except that the first `times` calls of one method fail before they do anything. */
function failing(store: keyof Stores, method: string, times: number): Partial<Stores> {
  let left = times;
  const proxy = new Proxy(stores[store], {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== 'function') return value;
      return (...args: unknown[]) => {
        if (name === method && left-- > 0) return Promise.reject(new Error(`${store} is out of order`));
        return (value as (...given: unknown[]) => unknown).apply(target, args);
      };
    },
  });
  return { [store]: proxy };
}

function issues() {
  return state.listIssues({
    projectIds: [projectId],
    ids: null,
    where: { field: 'status', is: ['unresolved'] },
    sort: 'last-seen',
    after: null,
    count: 10,
  });
}
