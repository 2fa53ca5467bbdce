import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { brotliCompressSync, constants, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { limits } from '@seismo/protocol';
import { publicKey, startTestServer, type TestServer } from './test-server.ts';

const endpoint = `/api/42/envelope/?sentry_key=${publicKey}`;
const report = `{}\n{"type":"event"}\n{"message":"${'hello '.repeat(10_000)}"}`;

const send = async (server: TestServer, body: string | Uint8Array, encoding?: string) => {
  const response = await fetch(server.url + endpoint, {
    method: 'POST',
    body: new Uint8Array(Buffer.from(body)),
    headers: encoding === undefined ? {} : { 'content-encoding': encoding },
  });
  return { status: response.status, code: ((await response.json()) as { code?: string }).code };
};

let server: TestServer;
beforeEach(async () => void (server = await startTestServer()));
afterEach(() => server[Symbol.asyncDispose]());

const codecs: [coding: string, compress: (bytes: Uint8Array) => Buffer][] = [
  ['gzip', (bytes) => gzipSync(bytes, { level: 1 })],
  ['deflate', (bytes) => deflateSync(bytes, { level: 1 })],
  ['br', (bytes) => brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } })],
  ['zstd', (bytes) => zstdCompressSync(bytes)],
];

describe.each(codecs)('a body in %s', (coding, compress) => {
  test('is inflated and journaled as it was before', async () => {
    expect((await send(server, compress(Buffer.from(report)), coding)).status).toBe(200);
    expect(Buffer.from((await server.journaled())[0]!.body).toString()).toBe(report);
  });

  test('that is a bomb stops at the limit, in little memory', async () => {
    const bomb = compress(Buffer.alloc(2 * limits.BODY_INFLATED_BYTES_MAX));
    const before = process.memoryUsage().arrayBuffers;
    let peak = 0;
    const sampling = setInterval(() => (peak = Math.max(peak, process.memoryUsage().arrayBuffers - before)), 2);
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => send(server, bomb, coding)));
    clearInterval(sampling);
    expect(answers.map(({ status }) => status).every((status) => status === 413 || status === 429)).toBe(true);
    expect(await send(server, bomb, coding)).toEqual({
      status: 413,
      code: expect.stringMatching(/^inflat/) as string,
    });
    expect(peak).toBeLessThan(limits.BODIES_BYTES_MAX + 128 * 1024 * 1024);
    expect((await send(server, compress(Buffer.from(report)), coding)).status).toBe(200);
  });

  test('that is cut off or rubbish is refused and counted', async () => {
    const whole = compress(Buffer.from(report));
    expect((await send(server, whole.subarray(0, whole.length - 9), coding)).status).toBe(400);
    expect(await send(server, 'this is plain text', coding)).toEqual({ status: 400, code: expect.any(String) });
    expect(await server.refused()).toEqual({ '42 unknown invalid:framing': 2 });
    expect(await server.journaled()).toEqual([]);
  });
});

test('a body that inflates to 64 MiB or more is refused at any compression ratio', async () => {
  const half = randomBytes(384 * 1024);
  const large = Buffer.concat(Array.from({ length: 270 }, () => half));
  const packed = zstdCompressSync(large);
  expect(packed.length * limits.BODY_INFLATION_RATIO_MAX).toBeGreaterThan(limits.BODY_INFLATED_BYTES_MAX);
  expect(await send(server, packed, 'zstd')).toEqual({ status: 413, code: 'inflated-too-large' });
});

describe('the inflation ratio', () => {
  const brotli = (text: string) => brotliCompressSync(text);
  const envelope = (payload: string) => `{}\n{"type":"attachment","length":${payload.length}}\n${payload}`;

  test('of a bomb that stays below the size limit is refused and counted', async () => {
    const bomb = brotli(envelope('x'.repeat(50 << 20)));
    expect(bomb.length).toBeLessThan(500);
    for (let i = 0; i < 8; i++) {
      expect(await send(server, bomb, 'br')).toEqual({ status: 413, code: 'inflation-ratio' });
    }
    expect(await server.journaled()).toEqual([]);
    expect(await server.refused()).toEqual({ '42 unknown too-large:inflation': 8 });
  });

  test('of a report that repeats itself is accepted: a deep recursion, a log of one line', async () => {
    const frame = '{"filename":"app/a.js","function":"recurse","lineno":12,"colno":3,"in_app":true}';
    const recursion = `{}\n{"type":"event"}\n{"exception":{"values":[{"stacktrace":{"frames":[${`${frame},`.repeat(5000)}${frame}]}}]}}`;
    const log = Array.from(
      { length: 100_000 },
      (_, i) => `12:00:${String(i % 60).padStart(2, '0')}Z INFO heartbeat ok\n`,
    );
    expect((await send(server, brotli(recursion), 'br')).status).toBe(200);
    expect((await send(server, gzipSync(envelope(log.join(''))), 'gzip')).status).toBe(200);
  });

  test('of every recorded envelope is far below the limit, in each coding', () => {
    const folder = join(import.meta.dirname, '../../../../tests/golden/envelopes');
    for (const name of readdirSync(folder)) {
      const bytes = readFileSync(join(folder, name));
      for (const [coding, compress] of codecs) {
        expect(bytes.length / compress(bytes).length, `${name} in ${coding}`).toBeLessThan(
          limits.BODY_INFLATION_RATIO_MAX / 2,
        );
      }
    }
  });
});

