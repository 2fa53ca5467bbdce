import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { openSqliteState } from '@seismo/server/parts';
import type { Request } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { settled, signIn } from './desk/desk.ts';
import { eventItem, newEventId, processed, send, throwError } from './desk/send.ts';
import { owner, startServer } from './running-server.ts';
import type { Project, Server } from './running-server.ts';
import { openChromium } from './sdk/chromium.ts';

const stranger = { ...owner, email: 'stranger@elsewhere.example' };
const secret = 'The vault of Ana is open';

let server: Server;
let chromium: Awaited<ReturnType<typeof openChromium>>;
let vault: Project;
let garden: Project;
let eventId: string;

beforeAll(async () => {
  [server, chromium] = await Promise.all([startServer(), openChromium()]);
  vault = await server.createProject('vault', 'javascript');
  garden = await foreignProject();
  eventId = newEventId();
  const attachment = { header: { type: 'attachment', filename: 'vault.txt' }, payload: secret };
  const event = { event_id: eventId, message: secret, tags: { owner: 'ana' } };
  await send(server, vault, [eventItem(event), attachment], eventId);
  await processed(server);
});

afterAll(async () => {
  await chromium[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
});

/** A second organization with a person and a project of its own. The command line knows one only, so: the store. */
async function foreignProject(): Promise<Project> {
  const state = await openSqliteState(join(server.dataDir, 'state.sqlite'));
  try {
    const createdAtMs = Date.now();
    const publicKey = randomBytes(16).toString('hex');
    const passwordHash = (await state.userByEmail(owner.email))!.passwordHash;
    const id = await state.write(async (tx) => {
      const organizationId = await tx.createOrganization({ slug: 'elsewhere', name: 'Elsewhere', createdAtMs });
      const userId = await tx.createUser({ email: stranger.email, name: 'Stranger', passwordHash, createdAtMs });
      await tx.setMembership({ organizationId, userId, role: 'owner' });
      const project = { organizationId, slug: 'garden', name: 'Garden', platform: 'other', createdAtMs };
      const projectId = await tx.createProject(project);
      await tx.createKey({ projectId, label: 'Default', publicKey, active: true, rateLimit: null, createdAtMs });
      return projectId;
    });
    return { id, slug: 'garden', dsn: '', publicKey };
  } finally {
    await state.close();
  }
}

const signInStranger = () => signIn(chromium.browser, server, stranger);

const pages = () => [
  '/',
  '/issues',
  '/issues/VAULT-1',
  `/issues/VAULT-1/events/${eventId}`,
  '/projects',
  '/projects/vault',
  '/projects/new',
  '/projects/vault/start',
  '/stats',
  '/stats?project=vault',
  '/settings',
  '/settings/projects/vault',
  '/settings/projects/vault/general',
  '/settings/projects/vault/source-maps',
  '/releases?project=vault',
  '/releases/1.0',
  '/releases/1.0/compare?with=1.0',
  '/settings/projects/vault/environments',
  '/settings/tokens',
  '/settings/account',
];
const files = () => [`/issues/VAULT-1/events/${eventId}/json`, `/attachments/vault/${eventId}/0`, '/live'];

const tells = /vault of Ana|vault\.txt|Vault|owner@seismo/;

test('without a session every page leads to the sign-in page and shows nothing', async () => {
  for (const path of pages()) {
    const answer = await fetch(`${server.url}${path}`, { redirect: 'manual' });
    expect(answer.status, path).toBe(307);
    expect(new URL(answer.headers.get('location')!, server.url).pathname, path).toBe('/sign-in');
    expect(await answer.text(), path).not.toMatch(tells);
  }
  for (const path of files()) {
    const answer = await fetch(`${server.url}${path}`, { redirect: 'manual' });
    expect([307, 401], path).toContain(answer.status);
    expect(await answer.text(), path).not.toMatch(tells);
  }
});

test('a made-up session is none: nothing is shown, in HTML or in what the router fetches', async () => {
  const cookie = `seismo_session=${randomBytes(32).toString('base64url')}`;
  for (const path of pages()) {
    for (const headers of [{ cookie }, { cookie, rsc: '1' }]) {
      const answer = await fetch(`${server.url}${path}`, { redirect: 'manual', headers });
      expect(await answer.text(), path).not.toMatch(tells);
    }
  }
  for (const path of files()) {
    const answer = await fetch(`${server.url}${path}`, { redirect: 'manual', headers: { cookie } });
    expect(answer.status, path).toBe(401);
    expect(await answer.text(), path).not.toMatch(tells);
  }
});

test('after signing in one is where one wanted to go, and after signing out nothing is left', async () => {
  const { page, context } = await signIn(chromium.browser, server);
  await context.clearCookies();
  await page.goto('/issues/VAULT-1?frames=all');
  await page.getByLabel('E-mail').fill(owner.email);
  await page.getByLabel('Password').fill('not the password');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('alert').getByText('do not belong together').waitFor();
  await page.getByLabel('E-mail').fill(owner.email);
  await page.getByLabel('Password').fill(owner.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL('**/issues/VAULT-1?frames=all');
  const [session] = (await context.cookies()).filter(({ name }) => name === 'seismo_session');
  expect(session).toMatchObject({ httpOnly: true, sameSite: 'Lax' });

  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.waitForURL('**/sign-in');
  const answer = await fetch(`${server.url}${files()[0]}`, { headers: { cookie: `seismo_session=${session!.value}` } });
  expect(answer.status).toBe(401);
});

test('a person of another organization finds nothing: no issue, event, file, project or figure', async () => {
  const { page, context } = await signInStranger();
  await page.getByText('Garden has not sent anything yet').waitFor();
  const gone = [
    '/issues/VAULT-1',
    `/issues/VAULT-1/events/${eventId}`,
    '/projects/vault/start',
    '/settings/projects/vault',
    '/settings/projects/vault/source-maps',
    '/releases/1.0',
    '/releases/1.0/compare?with=1.0',
    '/settings/projects/vault/environments',
    '/stats?project=vault',
  ];
  for (const path of gone) {
    await page.goto(path);
    await page.getByRole('heading', { name: 'Not found' }).waitFor();
    expect(await page.content(), path).not.toMatch(tells);
  }
  for (const path of ['/stats', '/issues?query=', '/settings']) {
    await page.goto(path);
    await page.getByRole('main').getByText('Garden').first().waitFor({ state: 'attached' });
    expect(await page.content(), path).not.toMatch(tells);
  }
  for (const path of files().slice(0, 2)) {
    const answer = await context.request.get(path);
    expect(answer.status(), path).toBe(404);
    expect(await answer.text(), path).not.toMatch(tells);
  }
  await page.goto('/issues');
  await settled(page);
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').getByRole('combobox').fill(eventId);
  await page.getByRole('dialog').getByText('Nothing found').waitFor();
});

test('the live stream tells of the own projects only', async () => {
  const { page } = await signInStranger();
  await page.goto('/settings/account');
  await page.evaluate(async () => {
    const heard: string[] = [];
    const source = new EventSource('/live');
    source.addEventListener('message', ({ data }) => heard.push(String(data)));
    Object.assign(window, { heard });
    await new Promise((resolve) => source.addEventListener('open', resolve, { once: true }));
  });
  const heard = () => page.evaluate(() => Reflect.get(window, 'heard') as string[]);
  await throwError(server, vault);
  await processed(server);
  await throwError(server, vault, { in: 'elsewhere' });
  await processed(server);
  await throwError(server, garden);
  await expect.poll(heard).toEqual(['change']);
});

test('the tunnel path shows nothing of the app, and neither does a wrong method', async () => {
  for (const method of ['GET', 'HEAD', 'PUT', 'DELETE']) {
    const answer = await fetch(`${server.url}/monitoring`, { method, redirect: 'manual' });
    expect(answer.status, method).toBeGreaterThanOrEqual(400);
    expect(await answer.text(), method).not.toMatch(/<html|seismo/i);
  }
});

test('a server action is done for its own page and its own people only', async () => {
  const { page } = await signIn(chromium.browser, server);
  const main = page.getByRole('main');
  await page.goto('/issues/VAULT-1');
  const actions: Request[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.headers()['next-action']) actions.push(request);
  });
  await main.getByRole('button', { name: 'Resolve', exact: true }).click();
  await main.getByRole('button', { name: 'Reopen' }).click();
  await main.getByRole('button', { name: 'Resolve', exact: true }).waitFor();
  // The page has actions of its own: that it was seen.
  const resolve = actions.find((action) => action.postData()?.includes('resolved'));
  const recorded = await resolve!.allHeaders();
  const body = resolve!.postDataBuffer()!;

  const replay = (change: Record<string, string>, path = '/issues/VAULT-1') => {
    const names = ['next-action', 'next-router-state-tree', 'content-type', 'accept', 'origin', 'cookie'];
    const headers = Object.fromEntries(names.flatMap((name) => (recorded[name] ? [[name, recorded[name]]] : [])));
    const url = new URL(path, server.url);
    return fetch(url, { method: 'POST', headers: { ...headers, ...change }, body: new Uint8Array(body) });
  };
  const status = async () =>
    (await server.get<{ status: string }[]>('/api/0/projects/main/vault/issues/?query=')).find(
      (issue) => Reflect.get(issue, 'shortId') === 'VAULT-1',
    )?.status;

  const foreignPage = await replay({ origin: 'https://elsewhere.example' });
  expect(foreignPage.status).toBeGreaterThanOrEqual(400);
  expect(await status()).toBe('unresolved');

  const { context: elsewhere } = await signInStranger();
  const [session] = (await elsewhere.cookies()).filter(({ name }) => name === 'seismo_session');
  const cookie = `seismo_session=${session!.value}`;
  // The page of the issue does not exist for them; from a page that does, the command itself refuses.
  expect(await (await replay({ cookie })).text()).not.toContain('"ok":true');
  expect(await (await replay({ cookie }, '/issues')).text()).toContain('"ok":false');
  expect(await status()).toBe('unresolved');

  const nobody = await replay({ cookie: 'seismo_session=made-up' });
  await nobody.text();
  expect(await status()).toBe('unresolved');

  const own = await replay({});
  expect(await own.text()).toContain('"ok":true');
  expect(await status()).toBe('resolved');
});
