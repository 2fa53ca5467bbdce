import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { BlockList } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { limits, parseDsn, readEnvelope } from '@seismo/protocol';
import type { ProjectId } from '@seismo/protocol';
import { openSqliteJournal } from '#journal/sqlite.ts';
import type { ClientKey } from './keys.ts';
import { clientKey, publicKey, startTestServer, START_MS, type TestServer } from './test-server.ts';

const eventId = 'd083f1630b0b4359b5e505576f761f48';
const event = `{"event_id":"${eventId}"}\n{"type":"event"}\n{"message":"hello"}`;
const query = `sentry_version=7&sentry_key=${publicKey}&sentry_client=sentry.javascript.node%2F11.12.0`;
const endpoint = `/api/42/envelope/?${query}`;
const tunneled = (dsn: string) => `{"event_id":"${eventId}","dsn":"${dsn}"}\n{"type":"event"}\n{"message":"hello"}`;
const post = (url: string, body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) =>
  fetch(url, { method: 'POST', body, headers });
const codeOf = async (response: Response) => ((await response.json()) as { code: string }).code;

let server: TestServer;
beforeEach(async () => void (server = await startTestServer()));
afterEach(() => server[Symbol.asyncDispose]());

describe('an accepted report', () => {
  test('is written to the journal byte for byte before the response has its ID', async () => {
    const response = await post(server.url + endpoint, event, { 'user-agent': 'Mozilla/5.0 test' });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(await response.json()).toEqual({ id: eventId });
    const [entry, ...others] = await server.journaled();
    expect(others).toEqual([]);
    expect(entry).toMatchObject({
      projectId: 42,
      keyId: 1,
      receivedAtMs: START_MS,
      clientAddress: '127.0.0.1',
      userAgent: 'Mozilla/5.0 test',
      limitedCategories: [],
      replayOf: null,
    });
    expect(new TextDecoder().decode(entry!.body)).toBe(event);
  });

  test('is not answered while the journal has not flushed', async () => {
    let flushed = () => {};
    const appended: unknown[] = [];
    await using server = await startTestServer({
      journal: {
        append: (entry) => {
          appended.push(entry);
          return new Promise((resolve) => (flushed = () => resolve(1)));
        },
      },
    });
    let isAnswered = false;
    const answer = post(server.url + endpoint, event).then((response) => {
      isAnswered = true;
      return response;
    });
    while (appended.length === 0) await new Promise((resolve) => setImmediate(resolve));
    // A later request gets its response; the one that is not on disk does not.
    expect((await fetch(`${server.url}/monitoring`)).status).toBe(405);
    expect(isAnswered).toBe(false);
    flushed();
    expect((await answer).status).toBe(200);
  });

  test.each(['session', 'transaction', 'log', 'client_report', 'replay_recording', 'check_in', 'x-from-the-future'])(
    'may be of the kind %s, and without an ID is answered {}',
    async (type) => {
      await using server = await startTestServer();
      const response = await post(server.url + endpoint, `{}\n{"type":"${type}"}\n{}`);
      expect(response.status).toBe(200);
      expect(await response.text()).toBe('{}');
      expect(await server.journaled()).toHaveLength(1);
    },
  );

  test('keeps its complete items when it is truncated', async () => {
    const response = await post(server.url + endpoint, `${event}\n{"type":"attachment","length":5000}\nhal`);
    expect(response.status).toBe(200);
    const [entry] = await server.journaled();
    expect(readEnvelope(entry!.body)).toMatchObject({
      items: [{ kind: 'event' }],
      broken: { code: 'length-past-end' },
    });
  });

  test('may be chunked, without a content type, and without the final slash', async () => {
    const request = [
      `POST /api/42/envelope?${query} HTTP/1.1`,
      'host: x',
      'connection: close',
      'transfer-encoding: chunked',
      '',
      event.length.toString(16),
      event,
      '0',
      '',
      '',
    ].join('\r\n');
    expect(await server.raw(request)).toContain('200 OK');
    expect(await server.journaled()).toHaveLength(1);
  });

  test('may hold invalid UTF-8, keys called __proto__, and a million tags: the pipeline handles them', async () => {
    const tags = Array.from({ length: 1_000_000 }, (_, index) => `"t${index}":1`).join(',');
    const odd = Buffer.concat([
      Buffer.from(`${event}\n{"type":"log"}\n{"__proto__":"`),
      Buffer.from([0xff, 0xc3, 0x28]),
    ]);
    const body = Buffer.concat([odd, Buffer.from(`"}\n{"type":"span"}\n{${tags.slice(0, 11 << 20)}}`)]);
    expect((await post(server.url + endpoint, body)).status).toBe(200);
    expect(Buffer.compare((await server.journaled())[0]!.body, body)).toBe(0);
  });

  test('with path characters in its IDs is accepted without them', async () => {
    const response = await post(
      server.url + endpoint,
      '{"event_id":"../../../../etc/passwd"}\n{"type":"event"}\n{"event_id":"..\\\\..\\\\x"}',
    );
    expect([response.status, await response.text()]).toEqual([200, '{}']);
  });
});

