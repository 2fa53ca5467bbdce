import type { Locator } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { focused, selectOnly, selectedIn, confirmByName, refusedAt, settled, takenOver } from './app/app.ts';
import { checkPage } from './app/check-page.ts';
import { newEventId, processed, send, throwError } from './app/send.ts';
import { openApp } from './app/server-and-browser.ts';

const { server, browser, shop, page, main, row, toast, open, openPage, signIn, region, button } = await openApp();
const basket = { type: 'RangeError', value: 'The basket is empty', in: 'checkOut' };
const price = { type: 'TypeError', value: 'price is undefined', in: 'priceOf' };
await throwError(server, shop, basket);
// Numbered in this order.
await processed(server);
await throwError(server, shop, { ...price, environment: 'test' });
await throwError(server, shop, price);
await throwError(server, shop, price);
await processed(server);

const press = async (...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key);
};

/** A flag that a reload would remove. */
const mark = () => page.evaluate(() => document.documentElement.setAttribute('data-same-page', ''));
const isSamePage = () => page.evaluate(() => document.documentElement.hasAttribute('data-same-page'));

test('the keyboard alone selects, opens, resolves, undoes, archives and reopens an issue', async () => {
  await page.goto('/issues');
  await row('price is undefined').waitFor();
  await checkPage(page);
  await mark();

  await page.keyboard.press('j');
  await focused(row('price is undefined').getByRole('link'));
  await page.goto('/issues/SHOP-2');
  await mark();
  await main.getByRole('heading', { level: 1, name: 'TypeError' }).waitFor();
  await button('Resolve').waitFor();

  await page.keyboard.press('e');
  await main.getByText('Resolved', { exact: true }).first().waitFor();
  await toast('SHOP-2 resolved').getByRole('button', { name: 'Undo' }).click();
  await toast('Change to SHOP-2 undone').waitFor();
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
  await checkPage(page);
  await page.keyboard.press('i');
  await toast('SHOP-2 unarchived').waitFor();
  expect(await isSamePage()).toBe(true);
});

test('issues opened from a list are decided one after the other, and the list keeps the position', async () => {
  const [basketLink, priceLink] = ['The basket is empty', 'price is undefined'].map((text) =>
    row(text).getByRole('link'),
  ) as [Locator, Locator];
  const position = main.getByRole('navigation', { name: 'Position in the list' });
  await page.goto('/issues');
  await priceLink.waitFor();
  await settled(page);
  await mark();
  await press('j', 'Enter');
  await page.waitForURL('**/issues/SHOP-2');
  await position.getByText('1 of 2').waitFor();
  await checkPage(page);
  await press('j');
  await page.waitForURL('**/issues/SHOP-1');
  await position.getByText('2 of 2').waitFor();
  await press('j');
  await toast('This is the last issue of the list').waitFor();
  // Back and Escape return to the row of the last issue.
  await page.goBack();
  await page.waitForURL('**/issues');
  await focused(basketLink);
  await press('k', 'Enter');
  await page.waitForURL('**/issues/SHOP-2');
  await position.getByText('1 of 2').waitFor();
  await press('m');
  await focused(main.getByRole('textbox', { name: 'Comment' }));
  await press('Escape', 'Escape');
  await page.waitForURL('**/issues');
  await focused(priceLink);

  // An action opens the next issue; after the last one, the list.
  await press('Enter');
  await page.waitForURL('**/issues/SHOP-2');
  await position.getByText('1 of 2').waitFor();
  await press('e');
  await toast('SHOP-2 resolved').waitFor();
  await page.waitForURL('**/issues/SHOP-1');
  await position.getByText('2 of 2').waitFor();
  await press('i');
  await toast('SHOP-1 archived until it escalates').waitFor();
  await page.waitForURL('**/issues');
  await main.getByText('No unresolved issues').waitFor();
  // Undo goes back action by action, and restores what was there: the issue is still new.
  await press('z');
  await toast('Change to SHOP-1 undone').waitFor();
  await press('z');
  await toast('Change to SHOP-2 undone').waitFor();
  await row('The basket is empty').getByText('New', { exact: true }).waitFor();
  await priceLink.waitFor();
  expect(await isSamePage()).toBe(true);
});

