import type { UserId } from '@seismo/protocol';
import { beforeEach, expect, test } from 'vitest';
import type { Viewer } from '#domain/permissions/viewer.ts';
import { defaultAlertRules } from '#domain/alerts/default-rules.ts';
import type { AlertRuleInput } from '#command/alerts/alert-rules.ts';
import type { ProjectView } from '#query/projects/views.ts';
import type { Alert, Delivery, NewChannel } from '#store/state/contract.ts';
import { openTestServer, type TestServer } from '../testing/test-server.ts';
import { outboxDecider } from './decide-outbox.fixture.ts';
import { escalate } from './escalate.ts';
import { evaluateRules } from './evaluate.ts';
import { newChannel } from './new-channel.fixture.ts';
import { readMessage } from './read-message.ts';

const minute = 60_000;
let server: TestServer;
let owner: Viewer & { userId: UserId };
let member: Viewer & { userId: UserId };
let shop: ProjectView;
let decideAll: () => Promise<void>;
let paused: string | null;
let mail: { from: string } | null;

beforeEach(async () => {
  server = await openTestServer();
  const organizationId = await server.organization('main');
  owner = await server.user(organizationId, 'owner');
  member = await server.user(organizationId, 'member');
  shop = await server.command.createProject(owner, { slug: 'shop', name: 'Shop', platform: 'javascript' });
  for (const { id } of await server.query.alertRules(owner, ['shop'])) await server.command.deleteAlertRule(owner, id);
  decideAll = await outboxDecider(server.state, deps);
  paused = null;
  mail = { from: 'alerts@seismo.test' };
});

const deps = () => ({
  ...server.deps,
  config: { publicUrl: 'http://seismo.test', mail },
  paused: async () => paused,
});

async function report(name: string): Promise<void> {
  await server.report(shop, name, { handled: false });
  await decideAll();
}

async function escalateAfter(ms: number): Promise<boolean> {
  server.clock.nowMs += ms;
  return escalate(deps());
}

const channel = (name: string, given: Partial<NewChannel> = {}) => {
  const created = { createdAtMs: server.clock.now(), ...given };
  return server.state.write((tx) => tx.addChannel(newChannel(owner.memberships[0]!.organizationId, name, created)));
};

const rule = (given: Partial<AlertRuleInput> = {}) =>
  server.command.createAlertRule(owner, 'shop', { name: 'New', trigger: 'new-issue', ...given });

const change = async (issue: string, to: 'resolved' | 'unresolved') => {
  await server.command.changeIssues(owner, [issue], { status: to === 'resolved' ? { to, in: 'now' } : { to } });
  await decideAll();
};

const alerts = async () => (await server.query.alerts(owner, { projects: [], cursor: null, count: 50 })).alerts;
const newest = async () => (await alerts())[0]!;
/** To whom each message about the newest alert goes; `!`: as an escalation. */
const recipients = async () =>
  (await newest()).deliveries.map(({ to, isEscalation }) => `${isEscalation ? '!' : ''}${to.name}`);

async function messages(): Promise<(NonNullable<Awaited<ReturnType<typeof readMessage>>> & { delivery: Delivery })[]> {
  const found = await server.state.dueDeliveries(Number.MAX_SAFE_INTEGER, 100);
  const read = await Promise.all(
    found.map(async (delivery) => ({ delivery, addressed: await readMessage(deps(), delivery) })),
  );
  return read.flatMap(({ delivery, addressed }) => (addressed ? [{ ...addressed, delivery }] : []));
}

const issuesIn = async () =>
  (await messages()).map(({ message, to }) => ({
    to: typeof to === 'string' ? to : to.name,
    issues: message.about === 'issues' ? message.issues : [],
  }));

// ─── Escalation ────────────────────────────────────────────────────────────────────────────────────────────────────

