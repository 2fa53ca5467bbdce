import { randomUUID } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import type { EventId } from '@seismo/protocol';
import { defaultLimits } from '#domain/configuration/documents.ts';
import { closing, testPath } from '../testing/cleanup.ts';
import { unwatched } from '../testing/drain.ts';
import { eventEnvelope, everything, nowMs, openPipeline } from '../testing/pipeline.ts';
import { openDuckdbTelemetry } from '#store/telemetry/engines/duckdb/open.ts';
import { openMemoryTelemetry } from '#store/telemetry/engines/memory/open.ts';
import { createCommits, commitMemory } from './commits.ts';
import { createRulesReader } from './read-rules.ts';
import { createRetention } from './retention.ts';
import { signals } from '../signals/signals.ts';
import type { Clock } from '#platform/clock.ts';
import type { DiskBudget } from '#platform/disk-budget.ts';
import type { Stores } from './signal.ts';

const DAY_MS = 86_400_000;
const MiB = 1024 * 1024;
const idOf = () => randomUUID().replaceAll('-', '') as EventId;

/** `failed`: by default, a failure ends the test. */
function retentionOf(
  stores: Stores,
  clock: Clock,
  budget: Omit<DiskBudget, 'spanBytes'> & Partial<DiskBudget>,
  failed = (error: unknown): void => {
    throw error;
  },
) {
  const services = { stores, clock, rulesOf: createRulesReader(stores.state) };
  const share = { index: 0, count: 1, commits: commitMemory() };
  return createRetention({
    ...unwatched(clock.now()),
    services,
    signals: signals.map((signal) => signal(services)),
    commits: createCommits(share, () => stores.state.appliedSequence()),
    share,
    budget: { spanBytes: Infinity, ...budget },
    failed,
  });
}

/** A pipeline, and its retention at a time. */
async function open(telemetry = openMemoryTelemetry()) {
  const pipeline = await openPipeline({ telemetry });
  const { stores, projectId } = pipeline;
  const scope = { projectIds: [projectId], environments: [], range: everything };
  return {
    ...pipeline,
    /** Sends events to one issue each `message`, at times that end with now. */
    async report(message: string, count: number, more: object = {}) {
      const ids = Array.from({ length: count }, idOf);
      for (const [n, id] of ids.entries()) {
        const timestamp = nowMs / 1000 - (count - 1 - n) * 60;
        await pipeline.send(eventEnvelope({ event_id: id, message, timestamp, environment: 'production', ...more }));
      }
      await pipeline.drain();
      return ids;
    },
    /** Does all work that is due. */
    async retain(
      atMs: number,
      budget: Parameters<typeof retentionOf>[2] = { bytes: Infinity, measure: async () => 0 },
    ) {
      const retention = retentionOf(stores, { now: () => atMs }, budget);
      let steps = 0;
      while ((await retention.step()) === 0) steps++;
      return steps;
    },
    stored: async (ids: readonly EventId[]) => {
      const rows = ids.map((eventId) => stores.telemetry.query('eventById', { projectId, eventId, atMs: null }));
      return (await Promise.all(rows)).map(([row]) => row !== undefined);
    },
    share: async () => (await stores.telemetry.query('contentShare', { ...scope, issueId: null }))[0],
    log: () => stores.telemetry.query('removalLog', { ...scope, bucketMs: DAY_MS }),
  };
}

test('what is older than its project keeps it loses its content; it stays counted, and its ID known for a while', async () => {
  const { report, retain, share, log, stores, projectId, send, drain, issues, ledger } = await open();
  await stores.state.write((tx) =>
    tx.writeConfiguration({
      projectId,
      name: 'limits',
      atMs: 1,
      userId: null,
      document: { ...defaultLimits, eventDays: 2, attachmentDays: 1, sessionDays: 3 },
    }),
  );
  const [first] = await report('broken', 4);
  const withFile = `{"event_id":"${first}"}\n{"type":"attachment","length":3,"filename":"a.txt"}\nabc`;
  const session =
    '{}\n{"type":"session"}\n{"sid":"7c7b6585-f901-4351-bf8d-02711b721929","init":true,"started":"2026-11-21T11:59:01Z","status":"exited","attrs":{"release":"1.0"}}';
  await send(withFile);
  await send(session);
  await drain();
  const sessions = async () =>
    (
      await stores.telemetry.query('releaseSessionStats', {
        projectIds: [projectId],
        environments: [],
        releases: ['1.0'],
        range: everything,
      })
    )[0];
  const before = await sessions();
  const blobs = async () => {
    const keys: string[] = [];
    for await (const key of stores.blobs.list('attachments/')) keys.push(key);
    return keys;
  };

  await retain(nowMs + DAY_MS - 3_600_001);
  expect([await share(), await blobs()]).toEqual([{ events: 4, stored: 4 }, [expect.any(String)]]);

  await retain(nowMs + 1.1 * DAY_MS);
  expect([await share(), await blobs()]).toEqual([{ events: 4, stored: 4 }, []]);

  await retain(nowMs + 2.1 * DAY_MS);
  expect(await share()).toEqual({ events: 4, stored: 0 });
  await send(eventEnvelope({ event_id: first, message: 'broken' }));
  await drain();
  expect(await ledger()).toMatchObject({ 'event duplicate:event-id': 1 });
  expect((await issues()).map(({ eventCount }) => eventCount)).toEqual([4]);

  await retain(nowMs + 3.1 * DAY_MS);
  expect(await sessions()).toEqual({ ...before!, users: 0 });

  await retain(nowMs + 40 * DAY_MS);
  expect(await share()).toEqual({ events: 4, stored: 0 });
  expect((await stores.telemetry.query('storedAmounts', { projectIds: [projectId] })).map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(['counted']),
  );
  expect((await log()).map(({ itemKind, reason, quantity }) => [itemKind, reason, quantity])).toEqual([
    ['session', 'age', 1],
    ['event', 'age', 4],
    ['attachment', 'age', 1],
  ]);
});

