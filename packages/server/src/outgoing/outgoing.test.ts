import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { BlockList, createServer as createTcpServer, type AddressInfo, type Server } from 'node:net';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterEach, expect, test } from 'vitest';
import { limits } from '@seismo/protocol';
import { createConnect } from './connect.ts';
import { OutgoingFailure } from './failure.ts';
import { createOutgoing, type Outgoing, type OutgoingDeps } from './outgoing.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

/** 127.0.0.1 is opened by the operator; 127.0.0.2 is as internal as anything. */
function outgoingWith(given: Partial<OutgoingDeps> = {}) {
  const addresses = new BlockList();
  addresses.addAddress('127.0.0.1');
  return createOutgoing({ internal: { names: new Set(), addresses }, ...given });
}

const names = (table: Record<string, string[]>) => async (host: string) =>
  (table[host] ?? []).map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));

/** Returns its port, and counts connections. */
async function serve(answer: RequestListener, address = '127.0.0.1', port = 0) {
  const server = createServer(answer).listen(port, address);
  servers.push(server);
  await once(server, 'listening');
  const seen = { connections: 0, port: (server.address() as AddressInfo).port };
  server.on('connection', () => seen.connections++);
  return seen;
}

async function failure(response: Promise<Response | OutgoingFailure>): Promise<OutgoingFailure> {
  const got = await response;
  if (!(got instanceof OutgoingFailure)) throw new Error(`It answered ${got.status}.`);
  return got;
}

async function text(response: Promise<Response | OutgoingFailure>): Promise<string> {
  const got = await response;
  if (got instanceof OutgoingFailure) throw got;
  return got.text();
}

test('a request has method, headers, body and host, and returns status, headers and body', async () => {
  const { port } = await serve(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    response.writeHead(201, { 'x-answer': 'yes' });
    response.end(JSON.stringify([request.method, request.url, request.headers.host, request.headers['x-a'], body]));
  });
  const outgoing = outgoingWith({ lookup: names({ 'app.test': ['127.0.0.1'] }) });
  const response = await outgoing.request(`http://app.test:${port}/a?b=c`, {
    method: 'POST',
    headers: { 'x-a': 'b' },
    body: 'given',
  });
  if (response instanceof OutgoingFailure) throw response;
  expect([response.status, response.headers.get('x-answer')]).toEqual([201, 'yes']);
  expect(await response.json()).toEqual(['POST', '/a?b=c', `app.test:${port}`, 'b', 'given']);
});

test('no spelling of an internal address is connected to, and the refusal is the same for every port', async () => {
  const trap = await serve((_, response) => response.end('secret'), '127.0.0.2');
  const outgoing = outgoingWith({ lookup: names({ 'evil.test': ['127.0.0.2'], 'six.test': ['::ffff:127.0.0.2'] }) });
  const closedPort = trap.port === 1 ? 2 : 1;
  for (const host of [
    '127.0.0.2',
    '2130706434',
    '0x7f000002',
    '0177.0.0.2',
    '127.2',
    '127.0.0.2.',
    '[::ffff:127.0.0.2]',
    '[::ffff:7f00:2]',
    '[64:ff9b::7f00:2]',
    'evil.test',
    'evil.test.',
    'EVIL.test',
    'six.test',
  ]) {
    const open = await failure(outgoing.request(`http://${host}:${trap.port}/`));
    const closed = await failure(outgoing.request(`http://${host}:${closedPort}/`));
    expect([open.reason, open.message], host).toEqual(['no-address', closed.message]);
    expect(open.message).toContain('does not exist or is an internal host');
  }
  const unknown = await failure(outgoing.request('http://nowhere.test/'));
  expect(unknown.message).toBe(
    (await failure(outgoing.request('http://evil.test/'))).message.replace('evil', 'nowhere'),
  );
  expect(trap.connections).toBe(0);
});