test('an alert that is not acknowledged in time is reported to others, once', async () => {
  const ops = await channel('Ops');
  await rule({ escalation: { afterMs: 15 * minute, userIds: [member.userId], channelIds: [ops] } });
  await report('crash');
  expect(await recipients()).toEqual(['owner']);
  expect(await newest()).toMatchObject({ escalatesAtMs: server.clock.now() + 15 * minute, acknowledged: null });
  expect((await issuesIn())[0]!.issues[0]).toMatchObject({
    acknowledgeUrl: 'http://seismo.test/alerts/1',
    escalatesAtMs: server.clock.now() + 15 * minute,
    isEscalation: false,
  });
  expect(await escalateAfter(15 * minute - 1)).toBe(false);
  expect(await escalateAfter(1)).toBe(true);
  expect(await recipients()).toEqual(['owner', '!member', '!Ops']);
  expect((await newest()).escalatesAtMs).toBeNull();
  const escalated = (await issuesIn()).filter(({ issues }) => issues[0]?.isEscalation);
  expect(escalated.map(({ to }) => to)).toEqual(['member-2@example.com', 'Ops']);
  expect(escalated[0]!.issues[0]).toMatchObject({
    acknowledgeUrl: 'http://seismo.test/alerts/1',
    escalatesAtMs: null,
    reasons: [{ trigger: 'new-issue', ruleNames: ['New'] }],
  });
  expect(await escalateAfter(60 * minute)).toBe(false);
});

test('an acknowledged alert does not escalate, nor do others about the same issue', async () => {
  const escalation = { afterMs: 15 * minute, userIds: [member.userId], channelIds: [] };
  await rule({ escalation, repeatMs: 5 * minute });
  await rule({ name: 'Back', trigger: 'regression', escalation });
  await report('crash');
  await report('other');
  await change('SHOP-1', 'resolved');
  server.clock.nowMs += minute;
  await report('crash');
  const [back, other, first] = (await alerts()).map(({ id }) => id);
  await server.command.acknowledgeAlert(member, back!);
  const at = server.clock.now();
  // Again, by another user: the first one counts.
  server.clock.nowMs += minute;
  await server.command.acknowledgeAlert(owner, back!);
  expect(await newest()).toMatchObject({ acknowledged: { atMs: at, by: 'member' }, escalatesAtMs: null });
  expect(await escalateAfter(60 * minute)).toBe(true);
  const escalated = (await alerts()).filter(({ deliveries }) => deliveries.some(({ isEscalation }) => isEscalation));
  expect(escalated.map(({ id }) => id)).toEqual([other]);
  expect(first).toBe(1);
  const audit = (await server.query.auditLog(owner, 'main', { userId: null, action: null, cursor: null, count: 10 }))
    .entries;
  expect(audit.filter(({ action }) => action === 'alert-acknowledge').map(({ subject }) => subject)).toEqual([
    'shop: SHOP-1',
  ]);
});

/** The rule after the default ones. */
const ESCALATING = defaultAlertRules.length + 1;

test.each<[string, () => Promise<unknown>]>([
  ['the issue was resolved', () => change('SHOP-1', 'resolved')],
  ['the rule is off', () => server.command.setAlertRule(owner, ESCALATING, { enabled: false })],
  ['the rule was deleted', () => server.command.deleteAlertRule(owner, ESCALATING)],
  [
    'the rule is snoozed',
    () => server.command.setAlertRule(owner, ESCALATING, { snoozedUntilMs: server.clock.now() + 1e9 }),
  ],
  ['the rule escalates no more', () => server.command.setAlertRule(owner, ESCALATING, { escalation: null })],
  ['the channel was deleted', () => server.command.deleteChannel(owner, 1)],
])('nothing escalates if %s meanwhile', async (_, happens) => {
  await channel('Ops');
  await rule({ escalation: { afterMs: minute, userIds: [], channelIds: [1] } });
  await report('crash');
  await happens();
  expect(await escalateAfter(2 * minute)).toBe(false);
  expect(await server.state.dueEscalations(Number.MAX_SAFE_INTEGER, 9)).toEqual([]);
});

test('an escalation is a message of its own', async () => {
  await rule({ escalation: { afterMs: minute, userIds: [owner.userId], channelIds: [] } });
  await report('crash');
  await escalateAfter(minute);
  expect(await recipients()).toEqual(['owner', '!owner']);
  await report('other');
  expect(await recipients()).toEqual(['owner']);
});

