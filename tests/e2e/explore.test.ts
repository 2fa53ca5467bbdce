import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { focused, settled } from './app/app.ts';
import { checkPage, sidewaysOverflow } from './app/check-page.ts';
import { newEventId, processed, send, throwError } from './app/send.ts';
import { openApp } from './app/server-and-browser.ts';
import { idOf, spansOf, type SpanFields } from './app/spans.ts';

const { server, shop, page, main, toast, open, button, signIn } = await openApp();
const api = await server.createProject('api', 'node');

const startMs = Date.now() - 10 * 60_000;
const traceId = newEventId();
/** Ten requests to one of two routes, each with a query; every tenth query is slow, and the slow ones fail. */
const requests = Array.from({ length: 20 }, (_, n): SpanFields[] => {
  const at = (from: number, to: number): SpanFields['at'] => [1000 * n + from, 1000 * n + to];
  const isSlow = n % 10 === 9;
  const route = n < 12 ? 'GET /cart' : 'POST /order';
  const query = { 'db.system': 'postgresql', 'db.collection.name': n < 12 ? 'cart' : 'order "2"' };
  return [
    { id: 10 * n + 1, name: route, op: 'http.server', segment: true, at: at(0, isSlow ? 950 : 50) },
    {
      id: 10 * n + 2,
      under: 10 * n + 1,
      name: isSlow ? 'SELECT all' : 'SELECT one',
      op: 'db',
      at: at(10, isSlow ? 910 : 20 + n),
      failed: isSlow,
      attributes: query,
    },
  ];
});
await send(server, api, [spansOf(traceId, startMs, requests.flat())]);
await throwError(server, shop, { value: 'price is undefined', in: 'priceOf', tags: { plan: 'team' } });
await throwError(server, shop, { value: 'The basket is empty', in: 'useCheckOut', tags: { plan: 'free' } });
await processed(server);

const field = main.getByRole('combobox', { name: /^Search/ });
/** Of the table: charts have rows for screen readers. */
const row = (text: string | RegExp) => main.locator('[data-row]').filter({ hasText: text });
const option = (name: string) => page.getByRole('option', { name });
const view = (name: string) => main.getByRole('navigation', { name: 'Views' }).getByRole('link', { name, exact: true });
const params = () => new URL(page.url()).searchParams;
const cells = async (text: string | RegExp) => row(text).getByRole('gridcell').allInnerTexts();
const search = async (text: string) => {
  await field.fill(text);
  await field.press('Escape');
  await field.press('Enter');
};
const add = async (what: string, typed: string) => {
  await button(what).click();
  const dialog = page.getByRole('dialog', { name: what });
  await dialog.getByRole('combobox').fill(typed);
  await dialog.getByRole('option').first().waitFor();
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
};

