import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { settled, signIn } from './app/app.ts';
import { idle, shownDigest, throwLater } from './app/failing-page.ts';
import { processed, throwError } from './app/send.ts';
import { serverAndBrowser } from './app/server-and-browser.ts';
import { eventsOf, tagOf } from './shop/events.ts';

interface Issue {
  id: string;
  title: string;
}

const { server, browser } = await serverAndBrowser();
const shop = await server.createProject('shop', 'javascript');
await throwError(server, shop);
await processed(server);

const ownIssues = () => server.get<Issue[]>('/api/0/projects/main/seismo/issues/?query=');

const noTable = 'Error: no such table: organization';

/** The tags of a self-reported error's events. Other requests of the page fail as well. */
async function tagsOf(title: string, tag: string): Promise<(string | undefined)[]> {
  const events = await eventsOf(server, 'seismo');
  return events.filter((event) => event.title === title).map((event) => tagOf(event, tag));
}

test('an error of the dashboard in the browser is an issue of its own project, sent to /monitoring of the same origin', async () => {
  const { page } = await signIn(browser, server);
  const report = page.waitForResponse(
    (response) => response.request().method() === 'POST' && /monitoring/.test(response.url()),
  );
  await throwLater(page, 'own client error');
  const answer = await report;
  expect(new URL(answer.url()).origin).toBe(server.url);
  expect(new URL(answer.url()).pathname).toBe('/monitoring');
  expect(answer.status()).toBe(200);
  await expect.poll(async () => (await ownIssues()).map(({ title }) => title)).toEqual(['Error: own client error']);
});

test('a page that fails on the server shows the error message, and its digest opens the issue', async () => {
  const { page } = await signIn(browser, server);
  const state = new DatabaseSync(join(server.dataDir, 'state.sqlite'), { timeout: 30_000 });
  try {
    // The sidebar of every page lists the organization's projects, and no error boundary within a page covers the
    // sidebar.
    state.exec('ALTER TABLE organization RENAME TO organization_out_of_reach');
    await page.goto('/issues/SHOP-1');
    const alert = page.getByRole('alert').filter({ hasText: 'Application error' });
    const digest = await shownDigest(page);
    expect(digest).toMatch(/^\d+/);
    const lookUp = alert.getByRole('link', { name: `Digest: ${digest}` });
    expect(await lookUp.getAttribute('href')).toBe(`/error-codes/${digest}`);

    state.exec('ALTER TABLE organization_out_of_reach RENAME TO organization');
    await alert.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { level: 1, name: 'TypeError' }).waitFor();
    await alert.waitFor({ state: 'detached' });

    await expect.poll(() => tagsOf(noTable, 'digest')).toContain(digest);
    await page.goto(`/error-codes/${digest}`);
    await page.getByRole('main').getByText('no such table: organization').first().waitFor();
  } finally {
    state.close();
  }
});

test('a failed server action is reported by name', async () => {
  const { page } = await signIn(browser, server);
  await page.goto('/projects/new');
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Never made');
  const state = new DatabaseSync(join(server.dataDir, 'state.sqlite'), { timeout: 30_000 });
  try {
    state.exec('ALTER TABLE organization RENAME TO organization_out_of_reach');
    await page.getByRole('button', { name: 'Create project' }).click();
    await page.getByRole('alert').filter({ hasText: 'Application error' }).waitFor();
    state.exec('ALTER TABLE organization_out_of_reach RENAME TO organization');
    await expect.poll(() => tagsOf(noTable, 'action')).toContain('createProject');
  } finally {
    state.close();
  }
});

test('while reports are refused or lost, each error is sent once, and at most ten per minute', async () => {
  for (const loss of ['refused', 'lost']) {
    const { page, context } = await signIn(browser, server);
    await settled(page);
    let tries = 0;
    await page.route('**/monitoring', async (route) => {
      tries += 1;
      await (loss === 'lost' ? route.abort() : route.fulfill({ status: 503, body: '{"detail":"not now"}' }));
    });
    for (let nth = 1; nth <= 3; nth += 1) {
      const sent = page.waitForRequest((request) => request.url().endsWith('/monitoring'));
      await throwLater(page, `the ${nth}. error`);
      const request = await sent;
      await (loss === 'lost' ? page.waitForEvent('requestfailed', (other) => other === request) : request.response());
      await idle(page);
      expect(tries, loss).toBe(nth);
    }
    for (let nth = 0; nth < 30; nth += 1) await throwLater(page, `error ${nth} of a flood`);
    await idle(page);
    await expect.poll(() => tries).toBe(10);
    await idle(page);
    expect(tries, loss).toBe(10);
    await context.close();
  }
});