test('during maintenance it waits, and escalates soon after', async () => {
  await rule({ escalation: { afterMs: minute, userIds: [member.userId], channelIds: [] } });
  await report('crash');
  const startsAtMs = server.clock.now();
  const times = { kind: 'once', startsAtMs, endsAtMs: startsAtMs + 10 * minute } as const;
  await server.command.createMaintenanceWindow(owner, { name: 'Upgrade', projectIds: [shop.id], times });
  expect(await escalateAfter(2 * minute)).toBe(false);
  expect(await escalateAfter(minute - 1)).toBe(false);
  expect(await escalateAfter(6 * minute)).toBe(false);
  expect(await escalateAfter(2 * minute)).toBe(true);
  expect(await recipients()).toEqual(['owner', '!member']);
});

test('an escalation that waits to be sent is canceled by an acknowledgement', async () => {
  await rule({ escalation: { afterMs: minute, userIds: [member.userId], channelIds: [] } });
  await report('crash');
  await escalateAfter(2 * minute);
  expect(await issuesIn()).toHaveLength(2);
  await server.command.acknowledgeAlert(owner, 1);
  expect((await issuesIn()).map(({ to }) => to)).toEqual(['owner-1@example.com']);
});

test('the time begins when the schedule of the rule lets it send', async () => {
  const schedule = { timeZone: 'UTC', days: [1, 2, 3, 4, 5, 6, 7], from: '09:00', to: '10:00' };
  await rule({ schedule, escalation: { afterMs: minute, userIds: [member.userId], channelIds: [] } });
  server.clock.nowMs = Date.UTC(2026, 10, 28, 3);
  await report('crash');
  expect((await newest()).escalatesAtMs).toBe(Date.UTC(2026, 10, 28, 9, 1));
});

test('an escalation waits for the schedule, too', async () => {
  const schedule = { timeZone: 'UTC', days: [1, 2, 3, 4, 5, 6, 7], from: '09:00', to: '10:00' };
  await rule({ schedule, escalation: { afterMs: 5 * minute, userIds: [member.userId], channelIds: [] } });
  server.clock.nowMs = Date.UTC(2026, 10, 28, 9, 58);
  await report('crash');
  expect(await escalateAfter(5 * minute)).toBe(true);
  const [, escalation] = (await newest()).deliveries;
  expect(escalation).toMatchObject({ isEscalation: true, dueAtMs: Date.UTC(2026, 10, 29, 9) });
});

test('a page does not promise an escalation that is over', async () => {
  await rule({ escalation: { afterMs: minute, userIds: [member.userId], channelIds: [] } });
  await report('crash');
  expect((await newest()).escalatesAtMs).not.toBeNull();
  await change('SHOP-1', 'resolved');
  expect((await newest()).escalatesAtMs).toBeNull();
});

test('a restored server forgets what was to escalate, and nothing escalates while it waits', async () => {
  await rule({ escalation: { afterMs: minute, userIds: [member.userId], channelIds: [] } });
  await report('crash');
  paused = 'restored';
  expect(await escalateAfter(2 * minute)).toBe(false);
  await server.state.write((tx) => tx.cancelQueuedDeliveries(server.clock.now()));
  paused = null;
  expect(await escalate(deps())).toBe(false);
});

const metricRule = (given: Partial<AlertRuleInput>) =>
  rule({
    name: 'Many',
    trigger: 'metric',
    condition: {
      kind: 'metric',
      metric: 'events',
      windowMs: 5 * minute,
      comparison: 'value',
      direction: 'above',
      critical: 2,
      warning: null,
      resolve: null,
      firesWithoutData: false,
      reportsEnd: true,
      reminderMs: 5 * minute,
    },
    ...given,
  });

/** Evaluates and escalates after each of these minutes, with one event in each. */
async function minutes(count: number, events = 1): Promise<void> {
  for (let index = 0; index < count; index++) {
    if (events > 0) await server.report(shop, 'pay', { count: events });
    server.clock.nowMs += minute;
    await evaluateRules({ ...deps(), lagMs: async () => 0, failed: (error) => expect.fail(String(error)) });
    await escalate(deps());
  }
}

