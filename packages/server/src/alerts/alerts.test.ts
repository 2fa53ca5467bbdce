import { limits, testSdkName, type UserId } from '@seismo/protocol';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { ruleDefaults } from '#domain/alerts/default-rules.ts';
import type { Viewer } from '#domain/permissions/viewer.ts';
import type { AlertRuleInput } from '#command/alerts/alert-rules.ts';
import type { NewChannel, State } from '#store/state/contract.ts';
import { emailStatus } from '#query/alerts/alerts.ts';
import type { RuleConditions } from '#query/alerts/rule-schema.ts';
import type { AlertView } from '#query/alerts/views.ts';
import type { ProjectView } from '#query/projects/views.ts';
import { openTestServer, type TestServer } from '../testing/test-server.ts';
import type { SendResult } from './channels/channel.ts';
import { outboxDecider } from './decide-outbox.fixture.ts';
import { startDeliverer, type Deliverer } from './deliver.ts';
import { followAttempt, reportSilentChannels } from './channel-health.ts';
import type { IssuesMessage } from './message.ts';
import { newChannel } from './new-channel.fixture.ts';
import { readMessage } from './read-message.ts';

const minute = 60_000;
let server: TestServer;
let owner: Viewer & { userId: UserId };
let shop: ProjectView;
let decideAll: () => Promise<void>;
let paused: string | null;
let pausedCalls = 0;
let mail: { from: string } | null;

beforeEach(async () => {
  server = await openTestServer();
  const organizationId = await server.organization('main');
  owner = await server.user(organizationId, 'owner');
  await server.user(organizationId, 'member');
  shop = await server.command.createProject(owner, { slug: 'shop', name: 'Shop', platform: 'javascript' });
  decideAll = await outboxDecider(server.state, () => ({
    ...server.deps,
    config: { publicUrl: 'http://seismo.test', mail },
    paused: async () => paused,
  }));
  paused = null;
  mail = { from: 'alerts@seismo.test' };
});

async function report(name: string, given: Parameters<TestServer['report']>[2] = {}): Promise<void> {
  await server.report(shop, name, given);
  await decideAll();
}

const handled = { handled: true };
const unhandled = { handled: false };
const alerts = async (): Promise<AlertView[]> =>
  (await server.query.alerts(owner, { projects: [], cursor: null, count: 50 })).alerts;
const fired = async () =>
  (await alerts()).map(({ issue, matches }) => [
    issue!.shortId,
    ...matches.map(({ ruleName, suppressed }) => (suppressed === null ? ruleName : `${ruleName}: ${suppressed}`)),
  ]);
const later = (ms: number) => void (server.clock.nowMs += ms);
const resolve = (issue = 'SHOP-1') =>
  server.command.changeIssues(owner, [issue], { status: { to: 'resolved', in: 'now' } });

/** Sends with these results, one after the other; the last one repeats. */
const deliver = (...results: (SendResult | Promise<SendResult>)[]) => deliverFrom(server.state, results);

async function deliverFrom(state: State, results: (SendResult | Promise<SendResult>)[]) {
  const sent: { message: IssuesMessage; to: string }[] = [];
  const notices: { title: string; text: string; to: string }[] = [];
  const { clock } = server;
  const failures: unknown[] = [];
  const deliverer: Deliverer = await startDeliverer({
    state,
    clock,
    async send(delivery) {
      const addressed = await readMessage(
        { ...server.deps, config: { publicUrl: 'http://seismo.test', mail } },
        delivery,
      );
      if (addressed === null) return null;
      const { message, to } = addressed;
      const name = typeof to === 'string' ? to : to.name;
      if (message.about === 'issues') sent.push({ message, to: name });
      else if (message.about === 'notice')
        notices.push({ title: message.title, text: message.text.join(' '), to: name });
      return results.length > 1 ? results.shift()! : results[0]!;
    },
    ended: (tx, delivery, attempt) =>
      followAttempt({ hasEmail: mail !== null, nowMs: clock.now() }, tx, delivery, attempt),
    async paused() {
      pausedCalls++;
      return paused;
    },
    random: () => 0.5,
    failed: (error) => failures.push(error),
  });
  onTestFinished(() => deliverer.stop());
  return { sent, notices, deliverer, failures };
}

const ok: SendResult = { isSent: true, answer: '250 ok' };
const refused: SendResult = { isSent: false, answer: '550 no such user', isPermanent: true, retryAfterMs: null };
const busy: SendResult = { isSent: false, answer: '451 try later', isPermanent: false, retryAfterMs: null };

test('the first issue is reported even if its priority is not high, later ones only if it is', async () => {
  await report('pay', handled);
  expect(await fired()).toEqual([['SHOP-1', 'First issue']]);
  later(minute);
  await report('cart', handled);
  expect(await fired()).toHaveLength(1);
  await report('crash', unhandled);
  expect((await fired())[0]).toEqual(['SHOP-3', 'New high-priority issue']);
  await report('crash', unhandled);
  expect(await fired()).toHaveLength(2);
});

test('a test event of the dashboard does not count as the first', async () => {
  const testEvent = { level: 'error', message: 'Test event', sdk: { name: testSdkName, version: '1' } };
  await server.sendItem(shop, { type: 'event' }, { ...testEvent, event_id: 'e'.repeat(32) });
  await decideAll();
  expect((await fired()).flat()).not.toContain('First issue');
  await report('pay', handled);
  expect((await fired())[0]).toEqual(['SHOP-2', 'First issue']);
});

