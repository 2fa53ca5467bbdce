import type { OrganizationId, UserId } from '@seismo/protocol';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { defaultNotifications, type NotificationSettings } from '#domain/notifications/settings.ts';
import type { Viewer } from '#domain/permissions/viewer.ts';
import type { Delivery } from '#store/state/contract.ts';
import type { ProjectView } from '#query/projects/views.ts';
import { openTestServer, type TestServer } from '../testing/test-server.ts';
import type { WeekMessage } from './message.ts';
import { readMessage } from './read-message.ts';
import { startAlerts } from './start.ts';
import { queueWeeklyReports } from './weekly-report.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
let server: TestServer;
let organizationId: OrganizationId;
let owner: Viewer & { userId: UserId };
let shop: ProjectView;
let paused: string | null;
let mail: { from: string } | null;

beforeEach(async () => {
  server = await openTestServer();
  organizationId = await server.organization('acme');
  owner = await server.user(organizationId, 'owner');
  shop = await server.command.createProject(owner, { slug: 'shop', name: 'Shop', platform: 'javascript' });
  paused = null;
  mail = { from: 'alerts@seismo.test' };
});

const deps = () => ({
  ...server.deps,
  config: { publicUrl: 'http://seismo.test', mail },
  paused: async () => paused,
});
const set = (userId: UserId, change: Partial<NotificationSettings>) =>
  server.state.write((tx) => tx.setNotificationSettings(userId, { ...defaultNotifications, ...change }));
const at = (time: string) => void (server.clock.nowMs = Date.parse(time));

/** Runs the step at this time, and returns the deliveries to this user. */
async function queueAt(time: string, userId = owner.userId): Promise<Delivery[]> {
  at(time);
  await queueWeeklyReports(deps());
  const found = await server.state.recentDeliveries({ userId, channelId: null, browserId: null }, 0);
  return found.filter(({ about }) => about === 'week');
}

/** What the report says that is queued at this time. */
async function reportAt(time: string, userId = owner.userId): Promise<WeekMessage | null> {
  const delivery = (await queueAt(time, userId)).at(-1)!;
  const addressed = await readMessage(deps(), delivery);
  return (addressed?.message ?? null) as WeekMessage | null;
}

const report = (project: ProjectView, name: string, time: string, given: Parameters<TestServer['report']>[2] = {}) =>
  server.report(project, name, { ...given, atMs: Date.parse(time) });

test('a report is queued on Monday at the local time of the user, once, also by a server that was stopped', async () => {
  await report(shop, 'pay', '2026-11-18T12:00:00Z');
  await set(owner.userId, { timeZone: 'Europe/Berlin' });
  expect(await queueAt('2026-11-22T23:00:00Z')).toEqual([]);
  expect(await queueAt('2026-11-23T06:59:59Z')).toEqual([]);
  const nowMs = Date.parse('2026-11-23T07:00:00Z');
  const queued = await queueAt('2026-11-23T07:00:00Z');
  expect(queued).toMatchObject([
    { organizationId, userId: owner.userId, status: 'queued', notice: null, queuedAtMs: nowMs, dueAtMs: nowMs },
  ]);
  expect(await queueWeeklyReports(deps())).toBe(false);
  expect(await queueAt('2026-11-23T22:59:00Z')).toHaveLength(1);
  await report(shop, 'pay', '2026-11-24T12:00:00Z');
  expect(await queueAt('2026-11-24T07:00:00Z')).toHaveLength(1);
  // The server was stopped until the evening of the next Monday, and until Tuesday a week later.
  expect(await queueAt('2026-11-30T22:00:00Z')).toHaveLength(2);
  expect(await queueAt('2026-12-07T23:00:00Z')).toHaveLength(2);
});

test('a server that starts on Monday queues the report, and one that starts again does not', async () => {
  await report(shop, 'pay', '2026-11-18T12:00:00Z');
  at('2026-11-23T22:00:00Z');
  const failures: unknown[] = [];
  for (const start of ['the first', 'the second']) {
    const alerts = await startAlerts({
      ...server.deps,
      config: {
        publicUrl: 'http://seismo.test',
        mail: { smtpUrl: new URL('smtp://127.0.0.1:1'), from: 'a@seismo.test' },
      },
      random: () => 0.5,
      lagMs: async () => 0,
      read: () => {},
      failed: (_, error) => failures.push(error),
    });
    onTestFinished(() => alerts.stop());
    const queued = () => server.state.recentDeliveries({ userId: owner.userId, channelId: null, browserId: null }, 0);
    await expect.poll(async () => (await queued()).length, { message: start }).toBe(1);
    await alerts.stop();
    expect(await queued(), start).toHaveLength(1);
  }
  expect(failures).toEqual([]);
});