test('a metric escalates, and once it is acknowledged there are no reminders', async () => {
  await metricRule({ escalation: { afterMs: 2 * minute, userIds: [member.userId], channelIds: [] } });
  await minutes(4);
  expect((await newest()).metric?.level).toBe('critical');
  expect(await newest()).toMatchObject({ escalatesAtMs: expect.any(Number) });
  await minutes(3);
  expect(await recipients()).toEqual(['owner', '!member']);
  const [escalated] = (await messages()).filter(({ delivery }) => delivery.isEscalation);
  expect(escalated!.message).toMatchObject({ metrics: [{ isEscalation: true, escalatesAtMs: null }] });
  await minutes(3);
  // A reminder does not escalate again.
  expect(await newest()).toMatchObject({ metric: { isReminder: true }, escalatesAtMs: null });
  expect(await recipients()).toEqual(['owner']);
  const before = (await alerts()).length;
  await server.command.acknowledgeAlert(member, (await newest()).id);
  await minutes(12);
  expect(await alerts()).toHaveLength(before);
  await minutes(6, 0);
  expect(await newest()).toMatchObject({ metric: { level: 'ok' }, escalatesAtMs: null });
});

test('a metric that is back does not escalate', async () => {
  await metricRule({ escalation: { afterMs: 20 * minute, userIds: [member.userId], channelIds: [] } });
  await minutes(4);
  await minutes(6, 0);
  expect((await newest()).metric?.level).toBe('ok');
  expect((await alerts()).map(({ escalatesAtMs }) => escalatesAtMs)).toEqual([null, null]);
  expect(await escalateAfter(30 * minute)).toBe(false);
  expect((await alerts()).flatMap(({ deliveries }) => deliveries).some(({ isEscalation }) => isEscalation)).toBe(false);
});

test('without email, only channels get escalations, and PagerDuty gets each alone', async () => {
  mail = null;
  const [pager, chat] = [await channel('Pager', { kind: 'pagerduty' }), await channel('Chat')];
  const escalation = { afterMs: minute, userIds: [member.userId], channelIds: [pager, chat] };
  await rule({ channelIds: [chat], escalation });
  await report('crash');
  await report('other');
  expect(await escalateAfter(2 * minute)).toBe(true);
  const escalated = (await issuesIn()).filter(({ issues }) => issues[0]!.isEscalation);
  expect(escalated.map(({ to, issues }) => [to, issues.length])).toEqual([
    ['Pager', 1],
    ['Chat', 2],
    ['Pager', 1],
  ]);
});

test('escalations name users and channels of the organization', async () => {
  const other = await server.organization('other');
  const stranger = await server.user(other, 'owner');
  const elsewhere = await channel('Elsewhere', { organizationId: other });
  const to = (given: Partial<NonNullable<AlertRuleInput['escalation']>>) =>
    rule({ escalation: { afterMs: minute, userIds: [], channelIds: [], ...given } });
  await expect(to({ userIds: [stranger.userId] })).rejects.toMatchObject({ code: 'conflict' });
  await expect(to({ channelIds: [elsewhere] })).rejects.toMatchObject({ code: 'conflict' });
  await expect(to({})).rejects.toMatchObject({ code: 'invalid' });
  await expect(to({ userIds: [owner.userId], afterMs: 1 })).rejects.toMatchObject({ code: 'invalid' });
  const id = await to({ userIds: [owner.userId] });
  const escalation = { afterMs: minute, userIds: [stranger.userId], channelIds: [] };
  await expect(server.command.setAlertRule(owner, id, { escalation })).rejects.toMatchObject({ code: 'conflict' });
});

// ─── Resolved issues ───────────────────────────────────────────────────────────────────────────────────────────────

const kinds = async (): Promise<string[]> => {
  const found: Alert[] = await server.state.alertsByIds((await alerts()).map(({ id }) => id));
  return found.map(({ isResolved }) => (isResolved ? 'resolved' : 'fired')).toReversed();
};

