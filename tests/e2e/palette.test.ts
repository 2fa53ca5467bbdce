import { expect, test } from 'vitest';
import { settled, signIn } from './desk/desk.ts';
import { look } from './desk/look.ts';
import { processed, throwError } from './desk/send.ts';
import { startServer } from './running-server.ts';
import { openChromium } from './sdk/chromium.ts';

test('the palette takes an event id, with dashes too, the id of an issue, words and the name of a page', async () => {
  await using server = await startServer();
  await using chromium = await openChromium();
  const shop = await server.createProject('shop', 'javascript');
  const older = await throwError(server, shop, { value: 'The basket is empty' });
  await throwError(server, shop, { value: 'The basket is empty' });
  await processed(server);
  const { page, troubles } = await signIn(chromium.browser, server);
  await settled(page);

  const palette = page.getByRole('dialog', { name: 'Find anything' });
  const choose = async (text: string, option: string) => {
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
  await choose('shop-1', 'The basket is empty');
  await page.waitForURL('**/issues/SHOP-1');
  await choose('tokens', 'API tokens');
  await page.waitForURL('**/settings/tokens');
  await choose('spike shop', 'Spike protection');
  await page.waitForURL('**/settings/projects/shop/limits');
  await choose('basket empty', 'The basket is empty');
  await page.waitForURL('**/issues/SHOP-1');

  // The open issue is resolved from here, too, and is what was looked at last once it is left.
  await settled(page);
  await choose('resolve', 'Resolve, or reopen');
  await page.getByRole('status').filter({ hasText: 'SHOP-1 resolved' }).waitFor();
  await choose('1.0.0', 'shop@1.0.0');
  await page.waitForURL('**/releases/shop%401.0.0');
  await page.getByRole('heading', { level: 1, name: 'shop@1.0.0' }).waitFor();
  await choose('', 'The basket is empty');
  await page.waitForURL('**/issues/SHOP-1');
  await choose('copy dsn shop', 'Copy the DSN of shop');
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(shop.dsn);
  await choose('theme dark', 'Theme: dark');
  expect(await page.evaluate(() => document.documentElement.dataset['theme'])).toBe('dark');
  await choose('theme system', 'Theme: as the system');
  await choose('owner@seismo', 'Issues of');
  await page.waitForURL((url) => url.searchParams.get('query') === 'is:unresolved assigned:owner@seismo.example');

  await page.keyboard.press('Control+k');
  await palette.getByRole('combobox').fill('nothing has this name');
  await palette.getByText('Nothing found').waitFor();
  await palette.getByRole('combobox').fill('s');
  await palette.getByRole('option', { name: 'Stats' }).waitFor();
  await look(page);
  await page.keyboard.press('Escape');
  await palette.waitFor({ state: 'detached' });

  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keys' }).waitFor();
  await look(page);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog', { name: 'Keys' }).waitFor({ state: 'detached' });
  expect(troubles).toEqual([]);
});
