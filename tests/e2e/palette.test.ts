import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { focused, isSaved, settled } from './app/app.ts';
import { checkPage } from './app/check-page.ts';
import { processed, throwError } from './app/send.ts';
import { serverAndBrowser } from './app/server-and-browser.ts';

const { server, signIn } = await serverAndBrowser();
const shop = await server.createProject('shop', 'javascript');
/** Another owner: preferences belong to an account. */
const ownerNamed = (name: string) => server.createUser(`${name}@seismo.example`, 'owner');

test('the palette finds event IDs, also with dashes, issue IDs, words and pages', async () => {
  const older = await throwError(server, shop, { value: 'The basket is empty' });
  await throwError(server, shop, { value: 'The basket is empty' });
  await processed(server);
  const { page } = await signIn();
  await settled(page);

  const palette = page.getByRole('dialog', { name: 'Find anything' });
  const choose = async (text: string, option: string | RegExp) => {
    await page.keyboard.press('Control+k');
    await palette.getByRole('combobox').fill(text);
    await palette.getByRole('option', { name: option }).waitFor();
    await page.keyboard.press('Enter');
    await palette.waitFor({ state: 'detached' });
  };
  const dashed = older.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');

  for (const id of [older, dashed, dashed.toUpperCase()]) {
    await choose(id, 'The basket is empty');
    await page.waitForURL(`**/issues/SHOP-1/events/${older}`);
    await page.getByRole('main').getByText('Event 1 of 2').waitFor();
    await choose('stats', 'Stats');
    await page.waitForURL('**/stats');
  }
  // Typing faster than the list updates selects the first match of the typed text, and the page receives no key.
  await settled(page);
  await page.keyboard.press('Control+k');
  await page.keyboard.type('releases');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/releases');
  await choose('shop-1', 'The basket is empty');
  await page.waitForURL('**/issues/SHOP-1');
  await choose('tokens', 'API tokens');
  await page.waitForURL('**/settings/tokens');
  await choose('spike shop', 'Spike protection');
  await page.waitForURL('**/settings/projects/shop/limits#spike-protection');
  await choose('basket empty', 'The basket is empty');
  await page.waitForURL('**/issues/SHOP-1');

  // Resolves the open issue; after leaving it, the palette lists the issue as recently viewed.
  await settled(page);
  await choose('resolve', /^Resolve$/);
  await page.getByRole('status').filter({ hasText: 'SHOP-1 resolved' }).waitFor();
  await choose('1.0.0', 'shop@1.0.0');
  await page.waitForURL('**/releases/shop%401.0.0');
  await page.getByRole('heading', { level: 1, name: 'shop@1.0.0' }).waitFor();
  await choose('', 'The basket is empty');
  await page.waitForURL('**/issues/SHOP-1');
  await choose('copy dsn shop', 'Copy DSN of shop');
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(shop.dsn);
  // The palette gets the actions of an issue from its page, so the page must be ready.
  await page.getByRole('main').getByRole('button', { name: 'Share' }).waitFor();
  await choose('share', 'Share…');
  await page.getByRole('dialog', { name: 'Share SHOP-1' }).waitFor();
  await page.keyboard.press('Escape');
  await choose('delete', 'Delete issue');
  await page.getByRole('dialog', { name: 'Delete SHOP-1?' }).getByLabel('Confirmation').waitFor();
  await page.keyboard.press('Escape');
  await choose('owner@seismo', 'Issues assigned to');
  await page.waitForURL((url) => url.searchParams.get('query') === 'is:unresolved assigned:owner@seismo.example');

  await page.keyboard.press('Control+k');
  await palette.getByRole('combobox').fill('nothing has this name');
  await palette.getByText('No results').waitFor();
  await palette.getByRole('combobox').fill('s');
  await palette.getByRole('option', { name: 'Stats' }).waitFor();
  await checkPage(page);
  await page.keyboard.press('Escape');
  await palette.waitFor({ state: 'detached' });

  // The focus stays in the open palette and returns afterward.
  const way = page.getByRole('banner').getByRole('button', { name: 'Find' });
  await way.focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await focused(palette.getByRole('combobox'));
  await page.keyboard.press('Escape');
  await palette.waitFor({ state: 'detached' });
  await focused(way);

  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
  await checkPage(page);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor({ state: 'detached' });
});