test('without single-letter shortcuts: skip links, one tab stop for the list, arrows, Space and Escape', async () => {
  await page.goto('/issues');
  await row('price is undefined').waitFor();
  await settled(page);
  await press('Tab');
  await focused(page.getByRole('link', { name: 'Skip to content' }));
  await press('Tab', 'Enter');
  await focused(row('price is undefined').getByRole('link'));
  await press('ArrowDown');
  await focused(row('The basket is empty').getByRole('link'));
  await press('Space');
  const selected = main.getByRole('toolbar', { name: 'Selected issues' });
  await selected.getByText('1 selected').waitFor();
  await press('Escape');
  await selected.waitFor({ state: 'hidden' });
  await press('ArrowRight');
  await focused(row('The basket is empty').getByRole('button', { name: 'Resolve SHOP-1' }));
  await press('ArrowUp');
  await focused(row('price is undefined').getByRole('button', { name: 'Resolve SHOP-2' }));
  await press('ArrowLeft', 'ArrowLeft');
  await focused(row('price is undefined').getByRole('checkbox'));
  // Tab leaves the list, and comes back to the row that had the focus.
  await press('End', 'Tab');
  expect(await page.evaluate(() => document.activeElement?.closest('[data-row]') ?? null)).toBe(null);
  await press('Shift+Tab');
  await focused(row('The basket is empty').getByRole('checkbox'));
});

test('triage by keyboard: search, assign, bulk actions, notifications and undo, without layout shifts', async () => {
  const bothAreBack = async () => {
    await press('z');
    await toast('Changes to 2 issues undone').waitFor();
    await row('The basket is empty').waitFor();
    await row('price is undefined').waitFor();
  };
  await page.goto('/issues');
  await row('price is undefined').waitFor();
  await settled(page);
  // The search keeps its terms.
  await press('/');
  await page.keyboard.type('basket');
  await press('Escape', 'Enter');
  await row('price is undefined').waitFor({ state: 'detached' });
  expect(await page.getByRole('combobox', { name: 'Search issues' }).inputValue()).toBe('is:unresolved basket');
  await settled(page);
  await press('j', 'a');
  await page.getByRole('dialog', { name: 'Assign SHOP-1' }).waitFor();
  await page.keyboard.type('owner');
  await press('Enter');
  await toast('SHOP-1 assigned to').waitFor();
  await press('z');
  await toast('Change to SHOP-1 undone').waitFor();

  // Shortcuts act on all selected issues, including the issue selected last.
  await page.goto('/issues');
  await row('The basket is empty').waitFor();
  await settled(page);
  await press('k', 'k', 'x', 'j', 'x', 'e');
  await toast('2 issues resolved').waitFor();
  await bothAreBack();
  // The focus stays on its row, or is lost if the rows were removed before they returned.
  await press('k', 'k', 'x', 'j', 'x', 'i');
  await toast('2 issues archived').waitFor();
  await bothAreBack();

  await open('/issues/SHOP-1');
  await press('m');
  await focused(main.getByRole('textbox', { name: 'Comment' }));
  await page.keyboard.type('Since **today**');
  await press('Tab', 'Enter');
  await main.getByRole('strong').getByText('today').waitFor();
  const moving = await page.evaluate(() =>
    document
      .getAnimations()
      .filter(({ playState }) => playState === 'running')
      .map(({ effect }) => Number(effect?.getComputedTiming().duration))
      .filter((ms) => ms > 1),
  );
  expect(moving).toEqual([]);
});

test('a shortcut applies to all selected rows, also while the bulk actions are loading', async () => {
  const slow = await page.context().newPage();
  // The page never becomes idle, so nothing is prefetched.
  await slow.addInitScript(() => (window.requestIdleCallback = () => 0));
  await slow.goto('/issues');
  await takenOver(slow);
  // Rows arrive after the first part of the page and appear shortly after hydration.
  await slow.getByRole('row').filter({ hasText: 'The basket is empty' }).waitFor();
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>();
  await slow.route('**/_next/static/**', (route) => arrived.then(() => route.continue()));
  for (const key of ['j', 'x', 'j', 'x', 'e']) await slow.keyboard.press(key);
  const done = slow.getByRole('status').filter({ hasText: '2 issues resolved' });
  await done.getByRole('button', { name: 'Undo' }).click();
  await slow.getByRole('status').filter({ hasText: 'Changes to 2 issues undone' }).waitFor();
  expect(await slow.getByRole('toolbar', { name: 'Selected issues' }).count()).toBe(0);
  arrive();
  await slow.close();
});

