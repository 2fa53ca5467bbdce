import { expect, test } from 'vitest';
import { focused, settled } from './app/app.ts';
import { checkPage } from './app/check-page.ts';
import { processed, throwError } from './app/send.ts';
import { openApp } from './app/server-and-browser.ts';

const { server, shop, page, main, row, toast, open, button } = await openApp();
for (const [count, plan, fields] of [
  [12, 'enterprise', { type: 'TypeError', value: 'price is undefined', in: 'priceOf' }],
  [1, 'free', { type: 'TypeError', value: 'price is undefined', in: 'priceOf' }],
  [14, 'free', { type: 'RangeError', value: 'The basket is empty', in: 'useCheckOut' }],
] as const) {
  for (let index = 0; index < count; index++) await throwError(server, shop, { ...fields, tags: { plan } });
}
await processed(server);

const field = () => page.getByRole('combobox', { name: /^Search/ });
const option = (name: string) => page.getByRole('option', { name });

test('a search uses suggestions by keyboard and finds words of the stack', async () => {
  await page.goto('/issues?query=');
  await row('price is undefined').waitFor();
  await settled(page);
  await page.keyboard.press('/');
  await page.keyboard.type('pl');
  await option('plan').waitFor();
  await checkPage(page);
  await field().fill('plan:');
  await option('enterprise').waitFor();
  expect(await field().getAttribute('aria-expanded')).toBe('true');
  await field().press('ArrowDown');
  await field().press('ArrowDown');
  const active = await field().getAttribute('aria-activedescendant');
  expect(await page.locator(`[id="${active}"]`).getAttribute('aria-selected')).toBe('true');
  await field().press('Enter');
  await expect.poll(() => field().inputValue()).toBe('plan:enterprise ');
  await field().press('Escape');
  await field().press('Enter');
  await row('The basket is empty').waitFor({ state: 'detached' });
  await row('price is undefined').waitFor();

  await field().fill('check plan:free');
  await field().press('Enter');
  await row('The basket is empty').waitFor();
  await row('price is undefined').waitFor({ state: 'detached' });
});

test('a search is saved as a tab, opened and deleted', async () => {
  await page.goto('/issues?query=stack.function%3ApriceOf');
  await row('price is undefined').waitFor();
  await settled(page);
  const way = button('Save');
  const dialog = page.getByRole('dialog', { name: 'Save search' });
  await way.click();
  await dialog.waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await focused(way);
  await way.click();
  await dialog.getByLabel('Name').fill('Prices');
  await dialog.getByLabel('Share with everyone').check();
  // The dialog traps the focus.
  await page.keyboard.press('Tab');
  await focused(dialog.getByRole('button', { name: 'Save' }));
  await page.keyboard.press('Tab');
  await focused(dialog.getByLabel('Name'));
  await checkPage(page);
  // The first request for the new counts fails.
  await page.route('**/read/issueCounts?*', (route) => route.abort(), { times: 1 });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await toast('Search saved').waitFor();
  await dialog.waitFor({ state: 'detached' });
  const tabs = main.getByRole('navigation', { name: 'Saved searches' });
  expect(await tabs.getByRole('link', { name: 'Prices' }).getAttribute('aria-current')).toBe('page');
  await tabs.getByRole('link', { name: 'Prices (shared) 1 issue' }).waitFor();
  await tabs.getByRole('link', { name: 'All 2 issues' }).waitFor();
  await tabs.getByRole('link', { name: 'All' }).click();
  await row('The basket is empty').waitFor();
  await tabs.getByRole('link', { name: 'Prices' }).click();
  await row('The basket is empty').waitFor({ state: 'detached' });
  await checkPage(page);
  await button('Delete saved search Prices').click();
  await tabs.getByRole('link', { name: 'Prices' }).waitFor({ state: 'detached' });
});

