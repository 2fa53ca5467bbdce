import { beforeEach, expect, test } from 'vitest';
import { limits, type OrganizationId, type UserId } from '@seismo/protocol';
import { anonymous, type Viewer } from '#domain/permissions/viewer.ts';
import { refuses } from '../../testing/refuses.ts';
import { allScopesBut, openTestServer, withScopes, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let acme: OrganizationId;
let owner: Viewer & { userId: UserId };
let admin: Viewer & { userId: UserId };
let member: Viewer & { userId: UserId };
const visit = { address: '192.0.2.1', userAgent: 'Firefox' };

beforeEach(async () => {
  server = await openTestServer();
  acme = await server.organization('acme');
  [owner, admin, member] = [
    await server.user(acme, 'owner'),
    await server.user(acme, 'admin'),
    await server.user(acme, 'member'),
  ];
});

async function roleOf({ userId }: { userId: UserId }): Promise<string | undefined> {
  return (await server.query.members(owner, 'acme')).find((one) => one.userId === userId)?.role;
}

test('an invitation creates an account once, with its role', async () => {
  const { link } = await server.command.invite(admin, 'acme', { email: 'New@example.com', role: 'member' });
  expect(await server.query.invitation(link)).toEqual({
    organization: 'acme',
    role: 'member',
    email: 'New@example.com',
    invitedBy: 'admin',
    hasAccount: false,
  });
  expect(JSON.stringify(await server.query.invitations(owner, 'acme'))).not.toContain(link);
  const me = { name: 'New', password: 'correct horse' };
  await refuses(server.command.signUpByInvitation(link, { ...me, password: 'short' }, visit), 'invalid');
  const { cookie } = await server.command.signUpByInvitation(link, me, visit);
  const viewer = await server.query.viewerOfSession(cookie, null);
  expect(await server.query.me(viewer)).toMatchObject({
    email: 'New@example.com',
    organizations: [{ role: 'member' }],
  });
  await refuses(server.command.signUpByInvitation(link, me, visit), 'invalid');
  await refuses(server.query.invitation(link), 'invalid');
});

test('of two simultaneous uses of an invitation, one succeeds', async () => {
  const { link } = await server.command.invite(owner, 'acme', { email: 'new@example.com', role: 'admin' });
  const me = { name: 'New', password: 'correct horse' };
  const done = await Promise.allSettled([1, 2].map(() => server.command.signUpByInvitation(link, me, visit)));
  expect(done.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
});

test('an existing account accepts an invitation, and keeps its role', async () => {
  const stranger = await server.user(await server.organization('other'), 'owner');
  const invitation = await server.command.invite(owner, 'acme', { email: 'somebody@example.com', role: 'viewer' });
  await server.command.joinByInvitation(stranger, invitation.link);
  expect(await roleOf(stranger)).toBe('viewer');
  const { link } = await server.command.invite(owner, 'acme', { email: 'else@example.com', role: 'owner' });
  await refuses(server.command.joinByInvitation(member, link), 'conflict');
  expect(await roleOf(member)).toBe('member');
  // A failed attempt does not use up the link.
  expect((await server.query.invitation(link)).role).toBe('owner');
});

test('an address with an account does not get a second one', async () => {
  const other = await server.user(await server.organization('other'), 'owner');
  const { email } = (await server.state.userById(other.userId))!;
  const { link } = await server.command.invite(owner, 'acme', { email: email.toUpperCase(), role: 'member' });
  expect((await server.query.invitation(link)).hasAccount).toBe(true);
  const again = server.command.signUpByInvitation(link, { name: '', password: 'correct horse' }, visit);
  await refuses(again, 'conflict');
});

test('an invitation ends after a week, when it is taken back, and when the address is invited again', async () => {
  const invite = () => server.command.invite(owner, 'acme', { email: 'new@example.com', role: 'member' });
  const first = await invite();
  const second = await invite();
  await refuses(server.query.invitation(first.link), 'invalid');
  const [open] = await server.query.invitations(owner, 'acme');
  await server.command.deleteInvitation(owner, 'acme', open!.id);
  await refuses(server.query.invitation(second.link), 'invalid');
  await refuses(server.command.deleteInvitation(owner, 'acme', open!.id), 'not-found');
  const third = await invite();
  server.clock.nowMs += limits.INVITATION_AGE_MS_MAX;
  await refuses(server.query.invitation(third.link), 'invalid');
  expect(await server.query.invitations(owner, 'acme')).toEqual([]);
});

test('members cannot grant a role above their own', async () => {
  const email = 'new@example.com';
  await refuses(server.command.invite(admin, 'acme', { email, role: 'owner' }), 'forbidden');
  await refuses(server.command.invite(member, 'acme', { email, role: 'member' }), 'forbidden');
  await refuses(server.command.invite(anonymous, 'acme', { email, role: 'member' }), 'not-signed-in');
  await refuses(
    server.command.invite(withScopes(owner, allScopesBut()), 'acme', { email, role: 'member' }),
    'forbidden',
  );
  await refuses(server.command.setRole(admin, 'acme', member.userId, 'owner'), 'forbidden');
  await refuses(server.command.setRole(admin, 'acme', owner.userId, 'viewer'), 'forbidden');
  await refuses(server.command.removeMember(admin, 'acme', owner.userId), 'forbidden');
  const narrow = withScopes(owner, allScopesBut('org:admin'));
  await refuses(server.command.setRole(narrow, 'acme', member.userId, 'owner'), 'forbidden');
  await server.command.setRole(admin, 'acme', member.userId, 'admin');
  expect(await roleOf(member)).toBe('admin');
});

test('an organization always has an owner', async () => {
  await refuses(server.command.setRole(owner, 'acme', owner.userId, 'admin'), 'conflict');
  await refuses(server.command.removeMember(owner, 'acme', owner.userId), 'conflict');
  await server.command.setRole(owner, 'acme', admin.userId, 'owner');
  await server.command.setRole(owner, 'acme', owner.userId, 'viewer');
  expect(await roleOf(owner)).toBe('viewer');
});

test('any member can leave, and then sees nothing', async () => {
  await server.command.createTeam(owner, { slug: 'web', name: '' });
  await server.command.setTeamMember(owner, 'web', member.userId, true);
  await server.command.removeMember(member, 'acme', member.userId);
  expect(await roleOf(member)).toBeUndefined();
  expect((await server.query.teams(owner))[0]!.members).toEqual([]);
  expect(await server.state.membershipsOf(member.userId)).toEqual([]);
});

test('the log lists actions with their authors, page by page, without secrets', async () => {
  await server.command.createProject(owner, { slug: 'shop', name: '', platform: '' });
  const { link } = await server.command.invite(admin, 'acme', { email: 'new@example.com', role: 'member' });
  await server.command.signUpByInvitation(link, { name: 'New', password: 'correct horse' }, visit);
  await server.command.setRole(owner, 'acme', member.userId, 'viewer');
  const { token } = await server.command.createApiToken(owner, {
    label: 'ci',
    scopes: ['org:read'],
    expiresAtMs: null,
  });
  const all = { userId: null, action: null, cursor: null, count: 3 };
  const first = await server.query.auditLog(admin, 'acme', all);
  const second = await server.query.auditLog(admin, 'acme', { ...all, cursor: first.nextCursor });
  const entries = [...first.entries, ...second.entries].map(({ user, action, subject, detail }) =>
    [user, action, subject, detail].join(' | '),
  );
  expect(entries).toEqual([
    'owner | token-create | ci | org:read',
    'owner | role-change | member-3@example.com | member to viewer',
    'New | sign-in | 192.0.2.1 | invitation',
    'New | join | new@example.com | as member',
    'admin | invite | new@example.com | as member',
    'owner | project-create | shop | ',
  ]);
  expect(second.nextCursor).toBeNull();
  expect(JSON.stringify([first, second])).not.toMatch(new RegExp(`${link}|${token}|horse`));
  const joined = await server.query.auditLog(admin, 'acme', { ...all, action: 'join' });
  expect(joined.entries).toHaveLength(1);
  const own = await server.query.auditLog(owner, 'acme', { ...all, userId: admin.userId });
  expect(own.entries.map(({ action }) => action)).toEqual(['invite']);
  await refuses(server.query.auditLog(owner, 'acme', { ...all, cursor: 'x' }), 'invalid');
});
