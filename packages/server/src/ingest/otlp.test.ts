import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { otlpTraces, readEnvelope } from '@seismo/protocol';
import { publicKey, startTestServer, type TestServer } from './test-server.ts';

let server: TestServer;
beforeEach(async () => void (server = await startTestServer()));
afterEach(() => server[Symbol.asyncDispose]());

const PROTOBUF = 'application/x-protobuf';
const JSON_TYPE = 'application/json';

const send = (
  path: string,
  contentType: string | null,
  { key = publicKey, body = '{"resourceSpans":[]}', headers = {} }: Sent = {},
) =>
  fetch(server.url + path, {
    method: 'POST',
    headers: {
      ...(contentType !== null && { 'content-type': contentType }),
      ...(key !== null && { 'x-sentry-auth': `sentry sentry_key=${key}` }),
      ...headers,
    },
    body: body as string,
  });

interface Sent {
  key?: string | null;
  body?: string | Uint8Array;
  headers?: Record<string, string>;
}

const folder = join(import.meta.dirname, '../../../../tests/golden/otlp');
const recordings = readdirSync(folder).filter((name) => name.endsWith('.bin'));

interface Recording {
  headers: Record<string, string>;
}

async function journaledItems() {
  const [entry] = await server.journaled();
  return readEnvelope(entry!.body).items;
}

describe('traces of OpenTelemetry exporters', () => {
  test.each(recordings)('%s is stored as one item, which claims its spans', async (name) => {
    const body = readFileSync(join(folder, name));
    const recording = JSON.parse(readFileSync(join(folder, name.replace('.bin', '.json')), 'utf8')) as Recording;
    const contentType = recording.headers['content-type']!;
    const encoding = recording.headers['content-encoding'];
    const response = await send('/v1/traces', contentType, {
      body,
      headers: encoding ? { 'content-encoding': encoding } : {},
    });
    const isJson = contentType.startsWith(JSON_TYPE);
    expect([response.status, await response.text()]).toEqual([200, isJson ? '{}' : '']);
    expect(response.headers.get('content-type')).toBe(isJson ? JSON_TYPE : PROTOBUF);
    const [item] = await journaledItems();
    expect(item).toMatchObject({ kind: 'span', contentType: isJson ? otlpTraces.json : otlpTraces.protobuf });
    expect(item!.itemCount).toBeGreaterThan(0);
  });

  test.each(['/api/42/integration/otlp/v1/traces', '/api/42/integration/otlp/v1/traces/', '/v1/traces'])(
    'are accepted at %s, inflated',
    async (path) => {
      const text =
        '{"resourceSpans":[{"scopeSpans":[{"spans":[{"startTimeUnixNano":"1"},{"startTimeUnixNano":"2"}]}]}]}';
      const response = await send(path, 'Application/JSON; charset=UTF-8', {
        body: gzipSync(text),
        headers: { 'content-encoding': 'gzip' },
      });
      expect(response.status).toBe(200);
      const [item] = await journaledItems();
      expect([item!.itemCount, Buffer.from(item!.payload).toString()]).toEqual([2, text]);
    },
  );

  test('a request without spans is accepted, and nothing is stored', async () => {
    expect((await send('/v1/traces', JSON_TYPE)).status).toBe(200);
    expect((await send('/v1/traces', PROTOBUF, { body: new Uint8Array() })).status).toBe(200);
    expect(await server.journaled()).toEqual([]);
  });

  test('a body that is not protobuf, or of another type, is refused for good and counted', async () => {
    const broken = await send('/v1/traces', PROTOBUF, { body: '{"resourceSpans":[]}' });
    expect([broken.status, broken.headers.get('content-type')]).toEqual([400, PROTOBUF]);
    const cut = [0x0a, 0x20, 0x12];
    const longerThanTheBody = [0x12, 0x20, 0x00];
    for (const bytes of [cut, longerThanTheBody]) {
      expect((await send('/v1/traces', PROTOBUF, { body: Uint8Array.from(bytes) })).status).toBe(400);
    }
    const text = await send('/v1/traces', 'text/plain');
    expect(text.status).toBe(415);
    expect((await send('/v1/traces', null, { body: Uint8Array.of() })).status).toBe(415);
    expect(await server.refused()).toEqual({ '42 span invalid:protobuf': 3, '42 span invalid:framing': 2 });
  });

  test('a body that cannot be inflated counts as a span', async () => {
    const broken = await send('/v1/traces', JSON_TYPE, { headers: { 'content-encoding': 'gzip' } });
    const body = gzipSync(new Uint8Array(4_000_000));
    const large = await send('/v1/traces', PROTOBUF, { body, headers: { 'content-encoding': 'gzip' } });
    expect([broken.status, large.status]).toEqual([400, 413]);
    expect(await server.refused()).toEqual({ '42 span invalid:framing': 1, '42 span too-large:inflation': 1 });
  });

  test('a body that is not JSON of a request is refused for good and counted, and spans without a start are left to the pipeline', async () => {
    for (const body of ['{"resourceSpans":[', '[]', 'hello', '']) {
      const response = await send('/v1/traces', JSON_TYPE, { body });
      expect([body, response.status]).toEqual([body, 400]);
    }
    expect(await server.refused()).toMatchObject({ '42 span invalid:json': 3, '42 span invalid:shape': 1 });
    const spans = { resourceSpans: [{ scopeSpans: [{ spans: [{ name: 'a' }] }] }] };
    expect((await send('/v1/traces', JSON_TYPE, { body: JSON.stringify(spans) })).status).toBe(200);
    expect((await journaledItems())[0]!.itemCount).toBe(1);
  });

  test('a quoted name inside an attribute is not counted as a span', async () => {
    const value = JSON.stringify('"startTimeUnixNano":');
    await send('/v1/traces', JSON_TYPE, { body: `{"a":${value},"startTimeUnixNano":"1"}` });
    expect((await journaledItems())[0]!.itemCount).toBe(1);
  });
});