test('decoded bodies count against the memory budget of all bodies', async () => {
  await using server = await startTestServer({ config: { bodyMemoryBytesMax: 3 << 20 } });
  const bodyOf = (bytes: number) => gzipSync(`{}\n{"type":"event"}\n{"a":"${randomBytes(bytes / 2).toString('hex')}"}`);
  expect(await send(server, bodyOf(4 << 20), 'gzip')).toEqual({ status: 429, code: 'backlog' });
  for (let i = 0; i < 3; i++) expect((await send(server, bodyOf(900_000), 'gzip')).status).toBe(200);
});

test('raw deflate without a zlib header is accepted', async () => {
  expect((await send(server, deflateRawSync(report), 'deflate')).status).toBe(200);
});

test('a zstd frame that asks for a window of 128 MiB is refused', async () => {
  const frame = zstdCompressSync(Buffer.alloc(20 << 20), {
    params: { [constants.ZSTD_c_windowLog]: 27, [constants.ZSTD_c_contentSizeFlag]: 0 },
  });
  // A frame with a known size may have a small window: this one has 128 MiB in its header (RFC 8878 §3.1.1.1.2).
  const largeWindow = Buffer.concat([Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0x00, 0x88]), frame.subarray(6)]);
  expect(await send(server, largeWindow, 'zstd')).toEqual({ status: 400, code: 'encoding-broken' });
});

test.each(['identity', ' GZIP ', 'x-gzip', ''])('the encoding "%s" is understood', async (encoding) => {
  const body = /gzip/i.test(encoding) ? gzipSync(report) : report;
  expect((await send(server, body, encoding)).status).toBe(200);
});

test.each(['compress', 'gzip, gzip', 'gzip, identity', '__proto__', 'x'.repeat(5000)])(
  'the encoding "%s" is refused',
  async (encoding) => {
    expect(await send(server, report, encoding)).toEqual({ status: 415, code: 'encoding-unknown' });
  },
);

describe('size and time', () => {
  const head = (...headers: string[]) => `POST ${endpoint} HTTP/1.1\r\nhost: x\r\n${headers.join('\r\n')}\r\n\r\n`;

  test('a body with a content length above the limit is refused before it is read', async () => {
    const answer = await server.raw(head(`content-length: ${limits.BODY_COMPRESSED_BYTES_MAX + 1}`), /\}$/);
    expect(answer).toContain('413 Payload Too Large');
    expect(answer).toContain('"code":"body-too-large"');
  });

  test('a chunked body is counted while it arrives', async () => {
    const response = await fetch(server.url + endpoint, {
      method: 'POST',
      duplex: 'half',
      body: new ReadableStream({
        pull(controller) {
          controller.enqueue(new Uint8Array(1 << 20));
        },
      }),
    }).catch((error: unknown) => error);
    // The connection may close while the client is still writing; the outcome has the reason.
    if (response instanceof Response) expect(response.status).toBe(413);
    expect(await server.refused()).toEqual({ '42 unknown too-large:item': 1 });
  });

  test('a body that does not come is given up after the time limit', async () => {
    await using server = await startTestServer({ config: { bodyReadTimeoutMs: 50 } });
    const answer = await server.raw(`${head('content-length: 1000')}{}\n`, /\}$/);
    expect(answer).toContain('408 Request Timeout');
    expect(answer).toContain('"code":"timeout"');
    expect(await server.refused()).toEqual({ '42 unknown invalid:timeout': 1 });
  });

  test('a client that leaves in the middle is counted, not answered', async () => {
    const { port } = new URL(server.url);
    await new Promise<void>((resolve) => {
      const socket = connect(Number(port), '127.0.0.1', () => socket.end(`${head('content-length: 1000')}{}\n`));
      socket.resume();
      socket.on('close', () => resolve());
    });
    expect(await server.refused()).toEqual({ '42 unknown invalid:framing': 1 });
    expect(await server.journaled()).toEqual([]);
  });

  test('a connection still works after a refusal', async () => {
    const wrong = `POST /api/42/envelope/?sentry_key=nobody HTTP/1.1\r\nhost: x\r\ncontent-length: ${report.length}\r\n\r\n${report}`;
    const right = `${head(`content-length: ${report.length}`, 'connection: close')}${report}`;
    const answer = await server.raw(wrong + right);
    expect(answer.match(/HTTP\/1.1 \d+/g)).toEqual(['HTTP/1.1 403', 'HTTP/1.1 200']);
  });
});