test('a name is looked up once per connection, which uses a checked address only', async () => {
  const trap = await serve((_, response) => response.end('secret'), '127.0.0.2');
  const honest = await serve((_, response) => response.end('honest'), '127.0.0.1', trap.port);
  const answers = [['127.0.0.2', '127.0.0.1'], ['127.0.0.1'], ['127.0.0.2'], ['127.0.0.2']];
  let lookups = 0;
  const outgoing = outgoingWith({
    lookup: async () => answers[lookups++]!.map((address) => ({ address, family: 4 })),
  });
  const url = `http://rebind.test:${trap.port}/`;
  // Both requests use the first, checked resolution; a change affects only the next connection.
  expect(await text(outgoing.request(url))).toBe('honest');
  expect(await text(outgoing.request(url))).toBe('honest');
  expect((await failure(outgoing.request(url))).reason).toBe('no-address');
  expect([lookups, trap.connections, honest.connections]).toEqual([3, 0, 2]);
});

test('the operator allows internal hosts by name, and configured hosts need no allowance', async () => {
  const { port } = await serve((_, response) => response.end('inside'), '127.0.0.2');
  const lookup = names({ 'login.internal': ['127.0.0.2'], 'other.internal': ['127.0.0.2'] });
  const named = { names: new Set(['login.internal']), addresses: new BlockList() };
  const outgoing = outgoingWith({ lookup, internal: named });
  expect(await text(outgoing.request(`http://login.internal:${port}/`))).toBe('inside');
  expect((await failure(outgoing.request(`http://other.internal:${port}/`))).reason).toBe('no-address');
  expect((await failure(outgoing.request(`http://127.0.0.2:${port}/`))).reason).toBe('no-address');
  expect(await text(outgoing.request(`http://127.0.0.2:${port}/`, { namedBy: 'operator' }))).toBe('inside');
});

test('redirects are followed only on request, and each target is checked', async () => {
  const trap = await serve((_, response) => response.end('secret'), '127.0.0.2');
  const end = await serve((request, response) => response.end(request.headers.authorization ?? 'none'));
  const targets: Record<string, string> = {
    '/out': `http://127.0.0.2:${trap.port}/`,
    '/on': `http://127.0.0.1:${end.port}/`,
    '/loop': '/loop',
    '/file': 'file:///etc/passwd',
  };
  const { port } = await serve((request, response) =>
    response.writeHead(302, { location: targets[request.url!]! }).end(),
  );
  const outgoing = outgoingWith();
  const from = (path: string, redirectsMax = 3) =>
    outgoing.request(`http://127.0.0.1:${port}${path}`, { redirectsMax, headers: { authorization: 'Bearer x' } });
  expect(await from('/out', 0)).toMatchObject({ status: 302 });
  expect((await failure(from('/out'))).reason).toBe('no-address');
  // Another origin gets none of the headers.
  expect(await text(from('/on'))).toBe('none');
  const operators = await failure(
    outgoing.request(`http://127.0.0.1:${port}/out`, { redirectsMax: 3, namedBy: 'operator' }),
  );
  expect(operators.reason).toBe('no-address');
  expect(await from('/loop')).toMatchObject({ status: 302 });
  expect((await failure(from('/file'))).reason).toBe('invalid-response');
  expect(trap.connections).toBe(0);
});

test('a body that is too large, before or after decoding, is cut off', async () => {
  const zeros = Buffer.alloc(64 * limits.OUTGOING_BODY_BYTES_MAX);
  const coded: Record<string, Buffer> = {
    gzip: gzipSync(zeros),
    br: brotliCompressSync(zeros.subarray(0, 4 * limits.OUTGOING_BODY_BYTES_MAX)),
  };
  let sent = 0;
  const { port } = await serve((request, response) => {
    const coding = request.url!.slice(1);
    if (coded[coding]) return void response.writeHead(200, { 'content-encoding': coding }).end(coded[coding]);
    const chunk = Buffer.alloc(64 * 1024);
    const more = () => {
      while (!response.destroyed && response.write(chunk)) sent += chunk.length;
      sent += chunk.length;
    };
    response.on('drain', more);
    more();
  });
  const outgoing = outgoingWith();
  for (const path of ['endless', 'gzip', 'br']) {
    expect((await failure(outgoing.request(`http://127.0.0.1:${port}/${path}`))).reason, path).toBe('too-large');
  }
  // Plus the bytes in the buffers of both ends.
  expect(sent).toBeLessThan(32 * 1024 * 1024);
});