test('e resolves the focused row and moves the focus to the next', async () => {
  await page.goto('/issues');
  await row('price is undefined').waitFor();
  await settled(page);
  await press('j', 'e');
  await toast('SHOP-2 resolved').waitFor();
  await row('price is undefined').waitFor({ state: 'detached' });
  await focused(row('The basket is empty').getByRole('link'));
  await toast('SHOP-2 resolved').getByRole('button', { name: 'Undo' }).click();
  await toast('Change to SHOP-2 undone').waitFor();
});

test('a resolved issue with a new event becomes regressed in the list and on its page, without a reload', async () => {
  await page.goto('/issues/SHOP-1');
  await button('Resolve').click();
  await toast('SHOP-1 resolved').waitFor();
  await page.goto('/issues?query=');
  await row('The basket is empty').getByText('Resolved', { exact: true }).waitFor();
  await settled(page);
  await mark();

  await throwError(server, shop, basket);
  await row('The basket is empty').getByText('Regressed', { exact: true }).waitFor();
  expect(await isSamePage()).toBe(true);

  await row('The basket is empty').getByRole('link').click();
  await main.getByText('Regressed after it was resolved').waitFor();
  await button('Resolve').click();
  await button('Reopen').waitFor();
  await toast('SHOP-1 resolved').getByRole('button', { name: 'Dismiss' }).click();
  await throwError(server, shop, basket);
  await main.getByText('Regressed', { exact: true }).waitFor();
  expect(await isSamePage()).toBe(true);

  // Updates between the render of a page and its live connection are not lost.
  await button('Resolve').click();
  await button('Reopen').waitFor();
  const early = async () => {
    await throwError(server, shop, basket);
    await processed(server);
  };
  await page.route('**/live?*', (route) => early().then(() => route.continue()), { times: 1 });
  await page.reload();
  await main.getByText('Regressed', { exact: true }).waitFor();
});

test('the bracket keys open the older and the newer event', async () => {
  await page.goto('/issues/SHOP-2');
  await main.getByText('Event 3 of 3').waitFor();
  await settled(page);
  await mark();
  await page.keyboard.press('[');
  await main.getByText('Event 2 of 3').waitFor();
  await page.keyboard.press('[');
  await main.getByText('Event 1 of 3').waitFor();
  await page.keyboard.press(']');
  await main.getByText('Event 2 of 3').waitFor();
  expect(new URL(page.url()).pathname).toMatch(/^\/issues\/SHOP-2\/events\/[0-9a-f]{32}$/);
  await checkPage(page);
  expect(await isSamePage()).toBe(true);
});

test('filters are in the URL: they survive a reload and the back button', async () => {
  const order = page.getByRole('combobox', { name: 'Sort by' });
  await page.goto('/issues');
  await row('The basket is empty').waitFor();
  await selectOnly(page, 'Environment', 'test');
  await row('The basket is empty').waitFor({ state: 'detached' });
  await row('price is undefined').waitFor();
  expect(new URL(page.url()).search).toBe('?environment=test');
  await order.selectOption('events');
  await page.waitForURL('**/issues?environment=test&sort=events');

  await page.reload();
  await row('price is undefined').waitFor();
  expect(await selectedIn(page, 'Environment')).toBe('test');
  expect(await order.inputValue()).toBe('events');

  await page.goBack();
  await page.waitForURL('**/issues?environment=test');
  await expect.poll(() => order.inputValue()).toBe('last-seen');
  await page.goBack();
  await row('The basket is empty').waitFor();
  await expect.poll(() => selectedIn(page, 'Environment')).toBe('All environments');
});

