import { once } from 'node:events';
import { createServer } from 'node:http';
import { BlockList, type AddressInfo } from 'node:net';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createOutgoing } from '@seismo/server/parts';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startHeartbeat, type HeartbeatResult } from './heartbeat.ts';
import { whyNotReady } from './readiness.ts';
import { startIn } from './testing/start.ts';

const secret = 'ping-5b1e7c';

/** A local receiver, as Uptime Kuma on the internal network. */
async function receive() {
  const received: string[] = [];
  const answer = { status: 200, location: undefined as string | undefined };
  const server = createServer((request, response) => {
    received.push(`${request.method} ${request.url}`);
    response.writeHead(answer.status, answer.location ? { location: answer.location } : {}).end('ok');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return { received, answer, server, url: `http://127.0.0.1:${port}/${secret}?status=up` };
}

/** The heartbeat over the real readiness of a server whose disk and journal the test controls. */
function start(url: string) {
  const nowMs = 1_000_000;
  const given = { isFull: false, oldestReceivedAtMs: null as number | null };
  const deps = {
    space: { measure: async () => ({ isFull: given.isFull, freeBytes: 1e6, floorBytes: 2e6 }) },
    ingest: { failingSinceMs: () => null },
    state: { lease: async () => null },
    journal: { stats: async () => ({ oldestReceivedAtMs: given.oldestReceivedAtMs, entries: 5 }) },
    clock: { now: () => nowMs },
    isMigrating: () => false,
  } as unknown as Parameters<typeof whyNotReady>[0];
  const logged: string[] = [];
  const line = (fields: object, message: string) => void logged.push(`${message} ${JSON.stringify(fields)}`);
  const counts: Record<HeartbeatResult, number> = { sent: 0, failed: 0, skipped: 0 };
  const heartbeat = startHeartbeat({
    url,
    outgoing: createOutgoing({ internal: { names: new Set(), addresses: new BlockList() } }),
    whyNotReady: () => whyNotReady(deps),
    counted: (result) => counts[result]++,
    log: { info: line, warn: line, error: line },
  });
  onTestFinished(heartbeat.stop);
  return { beat: heartbeat.beat, given, logged, counts, nowMs };
}

test('it pings while ready, not while the disk is full or the pipeline stands, and then again', async () => {
  const { received, url } = await receive();
  const { beat, given, logged, counts, nowMs } = start(url);
  await beat();
  expect(received).toEqual([`GET /${secret}?status=up`]);
  given.isFull = true;
  await beat();
  await beat();
  expect(received).toHaveLength(1);
  given.isFull = false;
  given.oldestReceivedAtMs = nowMs - 121_000;
  await beat();
  expect(received).toHaveLength(1);
  given.oldestReceivedAtMs = nowMs - 1000;
  await beat();
  expect(received).toHaveLength(2);
  expect(counts).toEqual({ sent: 2, failed: 0, skipped: 3 });
  expect(logged).toEqual([
    expect.stringMatching(/^heartbeats are paused .*the disk is full/),
    expect.stringMatching(/^heartbeats arrive again /),
  ]);
});

test('failures are logged once with the reason, and never with the path of the URL', async () => {
  const { received, answer, server, url } = await receive();
  const { beat, logged, counts } = start(url);
  await beat();
  answer.status = 404;
  await beat();
  await beat();
  expect(logged).toEqual([expect.stringContaining('answered with the status 404')]);
  answer.status = 200;
  await beat();
  server.close();
  server.closeAllConnections();
  await beat();
  expect(logged.slice(1)).toEqual([
    expect.stringMatching(/^heartbeats arrive again /),
    expect.stringContaining('Could not connect to 127.0.0.1'),
  ]);
  expect(counts).toEqual({ sent: 2, failed: 3, skipped: 0 });
  expect(received).toHaveLength(4);
  expect(logged.join()).not.toContain(secret);
});

test('a redirect is a failure and is not followed', async () => {
  const { received, answer, url } = await receive();
  answer.status = 302;
  answer.location = '/sign-in';
  const { beat, logged } = start(url);
  await beat();
  expect(received).toEqual([`GET /${secret}?status=up`]);
  expect(logged).toEqual([expect.stringContaining('answered with the status 302')]);
});

test('a server with SEISMO_HEARTBEAT_URL pings once it is ready, and again after a minute', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const { received, url } = await receive();
  const folder = await mkdtemp(join(tmpdir(), 'seismo-heartbeat-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const server = await startIn(folder, { SEISMO_HEARTBEAT_URL: url });
  onTestFinished(server.close);
  await expect.poll(() => received.length).toBe(1);
  const counted = async () => (await fetch(`${server.url}/metrics`)).text();
  await expect.poll(counted).toMatch(/^seismo_heartbeats_total\{result="sent"\} 1$/m);
  vi.advanceTimersByTime(60_000);
  await expect.poll(() => received.length).toBe(2);
});