test.each([
  ['memory', async () => openMemoryTelemetry()],
  [
    'DuckDB',
    async () => ({
      ...closing(await openDuckdbTelemetry(testPath('telemetry.duckdb'))),
      space: async () => ({ bytes: 0, freeBytes: 0, checkpointBytes: 0, spanBytes: 0 }),
      reclaim: async () => ({ bytes: 0, freeBytes: 0, checkpointBytes: 0, spanBytes: 0 }),
    }),
  ],
])('near the disk budget, repeats go first: %s', async (_engine, openTelemetry) => {
  const { report, retain, share, stored, stores, projectId, issues, log } = await open(await openTelemetry());
  const common = await report('common', 60);
  const rare = await report('rare', 3);
  const staging = await report('common', 2, { environment: 'staging' });
  const named = common[30]!;
  const { id: issueId } = (await issues()).find(({ eventCount }) => eventCount === 62)!;
  const text = `Look at ${named}`;
  await stores.state.write((tx) =>
    tx.addActivities([{ kind: 'comment', issueId, userId: null, atMs: 1, text, editedAtMs: null }]),
  );
  // Each event with its content takes a MiB.
  const measure = async () => (45 + (await share())!.stored) * MiB;

  await retain(nowMs, { bytes: (64 + 85) * MiB, measure });
  const left = await stored(common);
  expect((await share())!.stored).toBeLessThan(35);
  expect(left.filter(Boolean).length).toBeGreaterThanOrEqual(5);
  expect([left[0], left[30]]).toEqual([true, true]);
  expect(await stored([...rare, ...staging])).toEqual([true, true, true, true, true]);
  expect((await share())!.events).toBe(65);
  const [gone] = await log();
  expect(gone).toMatchObject({ itemKind: 'event', reason: 'budget', quantity: 60 - left.filter(Boolean).length });

  // Nothing else is left to remove but these.
  await retain(nowMs, { bytes: 256 * MiB, measure: async () => 200 * MiB });
  expect(await share()).toEqual({ events: 65, stored: 0 });
  const counted = await stores.telemetry.query('issuesInRange', {
    projectIds: [projectId],
    environments: ['staging'],
    releases: [],
    where: null,
    range: everything,
    sinceSequence: null,
  });
  expect(counted.map(({ events }) => events)).toEqual([2]);
});

/** A span that arrived some days ago. */
function spanEntry(daysAgo: number) {
  const receivedAtMs = nowMs - daysAgo * DAY_MS;
  const times = { start_timestamp: receivedAtMs / 1000 - 1, timestamp: receivedAtMs / 1000 };
  const span = { trace_id: idOf(), span_id: idOf().slice(16), description: 'GET /', ...times };
  return [`{}\n{"type":"span"}\n${JSON.stringify(span)}`, { receivedAtMs }] as const;
}

async function withSpans() {
  const opened = await open();
  const { stores, projectId } = opened;
  for (const daysAgo of [1, 10, 25]) {
    const [body, change] = spanEntry(daysAgo);
    await opened.send(body, projectId, change);
  }
  await opened.report('broken', 40);
  return {
    ...opened,
    spans: async () => {
      const amounts = await stores.telemetry.query('storedAmounts', { projectIds: [projectId] });
      return amounts.find(({ kind }) => kind === 'spans')?.rows ?? 0;
    },
  };
}

test('spans go when they are older than their project keeps them, by the time they arrived', async () => {
  const { retain, spans, share, log, stores, projectId } = await withSpans();
  const document = { ...defaultLimits, spanDays: 12 };
  await stores.state.write((tx) =>
    tx.writeConfiguration({ projectId, name: 'limits', atMs: 1, userId: null, document }),
  );
  await retain(nowMs);
  expect([await spans(), await share()]).toEqual([2, { events: 40, stored: 40 }]);
  expect(await log()).toMatchObject([{ itemKind: 'span', reason: 'age', quantity: 1 }]);
  await retain(nowMs + 3 * DAY_MS);
  expect(await spans()).toBe(1);
});