test('two rules that fire for an issue send one message that names both', async () => {
  await report('crash', unhandled);
  const { sent } = await deliver(ok);
  await expect.poll(() => sent.length).toBe(1);
  expect(sent[0]!.message).toMatchObject({
    issueCount: 1,
    issues: [
      {
        shortId: 'SHOP-1',
        project: 'shop',
        url: 'http://seismo.test/issues/SHOP-1',
        reasons: [
          { trigger: 'first-issue', condition: '', ruleNames: ['First issue'] },
          { trigger: 'new-issue', condition: '', ruleNames: ['New high-priority issue'] },
        ],
        isFlapping: false,
      },
    ],
  });
  const [{ deliveries }] = (await alerts()) as [AlertView];
  await expect.poll(async () => (await alerts())[0]!.deliveries[0]!.status).toBe('sent');
  expect(deliveries).toHaveLength(1);
});

test('messages go to the owners, or to the teams of the project once it has members', async () => {
  await report('pay');
  const [first] = await alerts();
  expect(first!.deliveries.map(({ to }) => to.detail)).toEqual(['owner-1@example.com']);
  const { organizationId } = owner.memberships[0]!;
  const [ann, support] = [await server.user(organizationId, 'member'), await server.user(organizationId, 'support')];
  await server.command.createTeam(owner, { slug: 'web', name: '' });
  await server.command.setTeamProject(owner, 'web', 'shop', true);
  later(2 * minute);
  await report('crash', unhandled);
  expect((await alerts())[0]!.deliveries.map(({ to }) => to.detail)).toEqual(['owner-1@example.com']);
  for (const { userId } of [ann, support]) await server.command.setTeamMember(owner, 'web', userId, true);
  later(2 * minute);
  await report('crash 2', unhandled);
  expect((await alerts())[0]!.deliveries.map(({ to }) => to.detail)).toEqual(['member-3@example.com']);
});

test('a regression is reported, and a flapping issue sends two messages', async () => {
  await report('pay', { release: 'shop@1' });
  for (let index = 0; index < 50; index++) {
    await resolve();
    later(2 * minute);
    await report('pay', { release: 'shop@1' });
  }
  const regressions = (await fired()).filter(([, rule]) => rule!.startsWith('Regression'));
  expect(regressions).toHaveLength(50);
  expect(regressions.filter(([, rule]) => rule === 'Regression')).toHaveLength(2);
  expect(new Set(regressions.map(([, rule]) => rule))).toEqual(
    new Set(['Regression', 'Regression: repeated', 'Regression: flapping']),
  );
  const { sent } = await deliver(ok);
  await expect.poll(() => sent.length).toBe(3);
  expect(sent.map(({ message }) => message.issues[0]!.isFlapping)).toEqual([false, false, true]);
});

test('many issues at once become one message, and at most three leave within a minute', async () => {
  const { sent, deliverer } = await deliver(ok);
  for (let index = 1; index <= 3; index++) {
    await report(`crash ${index}`, unhandled);
    deliverer.wake();
    await expect.poll(() => sent.length).toBe(index);
  }
  await Promise.all(Array.from({ length: 30 }, (_, index) => server.send(shop, `storm ${index}`, unhandled)));
  await server.drain();
  await decideAll();
  for (let index = 0; index < 3; index++) await report(`late ${index}`, unhandled);
  deliverer.wake();
  later(minute - 1);
  deliverer.wake();
  await expect.poll(async () => (await alerts())[0]!.deliveries[0]!.status).toBe('queued');
  expect(sent).toHaveLength(3);
  later(1);
  deliverer.wake();
  await expect.poll(() => sent.length).toBe(4);
  expect(sent[3]!.message.issueCount).toBe(33);
  expect(sent[3]!.message.issues).toHaveLength(limits.DELIVERY_ISSUE_COUNT_MAX);
  expect(sent[3]!.message.issues[0]!.shortId).toBe((await alerts())[0]!.issue!.shortId);
});

test('nothing is sent of old events, after a restore, without a mail server and by disabled rules', async () => {
  const day = 24 * 60 * minute;
  await report('import', { ...unhandled, atMs: server.clock.now() - day - minute });
  paused = 'restored';
  await report('restored', unhandled);
  [paused, mail] = [null, null];
  await report('no mail', unhandled);
  expect((await fired()).map(([, rule]) => rule)).toEqual([
    'New high-priority issue: no-email',
    'New high-priority issue: paused',
    'First issue: old',
  ]);
  expect((await alerts()).flatMap(({ deliveries }) => deliveries)).toEqual([]);
  mail = { from: 'alerts@seismo.test' };
  for (const { id, name } of await server.query.alertRules(owner, ['shop'])) {
    if (name === 'New high-priority issue') await server.command.setAlertRule(owner, id, { enabled: false });
  }
  await report('disabled', unhandled);
  expect(await fired()).toHaveLength(3);
});

test('a rule of one project does not fire for another', async () => {
  const other = await server.command.createProject(owner, { slug: 'other', name: '', platform: 'node' });
  for (const { id } of await server.query.alertRules(owner, ['other'])) {
    await server.command.setAlertRule(owner, id, { enabled: false });
  }
  await server.report(other, 'pay', unhandled);
  await decideAll();
  expect(await fired()).toEqual([]);
});