test('filters persist from page to page, also across pages without them, by mouse and keyboard', async () => {
  const sidebar = page.getByRole('banner').getByRole('navigation', { name: 'Main' });
  await page.goto('/issues');
  await selectOnly(page, 'Project', 'shop');
  await page.waitForURL('**/issues?project=shop');
  await page.getByRole('combobox', { name: 'Time range' }).selectOption('7d');
  await page.waitForURL('**/issues?project=shop&range=7d');
  await sidebar.getByRole('link', { name: 'Stats' }).click();
  await page.waitForURL('**/stats?project=shop&range=7d');
  await page.getByRole('heading', { name: 'Stats' }).waitFor();
  expect(await selectedIn(page, 'Project')).toBe('shop');
  expect(await main.getByRole('combobox', { name: 'Time range' }).inputValue()).toBe('7d');

  await sidebar.getByRole('link', { name: 'Settings' }).click();
  await page.waitForURL('**/settings');
  await settled(page);
  await press('g', 'r');
  await page.waitForURL('**/releases?project=shop&range=7d');
  await press('g', 'i');
  await page.waitForURL('**/issues?project=shop&range=7d');
  await row('price is undefined').waitFor();

  // Several options by keyboard: checked options add up and apply when the list closes.
  await settled(page);
  await main.locator('summary', { hasText: 'Project:' }).press('Enter');
  await main.getByRole('checkbox', { name: 'Seismo' }).press('Space');
  await button('Show 2').waitFor();
  await checkPage(page);
  await button('Show 2').click();
  await page.waitForURL('**/issues?project=shop&project=seismo&range=7d');
  expect((await selectedIn(page, 'Project')).replace(/\s+/g, '')).toBe('shop+1');
  await main.locator('summary', { hasText: 'Project:' }).press('Enter');
  await button('All projects').click();
  await page.waitForURL('**/issues?range=7d');

  // A custom range: displayed in the browser's time zone, stored in UTC.
  const time = main.getByRole('combobox', { name: 'Time range' });
  await settled(page);
  await time.selectOption('own');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('From', { exact: true }).fill('2020-01-03T12:00');
  await dialog.getByLabel('To', { exact: true }).fill('2020-01-03T11:00');
  await dialog.getByLabel('To', { exact: true }).press('Enter');
  await refusedAt(dialog.getByLabel('To', { exact: true }), 'after the start');
  await checkPage(page);
  await dialog.getByLabel('To', { exact: true }).fill('2020-01-04T11:00');
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await page.waitForURL(/\/issues\?from=2020-01-0\dT[\d%A]+Z&to=2020-01-0\dT[\d%A]+Z$/);
  const { search } = new URL(page.url());
  await main.getByText('No issue matches your search').waitFor();
  await sidebar.getByRole('link', { name: 'Stats' }).click();
  await page.waitForURL(`**/stats${search}`);
  await main.getByText('No data in this time range').waitFor();
  await page.goto('/issues?from=2020-01-04&to=2020-01-02T00:00Z');
  await main.getByText('they were swapped').waitFor();
  await settled(page);
  await time.selectOption('14d');
  await page.waitForURL('**/issues');
  await row('price is undefined').waitFor();
});

test('users of speech input can switch off single-letter shortcuts', async () => {
  await open('/settings/preferences');
  await main.getByLabel('Enable single-letter shortcuts').uncheck();
  await page.goto('/issues/SHOP-2');
  await button('Resolve').waitFor();
  await settled(page);
  await press('e', '?', 'Control+k');
  await page.getByRole('dialog', { name: 'Find anything' }).waitFor();
  expect(await page.getByRole('dialog').count()).toBe(1);
  await page.keyboard.press('Escape');
  await button('Resolve').waitFor();
  await open('/settings/preferences');
  await main.getByLabel('Enable single-letter shortcuts').check();
});

test('a key that comes before its part of the page waits for it', async () => {
  const { page } = await signIn();
  const resolve = page.getByRole('main').getByRole('button', { name: 'Resolve', exact: true });
  await page.clock.install();
  await page.goto('/issues');
  await settled(page);
  // Without the shell of the issue page, Enter would stay on the list.
  const prefetched = page.waitForResponse((response) => {
    const { 'next-router-prefetch': prefetch, 'next-router-segment-prefetch': part } = response.request().headers();
    return prefetch !== undefined && part === undefined;
  });
  await page.keyboard.press('j');
  await focused(page.locator('[data-row-link]').first());
  await prefetched;
  await settled(page);
  const issue = Promise.withResolvers<void>();
  // If the test fails, the browser must not wait.
  onTestFinished(() => issue.resolve());
  await page.route(/\/issues\/SHOP-\d+/, async (route, request) => {
    if (!('next-router-prefetch' in request.headers())) await issue.promise;
    await route.fallback();
  });
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/issues\/SHOP-\d+$/);
  expect(await resolve.count()).toBe(0);
  // On a slow network, the page opened long ago.
  await page.clock.fastForward(10_000);
  await page.keyboard.press('e');
  issue.resolve();
  const toast = page.getByRole('status').filter({ hasText: /SHOP-\d+ resolved/ });
  await toast.getByRole('button', { name: 'Undo' }).click();
  await page.getByText(/Change to SHOP-\d+ undone/).waitFor();
});