test('an issue lists its distinguishing tags, which link to its events', async () => {
  await page.goto('/issues/SHOP-1');
  const more = main.getByRole('region', { name: 'Distinguishing tags' });
  await more.getByText('44% overall').waitFor();
  await checkPage(page);
  await more.getByRole('link', { name: '92% plan enterprise' }).click();
  await page.waitForURL('**/events?query=*');
  await expect.poll(() => row('price is undefined').count()).toBe(12);
  await checkPage(page);
  await field().fill('!plan:enterprise');
  await field().press('Enter');
  await expect.poll(() => row('price is undefined').count()).toBe(1);
  await field().fill('plan:(');
  await field().press('Enter');
  await main.getByText('is not closed before the word ends').first().waitFor();
  await checkPage(page);
});

test('facets count the values of a list and narrow it', async () => {
  await open('/issues?query=');
  const facets = main.getByRole('complementary', { name: 'Facets' });
  expect(await facets.isVisible()).toBe(false);
  await button('Facets').click();
  const plan = facets.getByRole('list', { name: 'plan' });
  const value = (name: string) => plan.getByRole('checkbox', { name });
  await page.route('**/read/facet?*', (route) => route.abort());
  await button('plan').click();
  const failed = facets.getByRole('listitem').filter({ hasText: 'The values could not be loaded.' });
  await failed.filter({ hasText: 'plan' }).waitFor();
  await checkPage(page);
  await page.unroute('**/read/facet?*');
  await failed.filter({ hasText: 'plan' }).getByRole('button', { name: 'Try again' }).click();
  await value('free 2 issues').waitFor();

  await value('enterprise 1 issue').focus();
  await page.keyboard.press('Space');
  await row('The basket is empty').waitFor({ state: 'detached' });
  await row('price is undefined').waitFor();
  await expect.poll(() => field().inputValue()).toBe('plan:enterprise');
  await focused(value('enterprise 1 issue'));
  expect(await value('enterprise 1 issue').isChecked()).toBe(true);
  // Counted as if nothing of this facet were selected.
  await value('free 2 issues').check();
  await row('The basket is empty').waitFor();
  await expect.poll(() => field().inputValue()).toMatch(/^plan:\[(enterprise,free|free,enterprise)\]$/);
  await checkPage(page);

  await page.reload();
  await button('plan').click();
  // A click changes what the one before it leads to, also while that list loads.
  await value('enterprise 1 issue').uncheck();
  await value('free 2 issues').uncheck();
  await facets.getByRole('checkbox', { name: 'error 2 issues' }).check();
  await expect.poll(() => field().inputValue()).toBe('level:error');

  // Only the facets that the issue has, so no route; the first three are open.
  await open('/issues/SHOP-1/events');
  const groups = () => facets.locator('button[aria-expanded=true]').allTextContents();
  await expect.poll(groups).toEqual(['Level', 'Release', 'plan']);
  await value('free 1 event').check();
  await main.getByText('Events, newest first').waitFor({ state: 'attached' });
  await expect.poll(() => main.locator('[data-row]').count()).toBe(1);
  await checkPage(page);

  await button('Facets').click();
  await facets.waitFor({ state: 'hidden' });
});

