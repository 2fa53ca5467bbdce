import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { BlockList, createServer as createTcpServer, type AddressInfo, type Socket } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { limits } from '@seismo/protocol';
import type { ChannelKind } from '#domain/alerts/channel-kinds.ts';
import { createOutgoing, type OutgoingDeps } from '#outgoing/outgoing.ts';
import type { AlertMessage } from '../message.ts';
import type { SendResult } from './channel.ts';
import { httpChannels } from './http-channels.ts';
import { issue, kinds, messageOf, notice, settingsFor } from './http-channels.fixture.ts';
import { post } from './post.ts';

interface Received {
  method: string | undefined;
  path: string | undefined;
  headers: IncomingMessage['headers'];
  body: string;
}

type Answer = (response: ServerResponse, request: IncomingMessage) => void;

/** An HTTP server with what it received. */
async function receive(answer: Answer) {
  const received: Received[] = [];
  const listener: RequestListener = async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { method, url, headers } = request;
    received.push({ method, path: url, headers, body: Buffer.concat(chunks).toString() });
    answer(response, request);
  };
  const server = createServer(listener).listen(0, '127.0.0.1');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, 'listening');
  return { received, port: (server.address() as AddressInfo).port };
}

const nowMs = Date.UTC(2026, 10, 27, 22, 16);

interface SendOptions {
  message?: AlertMessage;
  settings?: Record<string, string>;
}

/** To a receiver on this machine, which its operator allows. */
function send(
  kind: ChannelKind,
  port: number,
  { message = messageOf([issue]), settings: given, ...deps }: Partial<OutgoingDeps> & SendOptions = {},
): Promise<SendResult> {
  const addresses = new BlockList();
  addresses.addAddress('127.0.0.1');
  const outgoing = createOutgoing({
    internal: { names: new Set(), addresses },
    lookup: async () => [{ address: '127.0.0.1', family: 4 }],
    ...deps,
  });
  const settings = { ...settingsFor(kind, `http://receiver.test:${port}`), ...given };
  const channel = httpChannels[kind];
  expect(channel.settings.safeParse(settings)).toMatchObject({ success: true });
  return post(outgoing.request, channel, settings, message, { content: 'everything', nowMs, threadId: null });
}

const respond =
  (status: number, body: string, headers: Record<string, string> = {}): Answer =>
  (response) =>
    response.writeHead(status, headers).end(body);

// All at once: each waits until its time is up, which must be longer than it takes to connect on a busy machine.
test('a receiver that trickles its answer has decided with the status', async () => {
  const results = [
    [200, { isSent: true }],
    [404, { isSent: false, isPermanent: true }],
    [500, { isSent: false, isPermanent: false }],
  ] as const;
  const sending = kinds.flatMap((kind) =>
    results.map(async ([status, result]) => {
      const { port } = await receive((response) => {
        response.writeHead(status);
        const timer = setInterval(() => response.write('x'), 50);
        response.on('close', () => clearInterval(timer));
      });
      const sent = await send(kind, port, { durationMs: 4_000 });
      expect(sent, kind).toMatchObject({ ...result, answer: `${status} receiver.test did not respond in time.` });
    }),
  );
  await Promise.all(sending);
});

