import type { OrganizationId, UserId } from '@seismo/protocol';
import { beforeEach, expect, test } from 'vitest';
import { defaultNotifications, type NotificationSettings } from '#domain/notifications/settings.ts';
import type { Role } from '#domain/permissions/role.ts';
import type { Viewer } from '#domain/permissions/viewer.ts';
import type { ProjectView } from '#query/projects/views.ts';
import { openTestServer, type TestServer } from '../testing/test-server.ts';
import { outboxDecider } from './decide-outbox.fixture.ts';
import { readMessage } from './read-message.ts';

const minute = 60_000;
type User = Viewer & { userId: UserId };
let server: TestServer;
let organizationId: OrganizationId;
let ada: User;
let bob: User;
let shop: ProjectView;
let decideAll: () => Promise<void>;
let paused: string | null;
let mail: { from: string } | null;

beforeEach(async () => {
  server = await openTestServer();
  organizationId = await server.organization('main');
  ada = await user('owner', 'Ada');
  bob = await user('member', 'Bob');
  shop = await server.command.createProject(ada, { slug: 'shop', name: 'Shop', platform: 'javascript' });
  for (const { id } of await server.query.alertRules(ada, ['shop'])) await server.command.deleteAlertRule(ada, id);
  decideAll = await outboxDecider(server.state, deps);
  paused = null;
  mail = { from: 'alerts@seismo.test' };
  await report('pay');
});

async function user(role: Role, name: string): Promise<User> {
  const made = await server.user(organizationId, role);
  await server.state.write((tx) => tx.setName(made.userId, name));
  return made;
}

const deps = () => ({
  ...server.deps,
  config: { publicUrl: 'http://seismo.test', mail },
  paused: async () => paused,
});

async function report(name: string): Promise<void> {
  await server.report(shop, name, { handled: false });
  await decideAll();
}

async function comment(by: User, text: string, issue = 'SHOP-1') {
  const made = await server.command.addComment(by, issue, text);
  await decideAll();
  return made;
}

async function change(by: User, issues: string[], given: Parameters<typeof server.command.changeIssues>[2]) {
  await server.command.changeIssues(by, issues, given);
  await decideAll();
}

const resolve = (by: User, issues = ['SHOP-1']) => change(by, issues, { status: { to: 'resolved', in: 'now' } });
const reopen = (by: User, issues = ['SHOP-1']) => change(by, issues, { status: { to: 'unresolved' } });

async function set(of: User, settings: Partial<NotificationSettings>): Promise<void> {
  await server.state.write((tx) => tx.setNotificationSettings(of.userId, { ...defaultNotifications, ...settings }));
}

const off = (kind: keyof NotificationSettings['kinds']) => ({
  kinds: { ...defaultNotifications.kinds, [kind]: 'off' as const },
});

/** What waits to be sent, as `to: issue what (by)` or `to: issues` for alerts; each message once. */
async function waiting(): Promise<string[]> {
  const deliveries = await server.state.dueDeliveries(Number.MAX_SAFE_INTEGER, 100);
  const read = await Promise.all(deliveries.map((delivery) => readMessage(deps(), delivery)));
  return read.flatMap((addressed) => {
    if (addressed === null || typeof addressed.to !== 'string') return [];
    const { message, to } = addressed;
    const name = to === emailOf(ada) ? 'Ada' : to === emailOf(bob) ? 'Bob' : to;
    if (message.about !== 'activity') return [`${name}: ${message.about}`];
    const said = message.issues.map(
      ({ shortId, happenings }) =>
        `${shortId} ${happenings.map(({ what, by }) => (by === '' ? what : `${what} (${by})`)).join(', ')}`,
    );
    return [`${name}: ${said.join('; ')}`];
  });
}

const emails = new Map<UserId, string>();
const emailOf = ({ userId }: User) => emails.get(userId);

beforeEach(async () => {
  for (const one of [ada, bob]) emails.set(one.userId, (await server.state.userById(one.userId))!.email);
});

test('an assignment is sent to the user, not to the one who did it', async () => {
  await change(ada, ['SHOP-1'], { assignTo: `user:${bob.userId}` });
  expect(await waiting()).toEqual(['Bob: SHOP-1 Assigned to you (Ada)']);
  await change(ada, ['SHOP-1'], { assignTo: 'me' });
  expect(await waiting()).toHaveLength(1);
});