test('preferences apply in every browser from the first paint until the user signs out', async () => {
  await throwError(server, shop);
  await processed(server);
  const user = await ownerNamed('paula');
  const { page } = await signIn(user);
  const { page: other, context } = await signIn(user);
  // Every theme attribute of the document, from the start of loading.
  await other.addInitScript(() => {
    const looks: string[] = [];
    Object.assign(window, { looks });
    const note = () => {
      const { theme, sidebar, density, zone } = document.documentElement.dataset;
      looks.push([theme, sidebar, density, zone].join(' '));
    };
    new MutationObserver(note).observe(document, {
      attributes: true,
      attributeFilter: ['data-theme', 'data-sidebar', 'data-density', 'data-zone'],
      subtree: true,
    });
  });
  const themeOf = (view: Page) => view.evaluate(() => document.documentElement.dataset['theme']);
  const looksOf = (view: Page) => view.evaluate(() => (window as unknown as { looks: string[] }).looks);

  await page.goto('/settings/preferences');
  await settled(page);
  await Promise.all([isSaved(page), page.getByRole('button', { name: 'Theme: system', exact: true }).click()]);
  await Promise.all([isSaved(page), page.getByRole('button', { name: 'Theme: light', exact: true }).click()]);
  expect(await themeOf(page)).toBe('dark');
  await Promise.all([isSaved(page), page.getByText('Compact', { exact: true }).click()]);
  await Promise.all([isSaved(page), page.getByRole('group', { name: 'Time zone' }).getByText('UTC').click()]);
  await Promise.all([isSaved(page), page.keyboard.press('w')]);
  await Promise.all([isSaved(page), page.getByLabel('Enable single-letter shortcuts').uncheck()]);
  const written = await page.request.get('/settings/preferences');
  expect(await written.text()).toMatch(/<input type="checkbox"(?![^>]* checked)[^>]*>Enable single-letter/);
  await checkPage(page);

  await other.goto('/issues');
  await settled(other);
  expect(new Set(await looksOf(other))).toEqual(new Set(['dark narrow compact utc']));
  await other.getByRole('button', { name: 'Theme: dark', exact: true }).waitFor();
  await other.keyboard.press('j');
  expect(await other.evaluate(() => document.activeElement?.closest('[data-row]'))).toBeNull();

  // A setting changed during a navigation is saved to the account afterward.
  await page.route('**', (route) => (route.request().method() === 'POST' ? route.abort() : route.continue()));
  await page.getByLabel('Enable single-letter shortcuts').check();
  await page.getByRole('status').filter({ hasText: 'could not be saved' }).waitFor();
  await page.unroute('**');
  await Promise.all([isSaved(page), page.goto('/issues')]);
  await settled(page);
  await page.keyboard.press('j');
  expect(await page.evaluate(() => document.activeElement?.closest('[data-row]'))).not.toBeNull();
  await other.goto('/settings/preferences');
  await settled(other);
  expect(await other.getByLabel('Enable single-letter shortcuts').isChecked()).toBe(true);

  // Signed-out visitors get the theme of their system.
  await other.goto('/issues');
  await other.getByRole('button', { name: 'Sign out' }).click();
  await other.waitForURL('**/sign-in');
  await expect.poll(() => themeOf(other)).toBeUndefined();
  expect((await context.cookies()).filter(({ name }) => name === 'seismo_preferences')).toEqual([]);

  // A viewer without permission is not offered the action.
  const { page: looking } = await signIn(await server.createUser('eve@seismo.example', 'viewer'));
  expect(await themeOf(looking)).toBeUndefined();
  await looking.goto('/issues/SHOP-1');
  await settled(looking);
  await looking.keyboard.press('Control+k');
  await looking.getByRole('option', { name: 'Copy event as Markdown' }).waitFor();
  expect(await looking.getByRole('option', { name: /^(Share|Delete|Resolve|Archive|Assign|Priority)/ }).count()).toBe(
    0,
  );
});

