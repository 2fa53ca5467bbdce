import { afterEach, beforeEach, expect, test } from 'vitest';
import type { OrganizationId, UserId } from '@seismo/protocol';
import type { Viewer } from '#domain/permissions/viewer.ts';
import { openTestServer, type TestServer } from '../../testing/test-server.ts';
import { createUser } from './create-user.ts';
import { startSession } from './start-session.ts';

const visit = { address: null, userAgent: '' };
const eve = { email: 'eve@example.com', name: 'Eve', password: 'correct horse' };

let world: TestServer;
let main: OrganizationId;
let other: OrganizationId;
let userId: UserId;
beforeEach(async () => {
  world = await openTestServer();
  userId = await createUser(world.deps, { ...eve, role: 'owner' });
  main = (await world.state.organizationBySlug('main'))!.id;
  other = await world.organization('other');
  await world.state.write((tx) => tx.setMembership({ organizationId: other, userId, role: 'admin' }));
});
afterEach(() => world.close());

async function throughProvider() {
  const provider = { organizationId: other, name: 'Other Login' };
  const { cookie } = await world.state.write((tx) =>
    startSession(world.deps, tx, userId, visit, 'single-sign-on', provider),
  );
  return { cookie, viewer: await world.query.viewerOfSession(cookie, null) };
}

async function byPassword() {
  const signedIn = await world.command.signIn(eve, visit);
  const { cookie } = signedIn as { cookie: string };
  return { cookie, viewer: await world.query.viewerOfSession(cookie, null) };
}

const refused = (action: Promise<unknown>) =>
  expect(action).rejects.toMatchObject({ code: 'forbidden', message: expect.stringMatching(/identity provider/) });

test('a session that began at an organization’s provider sees that organization and no other', async () => {
  const { viewer } = await throughProvider();
  expect(viewer.memberships).toEqual([{ organizationId: other, role: 'admin' }]);
  expect((await world.query.me(viewer))!.organizations.map(({ slug }) => slug)).toEqual(['other']);
  await expect(world.query.members(viewer, 'main')).rejects.toMatchObject({ code: 'not-found' });
  expect((await byPassword()).viewer.memberships.map(({ organizationId }) => organizationId)).toEqual([main, other]);
});

test('it sees nothing once the membership ends', async () => {
  const { cookie } = await throughProvider();
  await world.state.write((tx) => tx.deleteMembership(other, userId));
  expect((await world.query.viewerOfSession(cookie, null)).memberships).toEqual([]);
});

test('it ends with the provider, and a session of the account itself does not', async () => {
  const [bound, free] = [await throughProvider(), await byPassword()];
  const facts = { name: 'Other Login', issuer: 'https://id.example.com', clientId: 'x', clientSecret: 'y' };
  const provider = { ...facts, organizationId: other, domains: [], verifiedDomains: [], role: 'member' as const };
  await world.state.write((tx) => tx.setIdentityProvider(provider));
  const owner = await world.person(other, 'owner');
  await world.command.deleteIdentityProvider(owner, 'other');
  expect((await world.query.viewerOfSession(bound.cookie, null)).userId).toBeNull();
  expect((await world.query.viewerOfSession(free.cookie, null)).userId).toBe(userId);
  const filter = { userId: null, action: 'identity-provider-delete' as const, cursor: null, count: 1 };
  const { entries } = await world.query.auditLog(owner, 'other', filter);
  expect(entries[0]!.detail).toBe('Other Login, 1 session ended');
});

test('it cannot change the account, join an organization or make one', async () => {
  const { viewer } = await throughProvider();
  const { command, query } = world;
  const owner = await world.person(main, 'owner');
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
  await expect(world.command.createApiToken(viewer, { ...wish, scopes: ['org:admin'] })).rejects.toMatchObject({
    code: 'forbidden',
  });
  const { token } = await world.command.createApiToken(viewer, { ...wish, scopes: ['org:read', 'org:write'] });
  const byToken = (await world.query.viewerOfToken(token))!;
  expect(byToken).toMatchObject({ boundTo: other, memberships: [{ organizationId: other }] });
  expect((await world.query.organizations(byToken)).map(({ slug }) => slug)).toEqual(['other']);
});

test('it lists and ends only sessions and tokens of its own organization', async () => {
  const free = await byPassword();
  const bound = await throughProvider();
  const wish = { label: 'ci', scopes: ['org:read' as const], expiresAtMs: null };
  await world.command.createApiToken(free.viewer, wish);
  await world.command.createApiToken(bound.viewer, wish);
  const [wide, narrow] = await world.query.apiTokens(free.viewer);
  expect(await world.query.apiTokens(bound.viewer)).toEqual([narrow]);
  await expect(world.command.deleteApiToken(bound.viewer, wide!.id)).rejects.toMatchObject({ code: 'not-found' });

  const all = await world.query.sessions(free.viewer, free.cookie);
  const other = await world.query.sessions(bound.viewer, bound.cookie);
  expect(Object.fromEntries(all.map(({ method, organization }) => [method, organization]))).toEqual({
    password: null,
    'single-sign-on': 'other',
  });
  expect(other.map(({ isThis }) => isThis)).toEqual([true]);
  const wideSession = all.find(({ organization }) => organization === null)!;
  await expect(world.command.endSession(bound.viewer, wideSession.id)).rejects.toMatchObject({ code: 'not-found' });
  expect(await world.command.endOtherSessions(bound.viewer, bound.cookie)).toBe(0);
  expect(await world.command.endOtherSessions(free.viewer, free.cookie)).toBe(1);
});

test('what it does to the account is in the log of its organization only', async () => {
  const { viewer } = await throughProvider();
  await world.command.createApiToken(viewer, { label: 'ci', scopes: ['org:read'], expiresAtMs: null });
  const log = async (organizationId: OrganizationId, slug: string) => {
    const reader: Viewer = await world.person(organizationId, 'owner');
    const { entries } = await world.query.auditLog(reader, slug, {
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