describe('authentication', () => {
  const sentryAuth = `sentry_key=${publicKey}, sentry_version=7, sentry_timestamp=1764.5, sentry_client=sentry-cli/x`;
  test.each([
    ['query', endpoint, {}, event],
    ['X-Sentry-Auth', '/api/42/envelope/', { 'x-sentry-auth': `Sentry ${sentryAuth}` }, event],
    ['X-Sentry-Auth in lower case', '/api/42/envelope/', { 'x-sentry-auth': `sentry sentry_key=${publicKey}` }, event],
    ['Authorization: Sentry', '/api/42/envelope/', { authorization: `Sentry ${sentryAuth}` }, event],
    ['Authorization: DSN', '/api/42/envelope/', { authorization: `DSN http://${publicKey}@x/42` }, event],
    ['the DSN of the envelope', '/api/42/envelope/', {}, tunneled(`https://${publicKey}@other.example.org/42`)],
    ['a tunnel', '/monitoring?o=450&p=1187&r=us', {}, tunneled(`https://${publicKey}@o450.ingest.us.sentry.io/42`)],
    ['a DSN with a path prefix', '/monitoring/', {}, tunneled(`https://${publicKey}@example.org/errors/42`)],
  ])('by %s', async (_form, path, headers, body) => {
    const response = await post(server.url + path, body, headers as Record<string, string>);
    expect(await response.text()).toBe(`{"id":"${eventId}"}`);
    expect((await server.journaled()).map(({ projectId }) => projectId)).toEqual([42]);
  });

  test.each([
    ['no-auth', 401, '/api/42/envelope/', event],
    ['no-auth', 401, '/monitoring', event],
    ['no-auth', 401, '/monitoring', tunneled('nonsense')],
    // On the tunnel only the envelope identifies the sender: a proxy could have added a query.
    ['no-auth', 401, `/monitoring?${query}`, event],
    ['unknown-key', 403, '/api/42/envelope/?sentry_key=nobody', event],
    ['unknown-key', 403, '/monitoring', tunneled('https://nobody@x/42')],
    ['project-mismatch', 403, `/api/43/envelope/?${query}`, event],
    ['project-mismatch', 403, '/monitoring', tunneled(`https://${publicKey}@x/43`)],
    ['project-mismatch', 403, '/api/43/envelope/', tunneled(`https://${publicKey}@x/42`)],
  ])('%s is refused with %i', async (code, status, path, body) => {
    const response = await post(server.url + path, body);
    expect(response.status).toBe(status);
    const answer = (await response.json()) as { detail: string; code: string };
    expect(answer.code).toBe(code);
    expect(answer.detail).toBe(response.headers.get('x-sentry-error'));
    expect(await server.journaled()).toEqual([]);
    expect(await server.refused()).toEqual({});
  });

  test('the public key in a trace header does not authenticate', async () => {
    const body = `{"trace":{"public_key":"${publicKey}"}}\n{"type":"event"}\n{}`;
    expect((await post(`${server.url}/api/42/envelope/`, body)).status).toBe(401);
  });

  test('an inactive key is refused and counted for its project', async () => {
    await using server = await startTestServer({ keys: [clientKey({ active: false })] });
    const response = await post(server.url + endpoint, event);
    expect([response.status, await codeOf(response)]).toEqual([403, 'inactive-key']);
    expect(await server.refused()).toEqual({ '42 unknown filtered:key-inactive': 1 });
  });

  test('a key that was switched off is refused after forgetKeys, at once', async () => {
    const key = clientKey();
    await using server = await startTestServer({ keys: [key] });
    expect((await post(server.url + endpoint, event)).status).toBe(200);
    key.active = false;
    server.ingest.invalidateKeys();
    expect((await post(server.url + endpoint, event)).status).toBe(403);
  });
});

