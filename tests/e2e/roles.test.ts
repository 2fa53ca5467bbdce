import type { Page, Request } from 'playwright-core';
import { expect, test } from 'vitest';
import { confirmByName, settled, submitSignIn } from './app/app.ts';
import { checkPage } from './app/check-page.ts';
import { userOfEachRole, roles } from './app/users.ts';
import { serverAndBrowser } from './app/server-and-browser.ts';

type Role = (typeof roles)[number];

const { server, openPage, signIn } = await serverAndBrowser({ demo: true });
const users = await userOfEachRole(server);
const issues = await server.get<{ shortId: string; count: string }[]>(
  '/api/0/organizations/main/issues/?project=shop-web&query=is%3Aunresolved',
);
const shortId = issues.find(({ count }) => Number(count) > 1)!.shortId;

async function openAs(role: Role) {
  const app = await openPage();
  const [name, value] = users[role].cookie.split('=') as [string, string];
  await app.context.addCookies([{ name, value, url: server.url }]);
  return app;
}

/** The controls of a page, and the lowest role that sees each. */
const offered: Record<string, [name: string | RegExp, from: Role][]> = {
  [`/issues/${shortId}`]: [
    ['Bookmark', 'viewer'],
    ['Subscribe', 'viewer'],
    ['Resolve', 'member'],
    ['Archive', 'member'],
    [/^Priority: /, 'member'],
    ['Share', 'member'],
    ['Comment', 'member'],
    ['Split event', 'member'],
    ['More', 'member'],
  ],
  '/issues?project=shop-web': [
    [/^Resolve /, 'member'],
    [/^Archive until it escalates /, 'member'],
    ['Columns', 'viewer'],
  ],
  '/feedback': [[/^Mark as done: /, 'member']],
  '/issues?project=shop-web&query=level%3Aerror': [['Create alert rule', 'admin']],
  '/alerts?view=rules': [
    ['Turn off', 'admin'],
    [/^New rule for /, 'admin'],
  ],
  '/alerts?view=channels&add=webhook': [['Add channel and send test', 'admin']],
  '/alerts?view=maintenance': [
    ['Start maintenance now', 'admin'],
    ['New window', 'admin'],
  ],
  '/alerts?view=maintenance&window=new': [['Add window', 'admin']],
  '/alerts/rules/new': [['Create rule', 'admin']],
  '/alerts/rules/1': [
    ['Save rule', 'admin'],
    ['Snooze rule', 'admin'],
    ['Delete rule', 'admin'],
  ],
  '/settings': [['New project', 'admin']],
  '/projects': [['New project', 'admin']],
  '/settings/projects/shop-web': [
    ['Create key', 'admin'],
    ['Save limit', 'admin'],
    ['Disable key', 'admin'],
  ],
  '/settings/projects/shop-web/general': [
    ['Save', 'admin'],
    ['Delete project', 'admin'],
  ],
  '/settings/projects/shop-web/filters': [['Save', 'admin']],
  '/settings/projects/shop-web/grouping': [['Save', 'admin']],
  '/settings/projects/shop-web/privacy': [['Save', 'admin']],
  '/settings/projects/shop-web/source': [['Save', 'admin']],
  '/settings/projects/shop-web/limits': [[/^Turn (on|off)$/, 'admin']],
  '/settings/projects/shop-web/environments': [[/^Hide /, 'admin']],
  '/settings/projects/shop-web/ownership': [['Save rules', 'admin']],
  '/settings/notifications': [['Save', 'viewer']],
  '/settings/teams': [['Create team', 'admin']],
  '/settings/end-users': [['Find', 'admin']],
  '/settings/members': [['Create invite link', 'admin']],
  '/settings/organizations': [
    ['Save', 'admin'],
    ['Create organization', 'admin'],
    [/^Delete /, 'owner'],
    [/^Leave /, 'viewer'],
  ],
};

test.each(['viewer', 'member', 'admin', 'owner'] as const)('a %s sees exactly the allowed actions', async (role) => {
  const { page } = await openAs(role);
  for (const [path, controls] of Object.entries(offered)) {
    await page.goto(path);
    await settled(page);
    for (const [name, from] of controls) {
      const exact = typeof name === 'string';
      const main = page.getByRole('main');
      const found = main.getByRole('button', { name, exact }).or(main.getByRole('link', { name, exact }));
      const may = roles.indexOf(role) >= roles.indexOf(from);
      expect.soft((await found.count()) > 0, `${role} at ${path}: ${String(name)}`).toBe(may);
    }
  }
});