test('a failed attempt is repeated with its answer on record, and ends with the first success', async () => {
  await report('pay');
  const { sent, deliverer } = await deliver(busy, busy, ok);
  await expect.poll(() => sent.length).toBe(1);
  const delivery = async () => (await alerts())[0]!.deliveries[0]!;
  await expect.poll(async () => (await delivery()).dueAtMs).toBe(server.clock.now() + 15_000);
  expect((await delivery()).status).toBe('queued');
  later(15_000);
  deliverer.wake();
  await expect.poll(async () => (await delivery()).attempts[1]?.endedAtMs ?? null).not.toBeNull();
  later(minute);
  deliverer.wake();
  await expect.poll(async () => (await delivery()).status).toBe('sent');
  expect((await delivery()).attempts.map(({ answer }) => answer)).toEqual(['451 try later', '451 try later', '250 ok']);
  expect(new Set(sent.map(({ message }) => message.id)).size).toBe(1);
});

test('a message that is refused for good fails, and can be sent again', async () => {
  await report('pay');
  const { sent } = await deliver(refused, ok);
  const delivery = async () => (await alerts())[0]!.deliveries[0]!;
  await expect.poll(async () => (await delivery()).status).toBe('failed');
  await server.command.resendDelivery(owner, (await delivery()).id);
  const again = await deliver(ok);
  await expect.poll(async () => (await delivery()).status).toBe('sent');
  expect([sent.length, again.sent.length].reduce((sum, count) => sum + count)).toBe(2);
  await expect(server.command.resendDelivery(owner, (await delivery()).id)).rejects.toMatchObject({ code: 'conflict' });
});

test('what was being sent when the server stopped is sent again', async () => {
  await report('pay');
  const [{ deliveries }] = (await alerts()) as [AlertView];
  await server.state.write((tx) => tx.beginAttempt(deliveries[0]!.id, server.clock.now()));
  const { sent } = await deliver(ok);
  await expect.poll(() => sent.length).toBe(1);
});

test('an attempt whose end could not be recorded is made again', async () => {
  await report('pay');
  const { state } = server;
  let writes = 0;
  // After the start and the beginning of the attempt.
  const write: State['write'] = (work) => (++writes === 3 ? Promise.reject(new Error('disk full')) : state.write(work));
  const { sent, failures, deliverer } = await deliverFrom(Object.create(state, { write: { value: write } }) as State, [
    ok,
  ]);
  await expect.poll(() => failures.length).toBe(1);
  deliverer.wake();
  await expect.poll(() => sent.length).toBe(2);
  await expect.poll(async () => (await alerts())[0]!.deliveries[0]!.status).toBe('sent');
  expect(failures).toEqual([new Error('disk full')]);
});

test('attempts that cannot be recorded do not follow each other at once', async () => {
  await report('pay');
  const { state } = server;
  let writes = 0;
  // The beginning of every attempt, not the write that looks for interrupted ones. At the end, so that a loop ends.
  const fails = () => ++writes % 2 === 0 && writes < 40;
  const write: State['write'] = (work) => (fails() ? Promise.reject(new Error('disk full')) : state.write(work));
  const { failures, deliverer } = await deliverFrom(Object.create(state, { write: { value: write } }) as State, [ok]);
  await deliverer.settled();
  await deliverer.settled();
  expect(failures.length).toBeLessThan(5);
});

test('nothing is sent while connections are paused, and a resumed server forgets what its backup had queued', async () => {
  await report('pay');
  paused = 'restored';
  const { sent, deliverer } = await deliver(ok);
  deliverer.wake();
  const restored = JSON.stringify({ backupAtMs: 1, restoredAtMs: 2 });
  await server.state.write((tx) => tx.setSetting('restored', restored));
  await server.command.resumeOutgoing(owner);
  paused = null;
  deliverer.wake();
  await report('crash', unhandled);
  deliverer.wake();
  await expect.poll(() => sent.length).toBe(1);
  expect(sent[0]!.message.issues.map(({ shortId }) => shortId)).toEqual(['SHOP-2']);
  expect((await alerts())[1]!.deliveries[0]!.status).toBe('canceled');
});

test('nothing is sent of a deleted issue, or to someone who may no longer see it', async () => {
  await report('pay');
  const [issue] = await server.state.issuesByIds([(await alerts())[0]!.issue!.id]);
  await server.state.write((tx) => tx.deleteIssue(issue!.id));
  later(minute);
  await report('crash', unhandled);
  const { organizationId, userId } = { ...owner.memberships[0]!, ...owner };
  await server.state.write((tx) => tx.setMembership({ organizationId, userId, role: 'support' }));
  const { sent } = await deliver(ok);
  const statuses = async () =>
    (await server.state.recentDeliveries({ userId: owner.userId, channelId: null, browserId: null }, 0)).map(
      ({ status }) => status,
    );
  await expect.poll(statuses).toEqual(['canceled', 'canceled']);
  expect(sent).toEqual([]);
});

test('a rule whose filter is not valid any more fires for all issues', async () => {
  await report('pay');
  const rule = { projectId: shop.id, name: 'Odd', triggerKind: 'new-issue' as const, createdAtMs: 1 };
  await server.state.write((tx) => tx.addAlertRules([{ ...ruleDefaults, ...rule, query: 'nonsense:(' }]));
  later(minute);
  await report('cart', handled);
  expect((await fired())[0]).toEqual(['SHOP-2', 'Odd']);
});