describe('browsers', () => {
  test('may send from any origin and read the headers that SDKs obey', async () => {
    for (const path of [endpoint, '/api/42/envelope/', '/api/7/store/']) {
      const response = await post(server.url + path, event, { origin: 'https://shop.example' });
      expect(response.headers.get('access-control-allow-origin')).toBe('*');
      expect(response.headers.get('access-control-expose-headers')).toBe(
        'x-sentry-error, x-sentry-rate-limits, retry-after',
      );
    }
  });

  test('get an answer to a preflight', async () => {
    for (const path of ['/api/42/envelope/', '/api/42/store', '/monitoring']) {
      const headers = { 'access-control-request-headers': 'x-sentry-auth,x-shop-tenant' };
      const response = await fetch(server.url + path, { method: 'OPTIONS', headers });
      expect(response.status).toBe(204);
      expect(response.headers.get('access-control-allow-origin')).toBe('*');
      expect(response.headers.get('access-control-allow-methods')).toContain('POST');
      expect(response.headers.get('access-control-allow-headers')).toBe('x-sentry-auth,x-shop-tenant');
      expect(Number(response.headers.get('access-control-max-age'))).toBeGreaterThan(0);
    }
  });

  test('opening the tunnel path reveals nothing about the app', async () => {
    const response = await fetch(`${server.url}/monitoring`);
    expect([response.status, response.headers.get('content-type')]).toEqual([405, 'text/plain; charset=utf-8']);
    expect(await response.text()).toBe('Method not allowed\n');
  });

  test('that open an endpoint get a hint to POST', async () => {
    const response = await fetch(server.url + endpoint);
    expect([response.status, response.headers.get('allow'), await codeOf(response)]).toEqual([
      405,
      'POST, OPTIONS',
      'method-not-allowed',
    ]);
  });
});

test('requests outside ingest are passed on', async () => {
  for (const path of [
    '/',
    '/api/0/projects/',
    '/api/0/envelope/',
    '/api/x/envelope/',
    '/api/42/envelope/x',
    '/monitoring2',
  ]) {
    expect((await post(server.url + path, event)).status, path).toBe(404);
  }
});

describe('bodies that are no envelope', () => {
  test.each([
    ['empty', ''],
    ['empty', '{}'],
    ['empty', '\n\n'],
    ['not-an-envelope', 'hello'],
    ['not-an-envelope', '[]\n{"type":"event"}\n{}'],
    ['not-an-envelope', '{}\n{"type":"event","length":"5"}\nhello'],
    ['not-an-envelope', `{"x":"${'y'.repeat(limits.ENVELOPE_HEADER_BYTES_MAX)}"}\n`],
    ['truncated', '{}\n{"type":"event","length":5000}\n{}'],
  ])('are refused as %s, with a sentence, and counted', async (code, body) => {
    const response = await post(server.url + endpoint, body);
    expect(response.status).toBe(400);
    const answer = (await response.json()) as { detail: string; code: string };
    expect(answer.code).toBe(code);
    expect(answer.detail).toMatch(/^[A-Z].*\.$/);
    expect(await server.journaled()).toEqual([]);
    expect(await server.refused()).toEqual({ '42 unknown invalid:framing': 1 });
  });

  test('an event of 10 MB is refused as too large and counted as an event', async () => {
    const response = await post(server.url + endpoint, `{}\n{"type":"event"}\n{"message":"${'x'.repeat(10 << 20)}"}`);
    expect([response.status, await codeOf(response)]).toEqual([413, 'item-too-large']);
    expect(await server.refused()).toEqual({ '42 event too-large:item': 1 });
  });

  test('an oversized item leaves the others', async () => {
    const body = `${event}\n{"type":"event"}\n{"message":"${'x'.repeat(2 << 20)}"}`;
    expect((await post(server.url + endpoint, body)).status).toBe(200);
    expect(await server.journaled()).toHaveLength(1);
  });
});

