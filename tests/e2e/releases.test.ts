import { expect, test } from 'vitest';
import { selectedIn, confirmByName } from './app/app.ts';
import { checkPage } from './app/check-page.ts';
import { processed, send, throwError } from './app/send.ts';
import { openApp } from './app/server-and-browser.ts';
import { type Project } from './running-server.ts';

const { server, shop, page, main, openPage } = await openApp();

/** Creates a release as a build does, with a script and its map. */
async function release({ slug }: Project, version: string): Promise<void> {
  const token = await server.createToken('org:ci');
  const say = async (path: string, method: string, body: object) => {
    const answer = await server.api(token, method, `/${path}`, body);
    expect(answer.ok, `${method} ${path}`).toBe(true);
  };
  const path = `organizations/main/releases/${encodeURIComponent(version)}/`;
  await say('organizations/main/releases/', 'POST', { version, projects: [slug] });
  const commit = { message: 'Pay once\n\nand no more', author_name: 'Ada', author_email: 'ada@shop.example' };
  await say(path, 'PUT', { commits: [{ id: 'abcdef0123456789', ...commit, timestamp: '2026-11-20T10:00:00Z' }] });
  await say(`${path}deploys/`, 'POST', { environment: 'production', url: 'https://shop.example' });
  for (const name of ['~/static/app.js', '~/static/app.js.map']) {
    const form = new FormData();
    form.set('name', name);
    form.set('header', 'Sourcemap: app.js.map');
    form.set('file', new Blob(['{}']), 'app.js');
    await say(`projects/main/${slug}/releases/${encodeURIComponent(version)}/files/`, 'POST', form);
  }
}

test('a release shows its new issues, and its source maps can be viewed and deleted', async () => {
  await page.goto('/releases');
  await main.getByText('No releases yet').waitFor();
  await checkPage(page);
  await page.goto('/settings/projects/shop/source-maps');
  await main.getByText('No source maps yet').waitFor();
  await checkPage(page);

  const version = 'shop/web 1.0';
  await release(shop, version);
  await throwError(server, shop);

  await page.goto('/releases');
  await main.getByRole('link', { name: version }).waitFor();
  await main.getByRole('grid').getByText('production').waitFor();
  await checkPage(page);
  await main.getByRole('searchbox').fill('nothing like it');
  await page.keyboard.press('Enter');
  await main.getByText('No matching releases').waitFor();
  await main.getByRole('link', { name: 'Show all releases' }).click();
  await main.getByRole('link', { name: version }).click();
  await main.getByRole('heading', { level: 1, name: version }).waitFor();
  await main.getByText('Pay once').waitFor();
  await main.getByRole('link', { name: 'shop.example' }).waitFor();
  await main.getByText('~/static/app.js.map').waitFor();
  await checkPage(page);

  await main.getByRole('link', { name: /Uploads for/ }).click();
  await main.getByRole('link', { name: version }).click();
  await main.getByText('~/static/app.js.map').waitFor();
  await checkPage(page);
  await main.getByRole('button', { name: /^Delete the upload/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'detached' });
  await main.getByRole('button', { name: /^Delete the upload/ }).click();
  await checkPage(page);
  // The button stays disabled until the name is typed.
  expect(await dialog.getByRole('button', { name: 'Delete upload' }).isEnabled()).toBe(false);
  await confirmByName(page, version, 'Delete upload');
  await main.getByText('No source maps yet').waitFor();

  const { page: stranger } = await openPage();
  await stranger.goto(`/releases/${encodeURIComponent(version)}`);
  await stranger.getByRole('heading', { name: 'Sign in', exact: true }).waitFor();
});

test('missing pages answer 404 with a link back', async () => {
  await throwError(server, shop, { release: 'a/b 1' });
  await processed(server);
  const missing = [
    '/issues/NONE-1',
    '/issues/SHOP-1/events/00000000000000000000000000000000',
    '/issues/SHOP-1/events/none',
    '/releases/none',
    '/releases/none/compare',
    '/settings/projects/none',
    '/nothing',
    '/-/gallery',
  ];
  for (const path of missing) {
    expect((await page.goto(path))?.status(), path).toBe(404);
    await page.getByRole('heading', { name: 'Not found' }).waitFor();
    expect(new URL(page.url()).pathname).toBe(path);
  }
  expect(server.logged()).not.toContain('MaxListenersExceededWarning');
  await page.goto('/releases/none');
  await checkPage(page);
  await main.getByRole('link', { name: 'Go to issues' }).click();
  await page.waitForURL('**/issues');
  for (const path of ['/issues/SHOP-1', '/issues/shop-1', '/releases/a%2Fb%201', '/settings/projects/shop']) {
    expect((await page.goto(path))?.status(), path).toBe(200);
  }
});

