import { randomBytes } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { closing, testPath } from '../../../../testing/cleanup.ts';
import type { EventRow, Telemetry } from '../../contract.ts';
import { attachment, batch, event, eventCountOf, eventIdOf, project, session } from '../../sample-rows.ts';
import { openDuckdbTelemetry } from './open.ts';

const MiB = 1024 * 1024;

test('removed events give their space back to the file system, and the others are as before', async () => {
  const path = testPath('telemetry.duckdb');
  const telemetry = closing(await openDuckdbTelemetry(path));
  const issues = 40;
  const bodies = new Map<string, Buffer>();
  for (let sequence = 1; sequence <= issues; sequence++) {
    const events = Array.from({ length: 1000 }, (_, n) => {
      const row = event(sequence * 1000 + n, { body: randomBytes(2500) });
      if (n % 100 === 0) bodies.set(row.eventId, Buffer.from(row.body));
      return row;
    });
    const states = [session('s', { startedAtMs: 7, exited: 1 }), session('s', { startedAtMs: 7, crashed: 1 })];
    await telemetry.append(batch(sequence, { events, sessions: sequence === 1 ? states : [] }));
  }
  const full = await telemetry.reclaim();
  expect(full.bytes).toBeGreaterThan(95 * MiB);

  const thin = Array.from({ length: issues * 1000 }, (_, n) => eventIdOf(1000 + n)).filter((id) => !bodies.has(id));
  for (let start = 0; start < thin.length; start += 10_000)
    await telemetry.append(
      batch(issues, { changes: [{ projectId: project(1), thin: thin.slice(start, start + 10_000) }] }),
    );
  // DuckDB itself could not end the file earlier: the last blocks are in use.
  expect((await stat(path)).size).toBeGreaterThan(80 * MiB);
  let space = await telemetry.reclaim();
  for (let step = 0; step < 10 && space.freeBytes > 32 * MiB; step++) space = await telemetry.reclaim();

  expect(space.bytes).toBeLessThan(40 * MiB);
  expect((await stat(path)).size).toBeLessThan(40 * MiB);
  expect(await eventCountOf(telemetry)).toBe(issues * 1000);
  for (const [eventId, body] of bodies) {
    const [row] = await telemetry.query('eventById', { projectId: project(1), eventId: eventId as never, atMs: null });
    expect(Buffer.from(row!.body).equals(body)).toBe(true);
  }
  const range = { fromMs: 0, toMs: 100_000 };
  const [sessions] = await telemetry.query('releaseSessionStats', {
    projectIds: [project(1)],
    environments: [],
    releases: ['1.0.0'],
    range,
  });
  expect(sessions).toMatchObject({ crashed: 1 });
});

test.each([
  ['one row group', 2_000, 12_000],
  ['row groups that are too full to be merged', 40_000, 2_000],
])(
  'space of removed events is free although a checkpoint leaves them where they are: %s',
  async (_name, count, bytes) => {
    const telemetry = closing(await openDuckdbTelemetry(testPath('telemetry.duckdb')));
    const events = Array.from({ length: count }, (_, n) => event(n, { body: randomBytes(bytes) }));
    for (let start = 0; start < count; start += 1_000)
      await telemetry.append(batch(start + 1, { events: events.slice(start, start + 1_000) }));
    await telemetry.reclaim();
    const thin = events.filter((_, n) => n % 100 >= 55).map(({ eventId }) => eventId);
    await telemetry.append(batch(count, { changes: [{ projectId: project(1), thin }] }));

    const space = await telemetry.reclaim();
    const used = space.bytes - space.freeBytes;
    expect(used / (count * bytes)).toBeLessThan(0.7);
    expect(await eventCountOf(telemetry)).toBe(count);
    const found = await telemetry.query('eventById', {
      projectId: project(1),
      eventId: events[54]!.eventId,
      atMs: null,
    });
    expect(Buffer.from(found[0]!.body).equals(Buffer.from(events[54]!.body))).toBe(true);
  },
);

test.each([
  [3_000, 36_000, 0.55],
  [18_000, 6_000, 0.5],
])('%d large bodies leave a file that keeps its size, with little free', async (count, bytes, thinnedShare) => {
  const telemetry = closing(await openDuckdbTelemetry(testPath('telemetry.duckdb')));
  const events = Array.from({ length: count }, (_, n) => event(n));
  for (let start = 0; start < count; start += 100) {
    const rows = events.slice(start, start + 100).map((row) => ({ ...row, body: randomBytes(bytes) }));
    await telemetry.append(batch(start + 1, { events: rows }));
  }
  const thin = events.filter((_, n) => (n * 0.618) % 1 < thinnedShare).map(({ eventId }) => eventId);
  await telemetry.append(batch(count, { changes: [{ projectId: project(1), thin }] }));
  let space = await telemetry.reclaim();
  for (let before = Infinity; space.bytes < before; space = await telemetry.reclaim()) before = space.bytes;
  expect(space.freeBytes).toBeLessThan(32 * MiB + space.checkpointBytes / 2);
  expect(space.bytes / (count * bytes * (1 - thinnedShare))).toBeLessThan(1.9);
  expect((await telemetry.reclaim()).bytes).toBe(space.bytes);
  expect(await eventCountOf(telemetry)).toBe(count);
});

const filledBefore: [string, (telemetry: Telemetry) => Promise<EventRow[]>][] = [
  [
    'the row of a small table',
    async (telemetry) => {
      const events = Array.from({ length: 2_000 }, (_, n) => event(n));
      for (let start = 0; start < events.length; start += 100) {
        const rows = events.slice(start, start + 100).map((row) => ({ ...row, body: randomBytes(50_000) }));
        const attachments = rows.map(({ eventId }) => attachment({ eventId }));
        await telemetry.append(batch(start + 1, { events: rows, attachments }));
      }
      return events;
    },
  ],
  [
    'metadata of rows that have not changed since',
    async (telemetry) => {
      const events = Array.from({ length: 1_000 }, (_, n) => event(n));
      const attachments = events.slice(0, 100).map(({ eventId }) => attachment({ eventId }));
      await telemetry.append(batch(1, { attachments }));
      await telemetry.reclaim();
      for (let start = 0; start < events.length; start += 500) {
        const rows = events.slice(start, start + 500).map((row) => ({ ...row, body: randomBytes(50_000) }));
        await telemetry.append(batch(start + 2, { events: rows }));
      }
      for (const row of events.slice(0, 20)) {
        await telemetry.append(batch(0, { changes: [{ projectId: project(1), thin: [row.eventId] }] }));
        await telemetry.reclaim();
      }
      return events;
    },
  ],
];
test.each(filledBefore)('events give their space back although behind them is %s', async (_name, fill) => {
  const telemetry = closing(await openDuckdbTelemetry(testPath('telemetry.duckdb')));
  const events = await fill(telemetry);
  expect((await telemetry.reclaim()).bytes).toBeGreaterThan(48 * MiB);
  const thin = events.slice(100).map(({ eventId }) => eventId);
  await telemetry.append(batch(events.length, { changes: [{ projectId: project(1), thin }] }));
  let space = await telemetry.reclaim();
  for (let before = Infinity; space.bytes < before; space = await telemetry.reclaim()) before = space.bytes;
  expect(space.bytes).toBeLessThan(16 * MiB);
  expect(await eventCountOf(telemetry)).toBe(events.length);
  expect(await telemetry.identity()).toMatchObject({ appliedSequence: events.length });
});