test('unknown and broken encodings and invalid HTTP are failures with a message', async () => {
  const { port } = await serve((request, response) =>
    response.writeHead(200, { 'content-encoding': request.url!.slice(1) }).end('not coded'),
  );
  const talker = createTcpServer((socket) => socket.end('220 mail.example ESMTP\r\n')).listen(0, '127.0.0.1');
  servers.push(talker);
  await once(talker, 'listening');
  const outgoing = outgoingWith();
  for (const url of [
    `http://127.0.0.1:${port}/gzip`,
    `http://127.0.0.1:${port}/rot13`,
    `http://127.0.0.1:${(talker.address() as AddressInfo).port}/`,
  ]) {
    const { reason, message } = await failure(outgoing.request(url));
    expect([reason, message], url).toEqual([
      'invalid-response',
      expect.stringMatching(/^No usable response from 127\.0\.0\.1: .+\.$/),
    ]);
  }
});

test('a silent server times out, and so does a server that sends a byte at a time', async () => {
  const { port } = await serve((request, response) => {
    if (request.url === '/silent') return;
    const timer = setInterval(() => response.write('x'), 5);
    response.on('close', () => clearInterval(timer));
  });
  const idle = outgoingWith({ idleMs: 50, durationMs: 60_000 });
  expect((await failure(idle.request(`http://127.0.0.1:${port}/silent`))).reason).toBe('timed-out');
  const slow = outgoingWith({ durationMs: 200 });
  expect((await failure(slow.request(`http://127.0.0.1:${port}/drip`))).reason).toBe('timed-out');
  const lookup = () => new Promise<never>(() => {});
  const nameless = outgoingWith({ lookup, durationMs: 50 });
  expect((await failure(nameless.request('http://slow.test/'))).reason).toBe('timed-out');
});

test('a failure has the status of the response whose body could not be read', async () => {
  const { port } = await serve((request, response) => {
    const [, status, how] = request.url!.split('/');
    response.writeHead(Number(status), how === 'coding' ? { 'content-encoding': 'rot13' } : { 'content-length': 9e9 });
    if (how === 'large') response.end(Buffer.alloc(2 * limits.OUTGOING_BODY_BYTES_MAX));
    else response.write('x', () => how === 'closed' && response.destroy());
  });
  const outgoing = outgoingWith();
  const failedAs = async (from: Pick<Outgoing, 'request'>, path: string) => {
    const { reason, status } = await failure(from.request(`http://127.0.0.1:${port}/${path}`));
    return [reason, status];
  };
  // A busy machine may take a while to answer with a status.
  const silence = [{ idleMs: 2_000 }, { durationMs: 2_000 }].flatMap((given) =>
    [200, 429, 500].map((status) => failedAs(outgoingWith(given), `${status}/silent`)),
  );
  for (const status of [200, 429, 500]) {
    expect(await failedAs(outgoing, `${status}/large`)).toEqual(['too-large', status]);
    expect(await failedAs(outgoing, `${status}/closed`)).toEqual(['invalid-response', status]);
    expect(await failedAs(outgoing, `${status}/coding`)).toEqual(['invalid-response', status]);
  }
  expect(await Promise.all(silence)).toEqual([200, 429, 500, 200, 429, 500].map((status) => ['timed-out', status]));
  const { status } = await failure(outgoing.request('http://127.0.0.1:1/'));
  expect(status).toBeNull();
});

test('connections to a host, and lookups of names, are few at once', async () => {
  const waiting: (() => void)[] = [];
  const { port } = await serve((_, response) => waiting.push(() => response.end('done')));
  const outgoing = outgoingWith();
  const url = `http://127.0.0.1:${port}/`;
  const first = Array.from({ length: limits.OUTGOING_CONNECTIONS_PER_HOST_MAX }, () => text(outgoing.request(url)));
  await expect.poll(() => waiting.length, { timeout: 30_000 }).toBe(first.length);
  expect((await failure(outgoing.request(url))).reason).toBe('busy');
  for (const end of waiting.splice(0)) end();
  expect(await Promise.all(first)).toEqual(first.map(() => 'done'));
  const next = text(outgoing.request(url));
  await expect.poll(() => waiting.length, { timeout: 30_000 }).toBe(1);
  waiting[0]!();
  expect(await next).toBe('done');

  let lookups = 0;
  const lookup = () => new Promise<never>(() => void lookups++);
  const stalled = outgoingWith({ lookup, durationMs: 100 });
  const tried = await Promise.all([1, 2, 3, 4].map((each) => failure(stalled.request(`http://${each}.test/`))));
  expect(tried.map(({ reason }) => reason).toSorted()).toEqual(['busy', 'busy', 'timed-out', 'timed-out']);
  expect(lookups).toBe(limits.OUTGOING_LOOKUP_COUNT_MAX);
});