test('a form of other roles names them and has no buttons', async () => {
  const { page } = await openAs('member');
  const main = page.getByRole('main');
  await page.goto('/settings/projects/shop-web/privacy');
  await main.getByText('Only owners and admins can change this.').waitFor();
  expect(await main.getByRole('checkbox', { name: 'Texts' }).isDisabled()).toBe(true);
  expect(await main.getByRole('button').count()).toBe(0);
  await page.goto('/projects/new');
  await main.getByText('Only owners and admins can create projects').waitFor();
  await page.goto('/settings');
  const nav = page.getByRole('navigation', { name: 'Settings' });
  await nav.getByRole('link', { name: 'Members' }).waitFor();
  expect(await nav.getByRole('link', { name: 'Audit log' }).count()).toBe(0);
  expect(await nav.getByRole('link', { name: 'Single sign-on' }).count()).toBe(0);
});

test('no button that a viewer can press is refused', { timeout: 300_000 }, async () => {
  const { page } = await openAs('viewer');
  const main = page.getByRole('main');
  const answers: Promise<string>[] = [];
  page.on('request', (request) => {
    if (request.headers()['next-action']) answers.push(answerTo(request));
  });
  const looked = ['/stats', '/releases', '/projects/shop-web', '/projects/shop-web/start'];
  for (const path of [...Object.keys(offered), ...looked, '/settings/projects/shop-web/source-maps']) {
    await page.goto(path);
    await settled(page);
    for (const [index, name] of (await pressable(page)).entries()) {
      // A dialog or fold that the last button opened may cover this one.
      if (index > 0) {
        await page.goto(path);
        await settled(page);
      }
      const button = main.getByRole('button', { name, exact: true }).first();
      await button.evaluate((element: HTMLElement) => element.click());
      // The request of the key press is sent within two frames.
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
      for (const answer of await Promise.all(answers.splice(0))) {
        expect.soft(answer, `${path}: ${name}`).not.toMatch(/You may see this|"ok":false/);
      }
    }
  }

  // A user can create a token with every offered scope.
  await page.goto('/settings/tokens');
  await main.getByLabel('Label').fill('Everything');
  for (const scope of await main.getByRole('checkbox').all()) await scope.check();
  await main.getByRole('button', { name: 'Create token' }).click();
  await main.getByText('Copy this token now.').waitFor();
});

/** The body of the response; empty if the page was left before it arrived. */
async function answerTo(request: Request): Promise<string> {
  const answer = await request.response();
  return answer === null ? '' : answer.text().catch(() => '');
}

/** Names of the buttons of a page, except for those that only copy, fold, search, or leave an organization. */
async function pressable(page: Page): Promise<string[]> {
  const names = await page
    .getByRole('main')
    .getByRole('button')
    .evaluateAll((buttons) =>
      buttons
        .filter((button) => button.checkVisibility() && !button.hasAttribute('aria-expanded'))
        .filter((button) => !(button as HTMLButtonElement).form?.getAttribute('action')?.startsWith('/'))
        .map((button) => (button.getAttribute('aria-label') ?? (button as HTMLElement).innerText).trim()),
    );
  return [...new Set(names)].filter((name) => name !== '' && !/^(Copy|Leave)/.test(name));
}