test('a report that was sent, failed or was canceled is not queued again', async () => {
  await report(shop, 'pay', '2026-11-18T12:00:00Z');
  const [queued] = await queueAt('2026-11-23T08:00:00Z');
  const { state, clock } = server;
  for (const status of ['sent', 'failed', 'canceled'] as const) {
    await state.write(async (tx) => {
      await tx.beginAttempt(queued!.id, clock.now());
      await tx.endAttempt(queued!.id, { number: 1, atMs: clock.now(), answer: '', status, dueAtMs: null });
    });
    expect(await queueAt('2026-11-23T12:00:00Z'), status).toHaveLength(1);
    await state.write((tx) => tx.requeueDelivery(queued!.id, clock.now()));
  }
});

test('members in several time zones get it on their own Monday, and a change of the zone sends none twice', async () => {
  await report(shop, 'pay', '2026-11-18T12:00:00Z');
  const [east, west] = [await server.user(organizationId, 'member'), await server.user(organizationId, 'viewer')];
  await set(east.userId, { timeZone: 'Pacific/Auckland' });
  await set(west.userId, { timeZone: 'America/Los_Angeles', dailyAt: '21:30' });
  const counts = async (time: string) => [
    (await queueAt(time, east.userId)).length,
    (await queueAt(time)).length,
    (await queueAt(time, west.userId)).length,
  ];
  expect(await counts('2026-11-22T18:59:00Z')).toEqual([0, 0, 0]);
  expect(await counts('2026-11-22T19:00:00Z')).toEqual([1, 0, 0]);
  await set(east.userId, { timeZone: 'America/Los_Angeles' });
  expect(await counts('2026-11-23T08:00:00Z')).toEqual([1, 1, 0]);
  expect(await counts('2026-11-24T05:29:00Z')).toEqual([1, 1, 0]);
  expect(await counts('2026-11-24T05:30:00Z')).toEqual([1, 1, 1]);
});

test('users who turned it off and those who may not read events get none', async () => {
  await report(shop, 'pay', '2026-11-18T12:00:00Z');
  const others = [await server.user(organizationId, 'viewer'), await server.user(organizationId, 'support')];
  await set(owner.userId, { weeklyReport: false });
  const monday = '2026-11-23T08:00:00Z';
  expect(await queueAt(monday)).toEqual([]);
  expect(await Promise.all(others.map(async ({ userId }) => (await queueAt(monday, userId)).length))).toEqual([1, 0]);
});

test('nothing is queued without email or while outgoing connections are paused, until they may', async () => {
  await report(shop, 'pay', '2026-11-18T12:00:00Z');
  mail = null;
  expect(await queueAt('2026-11-23T08:00:00Z')).toEqual([]);
  mail = { from: 'alerts@seismo.test' };
  paused = 'restored';
  expect(await queueAt('2026-11-23T09:00:00Z')).toEqual([]);
  paused = null;
  expect(await queueAt('2026-11-23T10:00:00Z')).toHaveLength(1);
});

test('an organization without events in both weeks gets none, and one of several gets its own', async () => {
  const other = await server.organization('other');
  await server.state.write((tx) => tx.setMembership({ organizationId: other, userId: owner.userId, role: 'viewer' }));
  const boss = await server.user(other, 'owner');
  const site = await server.command.createProject(boss, { slug: 'site', name: '', platform: 'node' });
  // Before and after the two weeks.
  await report(shop, 'pay', '2026-11-08T23:59:59.999Z');
  await report(shop, 'pay', '2026-11-23T00:00:00Z');
  await report(site, 'pay', '2026-11-09T00:00:00Z');
  const queued = await queueAt('2026-11-23T08:00:00Z');
  expect(queued.map((delivery) => delivery.organizationId)).toEqual([other]);
  // The report of the one is not that of the other.
  await report(shop, 'pay', '2026-11-22T23:59:59.999Z');
  expect((await queueAt('2026-11-23T09:00:00Z')).map((delivery) => delivery.organizationId)).toEqual([
    other,
    organizationId,
  ]);
});

