import { randomBytes } from 'node:crypto';
import { BlockList, connect, type Socket } from 'node:net';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { afterEach, describe, expect, test } from 'vitest';
import { limits } from '@seismo/protocol';
import { BodyMemory, MemoryBudget } from './body-memory.ts';
import { clientKey, publicKey, startTestServer, type TestServer } from './test-server.ts';

const MiB = 1 << 20;
const endpoint = `/api/42/envelope/?sentry_key=${publicKey}`;
const dsn = `https://${publicKey}@seismo.example/42`;
const otherKey = clientKey({ id: 2, publicKey: 'b'.repeat(32) });
const report = '{}\n{"type":"event"}\n{"message":"hello"}';

const open: Socket[] = [];
afterEach(() => {
  for (const socket of open.splice(0)) socket.destroy();
});

interface Stalled {
  answer(): string;
}

/** Announces a body of 20 MB, sends its beginning, then stalls. */
async function stall(
  server: TestServer,
  path: string,
  beginning: string | Uint8Array,
  headers: Record<string, string> = {},
): Promise<Stalled> {
  const { port } = new URL(server.url);
  const lines = Object.entries({ host: 'x', 'content-length': String(20_000_000), ...headers });
  const socket = connect(Number(port), '127.0.0.1');
  open.push(socket);
  let answer = '';
  socket.on('data', (chunk) => (answer += chunk.toString('latin1')));
  socket.on('error', () => {});
  const head = `POST ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`;
  await new Promise<void>((resolve) =>
    socket.write(Buffer.concat([Buffer.from(head), Buffer.from(beginning)]), () => resolve()),
  );
  return { answer: () => answer };
}

async function sendAll(server: TestServer, count: number, headers: Record<string, string> = {}, path = endpoint) {
  const statuses: number[] = [];
  for (let i = 0; i < count; i++) {
    statuses.push((await fetch(server.url + path, { method: 'POST', body: report, headers })).status);
  }
  return [...new Set(statuses)];
}

const visitor = (number: number) => ({ 'x-forwarded-for': `203.0.113.${number}` });
const trustedProxies = new BlockList();
trustedProxies.addAddress('127.0.0.1');

describe('senders that stall', () => {
  test('without a DSN are refused when the beginning of their body has arrived, and hold nothing', async () => {
    await using server = await startTestServer({ config: { bodyMemoryBytesMax: 8 * MiB } });
    const stalled = await Promise.all(
      Array.from({ length: 10 }, () =>
        stall(
          server,
          '/monitoring',
          Buffer.concat([Buffer.from('{}\n{"type":"attachment"}\n'), Buffer.alloc(MiB, 0x61)]),
        ),
      ),
    );
    await expect.poll(() => stalled.every(({ answer }) => answer().includes('401 Unauthorized'))).toBe(true);
    expect(await sendAll(server, 20)).toEqual([200]);
    expect(server.ingest.bodyMemoryBytes()).toBe(0);
  });

  test('by an unknown key are refused before their body is read', async () => {
    await using server = await startTestServer();
    const one = await stall(server, '/api/42/envelope/?sentry_key=nobody', '');
    await expect.poll(one.answer).toContain('"code":"unknown-key"');
    const two = await stall(
      server,
      '/monitoring',
      `{"dsn":"https://nobody@x/42"}\n${'x'.repeat(limits.BODY_SMALL_BYTES_MAX)}`,
    );
    await expect.poll(two.answer).toContain('"code":"unknown-key"');
  });

  test('hold memory only for received bytes, not for announced ones', async () => {
    await using server = await startTestServer({ config: { bodyMemoryBytesMax: 8 * MiB } });
    for (let i = 0; i < 20; i++) await stall(server, endpoint, Buffer.alloc(1000, 0x61));
    await expect.poll(() => server.ingest.bodyMemoryBytes()).toBe(20_000);
    expect(await sendAll(server, 20)).toEqual([200]);
  });

  test.each([
    ['at one address', () => ({})],
    ['at ten addresses', (index: number) => visitor(100 + index)],
  ])('with a key, ten of them %s, leave room for the reports of others and of their own', async (_where, from) => {
    await using server = await startTestServer({
      keys: [clientKey(), otherKey],
      config: { bodyMemoryBytesMax: 16 * MiB, trustedProxies },
    });
    const stalled = Array.from({ length: 10 }, (_, index) =>
      stall(server, endpoint, Buffer.alloc(2 * MiB, 0x61), from(index)),
    );
    await Promise.all(stalled);
    await expect.poll(() => server.ingest.bodyMemoryBytes()).toBeGreaterThan(7 * MiB);
    expect(await sendAll(server, 20, visitor(1))).toEqual([200]);
    expect(await sendAll(server, 20, visitor(1), `/api/42/envelope/?sentry_key=${otherKey.publicKey}`)).toEqual([200]);
    expect(await sendAll(server, 20)).toEqual([200]);
  });

  test('are cut off with 408 at the end of a window in which too little came, and are counted', async () => {
    await using server = await startTestServer({ config: { bodyRateWindowMs: 100 } });
    const stalled = await stall(server, endpoint, Buffer.alloc(100_000, 0x61));
    await expect.poll(stalled.answer).toContain('408 Request Timeout');
    expect(stalled.answer()).toContain('"code":"timeout"');
    await expect.poll(() => server.ingest.bodyMemoryBytes()).toBe(0);
    expect(server.refusedWith).toEqual(['timeout']);
    expect(await server.refused()).toEqual({ '42 unknown invalid:timeout': 1 });
  });
});

