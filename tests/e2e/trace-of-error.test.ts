import { expect, test } from 'vitest';
import { checkPage } from './app/check-page.ts';
import { newEventId, processed, send, throwError } from './app/send.ts';
import { openApp } from './app/server-and-browser.ts';
import { idOf, spansOf } from './app/spans.ts';

const { server, shop, page, main, open } = await openApp();
const api = await server.createProject('api', 'node');

const startMs = Date.now() - 10 * 60_000;
const section = main.getByRole('region', { name: 'Trace', exact: true });
const list = section.getByRole('list', { name: 'Spans around the error' });
const rowOf = (name: string) => list.getByRole('listitem').filter({ hasText: name });

const pageLoad = { id: 1, name: '/cart', op: 'pageload', at: [0, 1200] as [number, number], segment: true };
const request = { id: 3, name: 'GET /api/cart', op: 'http.server', segment: true };

/** A page whose request fails in a query of the API, after the same query ran for each of 20 items. */
async function sendCart(traceId: string): Promise<void> {
  await send(server, shop, [
    spansOf(traceId, startMs, [
      pageLoad,
      {
        id: 2,
        under: 1,
        name: 'GET',
        op: 'http.client',
        at: [100, 900],
        attributes: { 'url.full': 'https://shop.example/api/cart' },
      },
      { id: 9, under: 1, name: 'Paint', op: 'paint', at: [50, 100] },
      { id: 8, under: 1, name: 'Blink', op: 'paint', at: [50, 51] },
    ]),
  ]);
  const items = Array.from({ length: 20 }, (_, n) => ({
    id: 20 + n,
    under: 3,
    name: 'SELECT item',
    op: 'db',
    at: [160 + 20 * n, 170 + 21 * n] as [number, number],
  }));
  await send(server, api, [
    spansOf(traceId, startMs, [
      { ...request, under: 2, at: [150, 850], failed: true },
      ...items,
      { id: 4, under: 3, name: 'UPDATE cart', op: 'db', at: [600, 800], failed: true },
      { id: 5, under: 4, name: 'connect', op: 'db.connect', at: [610, 640] },
    ]),
  ]);
}

const errorOf = (traceId: string, span: number, value: string, atMs = startMs + 790) =>
  throwError(server, api, {
    value,
    in: value,
    platform: 'node',
    timestamp: atMs / 1000,
    contexts: { trace: { trace_id: traceId, span_id: idOf(span) } },
  });

test('the page of an event shows the spans around its error, and leads to them in the trace', async () => {
  const traceId = newEventId();
  await sendCart(traceId);
  await errorOf(traceId, 4, 'the cart is locked');
  await errorOf(traceId, 1, 'the page is empty', startMs + 1100);
  await processed(server);

  const reads: string[] = [];
  page.on('request', (each) => void (each.url().includes('/read/') && reads.push(new URL(each.url()).pathname)));
  await open('/issues/API-1');
  await rowOf('UPDATE cart').waitFor();
  expect(reads.filter((path) => path === '/read/traceExcerpt')).toHaveLength(1);
  const names = await list.getByRole('link').allTextContents();
  expect(names.map((name) => name.replace(/^(pageload|http\.client|http\.server|db\.connect|db|paint)/, ''))).toEqual([
    '/cart',
    'Paint',
    'GET/api/cart',
    'GET /api/cart',
    'SELECT item',
    'UPDATE cart',
    'connect',
  ]);
  expect(await rowOf('SELECT item').textContent()).toContain('20×');
  expect(await rowOf('UPDATE cart').textContent()).toMatch(
    /Failed.*This error.*200 ms\. The error happened in this span/,
  );
  expect(await rowOf('/cart').first().textContent()).toContain('Error: TypeError: the page is empty');
  await section.getByText('1 more span', { exact: true }).waitFor();
  await section.getByRole('heading', { name: 'Other errors in this trace' }).waitFor();
  await checkPage(page);

  await rowOf('SELECT item').getByRole('link').focus();
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/traces/${traceId}?span=${idOf(39)}`);
  await page.goBack();
  await section.getByRole('link', { name: 'Open trace' }).click();
  await page.waitForURL(`**/traces/${traceId}?span=${idOf(4)}`);
  await main
    .getByRole('treegrid', { name: 'Spans' })
    .getByRole('row', { selected: true })
    .filter({ hasText: 'UPDATE cart' })
    .waitFor();
});

test('an error whose spans have not arrived says so, and shows them when they have', async () => {
  const traceId = newEventId();
  const now = Date.now();
  await errorOf(traceId, 4, 'before its spans', now);
  await processed(server);
  await open('/issues/API-3');
  await section.getByText('No span of this trace has arrived yet').waitFor();
  await checkPage(page);
  await send(server, api, [spansOf(traceId, now - 1000, [{ ...request, at: [0, 900] }])]);
  await processed(server);
  const again = section.getByRole('button', { name: 'Check again' });
  await again.click();
  await section.getByText('The span in which the error happened has not arrived yet.').waitFor();
  await rowOf('GET /api/cart').waitFor();
  expect(await section.getByRole('link', { name: 'Open trace' }).getAttribute('href')).toBe(`/traces/${traceId}`);
  await send(server, api, [
    spansOf(traceId, now - 1000, [{ id: 4, under: 3, name: 'UPDATE cart', op: 'db', at: [500, 900] }]),
  ]);
  await processed(server);
  await again.click();
  await rowOf('UPDATE cart').waitFor();
  await again.waitFor({ state: 'detached' });
});

test('an error in a span that was not sampled shows why, with what is there', async () => {
  const traceId = newEventId();
  await errorOf(traceId, 7, 'not sampled');
  await processed(server);
  await open('/issues/API-4');
  await section.getByText('No spans of this trace are stored. Its client did not sample it').waitFor();
  await sendCart(traceId);
  await processed(server);
  await open('/issues/API-4');
  await section.getByText('The span in which the error happened is not stored').waitFor();
  await rowOf('UPDATE cart').waitFor();
  await checkPage(page);
});

test('a trace that cannot be loaded can be loaded again', async () => {
  await page.route('**/read/traceExcerpt**', (route) => route.fulfill({ status: 503 }), { times: 1 });
  await open('/issues/API-1');
  await section.getByRole('alert').filter({ hasText: 'The trace could not be loaded.' }).waitFor();
  await checkPage(page);
  await section.getByRole('button', { name: 'Try again' }).click();
  await rowOf('UPDATE cart').waitFor();
});