test('a report counts the events of the seven local days, and compares them with the week before', async () => {
  const { command, clock } = server;
  const api = await command.createProject(owner, { slug: 'api', name: 'API', platform: 'node' });
  const old = await command.createProject(owner, { slug: 'old', name: '', platform: 'node' });
  await command.createProject(owner, { slug: 'silent', name: '', platform: 'node' });
  await set(owner.userId, { timeZone: 'Europe/Berlin' });
  const ann = { user: { id: 'ann' } };
  const value = 'x is <b>null</b>';
  // Before both weeks, the first and the last millisecond of the week before.
  at('2026-11-08T22:30:00Z');
  await report(shop, 'pay', '2026-11-08T22:59:59.999Z');
  await report(shop, 'pay', '2026-11-08T23:00:00Z');
  await report(shop, 'slow', '2026-11-15T22:59:59.999Z');
  await report(old, 'gone', '2026-11-12T12:00:00Z');
  // The week: Monday from its first millisecond on, Wednesday, and Sunday until its last one.
  at('2026-11-16T00:00:00Z');
  await report(shop, 'pay', '2026-11-15T23:00:00Z', { ...ann, value });
  await command.changeIssues(owner, ['SHOP-2', 'OLD-1'], { status: { to: 'resolved', in: 'now' } });
  clock.nowMs = Date.parse('2026-11-18T12:00:00Z');
  await report(shop, 'slow', '2026-11-18T12:00:00Z', { count: 3 });
  await report(shop, 'new', '2026-11-18T13:00:00Z', { count: 2, user: { id: 'bob' } });
  await report(api, 'crash', '2026-11-22T22:59:59.990Z', { count: 4, user: { id: 'cat' } });
  await report(api, 'crash', '2026-11-22T22:59:59.990Z', ann);
  // After it.
  at('2026-11-23T01:00:00Z');
  await command.changeIssues(owner, ['SHOP-1'], { status: { to: 'resolved', in: 'now' } });
  await report(shop, 'pay', '2026-11-23T02:00:00Z', { value });
  await report(api, 'crash', '2026-11-22T23:00:00Z', { count: 100 });
  await report(api, 'later', '2026-11-23T05:00:00Z');

  const week = (await reportAt('2026-11-23T07:00:00Z'))!;
  const { issues, projects, ...rest } = week;
  expect(rest).toEqual({
    about: 'week',
    id: 1,
    queuedAtMs: clock.nowMs,
    alertsUrl: 'http://seismo.test/alerts',
    issuesUrl: 'http://seismo.test/issues',
    organization: 'acme',
    timeZone: 'Europe/Berlin',
    days: [1, 0, 5, 0, 0, 0, 5].map((events, index) => ({ date: `2026-11-${16 + index}`, events })),
    events: 11,
    eventsBefore: 3,
    // Ann, who is one in both projects, Bob, Cat and the user of the other events.
    users: 4,
    newIssues: 2,
    regressedIssues: 1,
    resolvedIssues: 1,
    unresolvedIssues: 5,
    crashFreeSessions: null,
    crashFreeSessionsBefore: null,
    projectCount: 3,
    isOfTeams: false,
  });
  expect(
    issues.map(({ shortId, events, users, isNew, isRegressed }) => [shortId, events, users, isNew, isRegressed]),
  ).toEqual([
    ['API-1', 5, 2, true, false],
    ['SHOP-2', 3, 1, false, true],
    ['SHOP-3', 2, 1, true, false],
    ['SHOP-1', 1, 1, false, false],
  ]);
  expect(issues[3]).toMatchObject({
    title: 'TypeError',
    detail: value,
    project: 'Shop',
    url: 'http://seismo.test/issues/SHOP-1',
  });
  expect(projects).toEqual([
    { name: 'Shop', url: 'http://seismo.test/issues?project=shop', events: 6, eventsBefore: 2 },
    { name: 'API', url: 'http://seismo.test/issues?project=api', events: 5, eventsBefore: 0 },
    { name: 'old', url: 'http://seismo.test/issues?project=old', events: 0, eventsBefore: 1 },
  ]);
});

test('a week with a change of the clock counts its longer day', async () => {
  await set(owner.userId, { timeZone: 'Europe/Berlin' });
  // 2026-10-25 has 25 hours: until 23:00 UTC.
  await report(shop, 'pay', '2026-10-24T21:59:59.999Z');
  await report(shop, 'pay', '2026-10-24T22:00:00Z', { count: 2 });
  await report(shop, 'pay', '2026-10-25T22:59:59.990Z', { count: 3 });
  await report(shop, 'pay', '2026-10-25T23:00:00Z', { count: 7 });
  const { days, events } = (await reportAt('2026-10-26T07:00:00Z'))!;
  expect(days.map((day) => day.events)).toEqual([0, 0, 0, 0, 0, 1, 5]);
  expect(events).toBe(6);
});

