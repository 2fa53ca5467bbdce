import { afterEach, beforeEach, expect, test } from 'vitest';
import { limits, type OrganizationId, type UserId } from '@seismo/protocol';
import { anonymous, type Viewer } from '#domain/permissions/viewer.ts';
import { allScopesBut, openTestServer, withScopes, type TestServer } from '../../testing/test-server.ts';

let world: TestServer;
let acme: OrganizationId;
let owner: Viewer & { userId: UserId };
let admin: Viewer & { userId: UserId };
let member: Viewer & { userId: UserId };
const visit = { address: '192.0.2.1', userAgent: 'Firefox' };

beforeEach(async () => {
  world = await openTestServer();
  acme = await world.organization('acme');
  [owner, admin, member] = [
    await world.person(acme, 'owner'),
    await world.person(acme, 'admin'),
    await world.person(acme, 'member'),
  ];
});
afterEach(() => world.close());

async function roleOf({ userId }: { userId: UserId }): Promise<string | undefined> {
  return (await world.query.members(owner, 'acme')).find((one) => one.userId === userId)?.role;
}

test('an invitation makes an account once, with the role it says', async () => {
  const { link } = await world.command.invite(admin, 'acme', { email: 'New@example.com', role: 'member' });
  expect(await world.query.invitation(link)).toEqual({
    organization: 'acme',
    role: 'member',
    email: 'New@example.com',
    invitedBy: 'admin',
    hasAccount: false,
  });
  expect(JSON.stringify(await world.query.invitations(owner, 'acme'))).not.toContain(link);
  const me = { name: 'New', password: 'correct horse' };
  await refuses(world.command.signUpByInvitation(link, { ...me, password: 'short' }, visit), 'invalid');
  const { cookie } = await world.command.signUpByInvitation(link, me, visit);
  const viewer = await world.query.viewerOfSession(cookie, null);
  expect(await world.query.me(viewer)).toMatchObject({ email: 'New@example.com', organizations: [{ role: 'member' }] });
  await refuses(world.command.signUpByInvitation(link, me, visit), 'invalid');
  await refuses(world.query.invitation(link), 'invalid');
});