test('messages that wait for another attempt do not delay new ones', async () => {
  const wait: SendResult = { ...busy, retryAfterMs: limits.DELIVERY_BACKOFF_MS_MAX };
  const { sent, deliverer } = await deliver(wait);
  for (let index = 1; index <= 3; index++) {
    await report(`crash ${index}`, unhandled);
    deliverer.wake();
    await expect.poll(() => sent.length).toBe(index);
  }
  const deliveries = async () => (await alerts()).flatMap((each) => each.deliveries);
  await expect.poll(async () => (await deliveries()).every(({ dueAtMs }) => dueAtMs > server.clock.now())).toBe(true);
  await report('soon', unhandled);
  expect((await deliveries())[0]!.dueAtMs).toBe(server.clock.now() + limits.DELIVERY_WINDOW_MS);
  later(2 * minute);
  await report('now', unhandled);
  expect((await deliveries())[0]!.dueAtMs).toBe(server.clock.now());
});

test('an issue that fires twice before its message leaves is counted once', async () => {
  await report('pay', { release: 'shop@1' });
  await resolve();
  await report('pay', { release: 'shop@1' });
  const { sent } = await deliver(ok);
  await expect.poll(() => sent.length).toBe(1);
  expect(sent[0]!.message).toMatchObject({ issueCount: 1, issues: [{ shortId: 'SHOP-1' }] });
  expect(sent[0]!.message.issues[0]!.reasons.at(-1)!.trigger).toBe('regression');
});

test('a message that could not be read is attempted again', async () => {
  await report('pay');
  const [{ deliveries }] = (await alerts()) as [AlertView];
  const failures: unknown[] = [];
  const deliverer = await startDeliverer({
    state: server.state,
    clock: server.clock,
    send: async () => Promise.reject(new Error('connection lost')),
    ended: async () => {},
    paused: async () => null,
    random: () => 0.5,
    failed: (error) => failures.push(error),
  });
  onTestFinished(deliverer.stop);
  await expect.poll(() => failures.map(String)).toEqual(['Error: connection lost']);
  const delivery = () => server.state.delivery(deliveries[0]!.id);
  await expect.poll(delivery).toMatchObject({ status: 'queued', dueAtMs: server.clock.now() + 15_000 });
});

test('a message that is sent at once does not let more of the queue follow', async () => {
  const { organizationId } = owner.memberships[0]!;
  const test = { organizationId, userId: owner.userId, channelId: null, about: 'test' as const, notice: null };
  const ids = await server.state.write(async (tx) => {
    const added: number[] = [];
    while (added.length < 2 * limits.DELIVERY_CONCURRENCY_MAX)
      added.push(await tx.addDelivery({ ...test, queuedAtMs: 1, dueAtMs: 1 }));
    return added;
  });
  const answer = Promise.withResolvers<SendResult>();
  const { notices, deliverer } = await deliver(answer.promise);
  await expect.poll(() => notices.length).toBe(limits.DELIVERY_CONCURRENCY_MAX);
  const now = deliverer.sendNow(ids.at(-1)!);
  await expect.poll(() => notices.length).toBe(limits.DELIVERY_CONCURRENCY_MAX + 1);
  const runs = pausedCalls;
  for (const run of [1, 2]) {
    deliverer.wake();
    await expect.poll(() => pausedCalls).toBe(runs + run);
  }
  await server.state.write(async () => {});
  const waiting = (await server.state.dueDeliveries(1, 99)).map(({ id }) => id);
  answer.resolve(ok);
  await now;
  expect(waiting).toEqual(ids.slice(limits.DELIVERY_CONCURRENCY_MAX, -1));
});

const webhook = (name: string, given: Partial<NewChannel> = {}) => {
  const created = { createdAtMs: server.clock.now(), ...given };
  return server.state.write((tx) => tx.addChannel(newChannel(owner.memberships[0]!.organizationId, name, created)));
};
const ruleNamed = async (name: string) =>
  (await server.query.alertRules(owner, ['shop'])).find((rule) => rule.name === name)!;
const recipients = (alert: AlertView | undefined) => alert!.deliveries.map(({ to }) => to.name);

test('rules send to their channels, and every rule to those that want all', async () => {
  const [web, all] = [await webhook('#web'), await webhook('Ops', { allRules: true })];
  const other = await server.organization('other');
  await webhook('Elsewhere', { organizationId: other, allRules: true });
  const first = await ruleNamed('First issue');
  await server.command.setAlertRule(owner, first.id, { toTeam: false, channelIds: [web] });
  await report('crash', unhandled);
  expect(recipients((await alerts())[0])).toEqual(['#web', 'Ops', 'owner']);
  const { sent } = await deliver(ok);
  await expect.poll(() => sent.length).toBe(3);
  const namesIn = Object.fromEntries(
    sent.map(({ to, message }) => [to, message.issues[0]!.reasons.flatMap(({ ruleNames }) => ruleNames)]),
  );
  // Each names the rules that send there.
  expect(namesIn).toEqual({
    '#web': ['First issue'],
    Ops: ['First issue', 'New high-priority issue'],
    'owner-1@example.com': ['New high-priority issue'],
  });
  await server.command.deleteChannel(owner, all);
  later(minute);
  await report('crash 2', unhandled);
  expect(recipients((await alerts())[0])).toEqual(['owner']);
});

