import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { focused } from './app/app.ts';
import { checkPage } from './app/check-page.ts';
import { newEventId, processed, send, throwError } from './app/send.ts';
import { openApp } from './app/server-and-browser.ts';
import { idOf, spansOf } from './app/spans.ts';

const { server, shop, page, main, open, row, toast } = await openApp();
const api = await server.createProject('api', 'node');

const traceId = newEventId();
const startMs = Date.now() - 60_000;
const treegrid = main.getByRole('treegrid', { name: 'Spans' });
const spanRow = (name: string) => treegrid.getByRole('row').filter({ hasText: name });
const panel = main.getByRole('complementary', { name: 'Span' });

test('a trace leads from the list through the browser to the failed query of another service, and to its error', async () => {
  await send(server, shop, [
    spansOf(traceId, startMs, [
      { id: 1, name: '/cart', op: 'pageload', at: [0, 1200], segment: true },
      { id: 2, under: 1, name: 'GET /api/cart', op: 'http.client', at: [100, 900] },
    ]),
  ]);
  await send(server, api, [
    spansOf(traceId, startMs + 5000, [
      { id: 3, under: 2, name: 'GET /api/cart', op: 'http.server', at: [150, 850], segment: true, failed: true },
      {
        id: 4,
        under: 3,
        name: 'SELECT id FROM cart',
        op: 'db',
        at: [200, 800],
        failed: true,
        attributes: { 'db.statement': 'SELECT id FROM cart WHERE owner = ?', 'service.name': 'cart-api' },
      },
    ]),
  ]);
  const trace = { trace_id: traceId, span_id: idOf(4) };
  await throwError(server, api, { value: 'the cart is locked', platform: 'node', contexts: { trace } });
  await processed(server);

  await open('/traces');
  await checkPage(page);
  await row('/cart').getByRole('link', { name: '/cart', exact: true }).click();
  await page.waitForURL(`**/traces/${traceId}**`);
  await spanRow('SELECT id FROM cart').waitFor();
  await main.getByText('The clock of').first().waitFor();
  await panel.getByText('pageload').first().waitFor();
  await checkPage(page);
  await panel.getByRole('button', { name: 'Close span' }).click();

  await spanRow('SELECT id FROM cart').click();
  await panel.getByText('db.query.text').waitFor();
  await panel.getByText('SELECT id FROM cart WHERE owner = ?').waitFor();
  await checkPage(page);
  await panel.getByRole('link', { name: /the cart is locked/ }).click();
  await page.waitForURL('**/issues/API-1**');
  await main.getByRole('region', { name: 'Trace', exact: true }).getByRole('link', { name: traceId }).click();
  await page.waitForURL(`**/traces/${traceId}`);
  await spanRow('SELECT id FROM cart').waitFor();
});

test('the list of traces is searched and sorted', async () => {
  const job = newEventId();
  await send(server, api, [
    spansOf(job, startMs - 1000, [
      {
        id: 1,
        name: 'import',
        op: 'queue.process',
        at: [0, 5000],
        segment: true,
        attributes: { 'job.kind': 'nightly' },
      },
      { id: 2, under: 1, name: 'SELECT day', op: 'db', at: [0, 4000], attributes: { 'job.kind': 'nightly' } },
    ]),
  ]);
  await processed(server);
  await open('/traces');
  const names = async () => (await main.locator('[data-row]').getByRole('link').allTextContents()).join();
  expect(await names()).toBe('GET /api/cart,/cart,import');
  await main.getByRole('columnheader', { name: 'Duration' }).getByRole('link').click();
  await page.waitForURL('**/traces?sort=longest');
  await expect.poll(names).toBe('import,/cart,GET /api/cart');

  const search = main.getByRole('combobox', { name: 'Search traces' });
  await search.fill('job.kind:nightly');
  await search.press('Enter');
  await page.waitForURL(/query=job\.kind%3Anightly/);
  await expect.poll(names).toBe('import');
  expect(new URL(page.url()).searchParams.get('sort')).toBe('longest');
  await checkPage(page);
  await search.fill('span.duration:>1h');
  await search.press('Enter');
  await main.getByText('No matching traces').waitFor();
  await checkPage(page);
  await main.getByRole('link', { name: 'Clear search' }).click();
  await expect.poll(names).toBe('GET /api/cart,/cart,import');
  await open('/traces?query=span.duration:soon');
  await main.getByText('Fix the underlined part of the search.').waitFor();
  await checkPage(page);
});

test('the waterfall is used by keyboard: it moves, collapses, opens, zooms and finds', async () => {
  await open(`/traces/${traceId}`);
  await treegrid.focus();
  const active = async () => {
    const id = await treegrid.getAttribute('aria-activedescendant');
    return page.locator(`[id="${id}"]`).textContent();
  };
  await page.keyboard.press('End');
  expect(await active()).toContain('SELECT id FROM cart');
  await page.keyboard.press('ArrowLeft');
  expect(await active()).toContain('http.server');
  await page.keyboard.press('ArrowLeft');
  await spanRow('SELECT id FROM cart').waitFor({ state: 'detached' });
  expect(await spanRow('http.server').getAttribute('aria-expanded')).toBe('false');
  await page.keyboard.press('ArrowRight');
  await spanRow('SELECT id FROM cart').waitFor();
  // The same once more.
  await page.keyboard.press('ArrowLeft');
  await spanRow('SELECT id FROM cart').waitFor({ state: 'detached' });
  await page.keyboard.press('ArrowRight');
  await spanRow('SELECT id FROM cart').waitFor();
  await page.keyboard.press('z');
  await main.getByRole('button', { name: 'Whole trace' }).waitFor();
  await page.keyboard.press('0');
  await main.getByRole('button', { name: 'Whole trace' }).waitFor({ state: 'detached' });
  await page.keyboard.press('Enter');
  await panel.getByText('http.server').first().waitFor();
  expect(new URL(page.url()).searchParams.get('span')).toBe(idOf(3));
  await page.keyboard.press('Escape');
  await panel.waitFor({ state: 'detached' });
  await page.keyboard.press('Enter');
  await panel.getByRole('button', { name: 'Close span' }).press('Escape');
  await panel.waitFor({ state: 'detached' });
  await page.keyboard.press('k');
  expect(await active()).toContain('http.client');
  await page.keyboard.press('/');
  await focused(main.getByRole('searchbox', { name: 'Find spans' }));
  await page.keyboard.type('select');
  await main.getByText('4 rows').waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('j');
  await focused(treegrid);
  await main.getByRole('searchbox', { name: 'Find spans' }).fill('pageload');
  await main.getByText('1 row', { exact: true }).waitFor();
  await main.getByRole('searchbox', { name: 'Find spans' }).fill('nowhere');
  await main.getByText('No span has "nowhere" in its name').waitFor();
  await checkPage(page);
});