test('of two who take an invitation at once, one gets in', async () => {
  const { link } = await world.command.invite(owner, 'acme', { email: 'new@example.com', role: 'admin' });
  const me = { name: 'New', password: 'correct horse' };
  const done = await Promise.allSettled([1, 2].map(() => world.command.signUpByInvitation(link, me, visit)));
  expect(done.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
});

test('who has an account takes an invitation with it, and keeps the role they have', async () => {
  const stranger = await world.person(await world.organization('other'), 'owner');
  const asked = await world.command.invite(owner, 'acme', { email: 'somebody@example.com', role: 'viewer' });
  await world.command.joinByInvitation(stranger, asked.link);
  expect(await roleOf(stranger)).toBe('viewer');
  const { link } = await world.command.invite(owner, 'acme', { email: 'else@example.com', role: 'owner' });
  await refuses(world.command.joinByInvitation(member, link), 'conflict');
  expect(await roleOf(member)).toBe('member');
  // What failed did not use the link up.
  expect((await world.query.invitation(link)).role).toBe('owner');
});

test('an address with an account does not get a second one', async () => {
  const other = await world.person(await world.organization('other'), 'owner');
  const { email } = (await world.state.userById(other.userId))!;
  const { link } = await world.command.invite(owner, 'acme', { email: email.toUpperCase(), role: 'member' });
  expect((await world.query.invitation(link)).hasAccount).toBe(true);
  const again = world.command.signUpByInvitation(link, { name: '', password: 'correct horse' }, visit);
  await refuses(again, 'conflict');
});

test('an invitation ends after a week, when it is taken back, and when the address is invited again', async () => {
  const ask = () => world.command.invite(owner, 'acme', { email: 'new@example.com', role: 'member' });
  const first = await ask();
  const second = await ask();
  await refuses(world.query.invitation(first.link), 'invalid');
  const [open] = await world.query.invitations(owner, 'acme');
  await world.command.deleteInvitation(owner, 'acme', open!.id);
  await refuses(world.query.invitation(second.link), 'invalid');
  await refuses(world.command.deleteInvitation(owner, 'acme', open!.id), 'not-found');
  const third = await ask();
  world.clock.nowMs += limits.INVITATION_AGE_MS_MAX;
  await refuses(world.query.invitation(third.link), 'invalid');
  expect(await world.query.invitations(owner, 'acme')).toEqual([]);
});

test('nobody invites or makes somebody what they are not themselves', async () => {
  const email = 'new@example.com';
  await refuses(world.command.invite(admin, 'acme', { email, role: 'owner' }), 'forbidden');
  await refuses(world.command.invite(member, 'acme', { email, role: 'member' }), 'forbidden');
  await refuses(world.command.invite(anonymous, 'acme', { email, role: 'member' }), 'not-signed-in');
  await refuses(
    world.command.invite(withScopes(owner, allScopesBut()), 'acme', { email, role: 'member' }),
    'forbidden',
  );
  await refuses(world.command.setRole(admin, 'acme', member.userId, 'owner'), 'forbidden');
  await refuses(world.command.setRole(admin, 'acme', owner.userId, 'viewer'), 'forbidden');
  await refuses(world.command.removeMember(admin, 'acme', owner.userId), 'forbidden');
  const narrow = withScopes(owner, allScopesBut('org:admin'));
  await refuses(world.command.setRole(narrow, 'acme', member.userId, 'owner'), 'forbidden');
  await world.command.setRole(admin, 'acme', member.userId, 'admin');
  expect(await roleOf(member)).toBe('admin');
});

test('an organization keeps an owner', async () => {
  await refuses(world.command.setRole(owner, 'acme', owner.userId, 'admin'), 'conflict');
  await refuses(world.command.removeMember(owner, 'acme', owner.userId), 'conflict');
  await world.command.setRole(owner, 'acme', admin.userId, 'owner');
  await world.command.setRole(owner, 'acme', owner.userId, 'viewer');
  expect(await roleOf(owner)).toBe('viewer');
});

test('everybody may leave, and sees nothing from then on', async () => {
  await world.command.createTeam(owner, { slug: 'web', name: '' });
  await world.command.setTeamMember(owner, 'web', member.userId, true);
  await world.command.removeMember(member, 'acme', member.userId);
  expect(await roleOf(member)).toBeUndefined();
  expect((await world.query.teams(owner))[0]!.members).toEqual([]);
  expect(await world.state.membershipsOf(member.userId)).toEqual([]);
});

test('the log says who did what, page by page, and nothing that is secret', async () => {
  await world.command.createProject(owner, { slug: 'shop', name: '', platform: '' });
  const { link } = await world.command.invite(admin, 'acme', { email: 'new@example.com', role: 'member' });
  await world.command.signUpByInvitation(link, { name: 'New', password: 'correct horse' }, visit);
  await world.command.setRole(owner, 'acme', member.userId, 'viewer');
  const { token } = await world.command.createApiToken(owner, { label: 'ci', scopes: ['org:read'], expiresAtMs: null });
  const all = { userId: null, action: null, cursor: null, count: 3 };
  const first = await world.query.auditLog(admin, 'acme', all);
  const second = await world.query.auditLog(admin, 'acme', { ...all, cursor: first.nextCursor });
  const told = [...first.entries, ...second.entries].map(({ person, action, subject, detail }) =>
    [person, action, subject, detail].join(' | '),
  );
  expect(told).toEqual([
    'owner | token-create | ci | org:read',
    'owner | role-change | member-3@example.com | member to viewer',
    'New | sign-in | 192.0.2.1 | invitation',
    'New | join | new@example.com | as member',
    'admin | invite | new@example.com | as member',
    'owner | project-create | shop | ',
  ]);
  expect(second.nextCursor).toBeNull();
  expect(JSON.stringify([first, second])).not.toMatch(new RegExp(`${link}|${token}|horse`));
  const joined = await world.query.auditLog(admin, 'acme', { ...all, action: 'join' });
  expect(joined.entries).toHaveLength(1);
  const own = await world.query.auditLog(owner, 'acme', { ...all, userId: admin.userId });
  expect(own.entries.map(({ action }) => action)).toEqual(['invite']);
  await refuses(world.query.auditLog(owner, 'acme', { ...all, cursor: 'x' }), 'invalid');
});

async function refuses(answer: Promise<unknown>, code: string): Promise<void> {
  await expect(answer).rejects.toMatchObject({ name: 'Refusal', code });
}
