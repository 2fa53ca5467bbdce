import { randomBytes } from 'node:crypto';
import type { Role } from '@seismo/server/parts';
import type { Request } from 'playwright-core';
import { expect, test } from 'vitest';
import { settled, submitSignIn } from './app/app.ts';
import { userOfEachRole, userOutside, roles, type TestUser } from './app/users.ts';
import { eventItem, newEventId, processed, send, throwError } from './app/send.ts';
import { owner } from './running-server.ts';
import { serverAndBrowser } from './app/server-and-browser.ts';
import type { Project } from './running-server.ts';

/** A signed-in user, with or without a role here. */
type Who = Pick<TestUser, 'cookie' | 'token'>;

const stranger = { ...owner, email: 'stranger@elsewhere.example' };
const secret = 'The vault of Ana is open';

const { server, signIn } = await serverAndBrowser();
const vault = await server.createProject('vault', 'javascript');
const garden = await foreignProject();
const eventId = newEventId();
const attachment = { header: { type: 'attachment', filename: 'vault.txt' }, payload: secret };
const event = { event_id: eventId, message: secret, tags: { owner: 'ana', digest: '3131397831' } };
await send(server, vault, [eventItem(event), attachment], eventId);
await processed(server);

/** A second organization with a user and a project. The command line creates only one, so this writes to the store. */
function foreignProject(): Promise<Project> {
  return server.withState(async (state) => {
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
  });
}

const signInStranger = () => signIn(stranger);

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