test('the waterfall leads from one error to the next, also to those that are collapsed', async () => {
  await open(`/traces/${traceId}`);
  await treegrid.focus();
  const selected = () => treegrid.locator('[aria-selected=true]').textContent();
  await page.keyboard.press('n');
  await expect.poll(selected).toContain('http.server');
  await page.keyboard.press('n');
  await expect.poll(selected).toContain('SELECT id FROM cart');
  await panel.getByText('SELECT id FROM cart WHERE owner = ?').waitFor();
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowLeft');
  await expect.poll(() => treegrid.getByRole('row').count()).toBe(1);
  await main.getByRole('button', { name: 'Next error' }).click();
  await expect.poll(selected).toContain('http.server');
  await checkPage(page);
});

test('the keys of the waterfall do not do what they do on other pages', async () => {
  await open('/issues/API-1');
  await page.keyboard.press('i');
  await toast('API-1 archived until it escalates').waitFor();
  await main.getByRole('region', { name: 'Trace', exact: true }).getByRole('link', { name: traceId }).click();
  await page.waitForURL(`**/traces/${traceId}`);
  await spanRow('SELECT id FROM cart').waitFor();
  await page.keyboard.press('j');
  await focused(treegrid);
  await page.keyboard.press('End');
  await page.keyboard.press('z');
  await main.getByRole('button', { name: 'Whole trace' }).waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Find anything' }).fill('undo');
  await page.getByRole('option', { name: 'Undo: API-1 archived until it escalates' }).click();
  await toast('Change to API-1 undone').waitFor();
});

test('on a phone, the details of a span cover neither its row nor their own end', async () => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(`/traces/${traceId}`);
  await spanRow('SELECT id FROM cart').click();
  await panel.getByText('db.query.text').waitFor();
  const edges = (element: Locator) => element.evaluate((each) => each.getBoundingClientRect().toJSON());
  await expect
    .poll(async () => (await edges(panel)).top - (await edges(spanRow('SELECT id FROM cart'))).bottom)
    .toBeGreaterThanOrEqual(0);
  await panel.evaluate((each) => each.scrollTo(0, each.scrollHeight));
  const bar = page.getByRole('navigation', { name: 'Main' }).filter({ hasText: 'More' });
  expect((await edges(panel.getByRole('definition').last())).bottom).toBeLessThanOrEqual((await edges(bar)).top);
  await page.setViewportSize({ width: 1280, height: 800 });
});

test('every span of a long trace is reached', async () => {
  const long = newEventId();
  const spans = Array.from({ length: 9000 }, (_, n) => ({
    id: n + 2,
    under: 1,
    name: `step ${n + 1}`,
    at: [n, n + 1] as [number, number],
    failed: n === 7000,
  }));
  const root = { id: 1, name: 'nightly job', at: [0, 9000] as [number, number], segment: true };
  for (const part of [spans.slice(0, 4500), [...spans.slice(4500), root]]) {
    await send(server, shop, [spansOf(long, startMs, part)]);
  }
  await processed(server);
  await open(`/traces/${long}`);
  await main.getByText('9,001 spans').first().waitFor();
  await treegrid.focus();
  await page.keyboard.press('End');
  await spanRow('step 9000').waitFor();
  expect(await treegrid.getByRole('row').count()).toBeLessThan(200);
  await page.keyboard.press('n');
  await treegrid.locator('[aria-selected=true]', { hasText: 'step 7001' }).waitFor();
  await main.getByRole('searchbox', { name: 'Find spans' }).fill('step 8888');
  await spanRow('step 8888').waitFor();
  await open(`/traces/${long}?span=${idOf(4502)}`);
  await spanRow('step 4501').waitFor();
  await panel.getByText('step 4501').first().waitFor();
  await main.getByRole('heading', { name: 'nightly job', level: 1 }).waitFor();
  // Another view of the rows does not scroll back to it.
  await treegrid.focus();
  await page.keyboard.press('Home');
  await main.getByRole('searchbox', { name: 'Find spans' }).fill('step');
  await main.getByText('9,001 rows').waitFor();
  expect(await page.evaluate(() => scrollY)).toBeLessThan(500);
});

test('an unknown trace is not found, and one without spans says so', async () => {
  await page.goto(`/traces/${'ef'.repeat(16)}`);
  await page.getByRole('heading', { name: 'Not found' }).waitFor();
  const alone = newEventId();
  await throwError(server, shop, { value: 'alone', contexts: { trace: { trace_id: alone } } });
  await processed(server);
  await open(`/traces/${alone}`);
  await main.getByText('No spans of this trace are stored').waitFor();
  await checkPage(page);
});