test('without email, channels get messages; a rule without a recipient says why it sent none', async () => {
  mail = null;
  const web = await webhook('#web');
  await server.command.setAlertRule(owner, (await ruleNamed('First issue')).id, { channelIds: [web] });
  await server.command.setAlertRule(owner, (await ruleNamed('New high-priority issue')).id, { toTeam: false });
  await report('crash', unhandled);
  expect(await fired()).toEqual([['SHOP-1', 'First issue', 'New high-priority issue: no-recipient']]);
  expect(recipients((await alerts())[0])).toEqual(['#web']);
});

test('a channel gets at most three messages within a minute, beside those of users', async () => {
  await webhook('Ops', { allRules: true });
  for (let index = 0; index < 5; index++) await report(`crash ${index}`, unhandled);
  const { sent, deliverer } = await deliver(ok);
  await deliverer.settled();
  later(minute);
  deliverer.wake();
  await deliverer.settled();
  for (const to of ['Ops', 'owner-1@example.com']) {
    const counts = sent.filter((each) => each.to === to).map(({ message }) => message.issueCount);
    expect(counts.reduce((sum, count) => sum + count)).toBe(5);
    expect(counts.length).toBeLessThanOrEqual(2);
  }
});

test('the owners hear once of a channel that refuses messages, and again only after it has worked', async () => {
  const web = await webhook('#web', { allRules: true });
  for (const { id } of await server.query.alertRules(owner, ['shop'])) {
    await server.command.setAlertRule(owner, id, { toTeam: false });
  }
  const { sent, notices, deliverer } = await deliver(refused, ok, refused, ok, ok, refused, ok);
  const crash = async (name: string) => {
    later(minute);
    await report(name, unhandled);
    deliverer.wake();
    await deliverer.settled();
    await deliverer.settled();
  };
  await crash('one');
  expect(notices).toEqual([
    {
      title: 'The channel “#web” does not work',
      text: expect.stringContaining('550 no such user'),
      to: 'owner-1@example.com',
    },
  ]);
  await crash('two');
  expect(notices).toHaveLength(1);
  await crash('three');
  expect((await server.state.channelsByIds([web]))[0]!.reportedAtMs).toBeNull();
  await crash('four');
  await crash('five');
  expect([notices.length, sent.length]).toEqual([2, 5]);
});

test('a channel that fails for minutes is reported before its message is given up', async () => {
  await webhook('#web', { allRules: true });
  mail = null;
  await webhook('Ops');
  await report('crash', unhandled);
  const { sent, notices, deliverer } = await deliver(busy, busy, busy, busy, ok);
  for (let attempt = 1; attempt <= 4; attempt++) {
    expect(notices).toEqual([]);
    await deliverer.settled();
    expect(sent).toHaveLength(attempt);
    later(20 * minute);
    deliverer.wake();
  }
  await deliverer.settled();
  // Without email, another channel tells of it.
  expect(notices).toEqual([expect.objectContaining({ title: 'The channel “#web” does not work', to: 'Ops' })]);
});

test('channels hear of it when the mail server takes nothing for minutes, but not of one wrong address', async () => {
  await webhook('Ops');
  await report('crash', unhandled);
  const { notices, deliverer } = await deliver(busy, busy, busy, busy, ok);
  const status = async () =>
    (await emailStatus({ ...server.deps, config: { ...server.deps.config, mail } as never }, owner)).failing;
  for (let attempt = 1; attempt <= 4; attempt++) {
    await deliverer.settled();
    later(20 * minute);
    deliverer.wake();
  }
  await deliverer.settled();
  expect(notices).toEqual([expect.objectContaining({ title: 'Seismo cannot send email', to: 'Ops' })]);
  await deliverer.settled();
  expect(await status()).toBeNull();
  const refusing = await deliver(refused);
  await report('crash 2', unhandled);
  refusing.deliverer.wake();
  await refusing.deliverer.settled();
  expect([refusing.notices, await status()]).toEqual([[], null]);
});

test('a channel that sent nothing for a month is reported once, and a new one is not', async () => {
  const [old, fresh] = [await webhook('Old'), await webhook('Fresh', { createdAtMs: server.clock.now() + 1 })];
  const nowMs = server.clock.now() + limits.CHANNEL_SILENT_MS_MAX + 1;
  for (let run = 0; run < 2; run++) {
    await server.state.write(async (tx) =>
      reportSilentChannels({ hasEmail: true, nowMs }, tx, await tx.channelsByIds([old, fresh])),
    );
  }
  server.clock.nowMs = nowMs;
  const { notices } = await deliver(ok);
  await expect
    .poll(() => notices)
    .toEqual([expect.objectContaining({ title: 'Check the channel “Old”', to: 'owner-1@example.com' })]);
});

/** The only rule of the project. */
async function onlyRule(input: AlertRuleInput): Promise<number> {
  for (const { id } of await server.query.alertRules(owner, ['shop'])) await server.command.deleteAlertRule(owner, id);
  return server.command.createAlertRule(owner, 'shop', input);
}

