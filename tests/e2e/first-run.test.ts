import { expect, test } from 'vitest';
import { settled } from './app/app.ts';
import { checkPage } from './app/check-page.ts';
import { serverAndBrowser } from './app/server-and-browser.ts';
import { owner } from './running-server.ts';
import { servePage } from './sdk/page-server.ts';

const { server, openPage } = await serverAndBrowser({ owned: false });

test('the printed link leads through set-up, project and DSN to the first issue, which appears, is resolved and regresses', async () => {
  const { context, page } = await openPage();

  await page.goto(server.link);
  await checkPage(page);
  await page.getByRole('button', { name: 'Continue' }).click();

  await page.waitForURL('**/setup?**');
  await checkPage(page);
  await page.getByLabel('Email').fill('ana@seismo.example');
  await page.getByLabel('Name').fill('Ana');
  await page.getByLabel('Password').fill('correct horse battery');
  await page.getByRole('button', { name: 'Create account' }).click();

  await page.waitForURL('**/projects/new');
  await checkPage(page);
  // The project for this server's own errors does not count as a project to send to.
  await page.goto('/issues');
  await page.getByText('No projects yet').waitFor();
  await page.goto('/stats');
  await page.getByText('No projects yet').waitFor();
  await page.getByRole('link', { name: 'Create project' }).click();
  await page.waitForURL('**/projects/new');
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Web shop');
  await page.getByLabel('Browser JavaScript').check();
  await page.getByRole('button', { name: 'Create project' }).click();

  await page.waitForURL('**/projects/web-shop/start');
  await page.getByText('Waiting for the first event').waitFor();
  await checkPage(page);
  await page.goto('/issues');
  await page.getByText('Waiting for the first event from Web shop').waitFor();
  await page.getByRole('link', { name: 'Set up SDK' }).click();
  await page.waitForURL('**/projects/web-shop/start');
  const dsn = (await page.getByRole('group', { name: 'DSN', exact: true }).textContent())!;
  expect(dsn).toMatch(new RegExp(`^http://[0-9a-f]{32}@${new URL(server.url).host}/\\d+$`));
  await page.getByRole('button', { name: 'Copy Initialize it before anything else' }).click();
  await page.getByText('Copied').waitFor({ state: 'attached' });
  const snippet = await page.evaluate(() => navigator.clipboard.readText());
  expect(snippet).toContain("from '@seismo/browser'");
  expect(snippet).toContain(dsn);
  // The package that the first step installs exists.
  const install = await page.getByRole('group', { name: 'Install the SDK' }).textContent();
  const address = install!.slice('npm install '.length);
  expect(address).toMatch(new RegExp(`^${server.url}/kit/[\\w.-]+/seismo-browser\\.tgz$`));
  expect((await fetch(address)).headers.get('content-type')).toBe('application/gzip');
  await page.getByRole('navigation', { name: 'SDK' }).getByRole('link', { name: 'Sentry SDK' }).click();
  await page.getByText('npm install @sentry/browser').waitFor();

  // A test event is processed like any report, does not count as the first event, and can be deleted.
  await page.getByRole('button', { name: 'Send test event' }).click();
  await page.getByText('Test event received').waitFor();
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByText('Test event deleted').waitFor();
  expect(new URL(page.url()).pathname).toBe('/projects/web-shop/start');

  // A customer's page on another origin, with the real SDK.
  await using shop = await servePage('browser-v11.ts', { dsn });
  const visit = await context.newPage();
  await visit.goto(shop.origin);
  await visit.click('#fail');

  await page.waitForURL('**/issues/WEB-SHOP-2');
  await page.getByRole('heading', { level: 1, name: 'RangeError' }).waitFor();
  await checkPage(page);
  const main = page.getByRole('main');
  const text = await main.innerText();
  expect(text).toContain('The basket is empty');
  expect(text).toMatch(/basketTotal/);
  expect(text).toMatch(/checkOut/);
  const section = (name: string) => main.getByRole('region', { name, exact: true });
  expect(await section('Stack trace').innerText()).toMatch(/basketTotal[\s\S]*checkOut/);
  expect(await section('Breadcrumbs').innerText()).toContain('check-out pressed');
  expect(await section('Tags').innerText()).toMatch(/page\s+basket/);
  expect(await section('User').innerText()).toContain('ana@mail.example');
  expect(await section('Request').innerText()).toContain(shop.origin);
  expect(await section('Request').innerText()).toMatch(/User-Agent\s+Mozilla/);
  // After assign, resolve and a new event, the open page shows the regression without a reload.
  await settled(page);
  await page.keyboard.press('a');
  await page.getByRole('dialog').getByRole('option', { name: /Ana/ }).click();
  await page.getByRole('status').getByText('WEB-SHOP-2 assigned to Ana').waitFor();
  await main.getByRole('button', { name: 'Resolve', exact: true, disabled: false }).click();
  await page.getByRole('status').getByText('WEB-SHOP-2 resolved').waitFor();
  await visit.reload();
  await visit.click('#fail');
  await main.getByText('Regressed', { exact: true }).waitFor();
  await main.getByText('Regressed after it was resolved').waitFor();

  await page.goto('/projects/web-shop');
  const setUp = main.getByRole('region', { name: 'Setup', exact: true });
  await setUp.getByText('First event received: done').waitFor();
  await main.getByRole('link', { name: /RangeError/ }).waitFor();
  await checkPage(page);
  await page.goto('/projects');
  await main.getByRole('link', { name: 'Web shop', exact: true }).waitFor();
  await checkPage(page);

  // The link worked only once.
  const { page: stranger } = await openPage();
  await stranger.goto(server.link);
  await stranger.getByRole('button', { name: 'Continue' }).click();
  await stranger.getByRole('main').getByRole('alert').waitFor();
});

test('only the first start prints a sign-in link', async () => {
  // The output of a start is complete once the next one begins.
  for (let starts = 0; starts < 2; starts++) await server.restart(async () => {});
  const lines = server.output.join('\n');
  expect(lines.match(/Seismo is running at/g)).toHaveLength(3);
  expect(lines.match(/\/sign-in\/link\//g)).toHaveLength(1);
});

test('commands beside a running server create users, tokens and projects', async () => {
  const email = 'eve@seismo.example';
  const created = { id: expect.any(Number), email, role: 'viewer' };
  const user = ['user', 'create', '--email', email, '--role', 'viewer'];
  expect(await server.seismo(...user, '--password', owner.password)).toEqual(created);
  const { token } = await server.seismo('token', 'create', '--scopes', 'project:read', '--user', email);
  const project = await server.seismo('project', 'create', 'shop', '--platform', 'javascript');
  expect(project).toMatchObject({ slug: 'shop', organization: 'main', dsn: expect.stringContaining('@') });
  const found = await server.api(String(token), 'GET', '/projects/main/shop/');
  expect(await found.json()).toMatchObject({ slug: 'shop', id: String(project['id']) });
});