test('an assignment to a team is sent to each of its members', async () => {
  await server.state.write(async (tx) => {
    const teamId = await tx.createTeam({ organizationId, slug: 'web', name: 'Web', createdAtMs: 1 });
    for (const { userId } of [ada, bob]) await tx.setTeamMember(teamId, userId, true);
  });
  await change(ada, ['SHOP-1'], { assignTo: '#web' });
  expect(await waiting()).toEqual(['Bob: SHOP-1 Assigned to your team (Ada)']);
});

test('a comment is sent to the subscribers, and to the mentioned users as a mention', async () => {
  await comment(ada, 'Looking at it.');
  expect(await waiting()).toEqual([]);
  await comment(bob, 'Me too.');
  expect(await waiting()).toEqual(['Ada: SHOP-1 New comment (Bob)']);
  server.clock.nowMs += minute;
  await comment(ada, 'Thanks, @Bob');
  expect(await waiting()).toEqual(['Ada: SHOP-1 New comment (Bob)', 'Bob: SHOP-1 You were mentioned (Ada)']);
});

test('subscribers are notified of changes of the status, those of one request in one message', async () => {
  await report('cart');
  for (const issue of ['SHOP-1', 'SHOP-2']) await comment(bob, 'Hm.', issue);
  await resolve(ada, ['SHOP-1', 'SHOP-2']);
  expect(await waiting()).toEqual(['Bob: SHOP-2 Resolved (Ada); SHOP-1 Resolved (Ada)']);
});

test('a user who has unsubscribed still learns of mentions and assignments', async () => {
  await comment(bob, 'Hm.');
  const { id } = (await server.query.issue(bob, 'SHOP-1')).issue;
  const unsubscribed = { isSubscribed: false, reason: 'manual' as const };
  await server.state.write((tx) => tx.setSubscription(id, bob.userId, unsubscribed));
  await comment(ada, 'Fixed?');
  await resolve(ada);
  expect(await waiting()).toEqual([]);
  await comment(ada, 'Not yet, @bob.');
  await change(ada, ['SHOP-1'], { assignTo: `user:${bob.userId}` });
  expect(await waiting()).toEqual(['Bob: SHOP-1 You were mentioned (Ada), Assigned to you (Ada)']);
});

test('a user who sees an alert about the issue gets no second message about the same', async () => {
  await server.command.createAlertRule(ada, 'shop', { name: 'Regressions', trigger: 'regression', query: '' });
  for (const one of [ada, bob]) await comment(one, 'Hm.');
  await resolve(ada);
  const before = await waiting();
  expect(before).toEqual(['Ada: SHOP-1 New comment (Bob)', 'Bob: SHOP-1 Resolved (Ada)']);
  server.clock.nowMs += 10 * minute;
  await report('pay');
  expect((await waiting()).slice(2).toSorted()).toEqual(['Ada: issues', 'Bob: SHOP-1 Regressed in release shop@1.0.0']);
});

test('an alert about a resolved issue replaces the message about its status, and no comment', async () => {
  await server.command.createAlertRule(ada, 'shop', {
    name: 'New',
    trigger: 'new-issue',
    query: '',
    reportsResolved: true,
  });
  await report('cart');
  await comment(ada, 'Hm.', 'SHOP-2');
  await server.command.changeIssues(bob, ['SHOP-2'], { status: { to: 'resolved', in: 'now' } });
  await comment(bob, 'Done.', 'SHOP-2');
  expect(await waiting()).toEqual(['Ada: issues', 'Ada: SHOP-2 New comment (Bob)']);
  expect(await server.state.alertIdsOf(1)).toHaveLength(2);
});

test('each kind can be off in general or in one project', async () => {
  await comment(bob, 'Hm.');
  await set(bob, off('comments'));
  await comment(ada, 'Hm.');
  expect(await waiting()).toEqual([]);
  await resolve(ada);
  expect(await waiting()).toHaveLength(1);
  await set(bob, { projects: [{ projectId: shop.id, kinds: { status: 'off' } }] });
  expect(await waiting()).toEqual([]);
  await reopen(ada);
  await set(bob, {});
  expect(await waiting()).toEqual(['Bob: SHOP-1 Resolved (Ada)']);
});

