import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, get, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer, text } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import { createBrotliDecompress, createGunzip } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { compressed } from './compress.ts';

const page = '<p>a line that comes again</p>\n'.repeat(100);
const decoders = { gzip: createGunzip, br: createBrotliDecompress };

async function serverOf(handle: (request: IncomingMessage, response: ServerResponse) => void): Promise<number> {
  const server = createServer((request, response) => {
    compressed(request, response);
    handle(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve()).closeAllConnections()));
  return (server.address() as AddressInfo).port;
}

function sendRequest(port: number, accepted?: string, method = 'GET', path = '/'): Promise<IncomingMessage> {
  const headers = accepted === undefined ? {} : { 'accept-encoding': accepted };
  return new Promise((resolve, reject) => {
    get({ host: '127.0.0.1', port, method, path, headers, agent: false }, resolve).on('error', reject);
  });
}

function read(answer: IncomingMessage): Promise<string> {
  const encoding = answer.headers['content-encoding'] as keyof typeof decoders | undefined;
  return text(encoding ? answer.pipe(decoders[encoding]()) : answer);
}

const html = (body: string) => (_request: IncomingMessage, response: ServerResponse) =>
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-length': body.length }).end(body);

test.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip, deflate', 'gzip'],
  ['GZIP;q=0.5', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['zstd', undefined],
  [undefined, undefined],
])('of %s it takes %s', async (accepted, encoding) => {
  const answer = await sendRequest(await serverOf(html(page)), accepted);
  expect(answer.headers['content-encoding']).toBe(encoding);
  expect(answer.headers.vary).toBe('Accept-Encoding');
  expect(answer.headers['content-length']).toBe(encoding ? undefined : String(page.length));
  expect(await read(answer)).toBe(page);
});

test('permanently cached files are compressed more than pages', async () => {
  const script = Array.from({ length: 2_000 }, (_, n) => `const name${n % 97} = () => ${(n * n) % 1_013};`).join('\n');
  const port = await serverOf((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/javascript' }).end(script);
  });
  const sizeOf = async (path: string) => (await buffer(await sendRequest(port, 'br', 'GET', path))).length;
  expect(await sizeOf('/_next/static/chunk.js')).toBeLessThan(await sizeOf('/issues'));
});

test.each(['br', 'gzip'])('written parts arrive before the rest, with %s', async (accepted) => {
  let finish = () => {};
  const port = await serverOf((_request, response) => {
    response.setHeader('content-type', 'text/html');
    response.flushHeaders();
    response.write('<p>the first part</p>');
    finish = () => response.end('<p>the rest</p>');
  });
  const answer = await sendRequest(port, accepted);
  const decoded = answer.pipe(decoders[accepted as keyof typeof decoders]()).setEncoding('utf8');
  expect((await once(decoded, 'data'))[0]).toBe('<p>the first part</p>');
  finish();
  expect(await text(decoded)).toBe('<p>the rest</p>');
});

test('parts written in the same turn of the event loop are sent as one', async () => {
  const parts = Array.from({ length: 50 }, () => randomBytes(500).toString('hex'));
  const port = await serverOf(async (_request, response) => {
    response.setHeader('content-type', 'text/html');
    response.flushHeaders();
    for (const part of parts) response.write(part);
    for (let turn = 0; turn < 50; turn += 1) await setImmediate();
    response.end('<p>the end</p>');
  });
  const answer = await sendRequest(port, 'br');
  let chunks = 0;
  answer.on('data', () => (chunks += 1));
  expect(await read(answer)).toBe(`${parts.join('')}<p>the end</p>`);
  expect(chunks).toBeLessThan(10);
});

test('a slow reader slows the writer, and gets everything', async () => {
  const parts = Array.from({ length: 200 }, () => randomBytes(32 * 1024).toString('hex'));
  let isHeld = () => false;
  let bytesMax = 0;
  const port = await serverOf(async (_request, response) => {
    response.setHeader('content-type', 'text/plain');
    isHeld = () => response.writableNeedDrain;
    let goOn = () => {};
    response.on('drain', () => goOn());
    for (const part of parts) {
      const more = response.write(part);
      bytesMax = Math.max(bytesMax, response.writableLength);
      if (more) continue;
      await new Promise<void>((resolve) => (goOn = resolve));
    }
    response.end();
  });
  const answer = await sendRequest(port, 'gzip');
  while (!isHeld()) await setImmediate();
  for (let turn = 0; turn < 1_000; turn += 1) await setImmediate();
  expect(await read(answer)).toBe(parts.join(''));
  expect(bytesMax).toBeLessThan(2 * 1024 * 1024);
});

test.each<[string, number, Record<string, string>, string]>([
  ['a picture', 200, { 'content-type': 'image/png' }, page],
  ['what says that nothing may change it', 200, { 'content-type': 'text/html', 'cache-control': 'no-transform' }, page],
  ['what is compressed already', 200, { 'content-type': 'text/html', 'content-encoding': 'zstd' }, page],
  ['a piece of something', 206, { 'content-type': 'text/html' }, page],
  ['little', 200, { 'content-type': 'text/html' }, 'little'],
])('%s is left alone', async (_name, status, headers, body) => {
  const port = await serverOf((_request, response) => {
    response.statusCode = status;
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    response.end(body);
  });
  const answer = await sendRequest(port, 'br, gzip');
  expect(answer.headers['content-encoding']).toBe(headers['content-encoding']);
  expect(await text(answer)).toBe(body);
});

test('responses without a body stay without one', async () => {
  expect(await text(await sendRequest(await serverOf(html(page)), 'br', 'HEAD'))).toBe('');
  const unchanged = await serverOf((_request, response) => void response.writeHead(304).end());
  expect(await text(await sendRequest(unchanged, 'br'))).toBe('');
});
