import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { settled } from './app/app.ts';
import { checkPage } from './app/check-page.ts';
import { envelopeOf, eventItem, newEventId, processed, throwError } from './app/send.ts';
import { serverAndBrowser } from './app/server-and-browser.ts';

const preload = join(import.meta.dirname, 'scarce-disk.setup.mjs');
const { server, signIn } = await serverAndBrowser({ preload });
const shop = await server.createProject('shop', 'javascript');
await throwError(server, shop);
await processed(server);

const notice = (page: Page) => page.getByRole('main').getByText('The disk is full, so new reports are refused.');
const setFreeBytes = (bytes: number) => writeFile(join(server.dataDir, 'free-bytes'), String(bytes));
const ready = async () => (await fetch(`${server.url}/readyz`)).status;

async function report(): Promise<Response> {
  const eventId = newEventId();
  const body = envelopeOf([eventItem({ event_id: eventId, message: 'hello' })], eventId);
  return fetch(`${server.url}/api/${shop.id}/envelope/?sentry_key=${shop.publicKey}`, { method: 'POST', body });
}

test('a full disk is shown to owners on every page until there is space again', { timeout: 240_000 }, async () => {
  const { page } = await signIn();
  await page.goto('/issues');
  await page.getByRole('main').getByText('TypeError').first().waitFor();
  expect(await notice(page).count()).toBe(0);

  const floorBytes = (await server.metrics()).get('seismo_disk_floor_bytes')!;
  await setFreeBytes(1.5 * floorBytes);
  const warning = page.getByRole('list', { name: 'Needs attention' }).getByText('The disk is nearly full.');
  const reloaded = async () => {
    await page.goto('/issues');
    await settled(page);
    return warning.count();
  };
  await expect.poll(reloaded, { timeout: 30_000 }).toBe(1);
  await checkPage(page);
  await page.getByRole('main').getByRole('link', { name: 'See what takes space' }).click();
  await page.waitForURL('**/stats**');
  expect(await ready()).toBe(200);

  await setFreeBytes(40 * 1024 * 1024);
  await expect.poll(ready, { timeout: 30_000 }).toBe(503);
  const refused = await report();
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '60']);
  for (const path of ['/issues', '/stats', '/settings/projects/shop/limits', '/issues/SHOP-1']) {
    await page.goto(path);
    await notice(page).waitFor();
  }
  await page.goto('/stats');
  await notice(page).waitFor();
  await page.getByRole('main').getByText('40.0 MB is free').waitFor();
  await settled(page);
  await checkPage(page);
  // The server writes the count of refused reports once a second.
  await page.getByRole('main').getByText('The server disk was full.').first().waitFor();

  const member = await server.createUser('member@seismo.example', 'member');
  const other = await signIn(member);
  await other.page.goto('/issues');
  await other.page.getByRole('main').getByText('TypeError').first().waitFor();
  await settled(other.page);
  expect(await notice(other.page).count()).toBe(0);

  await rm(join(server.dataDir, 'free-bytes'));
  await expect.poll(ready, { timeout: 30_000 }).toBe(200);
  expect((await report()).status).toBe(200);
  await page.goto('/issues');
  await page.getByRole('main').getByText('TypeError').first().waitFor();
  await settled(page);
  expect(await notice(page).count()).toBe(0);
});