test('a user steps through results, zooms by keyboard, and copies an issue as Markdown', async () => {
  await page.goto(`/issues/SHOP-1/events?query=${encodeURIComponent('plan:enterprise')}`);
  await row('price is undefined').first().getByRole('link', { name: 'price is undefined' }).click();
  const events = main.getByRole('navigation', { name: 'Events' });
  await events.getByText('Event 12 of 12').waitFor();
  await settled(page);
  await page.keyboard.press('[');
  await events.getByText('Event 11 of 12').waitFor();
  await events.getByRole('link', { name: 'Remove filter plan:enterprise' }).click();
  await events.getByText('of 13').waitFor();
  await page.keyboard.press('v');
  await page.waitForURL('**/events/recommended*');
  await checkPage(page);

  await open('/issues/SHOP-1?range=24h');
  const often = main.getByRole('region', { name: 'Frequency' });
  await often.getByRole('slider').focus();
  await page.keyboard.press('End');
  await page.keyboard.press('Shift+Home');
  expect(await often.getByRole('slider').getAttribute('aria-valuetext')).toMatch(/: 13 events$/);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/issues/SHOP-1?from=*&to=*');
  await often.getByRole('link', { name: 'Zoom out' }).waitFor();
  await checkPage(page);

  await page.keyboard.press('c');
  await toast('Copied as Markdown').waitFor();
  const text = await page.evaluate(() => navigator.clipboard.readText());
  expect(text).toMatch(/^# SHOP-1: TypeError\n[\s\S]*> 7 \| {3}const paid = x\(\);/);
});

test('the selected page size applies in every browser', async () => {
  for (let nth = 0; nth < 60; nth++) await throwError(server, shop, { value: 'one of many', in: `action ${nth}` });
  await processed(server);
  await page.goto('/issues?query=many');
  const rows = row('one of many');
  await expect.poll(() => rows.count()).toBe(50);
  await settled(page);
  await main.getByLabel('Rows per page').selectOption('200 rows');
  await expect.poll(() => rows.count()).toBe(60);
  await page.reload();
  await expect.poll(() => rows.count()).toBe(60);
  await checkPage(page);
});

test('a list shows the selected columns', async () => {
  await open('/issues?query=');
  await button('Columns').click();
  const choice = page.getByRole('dialog', { name: 'Columns' });
  await choice.getByRole('checkbox', { name: 'Assignee' }).check();
  await choice.getByRole('checkbox', { name: 'Users' }).uncheck();
  await main.getByRole('columnheader', { name: 'Assignee' }).waitFor();
  await main.getByRole('columnheader', { name: 'Users' }).waitFor({ state: 'detached' });
  await page.keyboard.press('Escape');
  await page.reload();
  await main.getByRole('columnheader', { name: 'Assignee' }).waitFor();
  expect(await main.getByRole('columnheader', { name: 'Users' }).count()).toBe(0);
  await checkPage(page);
});

test('the events of an issue show the selected tags, which narrow the list', async () => {
  await open('/issues/SHOP-1/events?query=price');
  await button('Columns').click();
  const dialog = page.getByRole('dialog', { name: 'Columns' });
  const checkbox = (name: string) => dialog.getByRole('checkbox', { name, exact: true });
  await checkbox('plan').check();
  await checkbox('User').uncheck();
  await main.getByRole('columnheader', { name: 'plan' }).waitFor();
  await main.getByRole('columnheader', { name: 'User' }).waitFor({ state: 'detached' });
  await checkPage(page);
  for (const name of ['Email', 'User', 'Route or task', 'HTTP method', 'level']) await checkbox(name).check();
  await checkbox('handled').and(page.locator(':disabled')).waitFor();
  for (const name of ['Email', 'User', 'Route or task', 'HTTP method', 'level']) await checkbox(name).uncheck();
  await dialog.locator('[aria-busy=true]').waitFor({ state: 'detached' });
  await main.getByRole('columnheader', { name: 'level' }).waitFor({ state: 'detached' });
  await page.keyboard.press('Escape');

  await page.reload();
  await main.getByRole('columnheader', { name: 'plan' }).waitFor();
  const free = main.getByRole('link', { name: 'free', exact: true });
  await settled(page);
  await row('free').locator('[data-row-link]').focus();
  const links = await row('free').getByRole('link').count();
  for (let presses = 1; presses < links; presses++) await page.keyboard.press('ArrowRight');
  await focused(free);
  await page.keyboard.press('Enter');
  await expect.poll(() => row('price is undefined').count()).toBe(1);
  await expect.poll(() => field().inputValue()).toBe('price plan:"free"');
  await checkPage(page);
});
