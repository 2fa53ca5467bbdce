import type { ServerResponse } from 'node:http';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import * as Seismo from '../index.ts';
import { startIngest } from '../testing/ingest.ts';
import { transportExtras } from './extras.ts';
import { openTransport } from './transport.ts';

afterEach(() => Seismo.close());

const start = (origin: string, dsn: string): void => void Seismo.init({ dsn, tunnel: `${origin}/monitoring` });

const discardedOf = (ingest: Awaited<ReturnType<typeof startIngest>>) =>
  ingest
    .items('client_report')
    .flatMap(({ payload }) => payload['discarded_events'] as { reason: string; category: string; quantity: number }[]);

test('64 envelopes may be in flight; the 65th is dropped, counted, and reported with the next', async () => {
  const open: (() => void)[] = [];
  await using ingest = await startIngest((response) => void open.push(() => response.end('{}')));
  start(ingest.origin, ingest.dsn);
  for (let nth = 0; nth < 100; nth += 1) expect(() => Seismo.captureMessage(`${nth}`)).not.toThrow();
  const flushed = Seismo.flush(10_000);
  await expect
    .poll(
      () => {
        for (const answer of open.splice(0)) answer();
        return ingest.items('event').length;
      },
      { timeout: 10_000 },
    )
    .toBe(64);
  await expect
    .poll(() => {
      for (const answer of open.splice(0)) answer();
      return true;
    })
    .toBe(true);
  expect(await flushed).toBe(true);
  const later = Seismo.flush(5000);
  await expect
    .poll(() => {
      for (const answer of open.splice(0)) answer();
      return discardedOf(ingest);
    })
    .toEqual([{ reason: 'queue_overflow', category: 'error', quantity: 36 }]);
  await later;
});

test('X-Sentry-Rate-Limits stops only the named categories, also on a 200, and dropped items are counted', async () => {
  await using ingest = await startIngest((response) =>
    response.writeHead(200, { 'x-sentry-rate-limits': '60:transaction;error:key:quota' }).end('{}'),
  );
  start(ingest.origin, ingest.dsn);
  Seismo.captureMessage('first');
  await Seismo.flush(5000);
  Seismo.captureMessage('second');
  void Seismo.getClient()!.send([{ header: { type: 'session' }, payload: { sid: 'a' } }]);
  await Seismo.flush(5000);
  expect(ingest.items('event').map(({ payload }) => payload['message'])).toEqual(['first']);
  expect(ingest.items('session')).toHaveLength(1);
  expect(discardedOf(ingest)).toEqual([{ reason: 'ratelimit_backoff', category: 'error', quantity: 1 }]);
});

test.each([
  ['in seconds', '60'],
  ['as a date', new Date(Date.now() + 60_000).toUTCString()],
  ['left out', undefined],
])('a 429 whose Retry-After is %s stops everything', async (_, after) => {
  await using ingest = await startIngest((response) =>
    response.writeHead(429, after ? { 'retry-after': after } : {}).end(),
  );
  start(ingest.origin, ingest.dsn);
  Seismo.captureMessage('first');
  await Seismo.flush(5000);
  Seismo.captureMessage('second');
  void Seismo.getClient()!.send([{ header: { type: 'session' }, payload: { sid: 'a' } }]);
  await Seismo.flush(5000);
  expect(ingest.received).toHaveLength(1);
});

test('a limit ends', async () => {
  await using ingest = await startIngest((response, nth) =>
    response.writeHead(nth === 1 ? 429 : 200, nth === 1 ? { 'retry-after': '0.05' } : {}).end(),
  );
  start(ingest.origin, ingest.dsn);
  Seismo.captureMessage('first');
  await Seismo.flush(5000);
  let nth = 0;
  await expect
    .poll(() => {
      Seismo.captureMessage(`again ${(nth += 1)}`);
      return ingest.received.length;
    })
    .toBeGreaterThan(1);
});

test.each([413, 500])('an envelope answered %i is counted, and does not stop the next', async (status) => {
  await using ingest = await startIngest((response, nth) => response.writeHead(nth === 1 ? status : 200).end());
  start(ingest.origin, ingest.dsn);
  Seismo.captureMessage('first');
  await Seismo.flush(5000);
  Seismo.captureMessage('second');
  await Seismo.flush(5000);
  expect(ingest.items('event')).toHaveLength(2);
  expect(discardedOf(ingest)).toEqual([{ reason: 'send_error', category: 'error', quantity: 1 }]);
});

test('items lost by the network are counted, with the counts they contained', async () => {
  await using ingest = await startIngest((response, nth) => {
    if (nth <= 2) response.destroy();
    else response.end('{}');
  });
  start(ingest.origin, ingest.dsn);
  for (const message of ['first', 'second', 'third']) {
    Seismo.captureMessage(message);
    await Seismo.flush(5000);
  }
  const losses = discardedOf(ingest).filter(({ reason }) => reason === 'network_error');
  expect(ingest.received.length).toBeGreaterThanOrEqual(3);
  expect(losses.at(-1)).toEqual({ reason: 'network_error', category: 'error', quantity: expect.any(Number) });
});

