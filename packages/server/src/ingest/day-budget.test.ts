import { limits } from '@seismo/protocol';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createDayBudget } from './day-budget.ts';
import { clientKey, publicKey, startTestServer, START_MS, type TestServer } from './test-server.ts';

const endpoint = `/api/42/envelope/?sentry_key=${publicKey}`;
const event = (bytes: number) => `{}\n{"type":"event"}\n${JSON.stringify({ message: 'x'.repeat(bytes) })}`;
const hourMs = 3_600_000;

let server: TestServer;
let bytesPerDay: number | null;
beforeEach(async () => {
  bytesPerDay = 100_000;
  server = await startTestServer({ budget: createDayBudget(async () => bytesPerDay, [], START_MS) });
});
afterEach(() => server[Symbol.asyncDispose]());

const send = (body: string) => fetch(server.url + endpoint, { method: 'POST', body });

describe('a project that has used up its day', () => {
  test('is delayed by headers that SDKs obey, and further items are counted', async () => {
    expect((await send(event(49_000))).status).toBe(200);
    const refused = await send(event(2000));
    expect(refused.status).toBe(429);
    expect(await refused.json()).toMatchObject({ code: 'day-budget' });
    expect(refused.headers.get('retry-after')).toBe('900');
    const limits = refused.headers.get('x-sentry-rate-limits')!;
    expect(limits).toMatch(/^900:error;attachment;session;.*:project:day_budget$/);
    expect(limits).not.toContain('internal');
    expect(await server.journaled()).toHaveLength(1);
    expect(await server.refused()).toEqual({ '42 event limited:day-budget': 1 });
  });

  test('still accepts client reports', async () => {
    expect((await send(event(49_900))).status).toBe(200);
    expect((await send(event(2000))).status).toBe(429);
    const dropped = {
      discarded_events: [{ reason: 'sample_rate', category: 'error', quantity: 1 }],
      x: 'x'.repeat(2000),
    };
    expect((await send(`{}\n{"type":"client_report"}\n${JSON.stringify(dropped)}`)).status).toBe(200);
  });

  test('is renewed at midnight UTC, and the delay never exceeds that', async () => {
    server.clock.nowMs = START_MS + 12 * hourMs - 60_000;
    expect((await send(event(49_000))).status).toBe(200);
    expect((await send(event(2000))).headers.get('retry-after')).toBe('60');
    server.clock.nowMs += 60_000;
    expect((await send(event(2000))).status).toBe(200);
  });

  test('accepts events within seconds after the limit was raised or removed', async () => {
    expect((await send(event(49_000))).status).toBe(200);
    expect((await send(event(2000))).status).toBe(429);
    bytesPerDay = null;
    server.clock.nowMs += 5000;
    expect((await send(event(2000))).status).toBe(200);
  });
});

test('inflated bytes count, attachments among them, and nothing that could not be stored', async () => {
  let isBroken = true;
  await using broken = await startTestServer({
    budget: createDayBudget(async () => 100_000, [], START_MS),
    journal: {
      append: async () => {
        if (isBroken) throw new Error('disk I/O error');
        return 1;
      },
    },
  });
  const body = `${event(10)}\n{"type":"attachment","length":40000}\n${'y'.repeat(40_000)}`;
  const post = () => fetch(broken.url + endpoint, { method: 'POST', body });
  for (let i = 0; i < 3; i++) expect((await post()).status).toBe(503);
  isBroken = false;
  expect((await post()).status).toBe(200);
  expect((await post()).status).toBe(429);
});

describe('the shares of a day', () => {
  const key = clientKey({ id: 1 });
  const other = clientKey({ id: 2 });

  test('one network gets half of it, one key nine tenths', async () => {
    const budget = createDayBudget(async () => 1000, [], START_MS);
    const fill = async (of: typeof key, network: string) => {
      let bytes = 0;
      while (await budget.take(of, network, 10, START_MS)) bytes += 10;
      return bytes;
    };
    expect(await fill(key, 'a')).toBe(500);
    expect(await fill(other, 'a')).toBe(0);
    expect(await fill(key, 'b')).toBe(400);
    expect(await fill(key, 'c')).toBe(0);
    expect(await fill(other, 'c')).toBe(100);
    expect(await fill(other, 'd')).toBe(0);
  });

  test('items accepted before a restart count for the project and the key', async () => {
    const used = [
      { projectId: key.projectId, keyId: 1, bytes: 800 },
      { projectId: key.projectId, keyId: 1, bytes: 50 },
    ];
    const budget = createDayBudget(async () => 1000, used, START_MS);
    expect(await budget.take(key, 'a', 51, START_MS)).toBe(false);
    expect(await budget.take(key, 'a', 50, START_MS)).toBe(true);
    expect(await budget.take(other, 'a', 101, START_MS)).toBe(false);
    expect(await budget.take(other, 'a', 100, START_MS)).toBe(true);
  });

  test('while the store fails, the budget that was read before counts, and reports do not wait', async () => {
    let read = () => Promise.resolve(1000);
    const budget = createDayBudget(() => read(), [], START_MS);
    expect(await budget.take(key, 'a', 400, START_MS)).toBe(true);
    read = () => Promise.reject(new Error('The connection is lost.'));
    const later = START_MS + limits.DAY_BUDGET_AGE_MS_MAX;
    expect(await budget.take(key, 'a', 101, later)).toBe(false);
    read = () => new Promise(() => {});
    expect(await budget.take(key, 'a', 100, later)).toBe(true);
  });

  test('ten thousand networks use no more memory than two thousand, and the busy one stays tracked', async () => {
    const budget = createDayBudget(async () => 1_000_000, [], START_MS);
    for (let network = 0; network < 10_000; network++) {
      expect(await budget.take(key, `network ${network}`, 1, START_MS)).toBe(true);
      await budget.take(other, 'busy', 60, START_MS);
    }
    expect(await budget.take(other, 'busy', 60, START_MS)).toBe(false);
  });
});
