import { expect, test } from 'vitest';
import { settled } from './app/app.ts';
import { checkPage } from './app/check-page.ts';
import { newEventId, processed, send, throwError } from './app/send.ts';
import { openApp } from './app/server-and-browser.ts';
import { idOf, spansOf, type SpanFields } from './app/spans.ts';

const { server, shop, page, main, open, row } = await openApp();
const api = await server.createProject('api', 'node');

const HOUR_MS = 3_600_000;
const nowMs = Date.now();
const visitTraces = Array.from({ length: 4 }, newEventId);

/** Four visits to the cart, of which the last is slow because of a query that fails, and one to a fast page. */
async function sendVisits(): Promise<void> {
  for (const [n, traceId] of visitTraces.entries()) {
    const [slow, startMs] = [n === 3, nowMs - HOUR_MS - n * 60_000];
    const end = slow ? 2400 : 300 + n;
    await send(server, shop, [
      spansOf(traceId, startMs, [
        { id: 1, name: '/cart', op: 'pageload', at: [0, end], segment: true },
        { id: 2, under: 1, name: 'GET /api/cart', op: 'http.client', at: [50, end - 50] },
      ]),
    ]);
    await send(server, api, [
      spansOf(traceId, startMs, [
        { id: 3, under: 2, name: 'GET /api/cart', op: 'http.server', at: [60, end - 60], segment: true, failed: slow },
        { id: 4, under: 3, name: 'SELECT id FROM cart', op: 'db', at: [70, end - 70], failed: slow },
      ]),
    ]);
  }
  await send(server, shop, [
    spansOf(newEventId(), nowMs - HOUR_MS, [{ id: 9, name: '/', op: 'pageload', at: [0, 40], segment: true }]),
  ]);
}

/** An endpoint that took 20 ms a day ago and takes 90 since its new release, in both times 120 times, and older work. */
async function sendRegression(): Promise<void> {
  const requests = (release: string, ms: number): SpanFields[] =>
    Array.from({ length: 120 }, (_, n) => ({
      id: 100 + n,
      name: 'GET /search',
      op: 'http.server',
      segment: true,
      at: [n * 1000, n * 1000 + ms + (n % 7)],
      attributes: { 'sentry.release': release },
    }));
  const job: SpanFields = { id: 99, name: 'clean up', op: 'queue.task', at: [0, 10], segment: true };
  await send(server, api, [spansOf(newEventId(), nowMs - 60 * HOUR_MS, [job])]);
  await send(server, api, [spansOf(newEventId(), nowMs - 26 * HOUR_MS, requests('api@1.9.0', 20))]);
  await send(server, api, [spansOf(newEventId(), nowMs - 2 * HOUR_MS, requests('api@1.10.0', 90))]);
}

const kind = (name: string) =>
  main.getByRole('navigation', { name: 'What is measured' }).getByRole('link', { name, exact: true });
const examples = (name: string) => main.getByRole('list', { name: `${name} examples` }).getByRole('listitem');

test('without spans, the page says how to send some', async () => {
  await open('/traces/performance');
  await main.getByText('No traces in this time').waitFor();
  await checkPage(page);
});

test('a slow page leads to the guilty span, to its error and its issue, and back', async () => {
  await sendVisits();
  await sendRegression();
  const trace = { trace_id: visitTraces[3]!, span_id: idOf(4) };
  await throwError(server, api, { value: 'the cart is locked', platform: 'node', contexts: { trace } });
  await processed(server);

  await open('/traces');
  await main.getByRole('navigation', { name: 'Pages of traces' }).getByRole('link', { name: 'Performance' }).click();
  await page.waitForURL('**/traces/performance');
  await settled(page);
  const cart = row('/cart');
  expect(await cart.innerText()).toContain('2.4 s');
  // The project has no spans of the time before that it could be compared with.
  expect(await cart.innerText()).not.toContain('New');
  await main.getByRole('region', { name: 'Worth a look' }).getByText('of the time of all pages').waitFor();
  await checkPage(page);

  await cart.getByRole('link', { name: '/cart', exact: true }).click();
  await page.waitForURL('**/traces/performance/group?**');
  await main.getByRole('heading', { name: '/cart', exact: true }).waitFor();
  await settled(page);
  await checkPage(page);
  const group = page.url();
  expect(await examples('Slowest').count()).toBe(4);
  expect(await examples('Slowest').first().innerText()).toContain('2.4 s');
  expect(await examples('Typical').first().innerText()).toContain('301 ms');
  await examples('Slowest').first().getByRole('link').click();
  await page.waitForURL(`**/traces/${visitTraces[3]}?span=${idOf(1)}`);

  const spans = main.getByRole('treegrid', { name: 'Spans' });
  await spans.getByRole('row').filter({ hasText: 'SELECT id FROM cart' }).click();
  const panel = main.getByRole('complementary', { name: 'Span' });
  await panel.getByRole('link', { name: /the cart is locked/ }).click();
  await page.waitForURL('**/issues/API-1**');

  await page.goto(group);
  const errors = main.getByRole('region', { name: 'Errors' });
  await errors.getByRole('link', { name: /the cart is locked/ }).click();
  await page.waitForURL('**/issues/API-1/events/**');
  await page.goBack();
  await main.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Pages' }).click();
  await page.waitForURL('**/traces/performance');
  await cart.waitFor();
});

