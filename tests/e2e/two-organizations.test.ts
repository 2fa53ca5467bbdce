import { createHash, randomBytes } from 'node:crypto';
import type { OrganizationId, UserId } from '@seismo/protocol';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { confirmByName, isSaved, settled } from './app/app.ts';
import { checkPage } from './app/check-page.ts';
import { processed, throwError } from './app/send.ts';
import { owner, type Project } from './running-server.ts';
import { serverAndBrowser } from './app/server-and-browser.ts';

let main: OrganizationId;
let other: OrganizationId;
let userId: UserId;

/** `main` is the older organization: code that takes the first match by name would find the objects of `main`. */
const { server, openPage, signIn } = await serverAndBrowser();
const token = await server.createToken('org:read', 'project:read', 'event:read', 'team:read', 'member:read');
const first = await server.createProject('double', 'javascript');
await server.createProject('mine', 'javascript');
const second = await server.withState(async (state) => {
  ({ id: userId } = (await state.userByEmail(owner.email))!);
  main = (await state.organizationBySlug('main'))!.id;
  const createdAtMs = Date.now();
  const publicKey = randomBytes(16).toString('hex');
  return state.write(async (tx): Promise<Project> => {
    other = await tx.createOrganization({ slug: 'other', name: 'Other', createdAtMs });
    await tx.setMembership({ organizationId: other, userId, role: 'owner' });
    const project = { organizationId: other, slug: 'double', name: 'double', platform: 'javascript', createdAtMs };
    const projectId = await tx.createProject(project);
    await tx.createKey({ projectId, label: 'Default', publicKey, active: true, rateLimit: null, createdAtMs });
    for (const organizationId of [main, other]) {
      await tx.createTeam({ organizationId, slug: 'web', name: 'Web', createdAtMs });
      const search = {
        name: 'Loud',
        query: 'level:error',
        sort: 'last-seen',
        status: '',
        settings: '',
        shared: true,
        createdAtMs,
      };
      await tx.createSavedSearch({ ...search, list: 'issues', organizationId, userId });
    }
    return { id: projectId, slug: 'double', dsn: '', publicKey };
  });
});
for (const [project, value] of [
  [first, 'said in main'],
  [second, 'said in other'],
] as const) {
  await throwError(server, project, { value, in: 'pay' });
  await throwError(server, project, { value, in: 'refund' });
  await throwError(server, project, { value, in: 'ship' });
}
await processed(server);

async function get(path: string): Promise<{ status: number; body: unknown }> {
  const answer = await server.api(token, 'GET', `/organizations${path}`);
  return { status: answer.status, body: await answer.json() };
}

/** The data of an organization, as the API returns it. */
async function held(organization: string) {
  const issues = (await get(`/${organization}/issues/?query=`)).body as Record<string, unknown>[];
  return {
    projects: ((await get(`/${organization}/projects/`)).body as { slug: string }[]).map(({ slug }) => slug),
    issues: Object.fromEntries(
      issues.map(({ shortId, status, assignedTo, isBookmarked }) => [shortId, { status, assignedTo, isBookmarked }]),
    ),
    comments: await Promise.all(
      issues.map(async ({ shortId }) => (await get(`/${organization}/issues/${shortId as string}/comments/`)).body),
    ),
    teams: ((await get(`/${organization}/teams/`)).body as { slug: string; memberCount: number }[]).map(
      ({ slug, memberCount }) => [slug, memberCount],
    ),
    searches: ((await get(`/${organization}/searches/`)).body as { name: string }[]).map(({ name }) => name),
  };
}

const select = async (page: Page, name: string) => {
  const list = page.getByRole('banner').getByRole('combobox', { name: 'Organization' }).last();
  const saved = isSaved(page);
  await list.selectOption({ label: name });
  await saved;
  await expect.poll(() => list.evaluate((element: HTMLSelectElement) => element.selectedOptions[0]?.text)).toBe(name);
  await settled(page);
};

