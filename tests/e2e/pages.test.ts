import { expect, test } from 'vitest';
import { confirmByName, focused, focusedOn, refusedAt, settled } from './app/app.ts';
import { checkPage } from './app/check-page.ts';
import { processed, throwError } from './app/send.ts';
import { openApp } from './app/server-and-browser.ts';
import { owner } from './running-server.ts';

const { server, browser, shop, page, main, openPage, signIn } = await openApp();

test('sign-in, settings, missing and empty pages fit the screen and are accessible', async () => {
  const { page: door } = await openPage();
  await door.goto('/sign-in');
  await door.getByRole('heading', { name: 'Sign in', exact: true }).waitFor();
  await checkPage(door);

  await main.getByText('Waiting for the first event from').waitFor();
  await checkPage(page);
  for (const path of [
    '/feedback',
    '/traces',
    '/traces/performance',
    '/traces/performance/group?in=shop&name=%2Fcart',
    '/traces/explore',
    '/traces/explore?dataset=errors&view=groups',
    '/traces/explore?view=heat-map',
    '/alerts',
    '/alerts?view=rules',
    '/alerts?view=channels&add=ntfy',
    '/alerts?view=maintenance',
    '/alerts?view=maintenance&window=new',
    '/alerts/rules/new',
    '/alerts/rules/1',
    '/help/source-maps',
    '/settings',
    '/settings/projects/shop',
    '/settings/account',
    '/settings/preferences',
    '/settings/notifications',
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
  'alertPreview',
  'exploreFields',
  'facet',
  'facetKeys',
  'facetQuery',
  'find',
  'findTest',
  'mentionable',
  'mergeTargets',
  'suggestions',
  'resolutionOptions',
  'shareLinks',
  'span',
  'suggestedAssignees',
  'tagKeys',
  'traceExcerpt',
  'traceRows',
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
    { issue: {}, shortId: {}, text: [] },
    { project: [], eventId: 1 },
    { trace: 'ab'.repeat(16), id: {}, version: {}, from: -1, count: 1e9, view: { collapsed: [{}, 7], find: [] } },
    { trace: 'ab'.repeat(16), id: 7, version: 1, from: 'x', count: null, view: 7 },
    { traceId: 'ab'.repeat(16), spanId: {}, eventId: [], projectId: {}, atMs: 'x' },
    { traceId: 'ab'.repeat(16), spanId: 'f'.repeat(16), eventId: 7, projectId: 1, atMs: 1e300 },
    { list: { shortId: {}, params: 7 }, key: {}, count: [], projects: {}, query: [], values: { a: 1 } },
    { list: { of: 'spans', params: [] }, of: 'spans', key: '(', count: 1e9, query: '(', without: {} },
    { list: { of: 'errors', params: { query: '(' } }, of: 'errors', key: 'level', count: -1, query: {}, without: [] },
    { list: { of: 'events', shortId: 7 }, of: 'events', key: 'constructor', projects: [{}] },
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

test('a form keeps its input after a refusal and without a response', async () => {
  const { page, context } = await signIn();
  await page.goto('/settings/members');
  await settled(page);
  const address = page.getByLabel('Email');
  const make = page.getByRole('button', { name: 'Create invite link' });
  await address.fill('edsger@example.com');
  await context.setOffline(true);
  await make.click();
  await page.getByRole('alert').filter({ hasText: 'is not responding' }).waitFor();
  expect(await address.inputValue()).toBe('edsger@example.com');
  await context.setOffline(false);
  await make.click();
  await page.getByRole('group', { name: 'invitation link' }).waitFor();
  await expect.poll(() => address.inputValue()).toBe('');
  await focused(make);

  // Inviting an existing member is refused, with an error at the field until it changes.
  await address.fill(owner.email);
  await make.click();
  await refusedAt(address, 'is already a member of this organization');
  expect(await address.inputValue()).toBe(owner.email);
  expect(await page.getByRole('main').getByRole('alert').count()).toBe(0);
  await checkPage(page);
  await address.fill('not-an-address@x');
  expect(await address.getAttribute('aria-invalid')).toBeNull();
  await make.click();
  await refusedAt(address, 'such as name@example.com');

  // A proxy in front of the server answers instead.
  await page.route('**/settings/members', (route) =>
    route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad Gateway</h1>' }),
  );
  await make.click();
  await page.getByRole('alert').filter({ hasText: 'is not responding' }).waitFor();
  expect(await address.inputValue()).toBe('not-an-address@x');
  await page.unroute('**/settings/members');

  // A page of an older server, whose actions had other IDs.
  await page.route('**/settings/members', async (route, request) => {
    const headers = { ...(await request.allHeaders()), 'next-action': '7f'.padEnd(42, '0') };
    await route.continue({ headers });
  });
  await make.click();
  const outdated = page.getByRole('alert').filter({ hasText: 'was updated after you opened this page' });
  await outdated.waitFor();
  expect(await address.inputValue()).toBe('not-an-address@x');
  await checkPage(page);
  await page.unroute('**/settings/members');
  await outdated.getByRole('button', { name: 'Reload' }).click();
  await outdated.waitFor({ state: 'detached' });
  await settled(page);
  await address.fill('barbara@example.com');
  await make.click();
  await page.getByRole('group', { name: 'invitation link' }).waitFor();

  // A refused selection is not displayed as selected.
  const own = page.getByRole('listitem').filter({ hasText: 'You' });
  const role = own.getByRole('combobox');
  await role.selectOption('member');
  await own.getByRole('button', { name: 'Save' }).click();
  await own.getByRole('alert').filter({ hasText: 'needs an owner' }).waitFor();
  await expect.poll(() => role.inputValue()).toBe('owner');
});

test('deleting an item moves the focus to its neighbor', async () => {
  const { page } = await signIn();
  await page.goto('/settings/tokens');
  for (const label of ['Deployment', 'Statistics']) {
    await page.getByLabel('Label').fill(label);
    await page.getByRole('button', { name: 'Create token' }).click();
    await page.getByRole('button', { name: `Delete the token ${label}` }).waitFor();
    await expect.poll(() => page.getByLabel('Label').inputValue()).toBe('');
  }
  // Deleting the last token of the list moves the focus to the token before it.
  for (const [label, after] of [
    ['Deployment', 'Delete the token Statistics'],
    ['Statistics', /^Delete the token (?!Statistics)/],
  ] as const) {
    await page.getByRole('button', { name: `Delete the token ${label}` }).click();
    await confirmByName(page, label, 'Delete token');
    await page.getByRole('button', { name: `Delete the token ${label}` }).waitFor({ state: 'detached' });
    await focusedOn(page, after);
  }
});