test('a connection that went to another address than it may is closed, and is none', async () => {
  const { port } = await serve((_, response) => response.end());
  const addresses = [{ address: '127.0.0.1', family: 4 }];
  const connect = createConnect(async (host) => ({ host, addresses, permits: () => false }), 1000);
  const target = { host: 'app.test', port, tls: false, namedBy: 'user' } as const;
  expect(await connect(target, new AbortController().signal)).toMatchObject({ reason: 'unreachable' });
});

test('a connection for another protocol is checked like a request, and closes when it is silent or late', async () => {
  const talker = createTcpServer((socket) => {
    const timer = setInterval(() => socket.write('.'), 5);
    socket.on('close', () => clearInterval(timer)).on('error', () => {});
  });
  const quiet = createTcpServer((socket) => void socket.on('error', () => {}));
  for (const server of [talker, quiet]) {
    servers.push(server.listen(0, '127.0.0.2'));
    await once(server, 'listening');
  }
  const target = (server: Server, namedBy: 'operator' | 'user') => {
    const { port } = server.address() as AddressInfo;
    return { host: '127.0.0.2', port, tls: false, namedBy };
  };
  expect(await outgoingWith().connect(target(talker, 'user'))).toMatchObject({ reason: 'no-address' });
  for (const [server, given] of [
    [talker, { connectionDurationMs: 200 }],
    [quiet, { connectionIdleMs: 50 }],
  ] as const) {
    const connection = await outgoingWith(given).connect(target(server, 'operator'));
    if (connection instanceof OutgoingFailure) throw connection;
    connection.socket.resume();
    expect(await connection.closed).toMatchObject({ name: 'OutgoingFailure', reason: 'timed-out' });
  }
  const connection = await outgoingWith().connect(target(talker, 'operator'));
  if (connection instanceof OutgoingFailure) throw connection;
  expect(String((await once(connection.socket, 'data'))[0])).toMatch(/^\.+$/);
  connection.socket.destroy();
  expect(await connection.closed).toBeNull();
});

test('a closed port and a connection without a valid certificate are failures with a message', async () => {
  const { port } = await serve((_, response) => response.end());
  const outgoing = outgoingWith();
  const refused = await failure(outgoing.request('https://127.0.0.1:1/'));
  const plain = await failure(outgoing.request(`https://127.0.0.1:${port}/`));
  expect(refused.message).toBe('Could not connect to 127.0.0.1 on port 1.');
  expect(plain.message).toBe(`Could not connect to 127.0.0.1 on port ${port}.`);
});

test('text records are given whole, and their absence is an empty list', async () => {
  const failing = (code: string) => () => Promise.reject(Object.assign(new Error(code), { code }));
  const outgoing = outgoingWith({ resolveText: async () => [['a', 'b'], ['c']] });
  expect(await outgoing.textRecords('example.com')).toEqual(['ab', 'c']);
  expect(await outgoingWith({ resolveText: failing('ENODATA') }).textRecords('example.com')).toEqual([]);
  expect(await outgoingWith({ resolveText: failing('ESERVFAIL') }).textRecords('example.com')).toBeInstanceOf(
    OutgoingFailure,
  );
});

test('while connections are paused, each is refused with the reason, and none is tried', async () => {
  const seen = await serve((_, response) => response.end());
  const outgoing = outgoingWith({
    paused: async () => 'restored',
    resolveText: () => Promise.reject(new Error('resolved')),
  });
  for (const refused of [
    outgoing.request(`http://127.0.0.1:${seen.port}/`),
    outgoing.connect({ host: '127.0.0.1', port: seen.port, tls: false, namedBy: 'operator' }),
    outgoing.certificate('127.0.0.1', seen.port),
    outgoing.textRecords('a.test'),
  ]) {
    expect(await refused).toMatchObject({ reason: 'paused', message: 'restored' });
  }
  expect(seen.connections).toBe(0);
});
