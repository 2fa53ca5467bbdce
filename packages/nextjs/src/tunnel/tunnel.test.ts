import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import { BlockList } from 'node:net';
import { expect, test, vi } from 'vitest';
import { listening } from '../../../browser/src/testing/listening.ts';
// The real ingest, because its response is what counts.
import { clientKey, publicKey, startTestServer } from '../../../server/src/ingest/test-server.ts';
import { tunnel, type TunnelOptions } from './tunnel.ts';

const secret = 'a secret that a tunnel and the server share';
const dsnOf = (url: string) => `${url.replace('://', `://${publicKey}@`)}/42`;
const event = (dsn?: string) => `${JSON.stringify({ dsn })}\n{"type":"event"}\n{"message":"hello"}`;

const report = (body: BodyInit, headers: Record<string, string> = {}, method = 'POST') =>
  new Request('https://shop.example/monitoring', { method, body, headers, duplex: 'half' } as RequestInit);

/** A server that passes requests to the test. */
const startServer = async (answer: RequestListener) => ({ url: await listening(createServer(answer)) });

test('a report arrives unchanged at the configured project, for any DSN in its header', async () => {
  await using server = await startTestServer();
  const { POST } = tunnel({ dsn: dsnOf(server.url) });
  const foreign = event('https://00000000000000000000000000000000@elsewhere.example/7');
  const answer = await POST(report(foreign, { 'content-type': 'text/plain', 'user-agent': 'Mozilla/5.0 test' }));
  expect([answer.status, await answer.text()]).toEqual([200, '{}']);
  const [entry] = await server.journaled();
  expect(entry).toMatchObject({ projectId: 42, userAgent: 'Mozilla/5.0 test' });
  expect(Buffer.from(entry!.body).toString()).toBe(foreign);
});

test('a compressed report is passed on compressed', async () => {
  await using server = await startTestServer();
  const { POST } = tunnel({ dsn: dsnOf(server.url) });
  const gzipped = new Response(event()).body!.pipeThrough(new CompressionStream('gzip'));
  expect((await POST(report(gzipped, { 'content-encoding': 'gzip' }))).status).toBe(200);
  expect(Buffer.from((await server.journaled())[0]!.body).toString()).toBe(event());
});

test('opening the path in a browser reveals nothing about the app and sends nothing', async () => {
  await using server = await startTestServer();
  const { GET } = tunnel({ dsn: dsnOf(server.url) });
  const answer = await GET(new Request('https://shop.example/monitoring'));
  expect([answer.status, await answer.text()]).toEqual([405, 'Method not allowed\n']);
  expect(await server.journaled()).toEqual([]);
});

test('rate limits reach the SDK', async () => {
  const key = clientKey({ rateLimit: { count: 1, windowS: 60 } });
  await using server = await startTestServer({ keys: [key] });
  const { POST } = tunnel({ dsn: dsnOf(server.url) });
  await POST(report(event()));
  const answer = await POST(report(event()));
  expect(answer.status).toBe(429);
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(answer.headers.get('x-sentry-rate-limits')).toContain('key');
  expect(await answer.json()).toMatchObject({ code: 'rate-limited' });
});

test('cookies and credentials of the app stay in the app', async () => {
  let seen: IncomingHttpHeaders = {};
  const server = await startServer((request, response) => {
    seen = request.headers;
    request.resume().on('end', () => response.end('{}'));
  });
  const { POST } = tunnel({ dsn: dsnOf(server.url) });
  await POST(
    report(event(), { cookie: 'session=1', authorization: 'Bearer 1', 'x-csrf': '1', origin: 'https://a.example' }),
  );
  expect(Object.keys(seen)).not.toEqual(expect.arrayContaining(['cookie']));
  expect(seen).toMatchObject({ origin: 'https://a.example' });
  expect(seen['authorization'] ?? seen['cookie'] ?? seen['x-csrf']).toBeUndefined();
});