describe('rate limits', () => {
  const limited = () => clientKey({ rateLimit: { count: 2, windowS: 60 } });

  test('requests over the limit are answered 429 with both headers, counted, and not journaled', async () => {
    await using server = await startTestServer({ keys: [limited()] });
    await post(server.url + endpoint, event);
    await post(server.url + endpoint, event);
    const response = await post(server.url + endpoint, `${event}\n{"type":"attachment"}\nscreenshot`);
    expect([response.status, await codeOf(response)]).toEqual([429, 'rate-limited']);
    const waitS = Number(response.headers.get('retry-after'));
    expect(waitS).toBeGreaterThanOrEqual(60);
    expect(response.headers.get('x-sentry-rate-limits')).toBe(`${waitS}:error:key:key_rate`);
    expect(await server.journaled()).toHaveLength(2);

    server.clock.nowMs += waitS * 1000;
    expect((await post(server.url + endpoint, event)).status).toBe(200);
    expect(await server.refused()).toEqual({ '42 event limited:key-rate': 1, '42 attachment limited:key-rate': 1 });
  });

  test('an envelope that is limited in part is journaled with the limited categories and answered 200', async () => {
    await using server = await startTestServer({ keys: [limited()] });
    await post(server.url + endpoint, event);
    await post(server.url + endpoint, event);
    const response = await post(
      server.url + endpoint,
      `${event}\n{"type":"session"}\n{}\n{"type":"client_report"}\n{}`,
    );
    expect(response.status).toBe(200);
    expect(response.headers.get('x-sentry-rate-limits')).toMatch(/^6\d:error:key:key_rate$/);
    expect((await server.journaled()).map(({ limitedCategories }) => limitedCategories)).toEqual([[], [], ['error']]);
    expect(await server.refused()).toEqual({});
  });

  test('client reports are never limited', async () => {
    await using server = await startTestServer({ keys: [clientKey({ rateLimit: { count: 0, windowS: 60 } })] });
    for (let i = 0; i < 5; i++) {
      expect((await post(server.url + endpoint, '{}\n{"type":"client_report"}\n{}')).status).toBe(200);
    }
    expect((await post(server.url + endpoint, event)).status).toBe(429);
  });
});

