import { expect, test } from 'vitest';
import { openPage, settled, signIn } from './desk/desk.ts';
import { look } from './desk/look.ts';
import { processed, throwError } from './desk/send.ts';
import { startServer, type Server } from './running-server.ts';
import { openChromium } from './sdk/chromium.ts';

/** A release as a build makes it, with a script and its map. */
async function release(server: Server, version: string): Promise<void> {
  const headers = { authorization: `Bearer ${await server.createToken('org:ci')}` };
  const say = async (path: string, method: string, body: object | FormData) => {
    const sent = body instanceof FormData ? body : JSON.stringify(body);
    const answer = await fetch(`${server.url}/api/0/${path}`, { method, headers, body: sent });
    expect(answer.ok, `${method} ${path}`).toBe(true);
  };
  const path = `organizations/main/releases/${encodeURIComponent(version)}/`;
  await say('organizations/main/releases/', 'POST', { version, projects: ['shop'] });
  const commit = { message: 'Pay once\n\nand no more', author_name: 'Ada', author_email: 'ada@shop.example' };
  await say(path, 'PUT', { commits: [{ id: 'abcdef0123456789', ...commit, timestamp: '2026-11-20T10:00:00Z' }] });
  await say(`${path}deploys/`, 'POST', { environment: 'production', url: 'https://shop.example' });
  for (const name of ['~/static/app.js', '~/static/app.js.map']) {
    const form = new FormData();
    form.set('name', name);
    form.set('header', 'Sourcemap: app.js.map');
    form.set('file', new Blob(['{}']), 'app.js');
    await say(`projects/main/shop/releases/${encodeURIComponent(version)}/files/`, 'POST', form);
  }
}

test(
  'a release shows what it brought, and its source maps can be looked at and deleted',
  { timeout: 300_000 },
  async () => {
    await using server = await startServer();
    await using chromium = await openChromium();
    const shop = await server.createProject('shop', 'javascript');
    const { page, troubles } = await signIn(chromium.browser, server);
    const main = page.getByRole('main');

    await page.goto('/releases');
    await main.getByText('No release yet').waitFor();
    await look(page);
    await page.goto('/settings/projects/shop/source-maps');
    await main.getByText('No source map yet').waitFor();
    await look(page);

    const version = 'shop/web 1.0';
    await release(server, version);
    await throwError(server, shop);

    await page.goto('/releases');
    await main.getByRole('link', { name: version }).waitFor();
    await main.getByText('production').waitFor();
    await look(page);
    await main.getByRole('searchbox').fill('nothing like it');
    await page.keyboard.press('Enter');
    await main.getByText('No release matches').waitFor();
    await main.getByRole('link', { name: 'Show all releases' }).click();
    await main.getByRole('link', { name: version }).click();
    await main.getByRole('heading', { level: 1, name: version }).waitFor();
    await main.getByText('Pay once').waitFor();
    await main.getByRole('link', { name: 'shop.example' }).waitFor();
    await main.getByText('~/static/app.js.map').waitFor();
    await look(page);

    await main.getByRole('link', { name: /Uploads of/ }).click();
    await main.getByRole('link', { name: version }).click();
    await main.getByText('~/static/app.js.map').waitFor();
    await look(page);
    await settled(page);
    await main.getByRole('button', { name: /^Delete the upload/ }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Keep it' }).click();
    await dialog.waitFor({ state: 'detached' });
    await main.getByRole('button', { name: /^Delete the upload/ }).click();
    await look(page);
    await dialog.getByRole('button', { name: 'Delete the upload' }).click();
    await main.getByText('No source map yet').waitFor();
    expect(troubles).toEqual([]);

    const { page: stranger } = await openPage(chromium.browser, server);
    await stranger.goto(`/releases/${encodeURIComponent(version)}`);
    await stranger.getByRole('heading', { name: 'Sign in' }).waitFor();
  },
);

test('what is not there is answered with 404, and with the way back', { timeout: 120_000 }, async () => {
  await using server = await startServer();
  await using chromium = await openChromium();
  const shop = await server.createProject('shop', 'javascript');
  await throwError(server, shop, { release: 'a/b 1' });
  await processed(server);
  const { page, troubles } = await signIn(chromium.browser, server);
  const missing = ['/issues/NONE-1', '/releases/none', '/releases/none/compare', '/settings/projects/none', '/nothing'];
  for (const path of missing) {
    expect((await page.goto(path))?.status(), path).toBe(404);
    await page.getByRole('heading', { name: 'Not found' }).waitFor();
    expect(new URL(page.url()).pathname).toBe(path);
  }
  await page.goto('/releases/none');
  await look(page);
  await page.getByRole('main').getByRole('link', { name: 'Go to issues' }).click();
  await page.waitForURL('**/issues');
  for (const path of ['/issues/SHOP-1', '/issues/shop-1', '/releases/a%2Fb%201', '/settings/projects/shop']) {
    expect((await page.goto(path))?.status(), path).toBe(200);
  }
  expect(troubles).toEqual([]);
});