test('the sidebar collapses and rows take one line by preference', async () => {
  await throwError(server, shop, { value: 'The shelf is empty', in: 'shelve' });
  await processed(server);
  const { page } = await signIn(await ownerNamed('ruth'));
  const sidebar = page.getByRole('banner').and(page.locator(':visible'));
  const widthOfSidebar = async () => (await sidebar.boundingBox())!.width;
  const row = page.locator('[data-row]', { hasText: 'The shelf is empty' });
  const heightOfRow = async () => Math.round((await row.boundingBox())!.height);
  const choose = async (text: string) => {
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog', { name: 'Find anything' }).getByRole('combobox').fill(text);
    await page.getByRole('option', { name: text, exact: true }).click();
  };
  await row.waitFor();
  await settled(page);
  await checkPage(page);
  expect([await widthOfSidebar(), await heightOfRow()]).toEqual([220, 48]);

  await page.keyboard.press('w');
  await expect.poll(widthOfSidebar).toBe(56);
  expect((await page.getByRole('main').boundingBox())!.x).toBe(56);
  await choose('List density: compact');
  await expect.poll(heightOfRow).toBe(34);
  await checkPage(page);
  // Links of the collapsed sidebar keep their names, and nested pages have links, too.
  await sidebar.getByRole('link', { name: 'Projects', exact: true }).waitFor();
  await page.reload();
  await row.waitFor();
  expect([await widthOfSidebar(), await heightOfRow()]).toEqual([56, 34]);
  await sidebar.getByRole('button', { name: 'Expand sidebar' }).click();
  await expect.poll(widthOfSidebar).toBe(220);

  // A phone has neither setting.
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await heightOfRow()).toBeGreaterThan(48);
  await page.setViewportSize({ width: 1280, height: 800 });
  for (const path of ['/feedback', '/releases']) {
    await page.goto(path);
    await checkPage(page);
  }
  await page.goto('/issues');
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('dialog', { name: 'Columns' }).getByText('Comfortable').click();
  await page.keyboard.press('Escape');
  await expect.poll(heightOfRow).toBe(48);
});

test('exact times are local, and in UTC after a shortcut', async () => {
  await throwError(server, shop, { value: 'The basket is empty' });
  await processed(server);
  const { page } = await signIn(await ownerNamed('tara'), 'Asia/Kathmandu');
  const selectedRange = page.getByRole('combobox', { name: 'Time range' }).locator('option:checked');
  await page.goto('/issues?from=2026-11-01&to=2026-11-03');
  await expect.poll(() => selectedRange.textContent()).toBe('2026-11-01 05:45 to 2026-11-04 05:45 UTC+5:45');
  await settled(page);
  await page.keyboard.press('u');
  await page.getByRole('status').filter({ hasText: 'Times shown in UTC' }).waitFor();
  await expect.poll(() => selectedRange.textContent()).toBe('2026-11-01 to 2026-11-03 UTC');

  await page.goto('/issues/SHOP-1/events');
  const moment = page.getByRole('main').locator('tbody time', { hasText: 'UTC' }).first();
  await expect.poll(() => moment.textContent()).toMatch(/:\d\d UTC$/);
  await settled(page);
  await page.keyboard.press('u');
  await expect.poll(() => moment.textContent()).toMatch(/:\d\d UTC\+5:45$/);
  await page.reload();
  await expect.poll(() => moment.textContent()).toMatch(/:\d\d UTC\+5:45$/);
  await moment.hover();
  await expect.poll(() => moment.getAttribute('title')).toMatch(/^20.* UTC\+5:45 \(20.* UTC\)$/);
});
