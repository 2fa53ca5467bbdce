import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { publicKey, startTestServer, type TestServer } from './test-server.ts';

let server: TestServer;
beforeEach(async () => void (server = await startTestServer()));
afterEach(() => server[Symbol.asyncDispose]());

const send = (path: string, contentType: string, key: string | null = publicKey) =>
  fetch(server.url + path, {
    method: 'POST',
    headers: { 'content-type': contentType, ...(key !== null && { 'x-sentry-auth': `sentry sentry_key=${key}` }) },
    body: '{"resourceSpans":[]}',
  });

describe('requests of OpenTelemetry exporters', () => {
  test.each([
    ['/api/42/integration/otlp/v1/traces/', 'traces', 'span'],
    ['/api/42/integration/otlp/v1/logs', 'logs', 'log'],
    ['/api/42/integration/otlp/v1/metrics', 'metrics', 'trace_metric'],
    ['/v1/traces', 'traces', 'span'],
    ['/v1/logs', 'logs', 'log'],
    ['/v1/metrics/', 'metrics', 'trace_metric'],
  ])('is refused at %s with a sentence, and counted for the project of the key', async (path, signal, kind) => {
    const response = await send(path, 'application/json');
    expect([response.status, await response.json()]).toEqual([
      501,
      { code: 12, message: `Seismo does not store ${signal} yet.` },
    ]);
    expect(await server.refused()).toEqual({ [`42 ${kind} unsupported:${kind}`]: 1 });
  });

  test('is answered in protobuf if it was sent so', async () => {
    const response = await send('/v1/traces', 'application/x-protobuf');
    expect(response.headers.get('content-type')).toBe('application/x-protobuf');
    const body = Buffer.from(await response.arrayBuffer());
    const message = 'Seismo does not store traces yet.';
    expect([...body.subarray(0, 4)]).toEqual([0x08, 12, 0x12, message.length]);
    expect(body.subarray(4).toString()).toBe(message);
  });

  test('gets the error about its key in the same shape, and is not counted', async () => {
    const nobody = await send('/v1/traces', 'application/json', null);
    expect([nobody.status, await nobody.json()]).toMatchObject([401, { code: 16 }]);
    const unknown = await send('/v1/traces', 'application/x-protobuf', 'f'.repeat(32));
    expect(unknown.status).toBe(403);
    const body = Buffer.from(await unknown.arrayBuffer());
    expect(body[1]).toBe(7);
    const other = await send('/api/7/integration/otlp/v1/traces', 'application/json');
    expect([other.status, await other.json()]).toMatchObject([403, { code: 7 }]);
    expect(await server.refused()).toEqual({});
  });
});