test.each<[string, TunnelOptions, { trusts: boolean; secret: boolean }, string]>([
  ['the server trusts the tunnel', {}, { trusts: true, secret: false }, '203.0.113.9'],
  ['the tunnel signs what it says', { secret }, { trusts: false, secret: true }, '203.0.113.9'],
  ['the tunnel is neither trusted nor signs', {}, { trusts: false, secret: true }, '127.0.0.1'],
  ['a signature under another secret', { secret: 'x'.repeat(32) }, { trusts: false, secret: true }, '127.0.0.1'],
  ['two proxies before the app', { proxyCount: 2, secret }, { trusts: false, secret: true }, '1.1.1.1'],
  ['visitors who reach the app directly', { proxyCount: 0, secret }, { trusts: false, secret: true }, '127.0.0.1'],
])('the address of a visitor: %s', async (_case, options, server, expected) => {
  const trustedProxies = new BlockList();
  if (server.trusts) trustedProxies.addAddress('127.0.0.1');
  await using ingest = await startTestServer({
    config: { trustedProxies, tunnelSecret: server.secret ? secret : null },
  });
  ingest.clock.nowMs = Date.now();
  const { POST } = tunnel({ dsn: dsnOf(ingest.url), ...options });
  await POST(report(event(), { 'x-forwarded-for': '1.1.1.1, 203.0.113.9' }));
  expect((await ingest.journaled())[0]!.clientAddress).toBe(expected);
});

test('a report that is announced as too long is refused unread', async () => {
  await using server = await startTestServer();
  const { POST } = tunnel({ dsn: dsnOf(server.url), bodyBytesMax: 10 });
  const answer = await POST(report(event(), { 'content-length': String(event().length) }));
  expect([answer.status, (await answer.json()) as unknown]).toMatchObject([413, { code: 'body-too-large' }]);
});

test('a report that exceeds the limit in transit is aborted, as is its request to the server', async () => {
  const cutOff = Promise.withResolvers<void>();
  const server = await startServer((request) => void request.resume().on('error', () => cutOff.resolve()));
  const { POST } = tunnel({ dsn: dsnOf(server.url), bodyBytesMax: 100_000 });
  let pulled = 0;
  const endless = new ReadableStream({
    pull(controller) {
      pulled += 1;
      controller.enqueue(new Uint8Array(10_000));
    },
  });
  const answer = await POST(report(endless));
  expect(answer.status).toBe(413);
  await cutOff.promise;
  expect(pulled).toBeLessThan(20);
});

test('a body is forwarded while it arrives and never held as a whole', async () => {
  const started = Promise.withResolvers<void>();
  let received = 0;
  const server = await startServer((request, response) => {
    request.on('data', (chunk: Buffer) => {
      received += chunk.length;
      started.resolve();
    });
    request.on('end', () => response.setHeader('content-type', 'application/json').end('{}'));
  });
  const { POST } = tunnel({ dsn: dsnOf(server.url) });
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const answer = POST(report(readable));
  const writer = writable.getWriter();
  await writer.write(new Uint8Array(1000));
  await started.promise;
  expect(received).toBe(1000);
  await writer.write(new Uint8Array(500));
  await writer.close();
  expect((await answer).status).toBe(200);
  expect(received).toBe(1500);
});

test('a stalled visitor times out', async () => {
  await using server = await startTestServer();
  const { POST } = tunnel({ dsn: dsnOf(server.url), timeoutMs: 100 });
  const answer = await POST(
    report(new ReadableStream({ start: (controller) => controller.enqueue(new Uint8Array(1)) })),
  );
  expect([answer.status, (await answer.json()) as unknown]).toMatchObject([504, { code: 'tunnel-timeout' }]);
});

test.each([
  ['a server that is away', 'http://abc@127.0.0.1:1/42', 502, 'tunnel-unreachable'],
  ['no DSN', 'https://seismo.example', 500, 'tunnel-not-set-up'],
])('%s is an answer, not an exception', async (_case, dsn, status, code) => {
  const answer = await tunnel({ dsn }).POST(report(event()));
  expect([answer.status, (await answer.json()) as unknown]).toMatchObject([status, { code }]);
});

test('an invalid DSN is logged by the app, once, and not shown to visitors', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
  const { POST } = tunnel({ dsn: 'postgres://shop:hunter2@db.internal/shop' });
  for (let nth = 0; nth < 2; nth += 1)
    expect(await (await POST(report(event()))).text()).not.toMatch(/hunter2|db\.internal/);
  expect(logged.mock.calls).toHaveLength(1);
  expect(String(logged.mock.calls[0])).toContain('is not a DSN');
  logged.mockRestore();
});

test('a target that redirects, such as a sign-in page, is named as wrong, and its address is not passed on', async () => {
  const server = await startServer((request, response) => {
    request.resume().on('end', () => response.writeHead(302, { location: 'https://login.example' }).end('<html>'));
  });
  const answer = await tunnel({ dsn: dsnOf(server.url) }).POST(report(event()));
  expect([answer.status, (await answer.json()) as unknown]).toMatchObject([502, { code: 'tunnel-wrong-target' }]);
  expect(answer.headers.get('location')).toBeNull();
});