test('a rule with a schedule keeps its messages until it may send, and they arrive as one', async () => {
  // The clock of tests begins on a Monday at 12:00 in Berlin.
  server.clock.nowMs = Date.parse('2026-11-27T16:30:00Z');
  const schedule = { timeZone: 'Europe/Berlin', days: [1, 2, 3, 4, 5], from: '09:00', to: '18:00' };
  await onlyRule({ name: 'By day', trigger: 'new-issue', schedule });
  await report('one');
  later(60 * minute);
  for (const name of ['two', 'three']) {
    await report(name);
    later(minute);
  }
  const due = async () => (await alerts()).map((alert) => new Date(alert.deliveries[0]!.dueAtMs).toISOString());
  expect(await due()).toEqual(['2026-11-30T08:00:00.000Z', '2026-11-30T08:00:00.000Z', '2026-11-27T16:30:00.000Z']);
  const { sent, deliverer } = await deliver(ok);
  await deliverer.settled();
  expect(sent.map(({ message }) => message.issueCount)).toEqual([1]);
  server.clock.nowMs = Date.parse('2026-11-30T08:00:00Z');
  deliverer.wake();
  await deliverer.settled();
  expect(sent.map(({ message }) => message.issueCount)).toEqual([1, 2]);
});

test('what waits for a schedule does not delay the messages of other rules to the same recipient', async () => {
  server.clock.nowMs = Date.parse('2026-11-27T20:00:00Z');
  const schedule = { timeZone: 'UTC', days: [1], from: '09:00', to: '18:00' };
  await onlyRule({ name: 'Warnings', trigger: 'new-issue', query: 'level:warning', schedule });
  await server.command.createAlertRule(owner, 'shop', { name: 'Errors', trigger: 'new-issue', query: 'level:error' });
  for (const name of ['a', 'b', 'c', 'd']) await report(`later ${name}`, { level: 'warning' });
  await report('now', { level: 'error' });
  const due = async () => (await alerts()).map((alert) => alert.deliveries[0]!.dueAtMs - server.clock.now());
  const monday = Date.parse('2026-11-30T09:00:00Z') - server.clock.now();
  expect(await due()).toEqual([0, monday, monday, monday, monday]);
});

test('a snoozed rule sends nothing until its time has come', async () => {
  const id = await onlyRule({ name: 'New', trigger: 'new-issue' });
  await server.command.setAlertRule(owner, id, { snoozedUntilMs: server.clock.now() + 10 * minute });
  await report('one');
  later(10 * minute);
  await report('two');
  expect(await fired()).toEqual([
    ['SHOP-2', 'New'],
    ['SHOP-1', 'New: snoozed'],
  ]);
});

test('rules send nothing about projects in maintenance, and about the next issue after it', async () => {
  await onlyRule({ name: 'New', trigger: 'new-issue' });
  const { state, clock, command } = server;
  const startsAtMs = clock.now();
  const times = { kind: 'once' as const, startsAtMs, endsAtMs: startsAtMs + 10 * minute };
  const id = await command.createMaintenanceWindow(owner, { name: 'Upgrade', projectIds: [shop.id], times });
  const web = await command.createProject(owner, { slug: 'web', name: 'Web', platform: 'javascript' });
  await server.report(web, 'elsewhere', unhandled);
  await report('one');
  expect(await fired()).toEqual([
    ['SHOP-1', 'New: maintenance'],
    ['WEB-1', 'First issue', 'New high-priority issue'],
  ]);
  expect(await state.dueDeliveries(clock.now(), 9)).toHaveLength(1);
  // Ends while the outbox has rows that are not decided yet.
  await server.report(shop, 'two');
  await command.endMaintenanceWindow(owner, id);
  await decideAll();
  expect((await fired())[0]).toEqual(['SHOP-2', 'New']);
});

test('maintenance names its reason before a snooze, and after old events and a restored server', async () => {
  const id = await onlyRule({ name: 'New', trigger: 'new-issue' });
  const schedule = { timeZone: 'UTC', days: [6], from: '12:00', to: '13:00' };
  // A Saturday, 12:30.
  expect(new Date(server.clock.now()).toISOString()).toBe('2026-11-21T12:30:00.000Z');
  const weekly = { kind: 'weekly' as const, schedule };
  await server.command.createMaintenanceWindow(owner, { name: 'Weekly', projectIds: null, times: weekly });
  await server.command.setAlertRule(owner, id, { snoozedUntilMs: server.clock.now() + 60 * minute });
  await report('one');
  await report('imported', { atMs: server.clock.now() - 25 * 60 * minute });
  paused = 'restored';
  await report('two');
  paused = null;
  later(30 * minute);
  await report('three');
  expect(await fired()).toEqual([
    ['SHOP-4', 'New: snoozed'],
    ['SHOP-3', 'New: paused'],
    ['SHOP-2', 'New: old'],
    ['SHOP-1', 'New: maintenance'],
  ]);
});

test('a rule about environments fires for the issues seen there, once for each environment and issue', async () => {
  await onlyRule({ name: 'New in production', trigger: 'first-in-environment', environments: ['production'] });
  await server.command.createAlertRule(owner, 'shop', {
    name: 'New release',
    trigger: 'first-in-release',
    environments: ['production'],
  });
  await report('pay', { environment: 'staging', release: 'shop@1' });
  expect(await fired()).toEqual([]);
  later(31 * minute);
  await report('pay', { environment: 'production', release: 'shop@1' });
  expect(await fired()).toEqual([['SHOP-1', 'New in production']]);
  later(31 * minute);
  await report('pay', { environment: 'production', release: 'shop@2' });
  await report('pay', { environment: 'production', release: 'shop@2' });
  expect((await fired())[0]).toEqual(['SHOP-1', 'New release']);
  expect(await fired()).toHaveLength(2);
});