describe('a body on the tunnel path above the limit for unknown senders', () => {
  const payload = randomBytes(2 * MiB);
  const envelope = Buffer.concat([
    Buffer.from(`{"dsn":"${dsn}"}\n{"type":"attachment","length":${payload.length}}\n`),
    payload,
  ]);
  test.each([
    ['identity', envelope],
    ['gzip', gzipSync(envelope)],
    ['zstd', zstdCompressSync(envelope)],
  ])('is accepted in %s', async (coding, body) => {
    await using server = await startTestServer();
    const headers: Record<string, string> = coding === 'identity' ? {} : { 'content-encoding': coding };
    const response = await fetch(`${server.url}/monitoring`, { method: 'POST', body: new Uint8Array(body), headers });
    expect(response.status).toBe(200);
    expect(Buffer.compare((await server.journaled())[0]!.body, envelope)).toBe(0);
    expect(server.ingest.bodyMemoryBytes()).toBe(0);
  });

  test.each(['gzip', 'br', 'zstd'])('is refused when it only claims to be %s', async (coding) => {
    await using server = await startTestServer();
    const stalled = await stall(server, '/monitoring', payload, { 'content-encoding': coding });
    await expect.poll(stalled.answer).toMatch(/HTTP\/1.1 40[01]/);
  });
});

describe('the memory of bodies', () => {
  test('reserves a quarter for small bodies, for any number of networks and keys that send large ones', () => {
    const pool = new BodyMemory(192 * MiB);
    for (let sender = 0; sender < 50; sender++) {
      const budget = new MemoryBudget(pool, `network ${sender}`);
      budget.assignTo(sender);
      fill(budget, 65_536);
    }
    expect(pool.bytes).toBeLessThan(160 * MiB);
    for (let sender = 0; sender < 100; sender++) {
      const honest = new MemoryBudget(pool, `network ${sender}`);
      honest.assignTo(sender);
      honest.reserve(64 * 1024);
    }
  });

  test('is never used up by one network or one key, with large and small bodies', () => {
    for (const of of [() => ['one', Math.random()], () => [String(Math.random()), 1]] as (() => [string, number])[]) {
      const pool = new BodyMemory(192 * MiB);
      for (let request = 0; request < 3000; request++) {
        const budget = new MemoryBudget(pool, of()[0]);
        budget.assignTo(of()[1]);
        fill(budget, 65_536);
      }
      expect(pool.bytes).toBeLessThanOrEqual(144 * MiB);
    }
  });

  test('lets a lone sender have the largest body, and all of it go again', () => {
    const pool = new BodyMemory(limits.BODIES_BYTES_MAX);
    const budget = new MemoryBudget(pool, 'alone');
    budget.reserve(limits.BODY_SMALL_BYTES_MAX);
    budget.assignTo(1);
    for (
      let bytes = budget.bytes;
      bytes < limits.BODY_COMPRESSED_BYTES_MAX + limits.BODY_INFLATED_BYTES_MAX;
      bytes += 65_536
    )
      budget.reserve(65_536);
    budget.release();
    expect(pool.bytes).toBe(0);
    fill(new MemoryBudget(pool, 'another'), 65_536);
    expect(pool.bytes).toBeLessThan(limits.BODIES_BYTES_MAX);
  });
});

function fill(budget: MemoryBudget, step: number): void {
  try {
    for (;;) budget.reserve(step);
  } catch {
    // It has all it may.
  }
}