test('a viewer sees an issue without empty forms; shortcuts and palette offer only allowed actions', async () => {
  const { page } = await openAs('viewer');
  const main = page.getByRole('main');
  await page.goto(`/issues/${shortId}`);
  await settled(page);
  expect(await main.getByRole('textbox', { name: 'Comment' }).count()).toBe(0);
  await checkPage(page);
  await page.keyboard.press('e');
  await page.getByRole('status').getByText('Only owners, admins and members can do this.').waitFor();
  await page.keyboard.press('?');
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await sheet.getByText('Add or remove bookmark').waitFor();
  expect(await sheet.getByText('Resolve or reopen issue').count()).toBe(0);
  expect(await sheet.getByText('Write a comment').count()).toBe(0);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Find anything' });
  await palette.getByRole('option', { name: /^(Bookmark|Remove bookmark)$/ }).waitFor();
  for (const name of [/^Resolve/, /^Assign/, /^Share/, /^Delete/, 'New project', 'Audit log']) {
    expect(await palette.getByRole('option', { name }).count(), String(name)).toBe(0);
  }
  await page.keyboard.press('Escape');

  // Selected rows get a personal flag.
  await page.goto('/issues');
  await settled(page);
  await page
    .getByRole('checkbox', { name: /^Select / })
    .first()
    .check();
  const toolbar = page.getByRole('toolbar', { name: 'Selected issues' });
  await toolbar.getByRole('button', { name: 'Mark' }).waitFor();
  expect(await toolbar.getByRole('button', { name: /Resolve|Archive|Assign|Priority|Merge|Reopen/ }).count()).toBe(0);
  await checkPage(page);
  await page.goto('/settings/projects/shop-web/filters');
  await checkPage(page);
});

test('the support role cannot open other pages by URL', async () => {
  const { page } = await openAs('support');
  for (const path of [
    '/projects/new',
    '/releases',
    '/stats',
    '/projects',
    '/feedback',
    '/traces',
    '/traces/performance',
    '/traces/performance/group?in=shop&name=%2F',
    '/traces/explore',
    `/traces/${'ab'.repeat(16)}`,
    '/alerts',
    '/alerts/rules/1',
    '/alerts/rules/new',
  ]) {
    await page.goto(path);
    await page.getByRole('heading', { name: 'Not found' }).waitFor();
  }
  await page.goto('/settings');
  await page.waitForURL('**/settings/account');
  const nav = page.getByRole('navigation', { name: 'Settings' });
  await expect
    .poll(() => nav.getByRole('link').allInnerTexts())
    .toEqual(['Account', 'Preferences', 'Notifications', 'Sign-in and security', 'API tokens', 'General']);
  await checkPage(page);
});

test('an open page notices that its session ended, and returns to the same page after signing in', async () => {
  const grace = await server.createUser('grace@seismo.example', 'member');
  const [open, elsewhere] = [await signIn(grace), await signIn(grace)];
  await open.page.goto(`/issues/${shortId}?range=7d`);
  await open.page.getByRole('textbox', { name: 'Comment' }).fill('Half a thought');
  await elsewhere.page.goto('/settings/security');
  await elsewhere.page.getByRole('button', { name: 'Sign out everywhere else' }).click();
  await confirmByName(elsewhere.page, grace.email, 'Sign out everywhere else');
  const notice = open.page.getByRole('alert').filter({ hasText: 'You are signed out' });
  await notice.waitFor();
  expect(await open.page.getByRole('textbox', { name: 'Comment' }).inputValue()).toBe('Half a thought');
  await checkPage(open.page);
  await notice.getByRole('link', { name: 'Sign in again' }).click();
  await submitSignIn(open.page, grace);
  await open.page.waitForURL(`**/issues/${shortId}?range=7d`);
});

test('an open page follows a changed role', async () => {
  const { page } = await openAs('member');
  await page.goto(`/issues/${shortId}`);
  const resolve = page.getByRole('main').getByRole('button', { name: 'Resolve', exact: true });
  await resolve.waitFor();
  await setRole('viewer');
  await page.getByText('Your permissions have changed.').waitFor();
  await resolve.waitFor({ state: 'detached' });
  await setRole('member');
  await resolve.waitFor();
});

async function setRole(orgRole: Role): Promise<void> {
  const path = `/organizations/main/members/${users.member.id}/`;
  const answer = await server.api(users.owner.token, 'PUT', path, { orgRole });
  expect(answer.status, await answer.text()).toBe(200);
}

test('a list shows that it is not live while the server is down', async () => {
  const { page } = await openAs('viewer');
  await page.goto('/issues');
  await settled(page);
  const pill = page.getByRole('status').getByText('Live updates paused');
  await server.restart(async () => {
    await pill.waitFor();
    await page.locator('[data-row]').first().waitFor();
  });
  await pill.waitFor({ state: 'detached' });
});
