import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { choose, chosenIn, settled, signIn } from './desk/desk.ts';
import { look } from './desk/look.ts';
import { newEventId, processed, send, throwError } from './desk/send.ts';
import { startServer } from './running-server.ts';
import type { Project, Server } from './running-server.ts';
import { openChromium } from './sdk/chromium.ts';

let server: Server;
let chromium: Awaited<ReturnType<typeof openChromium>>;
let desk: Awaited<ReturnType<typeof signIn>>;
let page: Page;
let shop: Project;

beforeAll(async () => {
  [server, chromium] = await Promise.all([startServer(), openChromium()]);
  shop = await server.createProject('shop', 'javascript');
  await throwError(server, shop, { type: 'RangeError', value: 'The basket is empty', in: 'checkOut' });
  await throwError(server, shop, {
    type: 'TypeError',
    value: 'price is undefined',
    in: 'priceOf',
    environment: 'test',
  });
  await throwError(server, shop, { type: 'TypeError', value: 'price is undefined', in: 'priceOf' });
  await throwError(server, shop, { type: 'TypeError', value: 'price is undefined', in: 'priceOf' });
  await processed(server);
  desk = await signIn(chromium.browser, server);
  page = desk.page;
});

afterAll(async () => {
  await chromium[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
});

const row = (title: string) => page.getByRole('row').filter({ hasText: title });
const main = () => page.getByRole('main');
/** A button that can be pressed: not while the press before it is still on its way. */
const button = (name: string) => main().getByRole('button', { name, exact: true, disabled: false });
const toast = (text: string) => page.getByRole('status').filter({ hasText: text });

/** A mark that a reload would wipe away. */
const mark = () => page.evaluate(() => document.documentElement.setAttribute('data-same-page', ''));
const isSamePage = () => page.evaluate(() => document.documentElement.hasAttribute('data-same-page'));

test('by keyboard alone: to the row, into the issue, resolved, undone, resolved, archived, reopened', async () => {
  await page.goto('/issues');
  await row('price is undefined').waitFor();
  await look(page);
  await mark();

  await page.keyboard.press('j');
  expect(
    await row('price is undefined')
      .getByRole('link')
      .evaluate((link) => link === document.activeElement),
  ).toBe(true);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/issues/SHOP-2');
  await main().getByRole('heading', { level: 1, name: 'TypeError' }).waitFor();
  await button('Resolve').waitFor();

  await page.keyboard.press('e');
  await main().getByText('Resolved', { exact: true }).first().waitFor();
  await toast('SHOP-2 resolved').getByRole('button', { name: 'Undo' }).click();
  await toast('SHOP-2 is as it was').waitFor();
  await button('Resolve').waitFor();

  await page.keyboard.press('e');
  await toast('SHOP-2 resolved').waitFor();
  await button('Reopen').waitFor();
  await page.keyboard.press('e');
  await toast('SHOP-2 reopened').waitFor();
  await button('Archive').waitFor();
  await page.keyboard.press('i');
  await toast('SHOP-2 archived until it escalates').waitFor();
  await button('Unarchive').waitFor();
  await look(page);
  await page.keyboard.press('i');
  await toast('SHOP-2 unarchived').waitFor();
  expect(await isSamePage()).toBe(true);
  expect(desk.troubles).toEqual([]);
});

test('on a row, e resolves it, and the focus goes on to the next row', async () => {
  await page.goto('/issues');
  await row('price is undefined').waitFor();
  await settled(page);
  await page.keyboard.press('j');
  await page.keyboard.press('e');
  await toast('SHOP-2 resolved').waitFor();
  await row('price is undefined').waitFor({ state: 'detached' });
  expect(
    await row('The basket is empty')
      .getByRole('link')
      .evaluate((link) => link === document.activeElement),
  ).toBe(true);
  await toast('SHOP-2 resolved').getByRole('button', { name: 'Undo' }).click();
  await toast('SHOP-2 is as it was').waitFor();
});

test('a resolved issue that happens again comes back as regressed, on the list and on its page, without a reload', async () => {
  await page.goto('/issues/SHOP-1');
  await button('Resolve').click();
  await toast('SHOP-1 resolved').waitFor();
  await page.goto('/issues?query=');
  await row('The basket is empty').getByText('Resolved', { exact: true }).waitFor();
  await settled(page);
  await mark();

  await throwError(server, shop, { type: 'RangeError', value: 'The basket is empty', in: 'checkOut' });
  await row('The basket is empty').getByText('Regressed', { exact: true }).waitFor();
  expect(await isSamePage()).toBe(true);

  await row('The basket is empty').getByRole('link').click();
  await main().getByText('Came back after it was resolved').waitFor();
  await button('Resolve').click();
  await button('Reopen').waitFor();
  await toast('SHOP-1 resolved').getByRole('button', { name: 'Dismiss' }).click();
  await throwError(server, shop, { type: 'RangeError', value: 'The basket is empty', in: 'checkOut' });
  await main().getByText('Regressed', { exact: true }).waitFor();
  expect(await isSamePage()).toBe(true);
});

test('the brackets lead to the older and the newer event', async () => {
  await page.goto('/issues/SHOP-2');
  await main().getByText('Event 3 of 3').waitFor();
  await settled(page);
  await mark();
  await page.keyboard.press('[');
  await main().getByText('Event 2 of 3').waitFor();
  await page.keyboard.press('[');
  await main().getByText('Event 1 of 3').waitFor();
  await page.keyboard.press(']');
  await main().getByText('Event 2 of 3').waitFor();
  expect(new URL(page.url()).pathname).toMatch(/^\/issues\/SHOP-2\/events\/[0-9a-f]{32}$/);
  await look(page);
  expect(await isSamePage()).toBe(true);
});

test('filters are in the URL: they survive a reload and the back button', async () => {
  const order = page.getByRole('combobox', { name: 'Order' });
  await page.goto('/issues');
  await row('The basket is empty').waitFor();
  await choose(page, 'Environment', 'test');
  await row('The basket is empty').waitFor({ state: 'detached' });
  await row('price is undefined').waitFor();
  expect(new URL(page.url()).search).toBe('?environment=test');
  await order.selectOption('events');
  await page.waitForURL('**/issues?environment=test&sort=events');

  await page.reload();
  await row('price is undefined').waitFor();
  expect(await chosenIn(page, 'Environment')).toBe('test');
  expect(await order.inputValue()).toBe('events');

  await page.goBack();
  await page.waitForURL('**/issues?environment=test');
  await expect.poll(() => order.inputValue()).toBe('last-seen');
  await page.goBack();
  await row('The basket is empty').waitFor();
  await expect.poll(() => chosenIn(page, 'Environment')).toBe('All environments');
});

test('what is looked at goes along: from page to page, past pages that know nothing of it, by mouse and by key', async () => {
  const rail = page.getByRole('banner').getByRole('navigation', { name: 'Main' });
  await page.goto('/issues');
  await choose(page, 'Project', 'shop');
  await page.waitForURL('**/issues?project=shop');
  await page.getByRole('combobox', { name: 'Time range' }).selectOption('7d');
  await page.waitForURL('**/issues?project=shop&range=7d');
  await rail.getByRole('link', { name: 'Stats' }).click();
  await page.waitForURL('**/stats?project=shop&range=7d');
  await page.getByRole('heading', { name: 'Stats' }).waitFor();
  expect(await chosenIn(page, 'Project')).toBe('shop');
  expect(await main().getByRole('combobox', { name: 'Time range' }).inputValue()).toBe('7d');

  await rail.getByRole('link', { name: 'Settings' }).click();
  await page.waitForURL('**/settings');
  await settled(page);
  await page.keyboard.press('g');
  await page.keyboard.press('r');
  await page.waitForURL('**/releases?project=shop&range=7d');
  await page.keyboard.press('g');
  await page.keyboard.press('i');
  await page.waitForURL('**/issues?project=shop&range=7d');
  await row('price is undefined').waitFor();

  // Several at once, by keyboard: boxes add up, and count when the list closes.
  await settled(page);
  await main().locator('summary', { hasText: 'Project:' }).press('Enter');
  await main().getByRole('checkbox', { name: 'Seismo' }).press('Space');
  await main().getByRole('button', { name: 'Show 2' }).waitFor();
  await look(page);
  await main().getByRole('button', { name: 'Show 2' }).click();
  await page.waitForURL('**/issues?project=shop&project=seismo&range=7d');
  expect((await chosenIn(page, 'Project')).replace(/\s+/g, '')).toBe('shop+1');
  await main().locator('summary', { hasText: 'Project:' }).press('Enter');
  await main().getByRole('button', { name: 'All projects' }).click();
  await page.waitForURL('**/issues?range=7d');
});

test('who speaks to the machine can switch single letters off', async () => {
  await page.goto('/settings/account');
  await settled(page);
  await main().getByLabel('Single letters are shortcuts').uncheck();
  await page.goto('/issues/SHOP-2');
  await button('Resolve').waitFor();
  await settled(page);
  await page.keyboard.press('e');
  await page.keyboard.press('?');
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog', { name: 'Find anything' }).waitFor();
  expect(await page.getByRole('dialog').count()).toBe(1);
  await page.keyboard.press('Escape');
  await button('Resolve').waitFor();
  await page.goto('/settings/account');
  await settled(page);
  await main().getByLabel('Single letters are shortcuts').check();
});

test('the search understands is:resolved, and says where it stops understanding', async () => {
  await page.goto('/issues/SHOP-2');
  await button('Resolve').click();
  await toast('SHOP-2 resolved').waitFor();
  await page.goto('/issues');
  await row('The basket is empty').waitFor();
  await settled(page);

  await page.keyboard.press('/');
  await page.keyboard.type('is:resolved');
  await page.keyboard.press('Enter');
  await row('price is undefined').waitFor();
  await row('The basket is empty').waitFor({ state: 'detached' });

  const search = page.getByRole('combobox', { name: 'Search issues' });
  await search.fill('is:resolved level:[error');
  await search.press('Enter');
  await main().getByText('The search could not be read').waitFor();
  await main().getByText('The list that starts here has no closing').first().waitFor();
  await search.fill('is:resolved level:eror');
  await search.press('Enter');
  await button('Write error').click();
  await expect.poll(() => search.inputValue()).toBe('is:resolved level:error');
  await search.press('Enter');
  await row('price is undefined').waitFor();
  await look(page);

  await page.goto('/issues?query=nobody-ever-wrote-this');
  await main().getByText('No issue matches').waitFor();
  await look(page);
  expect(desk.troubles).toEqual([]);
});

test('what visitors say is on its list and beside its issue, marked by keyboard, and back', async () => {
  const associated_event_id = await throwError(server, shop, {
    type: 'RangeError',
    value: 'The basket is empty',
    in: 'checkOut',
  });
  const say = (message: string, more: object, atS: number) => {
    const [event_id, timestamp] = [newEventId(), Date.now() / 1000 - atS];
    const feedback = { message, url: 'https://shop.example/cart?step=2', source: 'widget', ...more };
    const payload = JSON.stringify({ event_id, timestamp, type: 'feedback', contexts: { feedback } });
    return send(server, shop, [{ header: { type: 'feedback' }, payload }], event_id);
  };
  const ana = { name: 'Ana', contact_email: 'ana@mail.example', associated_event_id };
  await say('<b>My basket</b> is empty\nsince this morning', ana, 10);
  await say('Show the delivery date, please', { url: 'javascript:alert(1)' }, 20);
  await processed(server);

  await page.goto('/issues');
  await settled(page);
  await page.keyboard.press('g');
  await page.keyboard.press('f');
  await page.waitForURL('**/feedback');
  await row('<b>My basket</b> is empty').getByText('SHOP-1').waitFor();
  await look(page);
  await mark();
  await page.keyboard.press('j');
  await page.keyboard.press('e');
  await row('<b>My basket</b>').waitFor({ state: 'detached' });
  const focused = () => page.evaluate(() => document.activeElement?.textContent);
  await expect.poll(focused).toBe('Show the delivery date, please');
  await toast('The feedback is done').getByRole('button', { name: 'Undo' }).click();
  await row('<b>My basket</b>')
    .getByRole('link', { name: /My basket/ })
    .click();

  await main().getByRole('heading', { level: 1, name: 'Ana' }).waitFor();
  expect(await main().getByRole('link', { name: 'ana@mail.example' }).getAttribute('href')).toBe(
    'mailto:ana@mail.example',
  );
  await button('Done').waitFor();
  await page.keyboard.press('i');
  await toast('The feedback is spam').waitFor();
  await button('No spam').waitFor();
  await look(page);
  await page.keyboard.press('i');
  await toast('The feedback is open again').waitFor();
  await main().getByRole('link', { name: associated_event_id }).click();
  await page.waitForURL(`**/issues/SHOP-1/events/${associated_event_id}`);
  const heard = page.getByRole('region', { name: 'Feedback' });
  await heard.getByText('since this morning').waitFor();
  expect(await heard.getByRole('listitem').count()).toBe(1);
  expect(await isSamePage()).toBe(true);

  await page.goto('/feedback?status=spam');
  await main().getByText('Nothing here').waitFor();
  expect((await page.goto('/feedback/999'))!.status()).toBe(404);
  expect(desk.troubles).toEqual([]);
});