test('actions in one organization never affect another one with the same names', async () => {
  const { page, context } = await signIn();
  const mainArea = page.getByRole('main');
  await select(page, 'Other');
  const before = await held('main');
  expect(Object.keys(before.issues).sort()).toEqual(['DOUBLE-1', 'DOUBLE-2', 'DOUBLE-3']);

  await page.goto('/issues');
  await mainArea.getByText('said in other').first().waitFor();
  expect(await mainArea.getByText('said in main').count()).toBe(0);

  // Actions on a row, then on several.
  await mainArea.getByRole('row', { name: /DOUBLE-1/ }).hover();
  await mainArea.getByRole('button', { name: 'Resolve DOUBLE-1' }).click();
  await page.getByRole('status').filter({ hasText: 'DOUBLE-1 resolved' }).waitFor();
  await expect.poll(async () => (await held('other')).issues['DOUBLE-1']).toMatchObject({ status: 'resolved' });
  await mainArea.getByRole('checkbox', { name: 'Select DOUBLE-2' }).check();
  await page.getByRole('toolbar').getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Bookmark', exact: true }).click();
  await expect.poll(async () => (await held('other')).issues['DOUBLE-2']).toMatchObject({ isBookmarked: true });

  // On an issue's page, also after another tab has switched the organization.
  await page.goto('/issues/DOUBLE-2');
  await mainArea.getByText('said in other').first().waitFor();
  const tab = await context.newPage();
  await tab.goto(`${server.url}/issues`);
  await select(tab, 'Main');
  await tab.getByRole('main').getByText('said in main').first().waitFor();
  await mainArea.getByRole('textbox', { name: 'Comment' }).fill('Seen in other.');
  await mainArea.getByRole('button', { name: 'Comment', exact: true }).click();
  await expect.poll(async () => JSON.stringify((await held('other')).comments)).toContain('Seen in other.');
  await select(tab, 'Other');
  await tab.close();
  await page.goto('/issues/DOUBLE-3');
  await mainArea.getByText('said in other').first().waitFor();
  await mainArea.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: /Delete/ }).click();
  await confirmByName(page, 'DOUBLE-3', 'Delete issue');
  await processed(server);
  await expect.poll(async () => Object.keys((await held('other')).issues).sort()).toEqual(['DOUBLE-1', 'DOUBLE-2']);

  await page.goto('/issues?query=level:error');
  await mainArea.getByRole('button', { name: 'Delete saved search Loud' }).click();
  await expect.poll(async () => (await held('other')).searches).toEqual([]);

  await page.goto('/settings/teams');
  await settled(page);
  await mainArea.getByRole('button', { name: /^Actions for / }).click();
  await mainArea.getByRole('menuitem', { name: 'Delete team…' }).click();
  await confirmByName(page, 'web', 'Delete team');
  await expect.poll(async () => (await held('other')).teams).toEqual([]);

  await page.goto('/settings/projects/double/general');
  await settled(page);
  await mainArea.getByRole('button', { name: 'Delete project' }).click();
  await confirmByName(page, 'double', 'Delete project');
  await page.waitForURL('**/projects');
  await processed(server);
  await expect.poll(async () => (await held('other')).projects).toEqual([]);

  expect(await held('main')).toEqual(before);
  // A page that exists in another organization only selects that organization.
  await page.goto('/issues/DOUBLE-1');
  await mainArea.getByText('said in main').first().waitFor();
  await page.goto('/issues');
  await mainArea.getByText('said in main').first().waitFor();
});

test('a session that began at an organization’s provider shows that organization, and cannot change the account', async () => {
  const cookie = randomBytes(32).toString('base64url');
  await server.withState((state) =>
    state.write((tx) =>
      tx.createSession({
        hash: createHash('sha256').update(cookie).digest('hex'),
        userId,
        method: 'single-sign-on',
        organizationId: other,
        userAgent: '',
        address: null,
        createdAtMs: Date.now(),
        expiresAtMs: Date.now() + 3_600_000,
      }),
    ),
  );
  const { page, context } = await openPage();
  await context.addCookies([{ name: 'seismo_session', value: cookie, url: server.url }]);
  for (const path of ['/projects/mine', '/settings/projects/mine', '/issues?project=mine']) {
    await page.goto(path);
    await page.getByRole('heading', { name: 'Not found' }).waitFor();
  }
  for (const path of [
    '/issues',
    '/issues/DOUBLE-1',
    '/issues/DOUBLE-3',
    '/releases/shop@1.0.0',
    '/projects',
    '/stats',
    '/settings/members',
    '/settings/audit',
    '/settings/teams',
  ]) {
    await page.goto(path);
    await settled(page);
    expect(await page.content(), path).not.toContain('said in main');
    expect(await page.getByRole('link', { name: 'mine', exact: true }).count(), path).toBe(0);
  }
  await page.goto('/settings/organizations');
  await page.getByRole('region', { name: 'Other', exact: true }).waitFor();
  expect(await page.getByRole('region', { name: 'Main', exact: true }).count()).toBe(0);
  expect(await page.getByRole('region', { name: 'New organization' }).count()).toBe(0);
  await page.goto('/settings/security');
  await page.getByText('this session cannot change your account').waitFor();
  expect(await page.getByLabel('Current password').count()).toBe(0);
  await page.getByText('Single sign-on, Other only').waitFor();
  await checkPage(page);
});
