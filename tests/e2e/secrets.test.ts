import { createHash, randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openPage, settled, signInByForm } from './app/app.ts';
import { throwLater } from './app/failing-page.ts';
import { userOfEachRole } from './app/users.ts';
import { processed, throwError } from './app/send.ts';
import { owner } from './running-server.ts';
import { serverAndBrowser } from './app/server-and-browser.ts';
import { eventsOf } from './shop/events.ts';

/** Every error of this test contains it, to show that the search covers their output. */
const visible = 'planted-and-visible';
const seed = 'JBSWY3DPEHPK3PXPSEEDPLANTED';
const clientSecret = 'client-secret-planted-here';

const { server, browser } = await serverAndBrowser();
const shop = await server.createProject('shop', 'javascript');
const reporter = 'mia.reporter@example.com';
await throwError(server, shop, { user: { email: reporter } });
await processed(server);

test('credentials are in no log, event, page, export or file in clear text', async () => {
  const { page } = await openPage(browser, server);
  await signInByForm(page, owner);
  const links = {
    invitation: await invite(page),
    signIn: new URL(await server.signInLink(owner.email)).pathname,
    reset: await resetLink(),
    shared: await share(),
    unsubscribe: await unsubscribeLink(),
  };
  const apiToken = await server.createToken('org:read');
  const { member } = await userOfEachRole(server);
  await plantStored(member.id);
  const cookie = (await page.context().cookies()).find(({ name }) => name === 'seismo_session')!.value;
  const secrets = {
    ...Object.fromEntries(Object.entries(links).map(([kind, path]) => [kind, path.split('/').at(-1)!])),
    apiToken: apiToken.replace('seismo_', ''),
    session: cookie,
    password: owner.password,
    seed,
    clientSecret,
  };

  await failAround(page, Object.values(links), apiToken);

  const written = await everythingWritten(page);
  for (const [where, text] of Object.entries(written)) {
    for (const [kind, secret] of Object.entries(secrets)) {
      expect(text.includes(secret), `${kind} in ${where}`).toBe(false);
    }
  }
  // Stored with its event, but not logged.
  expect(written['log']).not.toContain(reporter);
  for (const where of ['events', 'journal and stores', 'page of the issue'])
    expect(written[where], where).toContain(visible);
  expect(written['events']).toContain('/invitation/[redacted]');
  expect(written['log']).toContain('seismo_[redacted]');
});

async function invite(page: Page): Promise<string> {
  await page.goto('/settings/members');
  await page.getByLabel('Email').first().fill('invited@seismo.example');
  await page.getByRole('button', { name: 'Create invite link' }).click();
  const link = page.getByText(/\/invitation\/[\w-]{43}/);
  return new URL((await link.innerText()).trim()).pathname;
}

async function resetLink(): Promise<string> {
  const secret = randomBytes(32).toString('base64url');
  await server.withState(async (state) => {
    const { id: userId } = (await state.userByEmail(owner.email))!;
    const hash = createHash('sha256').update(secret).digest('hex');
    const expiresAtMs = Date.now() + 3_600_000;
    await state.write((tx) => tx.createSignInLink({ hash, userId, purpose: 'reset-password', expiresAtMs }));
  });
  return `/sign-in/reset/${secret}`;
}

async function unsubscribeLink(): Promise<string> {
  const token = await server.withState(async (state) => {
    const { id: userId } = (await state.userByEmail(owner.email))!;
    return state.unsubscribeToken({ userId, from: 'weekly-report' });
  });
  return `/unsubscribe/${token}`;
}

async function share(): Promise<string> {
  const token = await server.createToken('event:read', 'event:write', 'project:read', 'org:read');
  const [event] = await eventsOf(server, 'shop');
  const link = { event: event!.eventID, days: 7 };
  const answer = await server.api(token, 'POST', '/organizations/main/issues/SHOP-1/shares/', link);
  expect(answer.status).toBe(201);
  return new URL(((await answer.json()) as { url: string }).url).pathname;
}

/** Plants secrets that the server stores and must read again. */
async function plantStored(userId: number): Promise<void> {
  await server.withState(async (state) => {
    const { id: organizationId } = (await state.organizationBySlug('main'))!;
    await state.write(async (tx) => {
      await tx.setAuthenticator(userId as Parameters<typeof tx.setAuthenticator>[0], {
        secret: seed,
        enabledAtMs: 1,
        lastStep: 0,
      });
      await tx.setIdentityProvider({
        organizationId,
        name: 'Acme',
        issuer: 'https://login.example.com',
        clientId: 'seismo',
        clientSecret,
        domains: [],
        verifiedDomains: [],
        role: 'member',
      });
    });
  });
}

/** Errors of the server, the browser and the API, on URLs that grant access and with these URLs in the text. */
async function failAround(page: Page, paths: string[], apiToken: string): Promise<void> {
  for (const path of paths.filter((each) => !each.startsWith('/shared/'))) {
    await page.goto(path);
    await settled(page);
    const report = page.waitForResponse((answer) => answer.url().endsWith('/monitoring'));
    const { href, pathname } = new URL(page.url());
    await throwLater(page, `${visible} at ${href}, from /sign-in?next=${encodeURIComponent(pathname)}`);
    expect((await report).status()).toBe(200);
  }
  const state = new DatabaseSync(join(server.dataDir, 'state.sqlite'), { timeout: 30_000 });
  state.exec('ALTER TABLE organization RENAME TO organization_out_of_reach');
  try {
    for (const path of paths) await page.goto(path);
    const failed = await server.api(apiToken, 'GET', `/organizations/${apiToken}/`);
    expect(failed.status).toBe(500);
  } finally {
    state.exec('ALTER TABLE organization_out_of_reach RENAME TO organization');
    state.close();
  }
}

async function everythingWritten(page: Page): Promise<Record<string, string>> {
  const routes = async () => (await eventsOf(server, 'seismo')).map(({ tags }) => JSON.stringify(tags)).length;
  await expect.poll(routes).toBeGreaterThanOrEqual(3);
  const events = await Promise.all(
    (await eventsOf(server, 'seismo')).map(({ eventID }) =>
      server.get<object>(`/api/0/projects/main/seismo/events/${eventID}/`),
    ),
  );
  const [issue] = await server.get<{ shortId: string }[]>(
    `/api/0/projects/main/seismo/issues/?query=${encodeURIComponent(`"${visible}"`)}`,
  );
  await page.goto(`/issues/${issue!.shortId}`);
  const read = async (path: string) => (await page.request.get(path)).text();
  const files = await readdir(server.dataDir, { recursive: true, withFileTypes: true });
  const bytes = files
    .filter((file) => file.isFile() && !file.parentPath.startsWith(join(server.dataDir, 'kit')))
    .map((file) => contentOf(join(file.parentPath, file.name)));
  return {
    log: server.logged(),
    events: JSON.stringify(events),
    'page of the issue': await page.content(),
    'event as a file': await read(`/issues/${issue!.shortId}/events/latest/json`),
    'event as Markdown': await read(`/issues/${issue!.shortId}/events/latest/markdown`),
    'export of issues': await read('/exports/issues?format=json&query='),
    'audit log': await read('/exports/audit'),
    'journal and stores': (await Promise.all(bytes)).join('\n'),
  };
}

/** `''` if the running server has deleted the file since it was listed, or renamed it as it does with its lease. */
async function contentOf(path: string): Promise<string> {
  return readFile(path, 'latin1').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
}