test('crash-free sessions are those that started in the week, if there are any', async () => {
  await report(shop, 'pay', '2026-11-18T12:00:00Z');
  const send = (started: string, exited: number, crashed: number) =>
    server.sendItem(
      shop,
      { type: 'sessions' },
      { aggregates: [{ started, exited, crashed }], attrs: { release: '1.0' } },
      { atMs: Date.parse(started) },
    );
  await send('2026-11-15T23:30:00Z', 7, 3);
  await send('2026-11-16T00:00:00Z', 90, 8);
  await send('2026-11-22T23:30:00Z', 0, 2);
  await send('2026-11-23T00:00:00Z', 0, 900);
  expect(await reportAt('2026-11-23T08:00:00Z')).toMatchObject({
    crashFreeSessions: 0.9,
    crashFreeSessionsBefore: 0.7,
  });
});

test('a report is about the projects of the user’s teams, if these have some', async () => {
  const { command } = server;
  const api = await command.createProject(owner, { slug: 'api', name: 'API', platform: 'node' });
  await report(shop, 'pay', '2026-11-18T12:00:00Z', { count: 2 });
  await report(api, 'crash', '2026-11-18T12:00:00Z', { count: 5 });
  const ann = await server.user(organizationId, 'member');
  await command.createTeam(owner, { slug: 'web', name: '' });
  await command.setTeamMember(owner, 'web', ann.userId, true);
  await command.createTeam(owner, { slug: 'backend', name: '' });
  await command.setTeamProject(owner, 'backend', 'api', true);
  const seen = async () => {
    const week = await reportAt('2026-11-23T08:00:00Z', ann.userId);
    return [week?.isOfTeams, week?.events, week?.newIssues, week?.issues.map(({ shortId }) => shortId)];
  };
  expect(await seen()).toEqual([false, 7, 2, ['API-1', 'SHOP-1']]);
  await command.setTeamProject(owner, 'web', 'shop', true);
  expect(await seen()).toEqual([true, 2, 1, ['SHOP-1']]);
});

test('projects of another organization are in no report', async () => {
  const other = await server.organization('other');
  const boss = await server.user(other, 'owner');
  const site = await server.command.createProject(boss, { slug: 'site', name: '', platform: 'node' });
  await report(site, 'secret', '2026-11-18T12:00:00Z', { count: 9 });
  await report(shop, 'pay', '2026-11-18T12:00:00Z');
  const week = await reportAt('2026-11-23T08:00:00Z');
  expect(week).toMatchObject({ events: 1, newIssues: 1, unresolvedIssues: 1, projectCount: 1 });
  expect(JSON.stringify(week)).not.toContain('SITE');
});

test('at most five issues and five projects are listed, those with the most events', async () => {
  for (let index = 1; index <= 6; index++) {
    const slug = `p${index}`;
    const project = await server.command.createProject(owner, { slug, name: slug, platform: 'node' });
    await report(project, 'crash', '2026-11-18T12:00:00Z', { count: index });
  }
  const week = (await reportAt('2026-11-23T08:00:00Z'))!;
  expect(week.issues.map(({ shortId }) => shortId)).toEqual(['P6-1', 'P5-1', 'P4-1', 'P3-1', 'P2-1']);
  expect(week.projects.map(({ name }) => name)).toEqual(['p6', 'p5', 'p4', 'p3', 'p2']);
  expect(week.projectCount).toBe(6);
});

test('nothing is said if the user has turned it off meanwhile, has no access or nothing happened in their projects', async () => {
  const { command, state } = server;
  await report(shop, 'pay', '2026-11-18T12:00:00Z');
  const ann = await server.user(organizationId, 'member');
  const monday = '2026-11-23T08:00:00Z';
  expect(await reportAt(monday, ann.userId)).not.toBeNull();
  await set(ann.userId, { weeklyReport: false });
  expect(await reportAt(monday, ann.userId)).toBeNull();
  await set(ann.userId, {});
  await command.createProject(owner, { slug: 'silent', name: '', platform: 'node' });
  await command.createTeam(owner, { slug: 'web', name: '' });
  await command.setTeamMember(owner, 'web', ann.userId, true);
  await command.setTeamProject(owner, 'web', 'silent', true);
  expect(await reportAt(monday, ann.userId)).toBeNull();
  await command.setTeamProject(owner, 'web', 'shop', true);
  expect(await reportAt(monday, ann.userId)).not.toBeNull();
  await state.write((tx) => tx.setMembership({ organizationId, userId: ann.userId, role: 'support' }));
  expect(await reportAt(monday, ann.userId)).toBeNull();
});

test('a report that waits for days is still about the week before it was queued', async () => {
  await report(shop, 'pay', '2026-11-18T12:00:00Z');
  const [delivery] = await queueAt('2026-11-23T08:00:00Z');
  server.clock.nowMs += 8 * dayMs;
  const { message } = (await readMessage(deps(), delivery!))!;
  expect(message).toMatchObject({ events: 1, days: [{ date: '2026-11-16' }, {}, { events: 1 }, {}, {}, {}, {}] });
});