test('what is sent daily waits for the next time of the user, and arrives together', async () => {
  await comment(bob, 'Hm.');
  const daily = { comments: 'daily', status: 'daily' } as const;
  await set(bob, { kinds: { ...defaultNotifications.kinds, ...daily }, dailyAt: '08:00', timeZone: 'Europe/Berlin' });
  await comment(ada, 'One.');
  server.clock.nowMs += 3 * 60 * minute;
  await resolve(ada);
  const [delivery, ...others] = await server.state.dueDeliveries(Number.MAX_SAFE_INTEGER, 10);
  expect(others).toEqual([]);
  expect(new Date(delivery!.dueAtMs).toISOString()).toBe('2026-11-22T07:00:00.000Z');
  expect(await waiting()).toEqual(['Bob: SHOP-1 New comment (Ada), Resolved (Ada)']);
});

test('a subscription that ends before the daily message takes its issue out of it', async () => {
  await report('cart');
  for (const issue of ['SHOP-1', 'SHOP-2']) await comment(bob, 'Hm.', issue);
  await set(bob, { kinds: { ...defaultNotifications.kinds, status: 'daily' } });
  await resolve(ada, ['SHOP-1', 'SHOP-2']);
  const { id } = (await server.query.issue(bob, 'SHOP-2')).issue;
  await server.state.write((tx) => tx.setSubscription(id, bob.userId, { isSubscribed: false, reason: 'manual' }));
  expect(await waiting()).toEqual(['Bob: SHOP-1 Resolved (Ada)']);
});

test('a comment that is deleted before it is decided about is not sent', async () => {
  await comment(bob, 'Hm.');
  const { id } = await server.command.addComment(ada, 'SHOP-1', 'A secret.');
  await server.command.deleteComment(ada, 'SHOP-1', id);
  await decideAll();
  expect(await server.state.dueDeliveries(Number.MAX_SAFE_INTEGER, 10)).toEqual([]);
});

test('a comment that is deleted before it is sent is not sent', async () => {
  await comment(bob, 'Hm.');
  const { id } = await comment(ada, 'A secret.');
  expect(await waiting()).toHaveLength(1);
  await server.command.deleteComment(ada, 'SHOP-1', id);
  expect(await waiting()).toEqual([]);
});

test('without email, or while nothing is sent, nothing waits', async () => {
  await comment(bob, 'Hm.');
  mail = null;
  await comment(ada, 'One.');
  mail = { from: 'alerts@seismo.test' };
  paused = 'restored';
  await comment(ada, 'Two.');
  paused = null;
  expect(await waiting()).toEqual([]);
});

test('users who may not see the issue are not notified', async () => {
  const support = await user('support', 'Sue');
  const { id } = (await server.query.issue(ada, 'SHOP-1')).issue;
  for (const { userId } of [support, bob])
    await server.state.write((tx) => tx.setSubscription(id, userId, { isSubscribed: true, reason: 'manual' }));
  await server.state.write((tx) => tx.deleteMembership(organizationId, bob.userId));
  const other = await server.organization('other');
  await server.state.write((tx) => tx.setMembership({ organizationId: other, userId: bob.userId, role: 'owner' }));
  const boss: User = { ...bob, memberships: [{ organizationId: other, role: 'owner' }] };
  const api = await server.command.createProject(boss, { slug: 'api', name: 'API', platform: 'javascript' });
  await server.report(api, 'pay', { handled: true });
  await decideAll();
  const before = (await server.state.dueDeliveries(Number.MAX_SAFE_INTEGER, 10)).length;
  // Read together with what happens in the organization of which the user is a member.
  await server.command.addComment(boss, 'API-1', 'Mine.');
  await comment(ada, 'Hello @Sue');
  expect((await server.state.dueDeliveries(Number.MAX_SAFE_INTEGER, 10)).slice(before)).toEqual([]);
});

test('alerts that a user does not want by email are not sent to the user, or once a day', async () => {
  await server.command.createAlertRule(ada, 'shop', { name: 'New', trigger: 'new-issue', query: '' });
  await report('a');
  expect(await waiting()).toEqual(['Ada: issues']);
  server.clock.nowMs += minute;
  await set(ada, off('alerts'));
  await report('b');
  expect(await waiting()).toEqual(['Ada: issues']);
  await set(ada, { kinds: { ...defaultNotifications.kinds, alerts: 'daily' } });
  await report('c');
  await report('d');
  const [, daily, ...others] = await server.state.dueDeliveries(Number.MAX_SAFE_INTEGER, 10);
  expect(others).toEqual([]);
  expect(new Date(daily!.dueAtMs).toISOString()).toBe('2026-11-22T08:00:00.000Z');
  expect(await server.state.alertIdsOf(daily!.id)).toHaveLength(2);
});