test('near the disk budget, old spans go before any event loses its content', async () => {
  const { retain, spans, share, log } = await withSpans();
  const budget = { bytes: (64 + 85) * MiB, measure: async () => (45 + 20 * (await spans())) * MiB };
  await retain(nowMs, budget);
  expect([await spans(), await share()]).toEqual([1, { events: 40, stored: 40 }]);
  expect(await log()).toMatchObject([{ itemKind: 'span', reason: 'budget', quantity: 2 }]);
  await retain(nowMs, { bytes: 256 * MiB, measure: async () => 250 * MiB });
  expect([await spans(), await share()]).toEqual([0, { events: 40, stored: 0 }]);
});

test('when the files of spans use more than their share, their oldest days go, and nothing else', async () => {
  const { retain, spans, share, log, stores, send, drain, projectId } = await withSpans();
  // Each span takes a MiB.
  stores.telemetry.space = async () => ({
    bytes: 0,
    freeBytes: 0,
    checkpointBytes: 0,
    spanBytes: (await spans()) * MiB,
  });
  const budget = { bytes: 1024 * MiB, measure: async () => 0 };
  await retain(nowMs, { ...budget, spanBytes: 3 * MiB });
  expect(await spans()).toBe(3);
  await retain(nowMs, { ...budget, spanBytes: 2.5 * MiB });
  expect([await spans(), await share()]).toEqual([2, { events: 40, stored: 40 }]);
  expect(await log()).toMatchObject([{ itemKind: 'span', reason: 'budget', quantity: 1 }]);
  const [today, change] = spanEntry(0);
  await send(today, projectId, change);
  await drain();
  expect(await spans()).toBe(3);
  await retain(nowMs, { ...budget, spanBytes: 0 });
  expect(await spans()).toBe(0);
});

test('a budget that other data fills is not searched for events to remove again and again', async () => {
  const { report, retain, share, stores } = await open();
  await report('broken', 3);
  const budget = { bytes: 256 * MiB, measure: async () => 250 * MiB };
  await retain(nowMs, budget);
  expect((await share())!.stored).toBe(0);

  const queries = vi.spyOn(stores.telemetry, 'query');
  const clock = { nowMs, now: () => clock.nowMs };
  const retention = retentionOf(stores, clock, budget);
  const run = async () => {
    queries.mockClear();
    while ((await retention.step()) === 0);
    return queries.mock.calls.filter(([name]) => name === 'thinnableIssues').length;
  };
  expect(await run()).toBeGreaterThan(5);
  clock.nowMs += 1000;
  expect([await run(), retention.isUrgent()]).toEqual([0, false]);
  clock.nowMs += 60_000;
  expect(await run()).toBeGreaterThan(5);
});

test('files that come near the refusal of reports give back what is free in them', async () => {
  const telemetry = openMemoryTelemetry();
  const { report, share, stores } = await open(telemetry);
  await report('broken', 3);
  const file = { mebibytes: 130, leastMebibytes: 100 };
  const space = () => ({ bytes: file.mebibytes * MiB, freeBytes: 80 * MiB, checkpointBytes: 0, spanBytes: 0 });
  const reclaim = vi.fn<() => Promise<ReturnType<typeof space>>>(async () => {
    file.mebibytes = file.leastMebibytes;
    return space();
  });
  Object.assign(stores.telemetry, { space: async () => space(), reclaim });
  const clock = { nowMs, now: () => clock.nowMs };
  const budget = { bytes: 256 * MiB, measure: async () => 80 * MiB + space().bytes };
  const retention = retentionOf(stores, clock, budget);
  const run = async () => {
    reclaim.mockClear();
    while ((await retention.step()) === 0);
    clock.nowMs += 1000;
    return reclaim.mock.calls.length;
  };
  expect(await run()).toBe(2);
  expect(await run()).toBe(0);
  Object.assign(file, { mebibytes: 130, leastMebibytes: 130 });
  expect(await run()).toBe(2);
  // It has just been found that they cannot.
  expect(await run()).toBe(0);
  clock.nowMs += 60_000;
  expect(await run()).toBe(2);
  expect((await share())!.stored).toBe(3);
});

test('a step that fails is tried again later, and later work is done', async () => {
  const { report, stores, share } = await open();
  await report('broken', 30);
  const clock = { nowMs, now: () => clock.nowMs };
  const append = vi.fn<() => Promise<void>>(async () => Promise.reject(new Error('no space left on device')));
  const failing = { ...stores, telemetry: { ...stores.telemetry, append } };
  const failures: unknown[] = [];
  const budget = { bytes: 256 * MiB, measure: async () => 200 * MiB };
  const retention = retentionOf(failing, clock, budget, (error) => failures.push(error));
  let waitMs = await retention.step();
  for (; waitMs === 0; waitMs = await retention.step());
  expect(failures).toEqual([new Error('no space left on device')]);
  expect(await retention.step()).toBeGreaterThan(0);
  expect(append).toHaveBeenCalledTimes(1);
  clock.nowMs += waitMs;
  failing.telemetry.append = stores.telemetry.append as typeof append;
  while ((await retention.step()) === 0);
  expect((await share())!.stored).toBe(0);
});
