import { randomBytes } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { limits, readEnvelope } from '@seismo/protocol';
import { publicKey, startTestServer, type TestServer } from './test-server.ts';

const eventId = 'd083f1630b0b4359b5e505576f761f48';
const send = async (server: TestServer, body: string, path = '/api/42/store/') => {
  const response = await fetch(`${server.url}${path}?sentry_key=${publicKey}`, { method: 'POST', body });
  return { status: response.status, ...((await response.json()) as { id?: string; code?: string }) };
};
const stored = async (server: TestServer) => {
  const [entry] = await server.journaled();
  const envelope = readEnvelope(entry!.body);
  expect(envelope).toMatchObject({ items: [{}], broken: null });
  const [item] = envelope.items;
  return { headerId: envelope.header.eventId, kind: item!.kind, text: new TextDecoder().decode(item!.payload) };
};

test('a JSON event is wrapped into an envelope, its bytes as they were', async () => {
  await using server = await startTestServer();
  const body = ` {"event_id": "${eventId}",\n "message": "line\\nbreak"}\n`;
  expect(await send(server, body, '/api/42/store')).toEqual({ status: 200, id: eventId });
  expect(await stored(server)).toEqual({ headerId: eventId, kind: 'event', text: body });
});

test('base64 of zlib, as raven clients sent it, is the same event', async () => {
  await using server = await startTestServer();
  const json = `{"event_id":"${eventId}","message":"old"}`;
  expect(await send(server, deflateSync(json).toString('base64'))).toEqual({ status: 200, id: eventId });
  expect((await stored(server)).text).toBe(json);
});

test.each(['{"message":"x"}', '{}', '{ "event_id":null, "a":{} } \n'])(
  '%s gets an ID, in its payload too',
  async (body) => {
    await using server = await startTestServer();
    const { status, id } = await send(server, body);
    expect([status, id]).toEqual([200, expect.stringMatching(/^[0-9a-f]{32}$/)]);
    const { headerId, text } = await stored(server);
    expect(headerId).toBe(id);
    expect(JSON.parse(text)).toEqual({ ...(JSON.parse(body) as object), event_id: id });
  },
);

test('a transaction is journaled as one', async () => {
  await using server = await startTestServer();
  await send(server, `{"event_id":"${eventId}","type":"transaction"}`);
  expect((await stored(server)).kind).toBe('transaction');
});

test.each([
  ['empty', 400, 'invalid:framing', ' \n'],
  ['not-an-event', 400, 'invalid:json', '{"message":'],
  ['not-an-event', 400, 'invalid:json', 'hello'],
  ['not-an-event', 400, 'invalid:shape', '[1]'],
  ['not-an-event', 400, 'invalid:nesting', `{"a":${'['.repeat(100_000)}`],
  ['invalid-event-id', 400, 'invalid:event-id', '{"event_id":"../../etc/passwd"}'],
  ['item-too-large', 413, 'too-large:item', `{"message":"${'x'.repeat(limits.EVENT_BYTES_MAX)}"}`],
  ['item-too-large', 413, 'too-large:item', deflateSync(randomBytes(1 << 20).toString('hex')).toString('base64')],
])('%s is refused with %i and counted as %s', async (code, status, disposition, body) => {
  await using server = await startTestServer();
  expect(await send(server, body)).toMatchObject({ status, code });
  expect(await server.refused()).toEqual({ [`42 event ${disposition}`]: 1 });
  expect(await server.journaled()).toEqual([]);
});