describe('requests of OpenTelemetry exporters', () => {
  test.each([
    ['/api/42/integration/otlp/v1/logs', 'logs', 'log'],
    ['/api/42/integration/otlp/v1/metrics', 'metrics', 'trace_metric'],
    ['/v1/logs', 'logs', 'log'],
    ['/v1/metrics/', 'metrics', 'trace_metric'],
  ])('with other signals are refused at %s with a sentence, and counted', async (path, signal, kind) => {
    const response = await send(path, JSON_TYPE);
    expect([response.status, await response.json()]).toEqual([
      501,
      { code: 12, message: `Seismo does not store ${signal} yet.` },
    ]);
    expect(await server.refused()).toEqual({ [`42 ${kind} unsupported:${kind}`]: 1 });
  });

  test('are answered in protobuf if they were sent so', async () => {
    const response = await send('/v1/logs', PROTOBUF);
    expect(response.headers.get('content-type')).toBe(PROTOBUF);
    const body = Buffer.from(await response.arrayBuffer());
    const message = 'Seismo does not store logs yet.';
    expect([...body.subarray(0, 4)]).toEqual([0x08, 12, 0x12, message.length]);
    expect(body.subarray(4).toString()).toBe(message);
  });

  test('get the error about their key in the same shape, and are not counted', async () => {
    const nobody = await send('/v1/traces', JSON_TYPE, { key: null });
    expect([nobody.status, await nobody.json()]).toMatchObject([401, { code: 16 }]);
    const unknown = await send('/v1/traces', PROTOBUF, { key: 'f'.repeat(32) });
    expect(unknown.status).toBe(403);
    const body = Buffer.from(await unknown.arrayBuffer());
    expect(body[1]).toBe(7);
    const other = await send('/api/7/integration/otlp/v1/traces', JSON_TYPE);
    expect([other.status, await other.json()]).toMatchObject([403, { code: 7 }]);
    expect(await server.refused()).toEqual({});
  });
});