test('a rule repeats itself as often as it says', async () => {
  const id = await onlyRule({ name: 'Back', trigger: 'regression', repeatMs: 5 * minute });
  await report('pay', { release: 'shop@1' });
  const again = async (ms: number) => {
    await resolve();
    later(ms);
    await report('pay', { release: 'shop@1' });
    return (await fired())[0]![1];
  };
  expect(await again(minute)).toBe('Back');
  expect(await again(4 * minute)).toBe('Back: repeated');
  expect(await again(minute)).toBe('Back');
  await server.command.setAlertRule(owner, id, { repeatMs: 24 * 60 * minute });
  later(25 * 60 * minute);
  expect(await again(minute)).toBe('Back');
  expect(await again(20 * 60 * minute)).toBe('Back: repeated');
});

const newIssues: RuleConditions = {
  trigger: 'new-issue',
  query: '',
  environments: [],
  condition: null,
  repeatMs: limits.ALERT_REPEAT_MS_DEFAULT,
  schedule: null,
};

test('the preview refuses a schedule that does not exist, and a search that is not valid', async () => {
  const schedule = { timeZone: 'Berlin', days: [1], from: '09:00', to: '18:00' };
  for (const [given, at] of [
    [{ schedule }, 'schedule.timeZone'],
    [{ query: 'level:(' }, 'query'],
  ] as const) {
    const preview = server.query.alertPreview(owner, 'shop', { ...newIssues, ...given });
    await expect(preview).rejects.toMatchObject({ code: 'invalid', fields: { [at]: expect.any(String) } });
  }
  expect(await server.query.alertPreview(owner, 'shop', newIssues)).toMatchObject({ issueCount: 0, messageCount: 0 });
});

test('the preview of a rule says what it would have done, had the same events come', async () => {
  server.clock.nowMs = Date.parse('2026-10-20T05:00:00Z');
  const schedule = { timeZone: 'Europe/Berlin', days: [1, 2, 3, 4, 5, 6, 7], from: '09:00', to: '18:00' };
  const inputs: Partial<RuleConditions>[] = [
    { trigger: 'first-issue' },
    { trigger: 'new-issue' },
    { trigger: 'new-issue', query: 'level:warning' },
    { trigger: 'new-issue', schedule },
    { trigger: 'regression' },
    { trigger: 'regression', repeatMs: 5 * minute },
    { trigger: 'first-in-environment', environments: ['production'] },
    { trigger: 'first-in-release' },
  ];
  for (const { id } of await server.query.alertRules(owner, ['shop'])) await server.command.deleteAlertRule(owner, id);
  // Each sends to a channel of its own, so that their messages do not join.
  const ids = new Map<number, Partial<RuleConditions>>();
  for (const [index, input] of inputs.entries()) {
    const channelIds = [await webhook(`${index}`)];
    const rule = { ...newIssues, name: `${index}`, ...input, toTeam: false, channelIds };
    ids.set(await server.command.createAlertRule(owner, 'shop', rule), input);
  }
  const { deliverer } = await deliver(ok);
  const levels = ['error', 'warning'] as const;
  // Six days through the end of summer time in Berlin, with bursts.
  for (let step = 0; step < 100; step++) {
    const environment = step % 3 === 0 ? 'production' : 'staging';
    for (let burst = 0; burst < (step % 25 === 0 ? 5 : 1); burst++) {
      const number = (step * 7 + burst * 3) % 23;
      // A preview sees issues as they are now: an issue keeps its level.
      const given = { environment, level: levels[number % 2]!, release: `shop@${Math.floor(step / 20)}` };
      await report(`issue ${number}`, given);
      deliverer.wake();
      await deliverer.settled();
    }
    if (step % 4 === 0) await resolve(`SHOP-${1 + (step % 5)}`).catch(() => {});
    later(90 * minute);
    deliverer.wake();
    await deliverer.settled();
  }
  const all = await server.state.listAlerts([shop.id], null, 10_000);
  for (const [id, input] of ids) {
    const preview = await server.query.alertPreview(owner, 'shop', { ...newIssues, ...input });
    const matches = all.flatMap((alert) => alert.matches.filter(({ ruleId }) => ruleId === id));
    const deliveries = await server.state.deliveriesOfAlerts(
      all.filter((alert) => alert.matches.some(({ ruleId }) => ruleId === id)).map((alert) => alert.id),
    );
    const [channelId] = (await server.state.alertRulesByIds([id]))[0]!.channelIds;
    const messages = new Set(deliveries.filter((one) => one.channelId === channelId).map((one) => one.id));
    const sum = (of: 'sent' | 'repeated') => preview.days.reduce((total, day) => total + day[of], 0);
    expect([sum('sent'), sum('repeated'), preview.messageCount], JSON.stringify(input)).toEqual([
      matches.filter(({ suppressed }) => suppressed === null).length,
      matches.filter(({ suppressed }) => suppressed !== null).length,
      messages.size,
    ]);
    expect(matches.length).toBeGreaterThan(0);
  }
}, 120_000);

