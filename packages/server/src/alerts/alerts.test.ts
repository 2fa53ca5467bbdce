import { limits, testSdkName, type UserId } from '@seismo/protocol';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import type { Viewer } from '#domain/permissions/viewer.ts';
import type { State } from '#store/state/contract.ts';
import type { AlertView } from '#query/alerts/views.ts';
import type { ProjectView } from '#query/projects/views.ts';
import { openTestServer, type TestServer } from '../testing/test-server.ts';
import type { SendResult } from './channels/channel.ts';
import { decide } from './decide.ts';
import { startDeliverer, type Deliverer } from './deliver.ts';
import type { AlertMessage } from './message.ts';
import { readMessage } from './read-message.ts';

const minute = 60_000;
let server: TestServer;
let owner: Viewer & { userId: UserId };
let shop: ProjectView;
let position: number;
let paused: string | null;
let pausedCalls = 0;
let mail: { from: string } | null;

beforeEach(async () => {
  server = await openTestServer();
  const organizationId = await server.organization('main');
  owner = await server.user(organizationId, 'owner');
  await server.user(organizationId, 'member');
  shop = await server.command.createProject(owner, { slug: 'shop', name: 'Shop', platform: 'javascript' });
  position = await server.state.write((tx) => tx.addOutboxReader('alerts'));
  paused = null;
  mail = { from: 'alerts@seismo.test' };
});

/** Decides what the outbox has, as the reader does. */
async function decideAll(): Promise<void> {
  const { state, deps } = server;
  const rows = await state.outboxAfter(position, 10_000);
  const next = rows.at(-1)?.id ?? position;
  const config = { publicUrl: 'http://seismo.test', mail };
  const write = await decide({ ...deps, config, paused: async () => paused }, rows);
  await state.write(async (tx) => {
    await write?.(tx);
    await tx.advanceOutboxReader('alerts', position, next);
  });
  position = next;
}

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
    issue.shortId,
    ...matches.map(({ ruleName, suppressed }) => (suppressed === null ? ruleName : `${ruleName}: ${suppressed}`)),
  ]);
const later = (ms: number) => void (server.clock.nowMs += ms);
const resolve = (issue = 'SHOP-1') =>
  server.command.changeIssues(owner, [issue], { status: { to: 'resolved', in: 'now' } });

/** Sends with these results, one after the other; the last one repeats. */
const deliver = (...results: (SendResult | Promise<SendResult>)[]) => deliverFrom(server.state, results);

async function deliverFrom(state: State, results: (SendResult | Promise<SendResult>)[]) {
  const sent: { message: AlertMessage; to: string }[] = [];
  const { clock } = server;
  const failures: unknown[] = [];
  const deliverer: Deliverer = await startDeliverer({
    state,
    clock,
    email: {
      async send(message, to) {
        sent.push({ message, to });
        return results.length > 1 ? results.shift()! : results[0]!;
      },
    },
    readMessage: (delivery) =>
      readMessage({ state, config: { publicUrl: 'http://seismo.test', mail: { from: 'a@b.test' } } }, delivery),
    async paused() {
      pausedCalls++;
      return paused;
    },
    random: () => 0.5,
    failed: (error) => failures.push(error),
  });
  onTestFinished(() => deliverer.stop());
  return { sent, deliverer, failures };
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
          { trigger: 'first-issue', ruleNames: ['First issue'] },
          { trigger: 'new-issue', ruleNames: ['New high-priority issue'] },
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
  expect(first!.deliveries.map(({ to }) => to.email)).toEqual(['owner-1@example.com']);
  const { organizationId } = owner.memberships[0]!;
  const [ann, support] = [await server.user(organizationId, 'member'), await server.user(organizationId, 'support')];
  await server.command.createTeam(owner, { slug: 'web', name: '' });
  await server.command.setTeamProject(owner, 'web', 'shop', true);
  later(2 * minute);
  await report('crash', unhandled);
  expect((await alerts())[0]!.deliveries.map(({ to }) => to.email)).toEqual(['owner-1@example.com']);
  for (const { userId } of [ann, support]) await server.command.setTeamMember(owner, 'web', userId, true);
  later(2 * minute);
  await report('crash 2', unhandled);
  expect((await alerts())[0]!.deliveries.map(({ to }) => to.email)).toEqual(['member-3@example.com']);
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
  expect(sent[3]!.message.issues[0]!.shortId).toBe((await alerts())[0]!.issue.shortId);
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
  const [issue] = await server.state.issuesByIds([(await alerts())[0]!.issue.id]);
  await server.state.write((tx) => tx.deleteIssue(issue!.id));
  later(minute);
  await report('crash', unhandled);
  const { organizationId, userId } = { ...owner.memberships[0]!, ...owner };
  await server.state.write((tx) => tx.setMembership({ organizationId, userId, role: 'support' }));
  const { sent } = await deliver(ok);
  const statuses = async () => (await server.state.recentDeliveries(owner.userId, 0)).map(({ status }) => status);
  await expect.poll(statuses).toEqual(['canceled', 'canceled']);
  expect(sent).toEqual([]);
});

test('a rule whose filter is not valid any more fires for all issues', async () => {
  await report('pay');
  const rule = { projectId: shop.id, name: 'Odd', triggerKind: 'new-issue' as const, enabled: true, createdAtMs: 1 };
  await server.state.write((tx) => tx.addAlertRules([{ ...rule, query: 'nonsense:(' }]));
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
    email: { send: async () => ok },
    readMessage: async () => Promise.reject(new Error('connection lost')),
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
  const test = { organizationId, userId: owner.userId, isTest: true };
  const ids = await server.state.write(async (tx) => {
    const added: number[] = [];
    while (added.length < 2 * limits.DELIVERY_CONCURRENCY_MAX)
      added.push(await tx.addDelivery({ ...test, queuedAtMs: 1, dueAtMs: 1 }));
    return added;
  });
  const answer = Promise.withResolvers<SendResult>();
  const { sent, deliverer } = await deliver(answer.promise);
  await expect.poll(() => sent.length).toBe(limits.DELIVERY_CONCURRENCY_MAX);
  const now = deliverer.sendNow(ids.at(-1)!);
  await expect.poll(() => sent.length).toBe(limits.DELIVERY_CONCURRENCY_MAX + 1);
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