describe('a server in trouble', () => {
  test('answers 503 when the journal fails, then recovers', async () => {
    let isBroken = true;
    let appended = 0;
    await using server = await startTestServer({
      journal: {
        append: async () => {
          if (isBroken) throw new Error('disk I/O error');
          return ++appended;
        },
      },
    });
    const response = await post(server.url + endpoint, event);
    expect([response.status, await codeOf(response)]).toEqual([503, 'not-stored']);
    expect(response.headers.get('retry-after')).toBe('10');
    await post(server.url + endpoint, event);
    expect(server.logged).toEqual(['journal: an append failed']);
    expect(server.ingest.failingSinceMs()).toBe(START_MS);
    isBroken = false;
    expect((await post(server.url + endpoint, event)).status).toBe(200);
    expect(server.ingest.failingSinceMs()).toBeNull();
    expect(appended).toBe(1);
  });

  test('answers 503 while the disk is full, by a key or a DSN, counts it, and accepts again when there is room', async () => {
    server.disk.isFull = true;
    const dsn = tunneled(`https://${publicKey}@x/42`);
    for (const response of [await post(server.url + endpoint, event), await post(`${server.url}/monitoring`, dsn)]) {
      expect([response.status, await codeOf(response)]).toEqual([503, 'disk-full']);
      expect(response.headers.get('retry-after')).toBe('60');
    }
    // Unknown senders learn nothing about the disk.
    expect((await post(`${server.url}/api/42/envelope/?sentry_key=nobody`, event)).status).toBe(403);
    server.disk.isFull = false;
    expect((await post(server.url + endpoint, event)).status).toBe(200);
    expect(await server.refused()).toEqual({ '42 unknown limited:disk-full': 2 });
  });

  test('keeps the count of refusals on a full disk until the journal can be written again', async () => {
    let isFull = true;
    const written: string[] = [];
    await using server = await startTestServer({
      journal: {
        append: async ({ kind, body }) => {
          if (isFull) throw new Error('database or disk is full');
          return written.push(`${kind} ${new TextDecoder().decode(body)}`);
        },
      },
    });
    const response = await post(server.url + endpoint, event);
    expect([response.status, await codeOf(response)]).toEqual([503, 'disk-full']);
    await expect.poll(() => server.ingest.failingSinceMs()).not.toBeNull();
    isFull = false;
    // Without any request, the server retries and finds that it can write again.
    await expect.poll(() => written, { timeout: 10_000 }).toHaveLength(1);
    expect(written[0]).toMatch(/^refusals .*"itemKind":"event","outcome":"limited","reason":"disk-full","quantity":1/);
    expect(server.ingest.failingSinceMs()).toBeNull();
  });

  test('answers 429 to four projects that fill the backlog, 200 to a quiet one, and 200 to all when there is room', async () => {
    const journal = openSqliteJournal(':memory:');
    const keys = [1, 2, 3, 4, 5].map((id) =>
      clientKey({ id, projectId: id as ProjectId, publicKey: String(id).repeat(32) }),
    );
    await using server = await startTestServer({ keys, journal, config: { backlogBytesMax: 300_000 } });
    const send = (key: ClientKey) => {
      // The stats of the journal are read again.
      server.clock.nowMs += limits.BACKLOG_STATS_MS_MAX;
      return post(`${server.url}/api/${key.projectId}/envelope/?sentry_key=${key.publicKey}`, event.padEnd(10_000));
    };
    const [quiet, ...bombers] = keys.toReversed() as [ClientKey, ...ClientKey[]];
    const refused: Record<string, number> = {};
    for (let round = 1; round <= 10; round++) {
      for (const key of bombers) {
        const response = await send(key);
        if (response.status === 200) continue;
        expect([response.status, await codeOf(response)]).toEqual([429, 'backlog']);
        expect(response.headers.get('retry-after')).toBe('10');
        const name = `${key.projectId} unknown limited:backlog`;
        refused[name] = (refused[name] ?? 0) + 1;
      }
    }
    expect(Object.keys(refused)).toHaveLength(4);
    expect((await send(quiet)).status).toBe(200);
    const dsn = `https://${quiet.publicKey}@example.com/${quiet.projectId}`;
    expect((await post(`${server.url}/monitoring`, tunneled(dsn))).status).toBe(200);
    expect(await server.refused()).toEqual(refused);

    await journal.trim([{ lane: 0, sequence: (await journal.stats()).lastSequence }], 1);
    for (const key of keys.toReversed()) expect((await send(key)).status).toBe(200);
  });

  test('answers 429 when bodies fill their memory budget', async () => {
    await using server = await startTestServer({ config: { bodyMemoryBytesMax: 200_000 } });
    const body = (bytes: number) => `{}\n{"type":"event"}\n{"a":"${'x'.repeat(bytes)}"}`;
    const response = await post(server.url + endpoint, body(200_000));
    expect([response.status, await codeOf(response)]).toEqual([429, 'backlog']);
    for (let i = 0; i < 5; i++) expect((await post(server.url + endpoint, body(90_000))).status).toBe(200);
  });

  test('an unexpected error is answered 500 and logged', async () => {
    const keys = new Proxy<ReturnType<typeof clientKey>[]>([], {
      get() {
        throw new Error('the store is gone');
      },
    });
    await using server = await startTestServer({ keys });
    const response = await post(server.url + endpoint, event);
    expect([response.status, await codeOf(response)]).toEqual([500, 'unexpected']);
    expect(server.logged).toEqual(['ingest: unexpected error']);
  });
});