test('a muted rule sends no email to the user, and sends to others as before', async () => {
  const { organizationId } = owner.memberships[0]!;
  const second = await server.user(organizationId, 'owner');
  const id = await onlyRule({ name: 'New', trigger: 'new-issue' });
  await server.command.muteAlertRule(owner, id, true);
  await report('one');
  const to = async () => (await alerts())[0]!.deliveries.map((delivery) => delivery.to.detail).toSorted();
  expect(await to()).toEqual([expect.stringMatching(/^owner-3@/)]);
  await server.command.muteAlertRule(second, id, true);
  await report('two');
  expect(await fired()).toEqual([
    ['SHOP-2', 'New: no-recipient'],
    ['SHOP-1', 'New'],
  ]);
  await webhook('Ops', { allRules: true });
  await report('three');
  expect(await to()).toEqual(['Slack']);
  await server.command.muteAlertRule(owner, id, false);
  await report('four');
  expect(await to()).toEqual(['Slack', 'owner-1@example.com']);
});

test('a message does not name a rule that its user muted meanwhile, and is canceled if no other is left', async () => {
  const id = await onlyRule({ name: 'New', trigger: 'new-issue' });
  const otherId = await server.command.createAlertRule(owner, 'shop', { name: 'Errors', trigger: 'new-issue' });
  await webhook('Ops', { allRules: true });
  await report('one');
  await server.command.muteAlertRule(owner, id, true);
  const { sent, deliverer } = await deliver(ok);
  await deliverer.settled();
  const named = () =>
    sent.map(({ to, message }) => [to, ...message.issues.flatMap((one) => one.reasons.flatMap((it) => it.ruleNames))]);
  const first = [
    ['owner-1@example.com', 'Errors'],
    ['Ops', 'New', 'Errors'],
  ];
  expect(named()).toEqual(first);
  later(minute);
  await report('two');
  await server.command.muteAlertRule(owner, otherId, true);
  deliverer.wake();
  await deliverer.settled();
  expect(named()).toEqual([...first, ['Ops', 'New', 'Errors']]);
  expect((await alerts())[0]!.deliveries.map(({ to, status }) => [to.name, status])).toEqual([
    ['Ops', 'sent'],
    ['owner', 'canceled'],
  ]);
});

test('a message about metrics leaves out those of rules that its user muted meanwhile', async () => {
  const condition = {
    kind: 'metric' as const,
    metric: 'events' as const,
    windowMs: 5 * minute,
    comparison: 'value' as const,
    direction: 'above' as const,
    critical: 1,
    warning: null,
    resolve: null,
    firesWithoutData: false,
    reportsEnd: true,
    reminderMs: null,
  };
  const { state, command } = server;
  const { organizationId } = owner.memberships[0]!;
  const ids: number[] = [];
  for (const name of ['One', 'Two'])
    ids.push(await command.createAlertRule(owner, 'shop', { name, trigger: 'metric', condition }));
  const report = { level: 'critical' as const, isReminder: false, openSinceMs: 1, untilMs: 1, value: 2, before: null };
  const deliveryId = await state.write(async (tx) => {
    const alert = { projectId: shop.id, issueId: null, happenedAtMs: 1, decidedAtMs: 1 };
    const measured = { ...report, condition };
    const alertIds = await tx.addAlerts(
      ids.map((ruleId) => ({ ...alert, measured, matches: [{ ruleId, suppressed: null }] })),
    );
    const to = { organizationId, userId: owner.userId, channelId: null, about: 'issues' as const, notice: null };
    const added = await tx.addDelivery({ ...to, about: 'metrics', queuedAtMs: 1, dueAtMs: 1 });
    await tx.addToDelivery(added, alertIds);
    return added;
  });
  const namesIn = async () => {
    const deps = { ...server.deps, config: { publicUrl: 'http://seismo.test', mail } };
    const addressed = await readMessage(deps, (await state.delivery(deliveryId))!);
    if (addressed === null) return null;
    return addressed.message.about === 'metrics' ? addressed.message.metrics.map(({ ruleName }) => ruleName) : [];
  };
  expect(await namesIn()).toEqual(['Two', 'One']);
  await command.muteAlertRule(owner, ids[1]!, true);
  expect(await namesIn()).toEqual(['One']);
  await command.muteAlertRule(owner, ids[0]!, true);
  expect(await namesIn()).toBeNull();
});

test('an alert escalates by email only to users who have not muted its rule', async () => {
  const escalation = { afterMs: minute, userIds: [owner.userId], channelIds: [] };
  const id = await onlyRule({ name: 'New', trigger: 'new-issue', toTeam: false, escalation });
  await webhook('Ops', { allRules: true });
  const { state, command } = server;
  await report('one');
  const [alert] = await alerts();
  const { organizationId } = owner.memberships[0]!;
  const deliveryId = await state.write(async (tx) => {
    const to = { organizationId, userId: owner.userId, channelId: null, about: 'issues' as const, notice: null };
    const added = await tx.addDelivery({ ...to, isEscalation: true, queuedAtMs: 1, dueAtMs: 1 });
    await tx.addToDelivery(added, [alert!.id]);
    return added;
  });
  const read = async () =>
    readMessage(
      { ...server.deps, config: { publicUrl: 'http://seismo.test', mail } },
      (await state.delivery(deliveryId))!,
    );
  expect(await read()).toMatchObject({ to: 'owner-1@example.com', message: { about: 'issues' } });
  await command.muteAlertRule(owner, id, true);
  expect(await read()).toBeNull();
});