describe.each(kinds)('%s', (kind) => {
  test('a message that is accepted is sent, in one request', async () => {
    const { received, port } = await receive(respond(200, 'ok'));
    expect(await send(kind, port)).toEqual({ isSent: true, answer: '200 ok' });
    expect(await send(kind, port, { message: notice })).toEqual({ isSent: true, answer: '200 ok' });
    expect(received).toHaveLength(2);
    for (const { method, headers, body } of received) {
      expect(method).toBe('POST');
      expect(headers['content-type']).toMatch(/^application\/json/);
      expect(JSON.parse(body)).toBeTypeOf('object');
    }
  });

  test.each([201, 202, 204])('%i is a success, too', async (status) => {
    const { port } = await receive(respond(status, ''));
    expect(await send(kind, port)).toEqual({ isSent: true, answer: String(status) });
  });

  test.each([408, 425, 429, 500, 502, 503])('%i is temporary', async (status) => {
    const { port } = await receive(respond(status, 'later\r\nplease'));
    const answer = `${status} later please`;
    expect(await send(kind, port)).toEqual({ isSent: false, isPermanent: false, retryAfterMs: null, answer });
  });

  test.each([400, 401, 403, 404, 410, 413])('%i is permanent', async (status) => {
    const { port } = await receive(respond(status, 'no_service'));
    const answer = `${status} no_service`;
    expect(await send(kind, port)).toEqual({ isSent: false, isPermanent: true, retryAfterMs: null, answer });
  });

  test.each([
    ['30', 30_000],
    [new Date(nowMs + 90_000).toUTCString(), 90_000],
    [new Date(nowMs - 90_000).toUTCString(), 0],
    ['99999999999999999999', limits.DELIVERY_BACKOFF_MS_MAX],
    ['Fri, 31 Dec 9999 23:59:59 GMT', limits.DELIVERY_BACKOFF_MS_MAX],
    ['-30', null],
    ['1e3', null],
    ['2099-01-01', null],
    ['soon', null],
    ['', null],
  ])('Retry-After: %j', async (value, retryAfterMs) => {
    for (const status of [429, 503]) {
      const { port } = await receive(respond(status, '', { 'retry-after': value }));
      expect(await send(kind, port)).toMatchObject({ isSent: false, isPermanent: false, retryAfterMs });
    }
  });

  test('a redirect is not followed, and its address is not in the answer', async () => {
    const target = await receive(respond(200, 'ok'));
    for (const status of [301, 302, 303, 307, 308]) {
      const location = `http://receiver.test:${target.port}/T0KEN`;
      const { port } = await receive(respond(status, '', { location }));
      expect(await send(kind, port)).toEqual({
        isSent: false,
        isPermanent: true,
        retryAfterMs: null,
        answer: `${status} receiver.test:${port} redirects to another address. Enter that address in the channel.`,
      });
    }
    expect(target.received).toHaveLength(0);
  });

  test('a name with an internal address is not connected to, and may have another one later', async () => {
    const { received, port } = await receive(respond(200, 'ok'));
    const internal = { names: new Set<string>(), addresses: new BlockList() };
    expect(await send(kind, port, { internal })).toMatchObject({ isSent: false, isPermanent: false });
    const unknown = await send(kind, port, { lookup: async () => [] });
    expect(unknown).toMatchObject({ isSent: false, isPermanent: false, retryAfterMs: null });
    expect(unknown.answer).toContain('receiver.test does not exist or is an internal host.');
    expect(received).toHaveLength(0);
  });

  test('a silent receiver is a temporary failure in time', async () => {
    const { port } = await receive(() => {});
    for (const deps of [{ idleMs: 100 }, { durationMs: 100 }]) {
      const answer = 'receiver.test did not respond in time.';
      expect(await send(kind, port, deps)).toEqual({ isSent: false, isPermanent: false, retryAfterMs: null, answer });
    }
  });

  test('a receiver that closes the connection early', async () => {
    const before = await receive((response) => response.destroy());
    expect(await send(kind, before.port)).toMatchObject({ isSent: false, isPermanent: false });
    const after = await receive((response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('partial', () => response.destroy());
    });
    expect(await send(kind, after.port)).toMatchObject({ isSent: true });
  });

  test('a huge answer with a success is a success', async () => {
    const { port } = await receive(respond(200, 'x'.repeat(2 * 1024 * 1024)));
    expect(await send(kind, port)).toEqual({ isSent: true, answer: '200 receiver.test sent more than 1 MiB.' });
    const failing = await receive(respond(400, 'x'.repeat(2 * 1024 * 1024)));
    expect(await send(kind, failing.port)).toMatchObject({ isSent: false, isPermanent: true });
  });

  test('an answer that is not HTTP, and a closed port, are temporary', async () => {
    const sockets = new Set<Socket>();
    const server = createTcpServer((socket) => {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.write('220 mail.example ESMTP\r\n');
    }).listen(0, '127.0.0.1');
    onTestFinished(() => {
      for (const socket of sockets) socket.destroy();
      server.close();
    });
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    expect(await send(kind, port)).toMatchObject({ isSent: false, isPermanent: false });
    expect(await send(kind, 1)).toMatchObject({ isSent: false, isPermanent: false });
  });

  test('no secret is in the answer, in no form and in no part', async () => {
    for (const status of [200, 400, 500]) {
      const { port } = await receive((response, { url, headers }) => {
        const { authorization = '' } = headers;
        const path = decodeURIComponent(url!);
        const settings = Object.values(settingsFor(kind, `http://receiver.test:${port}`));
        const secrets = [url!, path, authorization, url!.slice(3, 20), ...settings];
        const forms = secrets.flatMap((secret) => [
          secret,
          JSON.stringify(secret),
          secret.replaceAll('/', '\\/'),
          encodeURIComponent(secret),
          secret.replaceAll('&', '&amp;'),
        ]);
        // The cut comes after the replacement.
        response.writeHead(status).end(`${forms.join(' ')} ${'y'.repeat(300)} ${url}`);
      });
      const { answer } = await send(kind, port);
      expect(answer).toContain('***');
      for (const part of ['T0KEN', 'AbCdEfGh', 'R0123456', 'correct horse', 'battery', 'tk_']) {
        expect(answer).not.toContain(part);
      }
    }
  });

  test('an answer is one printable line of limited length', async () => {
    const { port } = await receive(respond(400, `no\x1b[31m \u202Eway\r\n${'é'.repeat(5000)}`));
    const { answer } = await send(kind, port);
    expect(answer).toMatch(/^400 no\[31m way é+…$/);
    expect(answer).toHaveLength(limits.DELIVERY_ANSWER_CHARS_MAX);
  });
});

test('a signing key that looks like an address is a secret as a whole', async () => {
  for (const secret of ['https: not an address', 'https://correct.horse.battery']) {
    const { port } = await receive(respond(400, `bad signature, expected that of ${secret}`));
    const sent = await send('webhook', port, { settings: { secret } });
    expect(sent.answer).toBe('400 bad signature, expected that of ***');
  }
  const { port } = await receive(respond(200, 'ok'));
  expect(await send('webhook', port, { settings: { secret: 'one half of a pair: \ud83d' } })).toMatchObject({
    isSent: true,
  });
});

const answered = async (kind: ChannelKind, status: number, body: string, headers: Record<string, string> = {}) => {
  const { port } = await receive(respond(status, body, headers));
  return send(kind, port);
};
const temporary = { isSent: false, isPermanent: false };
const permanent = { isSent: false, isPermanent: true };

test('Telegram names the wait, the reason and the new ID of a group in its answer', async () => {
  const failure = (code: number, description: string, parameters?: object) =>
    JSON.stringify({ ok: false, error_code: code, description, ...(parameters && { parameters }) });
  expect(await answered('telegram', 429, failure(429, 'Too Many Requests', { retry_after: 7 }))).toEqual({
    ...temporary,
    retryAfterMs: 7000,
    answer: '429 Too Many Requests',
  });
  const migrated = failure(400, 'Bad Request: group chat was upgraded', { migrate_to_chat_id: -100_987 });
  expect(await answered('telegram', 400, migrated)).toMatchObject({
    ...permanent,
    answer: '400 Bad Request: group chat was upgraded Enter the new chat ID in the channel: -100987.',
  });
  expect(await answered('telegram', 403, failure(403, 'Forbidden: bot was kicked'))).toMatchObject(permanent);
  expect(await answered('telegram', 200, failure(500, 'Internal'))).toMatchObject(temporary);
  expect(await answered('telegram', 200, failure(400, 'chat not found'))).toMatchObject(permanent);
  expect(await answered('telegram', 200, '{"ok":true}')).toMatchObject({ isSent: true });
  for (const odd of [
    '{"ok":false}',
    '{"ok":false,"parameters":null}',
    '{"ok":false,"parameters":{"retry_after":-1}}',
  ]) {
    expect(await answered('telegram', 400, odd)).toMatchObject({ ...permanent, retryAfterMs: null });
  }
});

test('Slack says in an answer with 200 why it refuses a message', async () => {
  const refused = (error: string) => answered('slack-app', 200, JSON.stringify({ ok: false, error }));
  expect(await answered('slack-app', 200, '{"ok":true,"ts":"1503435956.000247"}')).toEqual({
    isSent: true,
    answer: '200 ok',
    messageId: '1503435956.000247',
  });
  for (const odd of ['{"ok":true}', '{"ok":true,"ts":7}', '{"ok":true,"ts":"../x"}', '{"ok":false}', '[]']) {
    expect(await answered('slack-app', 200, odd)).not.toHaveProperty('messageId');
  }
  expect(await refused('not_in_channel')).toEqual({
    ...permanent,
    retryAfterMs: null,
    answer: '200 not_in_channel. Invite the app to the channel: /invite @name-of-the-app',
  });
  expect(await refused('toString')).toMatchObject({ ...permanent, answer: '200 toString' });
  expect(await refused('internal_error')).toMatchObject(temporary);
  expect(await refused('thread_not_found')).toMatchObject({ ...temporary, hasLostThread: true });
  expect(await answered('slack-app', 429, '{"ok":false,"error":"ratelimited"}', { 'retry-after': '30' })).toMatchObject(
    {
      ...temporary,
      retryAfterMs: 30_000,
    },
  );
});

test('Discord names the wait in seconds with a fraction', async () => {
  const limited = (retryAfter: unknown) =>
    JSON.stringify({ message: 'limited', retry_after: retryAfter, global: false });
  expect(await answered('discord', 429, limited(0.0315))).toMatchObject({ ...temporary, retryAfterMs: 32 });
  expect(await answered('discord', 429, limited(1e9))).toMatchObject({ retryAfterMs: limits.DELIVERY_BACKOFF_MS_MAX });
  expect(await answered('discord', 429, limited(-1))).toMatchObject({ ...temporary, retryAfterMs: null });
  expect(await answered('discord', 429, limited('x'), { 'retry-after': '3' })).toMatchObject({ retryAfterMs: 3000 });
});

test('Teams connectors and Rocket.Chat answer failures with 200', async () => {
  const failure = (status: number) =>
    `Webhook message delivery failed with error: Microsoft Teams endpoint returned HTTP error ${status} with ContextId tcid=0`;
  expect(await answered('teams', 200, failure(429))).toMatchObject(temporary);
  expect(await answered('teams', 200, failure(413))).toMatchObject(permanent);
  expect(await answered('teams', 200, 'Webhook message delivery failed with error: Error contacting')).toMatchObject(
    temporary,
  );
  expect(await answered('teams', 200, '1')).toMatchObject({ isSent: true });
  expect(await answered('teams', 202, '')).toMatchObject({ isSent: true });
  expect(await answered('mattermost', 200, '{"success":false,"error":"invalid-channel"}')).toMatchObject(permanent);
  expect(await answered('mattermost', 200, '{"success":true}')).toMatchObject({ isSent: true });
  expect(await answered('mattermost', 200, 'ok')).toMatchObject({ isSent: true });
});
