import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasPostgres, startPostgres } from '../../packages/server/src/testing/postgres.ts';
import { checkPage, setPageChecks } from './app/check-page.ts';
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
  // Each file registers its hooks and tests. What its pages look like does not depend on the engine, and is checked when
  // the file itself runs, on SQLite.
  describe.each([
    ['invitation and sign-in', () => import('./accounts.test.ts')],
    ['merge, split and undo', () => import('./grouping.test.ts')],
    ['resolve and regress', () => import('./issue-status.test.ts')],
  ])('%s', async (_name, register) => {
    beforeAll(() => setPageChecks(false));
    afterAll(() => setPageChecks(true));
    await register();
  });

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