test('the search key focuses a field that has not hydrated, and stays on the page', async () => {
  await page.goto('/stats');
  await settled(page);
  // In the HTML of the server, without its command.
  await page.evaluate(() => {
    const field = document.createElement('input');
    field.setAttribute('aria-label', 'Slow search');
    field.setAttribute('aria-keyshortcuts', '/');
    document.querySelector('main')!.append(field);
  });
  await page.keyboard.press('/');
  await page.keyboard.type('je');
  expect(await main.getByRole('textbox', { name: 'Slow search' }).inputValue()).toBe('je');
  expect(new URL(page.url()).pathname).toBe('/stats');
});

test('the search supports is:resolved and marks the position of errors', async () => {
  await page.goto('/issues/SHOP-2');
  await button('Resolve').click();
  await toast('SHOP-2 resolved').waitFor();
  await page.goto('/issues');
  await row('The basket is empty').waitFor();
  await settled(page);

  await page.keyboard.press('/');
  await page.keyboard.press('Control+a');
  await page.keyboard.type('is:resolved');
  await page.keyboard.press('Enter');
  await row('price is undefined').waitFor();
  await row('The basket is empty').waitFor({ state: 'detached' });

  const search = page.getByRole('combobox', { name: 'Search issues' });
  await search.fill('is:resolved level:[error');
  await search.press('Enter');
  await main.getByText('Invalid search').waitFor();
  await main.getByText('This list has no closing').first().waitFor();
  await search.fill('is:resolved level:eror');
  await search.press('Enter');
  await button('Did you mean error?').click();
  await expect.poll(() => search.inputValue()).toBe('is:resolved level:error');
  await search.press('Enter');
  await row('price is undefined').waitFor();
  await checkPage(page);

  await page.goto('/issues?query=nobody-ever-wrote-this');
  await main.getByText('No matching issues').waitFor();
  await checkPage(page);
  // The page names the term without matches and links to the search without it.
  await page.goto('/issues?query=is:resolved+nobody-ever-wrote-this');
  await main.getByRole('link', { name: /^Without nobody-ever-wrote-this \d+ issues?$/ }).click();
  await row('price is undefined').waitFor();
});

test('feedback is in its list and on its issue, and changes status by keyboard, with undo', async () => {
  const associated_event_id = await throwError(server, shop, basket);
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

  await open('/issues');
  await press('g', 'f');
  await page.waitForURL('**/feedback');
  await row('<b>My basket</b> is empty').getByText('SHOP-1').waitFor();
  await checkPage(page);
  // Several words; case does not matter.
  await page.keyboard.press('/');
  await page.keyboard.type('BASKET since');
  await page.keyboard.press('Enter');
  await row('delivery date').waitFor({ state: 'detached' });
  await page.goto('/feedback');
  await row('<b>My basket</b> is empty').waitFor();
  await settled(page);
  await press('j', 'x');
  await button('Select page').click();
  const toolbar = main.getByRole('toolbar', { name: 'Selected feedback' });
  await toolbar.getByText('2 selected').waitFor();
  await checkPage(page);
  await toolbar.getByRole('button', { name: 'Mark as spam' }).click();
  await main.getByText('No open feedback').waitFor();
  await toast('2 feedback items marked as spam').getByRole('button', { name: 'Undo' }).click();
  await toast('Changes to 2 feedback items undone').waitFor();
  await row('delivery date').waitFor();
  await mark();
  await press('j', 'e');
  await row('<b>My basket</b>').waitFor({ state: 'detached' });
  const focused = () => page.evaluate(() => document.activeElement?.textContent);
  await expect.poll(focused).toBe('Show the delivery date, please');
  await toast('Feedback marked as done').getByRole('button', { name: 'Undo' }).click();
  await row('<b>My basket</b>')
    .getByRole('link', { name: /My basket/ })
    .click();

  await main.getByRole('heading', { level: 1, name: 'Ana' }).waitFor();
  expect(await main.getByRole('link', { name: 'ana@mail.example' }).getAttribute('href')).toBe(
    'mailto:ana@mail.example',
  );
  // A key opens the next feedback of the list; a button stays.
  await main.getByRole('navigation', { name: 'Position in the list' }).getByText('1 of 2').waitFor();
  await button('Mark as spam').click();
  await toast('Feedback marked as spam').waitFor();
  await button('Not spam').waitFor();
  await checkPage(page);
  await page.keyboard.press('i');
  await toast('Feedback reopened').waitFor();
  await main.getByRole('link', { name: associated_event_id }).click();
  await page.waitForURL(`**/issues/SHOP-1/events/${associated_event_id}`);
  const heard = region('Feedback');
  await heard.getByText('since this morning').waitFor();
  expect(await heard.getByRole('listitem').count()).toBe(1);
  expect(await isSamePage()).toBe(true);

  await page.goto('/feedback?status=spam');
  await main.getByText('No spam').waitFor();
  expect((await page.goto('/feedback/999'))!.status()).toBe(404);
});

