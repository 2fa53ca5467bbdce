import { randomBytes } from 'node:crypto';
import type { DuckDBConnection } from '@duckdb/node-api';
import { expect, test } from 'vitest';
import { closing, testPath } from '../../../../testing/cleanup.ts';
import { batch, event, eventCountOf, eventIdOf, project } from '../../sample-rows.ts';
import { createBodyMemory } from './body-memory.ts';
import { openDuckdbTelemetry } from './open.ts';

const EVENT_COUNT = 600;
const PER_BATCH = 50;

test('events whose bodies exceed the memory are stored, read, and moved', { timeout: 120_000 }, async () => {
  const path = testPath('telemetry.duckdb');
  const telemetry = await openDuckdbTelemetry(path);
  const bodies = Array.from({ length: EVENT_COUNT }, () => randomBytes(300_000));
  for (let first = 0; first < EVENT_COUNT; first += PER_BATCH) {
    const events = bodies
      .slice(first, first + PER_BATCH)
      .map((body, at) => event(first + at, { projectId: project(1), body: Buffer.from(body) }));
    await telemetry.append(batch(first / PER_BATCH + 1, { events }));
  }
  const thin = bodies.map((_, at) => eventIdOf(at)).filter((_, at) => at % 2 === 0);
  const last = EVENT_COUNT / PER_BATCH;
  await telemetry.append(batch(last, { changes: [{ projectId: project(1), thin }] }));
  const before = await telemetry.space();
  const after = await telemetry.reclaim();
  expect(before.bytes - before.freeBytes - (after.bytes - after.freeBytes)).toBeGreaterThan(60e6);
  await telemetry.close();

  const again = closing(await openDuckdbTelemetry(path));
  expect(await eventCountOf(again)).toBe(EVENT_COUNT);
  for (const at of [1, 299, 599]) {
    const [row] = await again.query('eventById', { projectId: project(1), eventId: eventIdOf(at), atMs: null });
    expect(Buffer.from(row!.body).equals(bodies[at]!)).toBe(true);
  }
});

test('the memory for a file is given back when its threads cannot be set', async () => {
  const ran: string[] = [];
  const connection = {
    run: async (sql: string) => {
      ran.push(sql);
      if (sql === 'set global threads = 1') throw new Error('busy');
    },
  } as unknown as DuckDBConnection;
  const memory = createBodyMemory(128 * 1024 * 1024, 2);
  await expect(memory.whileWriting(connection, 100, async () => {})).rejects.toThrow('busy');
  expect(ran).toEqual([
    "set global memory_limit = '320MiB'",
    'set global threads = 1',
    'set global threads = 2',
    "set global memory_limit = '128MiB'",
  ]);
});
