import { expect, test } from 'vitest';
import { checkPage } from './app/check-page.ts';
import { processed, throwError } from './app/send.ts';
import { openApp } from './app/server-and-browser.ts';

const { server, browser, shop, page, main, openPage } = await openApp();

test('sign-in, settings, missing and empty pages fit the screen and are accessible', async () => {
  const { page: door } = await openPage();
  await door.goto('/sign-in');
  await door.getByRole('heading', { name: 'Sign in', exact: true }).waitFor();
  await checkPage(door);

  await main.getByText('Waiting for the first event from').waitFor();
  await checkPage(page);
  for (const path of [
    '/feedback',
    '/help/source-maps',
    '/settings',
    '/settings/projects/shop',
    '/settings/account',
    '/settings/preferences',
  ]) {
    await page.goto(path);
    await main.getByRole('heading', { level: 1 }).waitFor();
    await checkPage(page);
  }
  // A "not found" page renders inside the app shell, without JavaScript.
  const bare = await browser.newContext({
    baseURL: server.url,
    javaScriptEnabled: false,
    storageState: await page.context().storageState(),
  });
  const still = await bare.newPage();
  for (const path of ['/no-such-page', '/issues/NONE-1']) {
    await still.goto(path);
    await still.getByRole('heading', { name: 'Not found' }).waitFor();
    await still.getByRole('banner').getByText('Find').waitFor();
  }
  await bare.close();
  await page.goto('/no-such-page');
  await page.getByRole('heading', { name: 'Not found' }).waitFor();
  await checkPage(page);

  await page.setViewportSize({ width: 390, height: 844 });
  const bottomBar = page.getByRole('navigation', { name: 'Main' });
  await bottomBar.getByRole('button', { name: 'More' }).click();
  const more = page.getByRole('dialog', { name: 'More' });
  await more.getByRole('button', { name: 'Sign out' }).waitFor();
  await more.getByRole('link', { name: 'Feedback' }).click();
  await page.waitForURL('**/feedback');
  await more.waitFor({ state: 'detached' });
  await page.setViewportSize({ width: 1280, height: 800 });

  await page.goto('/settings/tokens');
  await main.getByLabel('Label').fill('deploy script');
  await main.getByLabel('Use', { exact: true }).selectOption('Read issues and events');
  await main.getByRole('button', { name: /create/i }).click();
  const tokenGroup = main.getByRole('group', { name: /token/i });
  await tokenGroup.waitFor();
  await checkPage(page);
  await throwError(server, shop);
  const answer = await server.api((await tokenGroup.textContent())!.trim(), 'GET', '/projects/main/shop/issues/');
  expect(answer.status).toBe(200);
});

const hostileReads = [
  'facet',
  'facetKeys',
  'facetQuery',
  'find',
  'findTest',
  'mergeTargets',
  'suggestions',
  'resolutionOptions',
  'shareLinks',
  'suggestedAssignees',
];

test('reads of a page refuse what they cannot understand, and other viewers', async () => {
  const read = async (name: string, params: unknown, request = page.request) => {
    const search = new URLSearchParams({ params: typeof params === 'string' ? params : JSON.stringify(params) });
    return (await request.get(`/read/${name}?${search}`)).status();
  };
  expect(await read('issueCounts', { list: { project: ['shop'] } })).toBe(200);
  for (const list of [null, 7, [[]], { query: 7 }, { project: { a: 1 } }, { range: ['x', 'y'] }])
    for (const name of ['issueCounts', 'issueUpdates']) expect(await read(name, { list }), name).toBe(200);
  for (const params of [
    {},
    { text: {}, cursor: [], projects: 7 },
    { issue: {}, text: [] },
    { project: [], eventId: 1 },
    { list: { shortId: {}, params: 7 }, key: {}, count: [], projects: {}, query: [], values: { a: 1 } },
  ])
    for (const name of hostileReads)
      expect(await read(name, params), `${name} ${JSON.stringify(params)}`).toBeLessThan(500);
  for (const params of ['{', '[]', '7', 'null']) expect(await read('find', params), params).toBe(400);
  expect(await read('constructor', {})).toBe(404);
  const { context } = await openPage();
  expect(await read('issueCounts', { list: {} }, context.request)).toBe(401);
});

test('long names without spaces wrap', async () => {
  const long = await server.createProject('long', 'javascript');
  const release = `${'q'.repeat(150)}@1.0.0`;
  await throwError(server, long, { type: `${'Long'.repeat(40)}Error`, value: 'z'.repeat(400), release });
  await throwError(server, long, { in: 'ship', release: `${'w'.repeat(150)}@2.0.0` });
  const bare = { exception: { values: [{ type: `${'Long'.repeat(40)}Error`, value: 'z'.repeat(400) }] } };
  await throwError(server, long, bare);
  await processed(server);
  await page.goto('/issues/LONG-3');
  await main.getByRole('region', { name: 'Grouping' }).waitFor();
  await checkPage(page);
  await page.goto('/settings/projects/long/source-maps');
  await main
    .getByRole('list', { name: /^Events: / })
    .getByText(release)
    .waitFor();
  await checkPage(page);
  await page.goto(`/releases/${encodeURIComponent(release)}/compare`);
  await main.getByText(/^Compare q+@1.0.0 with…$/).waitFor();
  await checkPage(page);
});