test('a large report to the own origin is compressed where that is possible', async () => {
  await using ingest = await startIngest();
  // There is no page here, so set an origin.
  const { fetch } = globalThis;
  globalThis.fetch = (path, init) => fetch(new URL(path as string, ingest.origin), init);
  const transport = openTransport('/monitoring', () => false, transportExtras({}, 'http://direct'));
  globalThis.fetch = fetch;
  void transport.send([{ header: { type: 'event' }, payload: { message: 'a'.repeat(10_000) } }], {});
  void transport.send([{ header: { type: 'event' }, payload: { message: 'a' } }], {});
  expect(await transport.settled(5000)).toBe(true);
  expect(ingest.received.map(({ headers }) => headers['content-encoding'] ?? 'plain').toSorted()).toEqual([
    'gzip',
    'plain',
  ]);
  expect(
    ingest
      .items('event')
      .map(({ payload }) => (payload['message'] as string).length)
      .toSorted((one, other) => one - other),
  ).toEqual([1, 10_000]);
});

test('a report in compression when the page unloads is sent uncompressed, once', async () => {
  const beacons: Blob[] = [];
  const requests: unknown[] = [];
  vi.stubGlobal('navigator', { sendBeacon: (_url: string, body: Blob) => beacons.push(body) > 0 });
  vi.stubGlobal('fetch', async (...request: unknown[]) => {
    requests.push(request);
    return new Response('{}');
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  const transport = openTransport('/monitoring', () => false, transportExtras({}, 'http://direct'));
  const answered = transport.send([{ header: { type: 'event' }, payload: { message: 'a'.repeat(10_000) } }], {});
  transport.leave(() => {});
  expect(await answered).toBe(200);
  expect(await transport.settled(5000)).toBe(true);
  expect(await Promise.all(beacons.map((beacon) => beacon.text()))).toEqual([expect.stringContaining('aaaa')]);
  expect(requests).toEqual([]);

  // The page is shown again, then left again.
  transport.leave(() => {});
  expect(beacons).toHaveLength(1);
});

/** A site that answers every POST to itself in some way, and the server behind the DSN. */
async function siteThat(answer: (response: ServerResponse) => unknown) {
  const ingest = await startIngest();
  const site = await startIngest((response) => void answer(response));
  const sent: string[] = [];
  const { fetch } = globalThis;
  globalThis.fetch = (path, init) => {
    sent.push(path as string);
    return fetch(new URL(path as string, site.origin), init);
  };
  return {
    ingest,
    site,
    sent,
    async [Symbol.asyncDispose]() {
      globalThis.fetch = fetch;
      await Promise.all([ingest[Symbol.asyncDispose](), site[Symbol.asyncDispose]()]);
    },
  };
}

test.each([
  ['404', (response: ServerResponse) => response.writeHead(404).end()],
  ['405', (response: ServerResponse) => response.writeHead(405).end()],
  ['a page', (response: ServerResponse) => response.writeHead(200, { 'content-type': 'text/html' }).end('<html>')],
])('a site without a tunnel answers %s once: from then on reports go straight to the DSN', async (_case, answer) => {
  await using server = await siteThat(answer);
  Seismo.init({ dsn: server.ingest.dsn });
  Seismo.captureMessage('one');
  await Seismo.flush(5000);
  Seismo.captureMessage('two');
  await Seismo.flush(5000);
  expect(server.ingest.items('event').map(({ payload }) => payload['message'])).toEqual(['one', 'two']);
  expect(server.sent.filter((path) => path === '/monitoring')).toHaveLength(1);
  expect(discardedOf(server.ingest)).toEqual([]);
});

test('a configured tunnel is never bypassed', async () => {
  await using server = await siteThat((response) => response.writeHead(404).end());
  Seismo.init({ dsn: server.ingest.dsn, tunnel: '/monitoring' });
  Seismo.captureMessage('one');
  await Seismo.flush(5000);
  expect(server.ingest.received).toEqual([]);
  expect(server.site.received).toHaveLength(1);
});

test('a report in flight when the page unloads is not counted as lost; a report that fails later is', async () => {
  const { fetch } = globalThis;
  const fails: (() => void)[] = [];
  const bodies: Blob[] = [];
  globalThis.fetch = (_url, init) => {
    bodies.push(init!.body as Blob);
    return new Promise((_resolve, reject) => fails.push(() => reject(new TypeError('Failed to fetch'))));
  };
  const transport = openTransport('/monitoring', () => false);
  globalThis.fetch = fetch;
  const send = () => transport.send([{ header: { type: 'event' }, payload: {} }], {});
  const first = send();
  transport.leave(() => {}, true);
  fails[0]!();
  expect(await first).toBe(200);
  const second = send();
  fails[1]!();
  expect(await second).toBe(0);
  void send();
  const [, , reported] = bodies;
  expect(await reported!.text()).toContain(
    '"discarded_events":[{"reason":"network_error","category":"error","quantity":1}]',
  );
});