test('a rule that says so reports that an issue was resolved that it had reported', async () => {
  await rule({ reportsResolved: true });
  await rule({ name: 'Back', trigger: 'regression' });
  await report('crash');
  await report('other');
  await change('SHOP-1', 'resolved');
  expect(await newest()).toMatchObject({ isResolved: true, issue: { shortId: 'SHOP-1' }, escalatesAtMs: null });
  expect(await recipients()).toEqual(['owner']);
  const last = (await issuesIn()).flatMap(({ issues }) => issues).filter(({ shortId }) => shortId === 'SHOP-1');
  expect(last).toMatchObject([{ isResolved: true, reasons: [{ ruleNames: ['New'] }] }]);
  // Not again, and not about what was not reported since.
  await change('SHOP-1', 'unresolved');
  await change('SHOP-1', 'resolved');
  expect(await kinds()).toEqual(['fired', 'fired', 'resolved']);
  expect((await server.query.issueAlerts(owner, 'SHOP-1')).count).toBe(1);
});

test('without that, only a channel that closes incidents gets it', async () => {
  const pager = await channel('Pager', { kind: 'pagerduty' });
  await channel('Chat', { allRules: true });
  await rule({ channelIds: [pager] });
  await report('crash');
  await report('other');
  await change('SHOP-1', 'resolved');
  await change('SHOP-2', 'resolved');
  expect(await recipients()).toEqual(['Pager']);
  // Each alone: one request closes one incident.
  const resolved = (await issuesIn()).filter(({ issues }) => issues.some(({ isResolved }) => isResolved));
  expect(resolved.map(({ issues }) => issues.map(({ shortId }) => shortId))).toEqual([['SHOP-1'], ['SHOP-2']]);
});

test('an issue that came back at once is not reported as resolved', async () => {
  await rule({ reportsResolved: true });
  await report('crash');
  await server.command.changeIssues(owner, ['SHOP-1'], { status: { to: 'resolved', in: 'now' } });
  await server.command.changeIssues(owner, ['SHOP-1'], { status: { to: 'unresolved' } });
  await decideAll();
  expect(await kinds()).toEqual(['fired']);
});

test('an issue that was not reported is not reported as resolved either', async () => {
  const escalation = { afterMs: minute, userIds: [member.userId], channelIds: [] };
  const id = await rule({ reportsResolved: true, escalation });
  await server.command.setAlertRule(owner, id, { snoozedUntilMs: server.clock.now() + minute });
  await report('crash');
  expect(await server.state.escalationsOf([1])).toEqual([]);
  server.clock.nowMs += 2 * minute;
  await change('SHOP-1', 'resolved');
  expect(await kinds()).toEqual(['fired']);
});

test('an old issue that is resolved is reported, and its next alert is not a repetition', async () => {
  await rule({
    reportsResolved: true,
    trigger: 'event-frequency',
    condition: { kind: 'frequency', windowMs: 5 * minute, count: 1, increase: null },
  });
  await minutes(2);
  expect(await kinds()).toEqual(['fired']);
  server.clock.nowMs += 3 * 24 * 60 * minute;
  await change('SHOP-1', 'resolved');
  expect((await newest()).matches.map(({ suppressed }) => suppressed)).toEqual([null]);
  await minutes(2);
  expect(await kinds()).toEqual(['fired', 'resolved', 'fired']);
  expect((await newest()).matches.map(({ suppressed }) => suppressed)).toEqual([null]);
});

test('a message that would say that an issue fired and was resolved says the latter', async () => {
  await rule({ reportsResolved: true });
  await server.report(shop, 'crash', { handled: false });
  await server.command.changeIssues(owner, ['SHOP-1'], { status: { to: 'resolved', in: 'now' } });
  await decideAll();
  expect(await kinds()).toEqual(['fired', 'resolved']);
  expect((await issuesIn()).map(({ issues }) => issues.map(({ isResolved }) => isResolved))).toEqual([[true]]);
});