/** Sessions as a server SDK aggregates them. */
function sessions(project: Project, release: string, environment: string, counts: object): Promise<void> {
  const aggregates = [{ started: new Date(Date.now() - 60_000).toISOString(), ...counts }];
  const payload = JSON.stringify({ aggregates, attrs: { release, environment } });
  return send(server, project, [{ header: { type: 'sessions' }, payload }]);
}

test('a release page shows adoption, new issues and a comparison, by environment', async () => {
  const store = await server.createProject('store', 'javascript');
  const [older, newer] = ['shop@1.9.0', 'shop@1.10.0'] as const;
  await throwError(server, store, { in: 'pay', value: 'pay broke', release: older });
  // Numbered in this order.
  await processed(server);
  await throwError(server, store, { in: 'cart', value: 'cart broke', release: older });
  await processed(server);
  const token = await server.createToken('event:write', 'event:read');
  const change = { status: 'resolved', statusDetails: { inNextRelease: true } };
  const resolved = await server.api(token, 'PUT', '/issues/STORE-1/', change);
  expect(resolved.status).toBe(200);
  await sessions(store, older, 'production', { exited: 75 });
  await sessions(store, newer, 'production', { exited: 24, crashed: 1 });
  await sessions(store, newer, 'staging', { exited: 5 });
  await throwError(server, store, { in: 'pay', value: 'pay broke', release: newer });
  await throwError(server, store, { in: 'wish', value: 'wish broke', release: newer, environment: 'staging' });
  await throwError(server, store, { in: 'cart', value: 'cart broke', release: newer });
  await release(store, newer);
  await processed(server);

  await page.goto('/releases');
  const row = main.getByRole('row', { name: newer });
  await row.getByText('29%', { exact: true }).waitFor();
  await row.getByText('96.6%').waitFor();
  await checkPage(page);
  await row.getByRole('link').click();
  await main.getByRole('heading', { level: 1, name: newer }).waitFor();
  await main.getByText('30 of 105 sessions in the last 14 days').waitFor();
  await checkPage(page);

  const tabs = main.getByRole('navigation', { name: 'Issues in this release' });
  await main.getByText('wish broke').waitFor();
  await tabs.getByRole('link', { name: 'Regressed' }).click();
  await tabs.locator('a[aria-current]', { hasText: 'Regressed' }).waitFor();
  await main.getByText('pay broke').waitFor();
  await tabs.getByRole('link', { name: 'Resolved' }).click();
  await main.getByText('No issue is resolved in this release.').waitFor();
  await tabs.getByRole('link', { name: /^All/ }).click();
  await main.getByText('cart broke').waitFor();
  await main
    .getByRole('table', { name: 'Environments of this release' })
    .getByRole('link', { name: 'staging', exact: true })
    .click();
  await main.getByText('5 of 5 sessions in the last 14 days').waitFor();
  await main.getByText('cart broke').waitFor({ state: 'detached' });
  await main.getByText('wish broke').waitFor();
  expect(page.url()).toContain('environment=staging');
  await checkPage(page);
  await main.getByRole('link', { name: 'Search these issues' }).click();
  await main.getByRole('link', { name: /wish broke/ }).waitFor();

  await page.goto(`/releases/${encodeURIComponent(newer)}`);
  await main.getByRole('link', { name: 'Compare' }).click();
  await main.getByText(`Compare ${newer} with…`).waitFor();
  await checkPage(page);
  await main.getByRole('link', { name: older }).click();
  await main
    .getByRole('row', { name: /^Adoption, 24 h/ })
    .getByText('71%')
    .waitFor();
  await main.getByText('wish broke').waitFor({ state: 'detached' });
  await main.getByRole('link', { name: 'Swap releases' }).click();
  await main.getByRole('link', { name: 'wish broke' }).waitFor();
  await main.getByText('Pay once').waitFor();
  await checkPage(page);
  await main.getByRole('link', { name: /^In both/ }).click();
  await main.getByRole('link', { name: 'cart broke' }).waitFor();
  await checkPage(page);
  await main.getByLabel('Compare with').fill('no such release');
  await main.getByRole('button', { name: 'Compare' }).click();
  await page.getByRole('heading', { name: 'Not found' }).waitFor();

  await page.goto('/issues/STORE-1');
  await main.getByText('Regressed', { exact: true }).waitFor();
  const regression = main.getByRole('region', { name: 'Releases' }).locator('div', { hasText: 'Regression' });
  await regression.getByRole('link', { name: newer }).click();
  await main.getByRole('heading', { level: 1, name: newer }).waitFor();

  await page.goto('/settings/projects/store/environments');
  await main.getByRole('button', { name: 'Hide staging' }).click();
  await main.getByRole('button', { name: 'Show staging' }).waitFor();
  await checkPage(page);
  await page.goto('/issues');
  const offered = main.getByRole('group', { name: 'Environment', includeHidden: true });
  await expect.poll(() => offered.locator('button').allTextContents()).toEqual(['All environments', 'production']);
  await page.goto('/issues?environment=staging');
  await expect.poll(() => selectedIn(page, 'Environment')).toBe('staging');
});
