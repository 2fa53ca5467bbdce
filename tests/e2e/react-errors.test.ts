import { createServer } from 'node:http';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { build } from 'esbuild';
import { readEnvelope } from '@seismo/protocol';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { listen } from './listen.ts';
import { openChromium } from './sdk/chromium.ts';

interface SentEvent {
  contexts: { react?: { componentStack: string }; hydration?: { path: string; server: string; client: string } };
  exception: { values: { type: string; value: string; mechanism: { type: string; handled: boolean } }[] };
}

// Server-rendered HTML with another price, and without the parts that React does not compare.
const html = `<!doctype html><meta charset="utf-8"><div id="root"><main><h1>Shop</h1><p id="price">Price 3</p><button>caught</button><button>uncaught</button></main></div><script src="/app.js"></script>`;

let events: SentEvent[] = [];

const { outputFiles } = await build({
  entryPoints: [join(import.meta.dirname, 'react/app.tsx')],
  bundle: true,
  minify: true,
  keepNames: true,
  jsx: 'automatic',
  format: 'iife',
  define: { 'process.env.NODE_ENV': '"production"' },
  write: false,
});
const script = outputFiles[0]!.text;
const server = createServer(async (request, response) => {
  if (request.url === '/app.js') return void response.setHeader('content-type', 'text/javascript').end(script);
  if (request.url !== '/monitoring') return void response.setHeader('content-type', 'text/html').end(html);
  for (const { type, payload } of readEnvelope(new Uint8Array(await buffer(request))).items) {
    if (type === 'event') events.push(JSON.parse(new TextDecoder().decode(payload)) as SentEvent);
  }
  response.setHeader('content-type', 'application/json').end('{}');
});
const site = await listen(server);
const chromium = await openChromium();

afterAll(async () => {
  await chromium[Symbol.asyncDispose]();
  await site[Symbol.asyncDispose]();
});

beforeEach(() => {
  events = [];
});

async function open() {
  const page = await chromium.browser.newPage();
  await page.goto(site.origin);
  await expect.poll(() => events.length).toBe(1);
  return page;
}

test('an error that React recovered from shows where both sides differ', async () => {
  const page = await open();
  expect(events[0]!.contexts.hydration).toEqual({
    path: 'body > div#root > main > p#price',
    server: expect.stringMatching(/Price 3<\/p>/),
    client: expect.stringMatching(/Price 4<\/p>/),
  });
  expect(events[0]!.contexts.hydration!.client).not.toContain('Price 3');
  await page.close();
});

test('an error caught by a boundary is reported once, as handled, with the component stack', async () => {
  const page = await open();
  await page.getByRole('button', { name: 'caught', exact: true }).click();
  await page.getByText('fallen').waitFor();
  await expect.poll(() => events.length).toBe(2);
  const [thrown] = events[1]!.exception.values;
  expect(thrown).toMatchObject({ type: 'RangeError', value: 'in a boundary', mechanism: { handled: true } });
  expect(events[1]!.contexts.react!.componentStack).toMatch(/Broken[\s\S]*ErrorBoundary[\s\S]*Shop/);
  await page.close();
});

test('an uncaught error is reported once, as unhandled, and still reaches the window', async () => {
  const page = await open();
  const thrown = page.waitForEvent('pageerror');
  await page.getByRole('button', { name: 'uncaught', exact: true }).click();
  expect((await thrown).message).toBe('in no boundary');
  await expect.poll(() => events.length).toBe(2);
  expect(events[1]!.exception.values[0]).toMatchObject({ value: 'in no boundary', mechanism: { handled: false } });
  expect(events[1]!.contexts.react!.componentStack).toMatch(/Broken[\s\S]*Shop/);
  await page.close();
});
