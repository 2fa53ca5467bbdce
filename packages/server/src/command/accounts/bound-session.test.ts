import { beforeEach, expect, test } from 'vitest';
import type { OrganizationId, UserId } from '@seismo/protocol';
import type { Viewer } from '#domain/permissions/viewer.ts';
import { openTestServer, type TestServer } from '../../testing/test-server.ts';
import { createUser } from './create-user.ts';
import { startSession } from './start-session.ts';

const visit = { address: null, userAgent: '' };
const eve = { email: 'eve@example.com', name: 'Eve', password: 'correct horse' };

let server: TestServer;
let main: OrganizationId;
let other: OrganizationId;
let userId: UserId;
beforeEach(async () => {
  server = await openTestServer();
  userId = await createUser(server.deps, { ...eve, role: 'owner' });
  main = (await server.state.organizationBySlug('main'))!.id;
  other = await server.organization('other');
  await server.state.write((tx) => tx.setMembership({ organizationId: other, userId, role: 'admin' }));
});

async function throughProvider() {
  const provider = { organizationId: other, name: 'Other Login' };
  const { cookie } = await server.state.write((tx) =>
    startSession(server.deps, tx, userId, visit, 'single-sign-on', provider),
  );
  return { cookie, viewer: await server.query.viewerOfSession(cookie, null) };
}

async function byPassword() {
  const signedIn = await server.command.signIn(eve, visit);
  const { cookie } = signedIn as { cookie: string };
  return { cookie, viewer: await server.query.viewerOfSession(cookie, null) };
}

const refused = (action: Promise<unknown>) =>
  expect(action).rejects.toMatchObject({ code: 'forbidden', message: expect.stringMatching(/identity provider/) });

test('a session that began at an organization’s provider sees that organization and no other', async () => {
  const { viewer } = await throughProvider();
  expect(viewer.memberships).toEqual([{ organizationId: other, role: 'admin' }]);
  expect((await server.query.me(viewer))!.organizations.map(({ slug }) => slug)).toEqual(['other']);
  await expect(server.query.members(viewer, 'main')).rejects.toMatchObject({ code: 'not-found' });
  expect((await byPassword()).viewer.memberships.map(({ organizationId }) => organizationId)).toEqual([main, other]);
});

test('it sees nothing once the membership ends', async () => {
  const { cookie } = await throughProvider();
  await server.state.write((tx) => tx.deleteMembership(other, userId));
  expect((await server.query.viewerOfSession(cookie, null)).memberships).toEqual([]);
});

test('it ends with the provider, and a session of the account itself does not', async () => {
  const [bound, free] = [await throughProvider(), await byPassword()];
  const facts = { name: 'Other Login', issuer: 'https://id.example.com', clientId: 'x', clientSecret: 'y' };
  const provider = { ...facts, organizationId: other, domains: [], verifiedDomains: [], role: 'member' as const };
  await server.state.write((tx) => tx.setIdentityProvider(provider));
  const owner = await server.user(other, 'owner');
  await server.command.deleteIdentityProvider(owner, 'other');
  expect((await server.query.viewerOfSession(bound.cookie, null)).userId).toBeNull();
  expect((await server.query.viewerOfSession(free.cookie, null)).userId).toBe(userId);
  const filter = { userId: null, action: 'identity-provider-delete' as const, cursor: null, count: 1 };
  const { entries } = await server.query.auditLog(owner, 'other', filter);
  expect(entries[0]!.detail).toBe('Other Login, 1 session ended');
});

test('it cannot change the account, join an organization or create one', async () => {
  const { viewer } = await throughProvider();
  const { command, query } = server;
  const owner = await server.user(main, 'owner');
  const { link } = await command.invite(owner, 'main', { email: 'new@example.com', role: 'viewer' });
  const passkey = { label: 'x', response: {} as never };
  for (const action of [
    () => command.renameUser(viewer, 'Mallory'),
    () => command.changePassword(viewer, { current: eve.password, next: 'another horse' }, ''),
    () => command.beginAuthenticator(viewer),
    () => command.enableAuthenticator(viewer, '123456'),
    () => command.disableAuthenticator(viewer, '123456'),
    () => command.newRecoveryCodes(viewer, '123456'),
    () => command.beginPasskey(viewer),
    () => command.addPasskey(viewer, passkey),
    () => command.deletePasskey(viewer, 'x'),
    () => command.createOrganization(viewer, { slug: 'third', name: 'Third' }),
    () => command.joinByInvitation(viewer, link),
    () => query.secondFactor(viewer),
  ])
    await refused(action());
  expect((await query.invitation(link)).email).toBe('new@example.com');
});

test('a token that it makes reaches no further than the session', async () => {
  const { viewer } = await throughProvider();
  const wish = { label: 'ci', expiresAtMs: null };
  await expect(server.command.createApiToken(viewer, { ...wish, scopes: ['org:admin'] })).rejects.toMatchObject({
    code: 'forbidden',
  });
  const { token } = await server.command.createApiToken(viewer, { ...wish, scopes: ['org:read', 'org:write'] });
  const byToken = (await server.query.viewerOfToken(token))!;
  expect(byToken).toMatchObject({ boundTo: other, memberships: [{ organizationId: other }] });
  expect((await server.query.organizations(byToken)).map(({ slug }) => slug)).toEqual(['other']);
});

test('it lists and ends only sessions and tokens of its own organization', async () => {
  const free = await byPassword();
  const bound = await throughProvider();
  const wish = { label: 'ci', scopes: ['org:read' as const], expiresAtMs: null };
  await server.command.createApiToken(free.viewer, wish);
  await server.command.createApiToken(bound.viewer, wish);
  const [wide, narrow] = await server.query.apiTokens(free.viewer);
  expect(await server.query.apiTokens(bound.viewer)).toEqual([narrow]);
  await expect(server.command.deleteApiToken(bound.viewer, wide!.id)).rejects.toMatchObject({ code: 'not-found' });

  const all = await server.query.sessions(free.viewer, free.cookie);
  const other = await server.query.sessions(bound.viewer, bound.cookie);
  expect(Object.fromEntries(all.map(({ method, organization }) => [method, organization]))).toEqual({
    password: null,
    'single-sign-on': 'other',
  });
  expect(other.map(({ isThis }) => isThis)).toEqual([true]);
  const wideSession = all.find(({ organization }) => organization === null)!;
  await expect(server.command.endSession(bound.viewer, wideSession.id)).rejects.toMatchObject({ code: 'not-found' });
  expect(await server.command.endOtherSessions(bound.viewer, bound.cookie)).toBe(0);
  expect(await server.command.endOtherSessions(free.viewer, free.cookie)).toBe(1);
});

test('its account changes are logged in its organization only', async () => {
  const { viewer } = await throughProvider();
  await server.command.createApiToken(viewer, { label: 'ci', scopes: ['org:read'], expiresAtMs: null });
  const log = async (organizationId: OrganizationId, slug: string) => {
    const reader: Viewer = await server.user(organizationId, 'owner');
    const { entries } = await server.query.auditLog(reader, slug, {
      userId: null,
      action: null,
      cursor: null,
      count: 9,
    });
    return entries.map(({ action }) => action);
  };
  expect(await log(other, 'other')).toEqual(['token-create', 'sign-in']);
  expect(await log(main, 'main')).toEqual([]);
});
