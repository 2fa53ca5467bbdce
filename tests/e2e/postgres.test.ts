import { afterAll, describe, expect, test } from 'vitest';
import { hasPostgres, startPostgres } from '../../packages/server/src/testing/postgres.ts';
import { checkPage } from './app/check-page.ts';
import { processed, throwError } from './app/send.ts';
import { openApp } from './app/server-and-browser.ts';
import { placeState } from './running-server.ts';

/** The main journeys of the dashboard with the state on PostgreSQL. */
// A machine without PostgreSQL cannot run them.
describe.skipIf(!hasPostgres)('on PostgreSQL', () => {
  if (!hasPostgres) return;
  const postgres = startPostgres();
  afterAll(() => postgres.stop());
  placeState(postgres.createStore);
  // Each file registers its hooks and tests here.
  describe('invitation and sign-in', async () => void (await import('./accounts.test.ts')));
  describe('merge, split and undo', async () => void (await import('./grouping.test.ts')));
  describe('resolve and regress', async () => void (await import('./issue-status.test.ts')));

  describe('an outage', async () => {
    const { server, shop, page } = await openApp();
    await throwError(server, shop);
    await processed(server);

    test('while PostgreSQL is away, pages say so, and reports are processed after it is back', async () => {
      postgres.stop({ keep: true });
      await throwError(server, shop);
      await page.getByRole('navigation').getByRole('link', { name: 'Releases' }).click();
      await page.getByRole('heading', { name: 'The database is unavailable' }).waitFor();
      await checkPage(page);
      const loaded = await page.context().newPage();
      expect((await loaded.goto('/issues'))!.status()).toBe(503);
      await loaded.getByRole('heading', { name: 'The database is unavailable' }).waitFor();
      await checkPage(loaded);
      await loaded.close();
      postgres.restart();
      await page.getByRole('button', { name: 'Try again' }).click();
      await page.getByRole('heading', { name: 'Releases', level: 1 }).waitFor();
      const eventCount = async () =>
        (await server.get<[{ count: string }]>('/api/0/projects/main/shop/issues/'))[0].count;
      await expect.poll(eventCount, { timeout: 30_000 }).toBe('2');
    });
  });
});