test('what became slower is named first, with the release that did it', async () => {
  await open('/traces/performance?kind=endpoints');
  const notable = main.getByRole('region', { name: 'Worth a look' }).getByRole('listitem').first();
  expect((await notable.innerText()).replaceAll(/\s+/g, ' ')).toMatch(
    /Slower GET \/search API p95 is 96 ms, and was 26 ms in the time before/i,
  );
  await main.getByRole('columnheader', { name: 'p95, change' }).getByRole('link').click();
  await page.waitForURL(/sort=change/);
  await expect.poll(() => main.locator('[data-row]').first().innerText()).toContain('GET /search');
  expect(await row('GET /search').innerText()).toMatch(/3\.7× slower/);
  expect(await row('GET /api/cart').innerText()).toContain('New');
  await checkPage(page);

  await notable.getByRole('link').click();
  await page.waitForURL('**/traces/performance/group?**');
  const releases = main.getByRole('region', { name: 'Releases' });
  await releases.getByText('1.10.0 is slower than 1.9.0: p95 96 ms instead of 26 ms.').waitFor();
  expect(await releases.getByRole('rowheader').allInnerTexts()).toEqual(['api@1.10.0', 'api@1.9.0']);
  const legend = main.getByRole('list', { name: 'Series' });
  expect(await legend.getByRole('listitem').allInnerTexts()).toEqual(['p50', 'p75', 'p95']);
  await main.getByRole('link', { name: 'Explore all 120' }).click();
  await page.waitForURL('**/traces/explore?**');
  await row('GET /search').first().waitFor();
});

test('on a phone, the list is sorted by a select', async () => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open('/traces/performance?kind=endpoints');
  const names = async () => (await main.locator('[data-row-link]').allTextContents()).join();
  expect(await names()).toBe('GET /search,GET /api/cart');
  const sort = main.getByRole('combobox', { name: 'Sort by' });
  await sort.selectOption('Highest failure rate');
  await page.waitForURL('**/traces/performance?kind=endpoints&sort=failures');
  await expect.poll(names).toBe('GET /api/cart,GET /search');
  await sort.selectOption('Most time');
  await page.waitForURL('**/traces/performance?kind=endpoints');
  await expect.poll(names).toBe('GET /search,GET /api/cart');
  await checkPage(page);
  await sort.waitFor({ state: 'hidden' });
});

test('kinds without spans say where theirs come from, numbers lead to their spans', async () => {
  await open('/traces/performance');
  await kind('Server actions').click();
  await main.getByText('No server actions in this time').waitFor();
  await checkPage(page);
  await kind('Queries').click();
  await row('SELECT id FROM cart').waitFor();
  await row('SELECT id FROM cart').getByRole('link', { name: /25%/ }).click();
  await page.waitForURL(/traces\/explore\?.*span.status/);
  await row('SELECT id FROM cart').waitFor();
  expect(await main.locator('[data-row]').count()).toBe(1);
});

test('a group without spans in this time offers a longer one', async () => {
  await open('/traces/performance/group?in=api&kind=endpoints&name=GET+%2Fgone');
  await main.getByText('No endpoints with this name in this time').waitFor();
  await checkPage(page);
  await page.goto('/traces/performance/group?in=none&name=x');
  await page.getByRole('heading', { name: 'Not found' }).waitFor();
});