test('a share link shows an issue without user data until it is revoked; deleting an issue requires its name', async () => {
  const secret = 'ana-0815';
  const user = { id: secret, email: `${secret}@mail.example`, ip_address: '203.0.113.9' };
  const request = { url: `https://shop.example/cart?who=${secret}`, headers: { 'User-Agent': secret } };
  const value = `No basket of ${secret}@mail.example`;
  await throwError(server, shop, { type: 'ShareError', value, in: 'shareIt', user, request, tags: { who: secret } });
  await processed(server);
  await page.goto('/issues');
  await row('ShareError')
    .getByRole('link', { name: /ShareError/ })
    .click();
  await button('Share').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('1 day').click();
  await dialog.getByRole('button', { name: 'Create link' }).click();
  const link = await dialog.getByLabel('Link', { exact: true }).inputValue();
  await dialog.getByText('Not opened yet').waitFor();
  await checkPage(page);

  const nobody = await openPage();
  const answer = (await nobody.page.goto(link))!;
  expect(answer.status()).toBe(200);
  const headers = answer.headers();
  expect([headers['referrer-policy'], headers['x-robots-tag']]).toEqual([
    'no-referrer',
    'noindex, nofollow, noarchive',
  ]);
  expect(headers['cache-control']).toContain('no-store');
  await nobody.page.getByRole('heading', { level: 1, name: 'ShareError' }).waitFor();
  await nobody.page.getByText('No basket of [email]').first().waitFor();
  await nobody.page.getByText('const paid = x();').waitFor();
  await checkPage(nobody.page);
  expect(await nobody.page.content()).not.toContain(secret);
  expect(await nobody.context.cookies()).toEqual([]);

  await dialog.getByRole('button', { name: /^Revoke link/ }).click();
  await dialog.getByText('Active links').waitFor({ state: 'detached' });
  expect((await nobody.page.goto(link))!.status()).toBe(404);
  await nobody.page.getByRole('heading', { name: 'This link does not work' }).waitFor();
  expect((await nobody.page.goto(`/shared/${'A'.repeat(43)}`))!.status()).toBe(404);
  await checkPage(nobody.page);
  await nobody.context.close();

  await page.keyboard.press('Escape');
  await button('More').click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  const shortId = /[^/]+$/.exec(page.url())![0];
  await confirmByName(page, shortId, 'Delete issue');
  await page.waitForURL('**/issues');
  await toast(`${shortId} deleted`).waitFor();
  await settled(page);
  expect(await row('ShareError').count()).toBe(0);
});