test('spans are found with suggestions, sorted by duration, and opened in their trace', async () => {
  await open('/traces');
  await main.getByRole('navigation', { name: 'Pages of traces' }).getByRole('link', { name: 'Explore' }).click();
  await page.waitForURL('**/traces/explore');
  await row('POST /order').first().waitFor();
  await settled(page);
  await page.keyboard.press('/');
  await page.keyboard.type('db.coll');
  await option('db.collection.name').waitFor();
  await checkPage(page);
  await field.fill('db.collection.name:');
  await option('order "2"').waitFor();
  await field.press('ArrowDown');
  await field.press('ArrowDown');
  await field.press('Enter');
  await expect.poll(() => field.inputValue()).toBe(String.raw`db.collection.name:"order \"2\"" `);
  await field.press('Escape');
  await field.press('Enter');
  await row('GET /cart').first().waitFor({ state: 'detached' });
  await expect.poll(() => main.locator('[data-row]').count()).toBe(8);

  await main.getByRole('link', { name: 'Duration', exact: true }).click();
  await page.waitForURL(/sort=-span.duration/);
  await expect.poll(() => main.locator('[data-row]').first().innerText()).toContain('SELECT all');
  // A former name of an attribute finds the same as its current one.
  await search('db.system:postgresql');
  await expect.poll(() => main.locator('[data-row]').count()).toBe(20);
  await checkPage(page);

  await add('Add column', 'db.collection');
  await page.waitForURL(/column=db.collection.name/);
  await row('SELECT all').first().getByRole('link', { name: 'order "2"' }).click();
  await expect.poll(() => field.inputValue()).toBe(String.raw`db.system:postgresql db.collection.name:"order \"2\""`);
  await expect.poll(() => main.locator('[data-row]').count()).toBe(8);

  const second = main.locator('[data-row-link]').nth(1);
  await main.locator('[data-row-link]').first().focus();
  await page.keyboard.press('ArrowDown');
  await focused(second);
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/traces/${traceId}?span=${idOf(182)}`);
  await main
    .getByRole('treegrid', { name: 'Spans' })
    .getByRole('row', { selected: true })
    .filter({ hasText: 'SELECT one' })
    .waitFor();
  await page.goBack();
  await focused(second);
});

test('groups are measured, sorted, opened and excluded', async () => {
  await open('/traces/explore?query=span.op%3Adb');
  await view('Groups').click();
  await page.waitForURL(/view=groups/);
  await row('db').waitFor();
  await main.getByRole('link', { name: 'Remove span.op' }).click();
  await row('All spans').waitFor();
  await expect.poll(() => cells('All spans')).toEqual(['20', '900 ms', '10%', '']);
  await add('Add group', 'db.collection');
  await row('cart').waitFor();
  await expect.poll(() => cells('cart')).toEqual(['12', '900 ms', '8.33%', expect.anything()]);
  await add('Add measure', 'p50');
  await page.waitForURL(/measure=p50/);
  await row('cart').waitFor();
  await main.getByRole('link', { name: 'p50(span.duration)', exact: true }).click();
  await expect.poll(() => main.locator('[data-row]').first().innerText()).toContain('order "2"');
  await main.getByRole('link', { name: 'p50(span.duration)', exact: true }).click();
  await expect.poll(() => main.locator('[data-row]').first().innerText()).toContain('cart');
  expect(params().get('sort')).toBe('p50(span.duration)');
  await main.getByRole('slider', { name: /^p50\(span.duration\) of the first 2 groups/ }).waitFor();
  await checkPage(page);

  await row('cart').getByRole('link', { name: 'Exclude cart' }).click();
  await row('cart').waitFor({ state: 'detached' });
  expect(await field.inputValue()).toBe('span.op:db !db.collection.name:"cart"');
  await row('order').getByRole('link', { name: 'order "2"', exact: true }).click();
  await expect.poll(() => main.locator('[data-row]').count()).toBe(8);
  expect([params().get('view'), await field.inputValue()]).toEqual([
    null,
    String.raw`span.op:db !db.collection.name:"cart" db.collection.name:"order \"2\""`,
  ]);
});

test('a part of a chart is zoomed into', async () => {
  await open('/traces/explore?query=span.op%3Adb&range=1h&view=groups');
  const chart = main.getByRole('slider', { name: /^Spans over time/ });
  await chart.focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  await page.waitForURL(/from=/);
  await main.getByText('No matching spans').waitFor();
  expect(params().get('query')).toBe('span.op:db');
  await checkPage(page);
});

test('errors are explored in the same way', async () => {
  await open('/traces/explore?project=shop');
  await main.getByRole('navigation', { name: 'Datasets' }).getByRole('link', { name: 'Errors' }).click();
  await row('price is undefined').waitFor();
  await search('plan:team');
  await row('The basket is empty').waitFor({ state: 'detached' });
  await row('price is undefined')
    .getByRole('link', { name: /price is undefined/ })
    .click();
  await page.waitForURL('**/issues/SHOP-1/events/**');
  await page.goBack();
  await view('Groups').click();
  await row('SHOP-1').waitFor();
  await expect.poll(() => cells('SHOP-1')).toEqual(['1', expect.any(String), expect.anything()]);
  await main.getByRole('link', { name: 'Remove issue' }).click();
  await add('Add group', 'plan');
  await row('team').waitFor();
  await checkPage(page);
});

test('facets show the shares of values, and narrow the search by one or exclude it', async () => {
  await open('/traces/explore?project=api');
  const facets = main.getByRole('complementary', { name: 'Facets' });
  expect(await facets.isVisible()).toBe(false);
  await button('Facets').click();
  const opened = facets.locator('button[aria-expanded=true]');
  await expect.poll(() => opened.allTextContents()).toEqual(['Operation', 'Service', 'Status']);
  const value = (name: string) => facets.getByRole('checkbox', { name });
  await value('db 50%, 20 spans').waitFor();
  await facets.getByRole('listitem').filter({ hasText: 'Service' }).getByText('No values').waitFor();
  await checkPage(page);

  await value('db 50%, 20 spans').focus();
  await page.keyboard.press('Space');
  await expect.poll(() => field.inputValue()).toBe('span.op:db');
  await expect.poll(() => main.locator('[data-row]').count()).toBe(20);
  await focused(value('db 50%, 20 spans'));
  await page.route('**/read/facet?*', (route) => route.abort());
  await button('db.collection.name').click();
  const failed = facets.getByRole('listitem').filter({ hasText: 'db.collection.name' });
  await failed.getByText('The values could not be loaded.').waitFor();
  await page.unroute('**/read/facet?*');
  await failed.getByRole('button', { name: 'Try again' }).click();
  await value('cart 60%, 12 spans').waitFor();
  await button('Exclude cart').focus();
  await checkPage(page);
  await page.keyboard.press('Enter');
  await expect.poll(() => field.inputValue()).toBe('span.op:db !db.collection.name:cart');
  await value('order "2" 100%, 8 spans').waitFor();
  await expect.poll(() => main.locator('[data-row]').count()).toBe(8);

  // Of a heat map, and of errors.
  await open('/traces/explore?view=heat-map&range=1h&project=api');
  await value('http.server 50%, 20 spans').check();
  await page.waitForURL((url) => url.searchParams.get('query') === 'span.op:http.server');
  await main.getByText('20 spans.').waitFor();
  await open('/traces/explore?dataset=errors&project=shop');
  await button('plan').click();
  await value('free 1 error').check();
  await row('price is undefined').waitFor({ state: 'detached' });
  await checkPage(page);

  await page.setViewportSize({ width: 390, height: 844 });
  await open('/traces/explore?project=api');
  await button('Operation').click();
  await value('db 50%, 20 spans').waitFor();
  await checkPage(page);
  await page.setViewportSize({ width: 1280, height: 900 });
  await button('Facets').click();
  await facets.waitFor({ state: 'hidden' });
});

test('a search is saved with its view, and shared by its URL', async () => {
  await open('/traces/explore?query=span.op%3Adb&view=groups&group=name&measure=p95%28span.duration%29&range=1h');
  await row('SELECT all').waitFor();
  await button('Save').click();
  const dialog = page.getByRole('dialog', { name: 'Save search' });
  await dialog.getByText('span.op:db, by name: p95(span.duration), sorted by -p95(span.duration)').waitFor();
  await dialog.getByLabel('Name').fill('Slow queries');
  await dialog.getByLabel('Share with everyone').check();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await toast('Search saved').waitFor();
  const tabs = main.getByRole('navigation', { name: 'Saved searches' });
  await expect.poll(() => tabs.locator('[aria-current=page]').innerText()).toContain('Slow queries');
  await checkPage(page);
  const saved = Object.fromEntries(params());
  const url = page.url();
  await tabs.getByRole('link', { name: 'New search' }).click();
  await row('POST /order').first().waitFor();
  expect([params().get('range'), params().get('query')]).toEqual(['1h', null]);
  await tabs.getByRole('link', { name: 'Slow queries' }).click();
  await page.waitForURL(/view=groups/);
  await row('SELECT all').waitFor();
  expect(Object.fromEntries(params())).toEqual(saved);

  const { page: other } = await signIn();
  await other.goto(url);
  await other.getByRole('main').locator('[data-row]').filter({ hasText: 'SELECT all' }).waitFor();
  await button('Delete saved search Slow queries').click();
  await tabs.waitFor({ state: 'detached' });
});

test('the table is exported as CSV and JSON', async () => {
  await open('/traces/explore?query=span.op%3Adb&view=groups&group=name&measure=count%28%29');
  const exported = async (format: string) => {
    const download = page.waitForEvent('download');
    await main.getByRole('link', { name: `Export groups as ${format}` }).click();
    return readFile((await (await download).path())!, 'utf8');
  };
  const [csv, json] = [await exported('CSV'), await exported('JSON')];
  expect(csv).toBe('name,count()\r\nSELECT one,18\r\nSELECT all,2\r\n');
  expect(JSON.parse(json)).toEqual([
    { name: 'SELECT one', 'count()': 18 },
    { name: 'SELECT all', 'count()': 2 },
  ]);
});

test('a table without groups or with many columns fits the page', async () => {
  await open('/traces/explore?view=groups&group=');
  await row('All spans').waitFor();
  await checkPage(page);
  const groups = ['span.op', 'project', 'service.name', 'environment'];
  const measures = ['count()', 'p50(span.duration)', 'p75(span.duration)', 'p95(span.duration)'];
  const search = [...groups.map((name) => ['group', name]), ...measures.map((name) => ['measure', name])];
  await open(`/traces/explore?view=groups&${new URLSearchParams(search)}`);
  await row('http.server').waitFor();
  await checkPage(page);
  await page.setViewportSize({ width: 900, height: 800 });
  expect(await sidewaysOverflow(page)).toEqual([]);
  await page.setViewportSize({ width: 1280, height: 800 });
});

test('a search that is wrong, or cannot be answered, says why', async () => {
  await open('/traces/explore?query=span.duration%3Aslow');
  await main.getByText('"span.duration:" needs a duration').waitFor();
  await main.getByText('Invalid search').waitFor();
  await checkPage(page);
  await open('/traces/explore?view=groups&measure=p51%28span.duration%29');
  await main.getByText('Seismo cannot calculate this of spans').waitFor();
  await checkPage(page);
  await main.getByRole('link', { name: /^Use the default/ }).click();
  await row('http.server').waitFor();
  await open('/traces/explore?range=1h&query=nothinglikethis');
  await main.getByText('No matching spans').waitFor();
  await main.getByRole('link', { name: 'Show all spans' }).click();
  await row('POST /order').first().waitFor();
});
