import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { listening } from '../../../browser/src/testing/listening.ts';
import { publicKey, startTestServer } from '../../../server/src/ingest/test-server.ts';
import { main } from '../cli.ts';
import { tunnel } from '../tunnel/express.ts';

/** An app that handles every request as the case defines. */
const startApp = async (answer: (request: IncomingMessage, response: ServerResponse) => unknown) => ({
  url: await listening(createServer((request, response) => void answer(request, response))),
});

async function examine(appUrl: string, dsn: string, ...args: string[]) {
  const output = { out: '', error: '' };
  const env = { NODE_ENV: 'test' as const, SEISMO_DSN: dsn };
  const code = await main(['doctor', '--url', appUrl, '--probes', '3', ...args], env, {
    out: (text) => void (output.out += text),
    error: (text) => void (output.error += text),
  });
  return { code, ...output };
}

const dsnOf = (url: string, key = publicKey, project = 42) => `${url.replace('://', `://${key}@`)}/${project}`;

test('a tunnel that works is found well, and its loss is measured against the direct way', async () => {
  await using ingest = await startTestServer();
  const app = await startApp(tunnel({ dsn: dsnOf(ingest.url) }));
  const { code, out } = await examine(app.url, dsnOf(ingest.url), '--tunnel', '/t');
  expect(out).toMatch(/Lost 0 of 3 probes through the tunnel \(median \d+ ms\), 0 directly/);
  expect([code, out]).toEqual([0, expect.not.stringContaining('FAIL')]);
  expect(out).not.toContain('Block lists');
  expect((await ingest.journaled()).length).toBe(3 + 6);
});

test('names a tunnel path that ad blockers block', async () => {
  await using ingest = await startTestServer();
  const app = await startApp(tunnel({ dsn: dsnOf(ingest.url) }));
  expect((await examine(app.url, dsnOf(ingest.url))).out).toContain('Ad blockers block paths like /monitoring');
});

const page = (response: ServerResponse, status: number, headers: Record<string, string> = {}) =>
  response.writeHead(status, { 'content-type': 'text/html', ...headers }).end('<html>');

test.each<[string, (request: IncomingMessage, response: ServerResponse) => unknown, RegExp]>([
  [
    'a sign-in of the app swallows it',
    (_, response) => page(response, 307, { location: '/sign-in?next=/monitoring' }),
    /redirects to a sign-in page.*matcher/,
  ],
  ['a catch-all page swallows it', (_, response) => page(response, 200), /A page of the app handles/],
  ['a firewall blocks it', (_, response) => page(response, 403), /Blocked before the app \(403\)/],
  ['nobody made one', (_, response) => page(response, 404), /No tunnel at \/monitoring/],
  ['it takes no POST', (_, response) => page(response, 405), /does not accept POST/],
  [
    'it says 200 and does nothing',
    (_, response) => response.writeHead(200, { 'content-type': 'application/json' }).end('{}'),
    /Unexpected response/,
  ],
])('the tunnel check fails when %s', async (_case, answer, expected) => {
  await using ingest = await startTestServer();
  const app = await startApp(answer);
  const { code, out } = await examine(app.url, dsnOf(ingest.url));
  expect([code, out]).toEqual([1, expect.stringMatching(expected)]);
  // Only the tunnel is broken; the direct connection works.
  expect(out).toContain('ok    Seismo is reachable directly.');
});

test.each<[string, (ingestUrl: string) => string, RegExp]>([
  ['the target has another key', (url) => dsnOf(url, 'ffff'), /Seismo does not accept the DSN/],
  ['the target has another project', (url) => dsnOf(url, publicKey, 43), /Seismo does not accept the DSN/],
  ['the target is away', () => 'http://abc@127.0.0.1:1/42', /cannot reach Seismo/],
  ['there is no target', () => 'nonsense', /has no target/],
])('the tunnel check fails when %s', async (_case, target, expected) => {
  await using ingest = await startTestServer();
  const app = await startApp(tunnel({ dsn: target(ingest.url) }));
  const { code, out } = await examine(app.url, dsnOf(ingest.url));
  expect([code, out]).toEqual([1, expect.stringMatching(expected)]);
});

test('reports when the app does not respond', async () => {
  await using ingest = await startTestServer();
  const { code, out } = await examine('http://127.0.0.1:1', dsnOf(ingest.url));
  expect([code, out]).toEqual([1, expect.stringContaining('No response')]);
});