test('without a session, every page redirects to the sign-in page', async () => {
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

test('a forged session shows nothing, in HTML or router data', async () => {
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

test('signing in opens the requested page, and signing out leaves nothing behind', async () => {
  const { page, context } = await signIn();
  // The session ended elsewhere, but the browser still has its cookie.
  const [ended] = (await context.cookies()).filter(({ name }) => name === 'seismo_session');
  await context.addCookies([{ ...ended!, value: randomBytes(32).toString('base64url') }]);
  await page.goto('/issues/VAULT-1?frames=all');
  await submitSignIn(page, { ...owner, password: 'not the password' });
  await page.getByRole('alert').getByText('Wrong email address or password').waitFor();
  await submitSignIn(page, owner);
  await page.waitForURL('**/issues/VAULT-1?frames=all');
  const [session] = (await context.cookies()).filter(({ name }) => name === 'seismo_session');
  expect(session).toMatchObject({ httpOnly: true, sameSite: 'Lax' });

  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.waitForURL('**/sign-in');
  const answer = await fetch(`${server.url}${files()[0]}`, { headers: { cookie: `seismo_session=${session!.value}` } });
  expect(answer.status).toBe(401);
});

test('a user of another organization finds no issue, event, file, project or count', async () => {
  const { page, context } = await signInStranger();
  await page.getByText('Waiting for the first event from Garden').waitFor();
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
  await page.getByRole('dialog').getByText('No results').waitFor();
});

test("the live stream covers only the user's own projects", async () => {
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

test('a server action runs only for its own page and authorized users', async () => {
  const { page } = await signIn();
  const main = page.getByRole('main');
  await page.goto('/issues/VAULT-1');
  const actions: Request[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.headers()['next-action']) actions.push(request);
  });
  await main.getByRole('button', { name: 'Resolve', exact: true }).click();
  await page.getByRole('status').filter({ hasText: 'VAULT-1 resolved' }).waitFor();
  await main.getByRole('button', { name: 'Reopen', disabled: false }).click();
  await page.getByRole('status').filter({ hasText: 'VAULT-1 reopened' }).waitFor();
  // The page itself runs an action: it marks the issue as seen.
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
  // The issue page does not exist for them. From a page that does, the command itself refuses.
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

interface Right {
  what: string;
  /** The lowest role with the permission. */
  from: Role;
  /** A page or a file, and a text that only permitted users see. */
  page?: [path: string, shows: string];
  /** The path names no organization, so users of another organization see their own page. */
  pageOfOnesOwn?: true;
  /** Method, path and body; the body may depend on the role. */
  api?: [method: string, path: string, body?: (role: string) => object];
  /** A server action of the dashboard, recorded as a user with the permission. */
  action?: string;
}

const rights = (users: Record<Role, TestUser>, keyId: number): Right[] => [
  {
    what: 'look up the code of an error page',
    from: 'support',
    api: ['GET', '/organizations/main/error-codes/3131397831/'],
  },
  {
    what: 'read an issue',
    from: 'viewer',
    page: ['/issues/VAULT-1', secret],
    api: ['GET', '/issues/VAULT-1/'],
  },
  {
    what: 'list issues',
    from: 'viewer',
    page: ['/issues?query=', secret],
    api: ['GET', '/projects/main/vault/issues/?query='],
  },
  {
    what: 'read an event',
    from: 'viewer',
    page: [`/issues/VAULT-1/events/${eventId}/json`, secret],
    api: ['GET', `/projects/main/vault/events/${eventId}/`],
  },
  { what: 'read an attachment', from: 'viewer', page: [`/attachments/vault/${eventId}/0`, secret] },
  { what: 'export issues', from: 'viewer', page: ['/exports/issues?format=json&query=', `"value":"${secret}"`] },
  {
    what: 'read the ledger',
    from: 'viewer',
    page: ['/exports/ledger?project=vault', ',event,received,'],
    api: ['GET', '/organizations/main/exports/ledger.csv/?project=vault'],
  },
  {
    what: 'bookmark',
    from: 'viewer',
    action: 'bookmark',
    api: ['PUT', '/issues/VAULT-1/', () => ({ isBookmarked: true })],
  },
  {
    what: 'subscribe to an issue',
    from: 'viewer',
    api: ['PUT', '/issues/VAULT-1/', () => ({ isSubscribed: true })],
  },
  {
    what: 'change an issue',
    from: 'member',
    action: 'status',
    api: ['PUT', '/issues/VAULT-1/', () => ({ status: 'resolved' })],
  },
  {
    what: 'comment',
    from: 'member',
    action: 'comment',
    api: ['POST', '/issues/VAULT-1/comments/', (role) => ({ text: `as ${role}` })],
  },
  {
    what: 'make a release',
    from: 'member',
    api: ['POST', '/organizations/main/releases/', () => ({ version: '1.0', projects: ['vault'] })],
  },
  {
    what: 'read keys',
    from: 'viewer',
    page: ['/settings/projects/vault', vault.publicKey],
    api: ['GET', '/projects/main/vault/keys/'],
  },
  {
    what: 'change keys',
    from: 'admin',
    action: 'key limit',
    api: ['PUT', `/projects/main/vault/keys/${keyId}/`, () => ({ rateLimit: null })],
  },
  {
    what: 'change a project',
    from: 'admin',
    action: 'project',
    api: ['PUT', '/projects/main/vault/', () => ({ name: 'Vault' })],
  },
  {
    what: 'read who is there',
    from: 'viewer',
    page: ['/settings/members', owner.email],
    api: ['GET', '/organizations/main/members/'],
  },
  {
    what: 'change what somebody is',
    from: 'admin',
    action: 'role',
    api: ['PUT', `/organizations/main/members/${users.support.id}/`, () => ({ orgRole: 'support' })],
  },
  {
    what: 'make a team',
    from: 'admin',
    api: ['POST', '/organizations/main/teams/', (role) => ({ name: `Of ${role}` })],
  },
  {
    what: 'read the audit log',
    from: 'admin',
    page: ['/settings/audit', 'aria-label="Entries"'],
    pageOfOnesOwn: true,
    api: ['GET', '/organizations/main/audit-logs/'],
  },
  {
    what: 'find an end user',
    from: 'admin',
    page: ['/settings/end-users', 'name="username"'],
    pageOfOnesOwn: true,
    api: ['POST', '/organizations/main/end-users/find/', () => ({ identifiers: [{ kind: 'id', value: '1' }] })],
  },
  {
    what: 'read how people sign in',
    from: 'owner',
    page: ['/settings/sign-on', 'name="issuer"'],
    pageOfOnesOwn: true,
  },
];

interface Recorded {
  url: string;
  headers: Record<string, string>;
  body: Uint8Array<ArrayBuffer>;
}

/** Performs the actions as a permitted user and records their requests, each identified by a word in it. */
async function recordActions(): Promise<Record<string, Recorded>> {
  const { page, context } = await signIn();
  const main = page.getByRole('main');
  const sent = (word: string) =>
    page.waitForRequest((request) => Boolean(request.headers()['next-action'] && request.postData()?.includes(word)));
  const record = async (word: string, change: () => Promise<unknown>) => {
    await settled(page);
    const [request] = await Promise.all([sent(word), change()]);
    await request.response();
    return { url: request.url(), headers: await request.allHeaders(), body: new Uint8Array(request.postDataBuffer()!) };
  };
  await page.goto('/issues/VAULT-1');
  const status = await record('resolved', () => main.getByRole('button', { name: /^(Resolve|Reopen)$/ }).click());
  const bookmark = await record('bookmarked', () => page.keyboard.press('b'));
  await main.getByRole('textbox', { name: 'Comment' }).fill('Seen by hand');
  const comment = await record('Seen by hand', () =>
    main.getByRole('button', { name: 'Comment', exact: true }).click(),
  );
  await page.goto('/settings/projects/vault');
  const limit = await record('windowS', () => main.getByRole('button', { name: 'Save limit' }).click());
  await page.goto('/settings/projects/vault/general');
  const project = await record('vault', () => main.getByRole('button', { name: 'Save' }).first().click());
  await page.goto('/settings/members');
  const support = main.getByRole('listitem').filter({ hasText: 'support@matrix.example' });
  const saveRole = async (role: Role) => {
    await support.getByRole('combobox', { name: 'Role of' }).selectOption(role);
    await support.getByRole('button', { name: 'Save' }).click();
  };
  await record('viewer', () => saveRole('viewer'));
  await support.getByRole('status').waitFor();
  const role = await record('support', () => saveRole('support'));
  await context.close();
  return { status, bookmark, comment, 'key limit': limit, project, role };
}

/** Whether the action succeeds for this user. */
async function isDone({ url, headers: recorded, body }: Recorded, { cookie }: Who): Promise<boolean> {
  const names = ['next-action', 'next-router-state-tree', 'content-type', 'accept', 'origin'];
  const headers = Object.fromEntries(names.flatMap((name) => (recorded[name] ? [[name, recorded[name]]] : [])));
  const answer = await fetch(url, { method: 'POST', headers: { ...headers, cookie }, body });
  return (await answer.text()).includes('"ok":true');
}

test('each role has the same permissions in pages, actions and the API', async () => {
  const users = await userOfEachRole(server);
  const { cookie: strangersCookie, token: strangersToken } = await userOutside(server, 'elsewhere');
  const keys = await server.get<{ id: string }[]>('/api/0/projects/main/vault/keys/');
  const actions = await recordActions();
  const everybody: [role: Role | 'stranger', who: Who][] = [
    ...roles.map((role): [Role, Who] => [role, users[role]]),
    ['stranger', { cookie: strangersCookie, token: strangersToken }],
  ];
  for (const { what, from, page, pageOfOnesOwn, api, action } of rights(users, Number(keys[0]!.id))) {
    for (const [role, who] of everybody) {
      const may = role !== 'stranger' && roles.indexOf(role) >= roles.indexOf(from);
      const cell = `${role}: ${what}`;
      if (page && !(role === 'stranger' && pageOfOnesOwn)) {
        const answer = await fetch(`${server.url}${page[0]}`, { headers: { cookie: who.cookie } });
        expect.soft((await answer.text()).includes(page[1]), `${cell}, page`).toBe(may);
      }
      if (api) {
        const [method, path, body] = api;
        const answer = await server.api(who.token, method, path, body?.(role));
        const refused = role === 'stranger' ? 404 : 403;
        const status = answer.ok ? 200 : answer.status;
        expect.soft(status, `${cell}, API: ${await answer.text()}`).toBe(may ? 200 : refused);
      }
      if (action) expect.soft(await isDone(actions[action]!, who), `${cell}, action`).toBe(may);
    }
  }
});