test('new issues wait above the list while a row has the focus, and nothing moves before the user updates it', async () => {
  await page.goto('/issues?query=');
  await row('price is undefined').waitFor();
  await settled(page);
  await page.keyboard.press('j');
  const rows = () => page.evaluate(() => [...document.querySelectorAll('[data-row]')].map((each) => each.textContent));
  const before = await rows();
  await throwError(server, shop, { type: 'SyntaxError', value: 'The coupon is torn', in: 'couponOf' });
  const pill = page.getByRole('button', { name: '1 new' });
  await pill.waitFor();
  expect(await rows()).toEqual(before);
  await pill.click();
  await row('The coupon is torn').waitFor();
  await pill.waitFor({ state: 'detached' });
  // A resolved issue that regresses counts as changed.
  await row('The coupon is torn').getByRole('link').focus();
  await page.keyboard.press('e');
  await toast('resolved').waitFor();
  await row('The coupon is torn').getByRole('link').focus();
  await throwError(server, shop, { type: 'SyntaxError', value: 'The coupon is torn', in: 'couponOf' });
  await page.getByRole('button', { name: '1 changed' }).click();
  await row('The coupon is torn').getByText('Regressed').waitFor();
  await row('The coupon is torn').getByRole('checkbox').click();
  await page.keyboard.press('i');
  await toast('archived').waitFor();
});

test('an issue that is new before the list listens still appears', async () => {
  const { page: other } = await signIn();
  await other.addInitScript(() => {
    window.EventSource = class extends EventSource {
      constructor(url: string | URL) {
        super(url);
        queueMicrotask(() => this.dispatchEvent(new MessageEvent('message')));
      }
    };
  });
  const again = other.waitForRequest((request) => {
    const { rsc, 'next-router-prefetch': isAhead } = request.headers();
    return rsc === '1' && isAhead === undefined && new URL(request.url()).pathname === '/issues';
  });
  await other.goto('/issues');
  await again;
});

test('an issue opens although it cannot be marked as seen', async () => {
  await throwError(server, shop, { type: 'RangeError', value: 'The shelf is empty', in: 'fillShelf' });
  await processed(server);
  await page.goto('/issues?query=shelf');
  await settled(page);
  // As when the session ends while the request is under way. An unhandled error would fail the test.
  const refused = page.waitForResponse((answer) => answer.status() === 503);
  await page.route('**/issues/**', (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 503, body: '' }) : route.fallback(),
  );
  await row('The shelf is empty').getByRole('link').click();
  await refused;
  await main.getByRole('heading', { level: 1, name: 'RangeError' }).waitFor();
  await settled(page);
  await page.unroute('**/issues/**');
});

test('on a phone, an issue is understood, assigned, commented and resolved with a thumb', async () => {
  await throwError(server, shop, { type: 'RangeError', value: 'The gift is lost', in: 'findGift' });
  await processed(server);
  const context = await browser.newContext({
    baseURL: server.url,
    storageState: await page.context().storageState(),
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  const phone = await context.newPage();
  const content = phone.getByRole('main');
  let taps = 0;
  const tap = async (target: Locator) => {
    await target.waitFor();
    const { width, height } = (await target.boundingBox())!;
    expect.soft(Math.min(width, height), String(target)).toBeGreaterThanOrEqual(44);
    await target.tap();
    taps += 1;
  };
  const button = (name: string) => content.getByRole('button', { name, exact: true, disabled: false });
  const told = (text: string) => phone.getByRole('status').filter({ hasText: text }).waitFor();
  await phone.goto('/issues');
  await takenOver(phone);
  const gift = phone.getByRole('row').filter({ hasText: 'The gift is lost' });
  // The touch area of its checkbox is larger than the checkbox.
  const tapCheckbox = async (right: number, down: number) => {
    const { x, y } = (await gift.getByRole('checkbox').boundingBox())!;
    await phone.touchscreen.tap(x + right, y + down);
  };
  const toolbar = phone.getByRole('toolbar', { name: 'Selected issues' });
  await gift.waitFor();
  await tapCheckbox(38, 34);
  await toolbar.waitFor();
  await tapCheckbox(-2, -6);
  await toolbar.waitFor({ state: 'hidden' });
  await tap(gift);
  await content.locator('.source-lines [aria-current]').first().waitFor();
  await tap(button('Assign'));
  await tap(phone.getByRole('option').first());
  await told('assigned to');
  await tap(button('Sections'));
  await tap(phone.getByRole('menuitem', { name: 'Activity' }));
  await tap(content.getByRole('textbox', { name: 'Comment' }));
  await phone.keyboard.type('Looking at it.');
  await tap(button('Comment'));
  await content.getByText('Looking at it.').waitFor();
  await tap(button('Resolve'));
  await told('resolved');
  expect(taps).toBe(8);
  await context.close();
});