test('the client address is read through trusted proxies', async () => {
  const trustedProxies = new BlockList();
  trustedProxies.addAddress('127.0.0.1');
  await using server = await startTestServer({ config: { trustedProxies } });
  await post(server.url + endpoint, event, { 'x-forwarded-for': '6.6.6.6, 203.0.113.9' });
  await using open = await startTestServer();
  await post(open.url + endpoint, event, { 'x-forwarded-for': '203.0.113.9' });
  expect((await server.journaled())[0]!.clientAddress).toBe('203.0.113.9');
  expect((await open.journaled())[0]!.clientAddress).toBe('127.0.0.1');
});

test('a visitor address that a tunnel signed is trusted from any sender', async () => {
  const tunnelSecret = 'a secret that a tunnel and the server share';
  await using server = await startTestServer({ config: { tunnelSecret } });
  const signedText = `v1 203.0.113.9 ${START_MS / 1000}`;
  const signature = createHmac('sha256', tunnelSecret).update(signedText).digest('hex');
  await post(server.url + endpoint, event, { 'x-seismo-client': `${signedText} ${signature}` });
  await post(server.url + endpoint, event, { 'x-seismo-client': `${signedText.replace('.9', '.8')} ${signature}` });
  expect((await server.journaled()).map(({ clientAddress }) => clientAddress)).toEqual(['203.0.113.9', '127.0.0.1']);
});

test('a report through a tunnel of the visited site is recognized by its path or its client name', async () => {
  const send = (path: string) =>
    fetch(`${server.url}${path}`, { method: 'POST', body: tunneled(`https://${publicKey}@x/42`) });
  await send(`/api/42/envelope/?sentry_key=${publicKey}&sentry_client=sentry.javascript.browser%2F10.0.0`);
  await send(`/api/42/envelope/?sentry_key=${publicKey}&sentry_client=seismo.tunneler`);
  await send('/monitoring?sentry_client=seismo.tunnel%2F0.1.0&nonsense');
  expect(server.tunnelUsed).toEqual([42]);
  await send(`/api/42/envelope/?sentry_key=${publicKey}&sentry_client=seismo.tunnel%2F0.1.0`);
  expect(server.tunnelUsed).toEqual([42, 42]);
  await send('/api/43/envelope/?sentry_client=seismo.tunnel');
  expect(server.tunnelUsed).toEqual([42, 42]);
});

test('everything that real SDKs sent is accepted as they sent it', async () => {
  const folder = join(import.meta.dirname, '../../../../tests/golden/envelopes');
  const rows = readFileSync(join(folder, 'index.tsv'), 'utf8').trim().split('\n').slice(1);
  let accepted = 0;
  for (const row of rows) {
    const columns = row.split('\t');
    const [file, authForm, path] = [columns[0]!, columns[6]!, columns[10]!];
    const body = new Uint8Array(readFileSync(join(folder, file)));
    const dsn = authForm === 'envelope-dsn' ? parseDsn(readEnvelope(body).header.dsn!)! : null;
    const key = clientKey({
      projectId: dsn?.projectId ?? (Number(/^\/api\/(\d+)\//.exec(path)![1]) as ProjectId),
      publicKey: dsn?.publicKey ?? /sentry_key=(\w+)/.exec(path)?.[1] ?? publicKey,
    });
    await using server = await startTestServer({ keys: [key] });
    const headers: Record<string, string> =
      authForm === 'x-sentry-auth' ? { 'x-sentry-auth': `Sentry sentry_key=${publicKey}, sentry_version=7` } : {};
    // Each app has its own tunnel path, and forwards here from there.
    const response = await post(server.url + (path.startsWith('/api/') ? path : '/monitoring'), body, headers);
    expect(response.status, file).toBe(200);
    const [entry] = await server.journaled();
    expect(entry!.projectId).toBe(key.projectId);
    expect(Buffer.compare(entry!.body, body), file).toBe(0);
    accepted++;
  }
  expect(accepted).toBeGreaterThan(600);
});

test('two projects are separate', async () => {
  const other = clientKey({ id: 2, projectId: 43 as ProjectId, publicKey: 'other' });
  await using server = await startTestServer({ keys: [clientKey(), other] });
  await post(`${server.url}/api/43/envelope/?sentry_key=other`, event);
  await post(server.url + endpoint, event);
  expect((await server.journaled()).map(({ projectId }) => projectId)).toEqual([43, 42]);
});
