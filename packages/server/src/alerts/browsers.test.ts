import type { OrganizationId, UserId } from '@seismo/protocol';
import { beforeEach, expect, test } from 'vitest';
import { defaultNotifications, type NotificationSettings } from '#domain/notifications/settings.ts';
import type { Role } from '#domain/permissions/role.ts';
import type { Viewer } from '#domain/permissions/viewer.ts';
import { startSession } from '#command/accounts/start-session.ts';
import type { OutgoingRequest } from '#outgoing/request.ts';
import type { ProjectView } from '#query/projects/views.ts';
import type { Delivery } from '#store/state/contract.ts';
import { openTestServer, type TestServer } from '../testing/test-server.ts';
import { browserKeys, openedPush } from './channels/open-push.fixture.ts';
import { outboxDecider } from './decide-outbox.fixture.ts';
import { escalate } from './escalate.ts';
import { send } from './send.ts';

const minute = 60_000;
type User = Viewer & { userId: UserId };
let server: TestServer;
let organizationId: OrganizationId;
let ada: User;
let bob: User;
let shop: ProjectView;
let decideAll: () => Promise<void>;
let mail: { from: string } | null;
let status: number;
let pushedTo: { endpoint: string; body: Buffer }[];

beforeEach(async () => {
  server = await openTestServer();
  organizationId = await server.organization('main');
  ada = await user('owner', 'Ada');
  bob = await user('member', 'Bob');
  shop = await server.command.createProject(ada, { slug: 'shop', name: 'Shop', platform: 'javascript' });
  decideAll = await outboxDecider(server.state, deps);
  mail = null;
  status = 201;
  pushedTo = [];
});

async function user(role: Role, name: string): Promise<User> {
  const made = await server.user(organizationId, role);
  await server.state.write((tx) => tx.setName(made.userId, name));
  return made;
}

const deps = () => ({
  ...server.deps,
  config: { publicUrl: 'http://seismo.test', mail },
  paused: async () => null,
});

let browserCount = 0;

/** A session with a browser that gets notifications. */
async function turnOn(of: User, provider?: { organizationId: OrganizationId; name: string }) {
  const visit = { address: null, userAgent: '' };
  const { cookie } = await server.state.write((tx) =>
    startSession(server.deps, tx, of.userId, visit, provider ? 'single-sign-on' : 'password', provider),
  );
  await server.command.beginBrowser(of);
  const { privateKey, ...keys } = browserKeys();
  const endpoint = `https://push.example.com/${++browserCount}`;
  const id = await server.command.addBrowser(of, cookie, { endpoint, ...keys });
  return { id, cookie, endpoint, privateKey, auth: keys.auth };
}

async function report(name: string): Promise<void> {
  await server.report(shop, name, { handled: false });
  await decideAll();
}

async function comment(by: User, text: string): Promise<void> {
  await server.command.addComment(by, 'SHOP-1', text);
  await decideAll();
}

const waiting = (): Promise<Delivery[]> => server.state.dueDeliveries(Number.MAX_SAFE_INTEGER, 100);
/** Whom the messages that wait go to: the IDs of browsers, and `null` for email. */
const waitingFor = async () => (await waiting()).map(({ browserId }) => browserId);

async function set(of: User, settings: Partial<NotificationSettings>): Promise<void> {
  await server.state.write((tx) => tx.setNotificationSettings(of.userId, { ...defaultNotifications, ...settings }));
}

/** Sends a message to a browser through a push service that answers with `status`. */
async function sent(delivery: Delivery) {
  const request = async (url: string | URL, given: OutgoingRequest = {}) => {
    pushedTo.push({ endpoint: String(url), body: Buffer.from(given.body as Uint8Array) });
    return new Response('', { status });
  };
  const sendEmail = () => Promise.reject(new Error('No email.'));
  return send({ ...deps(), outgoing: { request }, sendEmail }, delivery);
}

test('an alert whose rule sends email to a user reaches their browsers, on a server without email', async () => {
  const browser = await turnOn(ada);
  await report('pay');
  const [delivery, ...others] = await waiting();
  expect([delivery, others]).toMatchObject([{ userId: ada.userId, browserId: browser.id, about: 'issues' }, []]);
  expect(await sent(delivery!)).toMatchObject({ isSent: true });
  const [{ endpoint, body }] = pushedTo as [(typeof pushedTo)[0]];
  expect(endpoint).toBe(browser.endpoint);
  expect(JSON.parse(openedPush(body, browser))).toMatchObject({ path: '/issues/SHOP-1', tag: expect.any(String) });
  const [alert] = (await server.query.alerts(ada, { projects: [], cursor: null, count: 1 })).alerts;
  expect(alert!.deliveries.map(({ to }) => to)).toEqual([{ name: 'Ada', detail: 'Unknown browser' }]);
});

test('a mention reaches email and each browser of the user, and no browser of the one who wrote it', async () => {
  mail = { from: 'alerts@seismo.test' };
  await report('pay');
  const before = (await waiting()).length;
  const [one, two] = [await turnOn(bob), await turnOn(bob)];
  await turnOn(ada);
  await comment(ada, 'Look, @Bob');
  const added = (await waiting()).slice(before);
  expect(added.map(({ userId, browserId }) => [userId, browserId])).toEqual([
    [bob.userId, null],
    [bob.userId, one.id],
    [bob.userId, two.id],
  ]);
  await sent(added[1]!);
  expect(JSON.parse(openedPush(pushedTo[0]!.body, one))).toMatchObject({
    title: 'You were mentioned by Ada',
    body: 'SHOP-1: Look, @Bob',
  });
});

test('browsers get at once what email gets daily, and nothing that is off there or here', async () => {
  await report('pay');
  const { id } = await turnOn(bob);
  await set(bob, { projects: [{ projectId: shop.id, kinds: { mentioned: 'off' } }] });
  await comment(ada, '@Bob');
  await set(bob, { browser: { ...defaultNotifications.browser, mentioned: false } });
  await comment(ada, '@Bob');
  expect(await waitingFor()).toEqual([]);
  mail = { from: 'alerts@seismo.test' };
  await set(bob, { kinds: { ...defaultNotifications.kinds, mentioned: 'daily' } });
  await comment(ada, '@Bob');
  expect((await waiting()).map(({ browserId, dueAtMs }) => [browserId, dueAtMs === server.clock.nowMs])).toEqual([
    [id, true],
    [null, false],
  ]);
  // Turned off before it is sent.
  await set(bob, { browser: { ...defaultNotifications.browser, mentioned: false } });
  const queued = (await waiting()).find(({ browserId }) => browserId === id)!;
  expect(await sent(queued)).toBeNull();
  await set(bob, {});
  expect(await sent(queued)).toMatchObject({ isSent: true });
});

test('a mention reaches browsers on a server without email', async () => {
  await report('pay');
  const { id } = await turnOn(bob);
  await comment(ada, '@Bob');
  expect(await waitingFor()).toEqual([id]);
});

test('alerts are for browsers as the settings say, and at once', async () => {
  const { id } = await turnOn(ada);
  await set(ada, { browser: { ...defaultNotifications.browser, alerts: false } });
  await report('pay');
  expect(await waitingFor()).toEqual([]);
  await set(ada, { kinds: { ...defaultNotifications.kinds, alerts: 'off' } });
  await report('other');
  expect(await waitingFor()).toEqual([]);
  mail = { from: 'alerts@seismo.test' };
  await set(ada, { kinds: { ...defaultNotifications.kinds, alerts: 'daily' } });
  await report('third');
  const due = await server.state.dueDeliveries(server.clock.nowMs, 100);
  expect(due.map(({ browserId }) => browserId)).toEqual([id]);
  expect(await waitingFor()).toEqual([id, null]);
});

test('an alert by email does not keep the change of status from a browser that gets no alerts', async () => {
  mail = { from: 'alerts@seismo.test' };
  await report('pay');
  const { id } = await turnOn(ada);
  await set(ada, { browser: { ...defaultNotifications.browser, alerts: false } });
  await comment(ada, 'I look at it.');
  await server.command.changeIssues(bob, ['SHOP-1'], { status: { to: 'resolved', in: 'now' } });
  server.clock.nowMs += 61 * minute;
  await report('pay');
  const added = (await waiting()).filter(({ browserId }) => browserId === id);
  expect(added.map(({ about }) => about)).toEqual(['activity']);
});

test('what waits for a browser is not sent after its session or the membership has ended', async () => {
  const { cookie, id } = await turnOn(ada);
  const other = await turnOn(ada);
  await report('pay');
  const [first, second] = await waiting();
  expect(await waitingFor()).toEqual([id, other.id]);
  await server.command.signOut(cookie);
  expect(await sent(first!)).toBeNull();
  await report('again');
  expect((await waiting()).filter(({ browserId }) => browserId === id)).toHaveLength(1);
  await server.state.write((tx) => tx.trimBrowsers(server.clock.nowMs));
  expect((await server.state.delivery(first!.id))!.status).toBe('canceled');
  await server.state.write((tx) => tx.deleteMembership(organizationId, ada.userId));
  expect(await sent(second!)).toBeNull();
  expect(pushedTo).toEqual([]);
});

test('a session of an organization gets nothing of others', async () => {
  const twinId = await server.organization('twin');
  await server.state.write((tx) => tx.setMembership({ organizationId: twinId, userId: ada.userId, role: 'owner' }));
  const there = await turnOn(ada, { organizationId: twinId, name: 'Twin' });
  const here = await turnOn(ada, { organizationId, name: 'Main' });
  await report('pay');
  expect(await waitingFor()).toEqual([here.id]);
  const [delivery] = await waiting();
  expect(await sent({ ...delivery!, browserId: there.id })).toBeNull();
});

test('a browser that the push service does not know any more is forgotten', async () => {
  await turnOn(ada);
  await report('pay');
  status = 410;
  const [delivery] = await waiting();
  expect(await sent(delivery!)).toMatchObject({ isSent: false, isPermanent: true, answer: '410' });
  expect(await server.state.listBrowsers([ada.userId], server.clock.nowMs)).toEqual([]);
  expect(await waiting()).toEqual([]);
});

test('an escalation reaches the browsers of its users, whatever their settings are', async () => {
  const { id: browserId } = await turnOn(bob);
  await set(bob, { browser: { ...defaultNotifications.browser, alerts: false } });
  const [rule] = await server.query.alertRules(ada, ['shop']);
  const escalation = { afterMs: 5 * minute, userIds: [bob.userId], channelIds: [] };
  await server.state.write(async (tx) => {
    await tx.changeAlertRule(rule!.id, { escalation });
  });
  await turnOn(ada);
  await report('pay');
  server.clock.nowMs += 6 * minute;
  expect(await escalate(deps())).toBe(true);
  expect((await waiting()).filter(({ isEscalation }) => isEscalation)).toMatchObject([
    { userId: bob.userId, browserId },
  ]);
});

test('email and each browser have their own limit of messages', async () => {
  mail = { from: 'alerts@seismo.test' };
  const { id } = await turnOn(ada);
  for (let index = 0; index < 3; index++) {
    await report(`issue ${index}`);
    const due = await server.state.dueDeliveries(server.clock.nowMs, 100);
    expect(due.map(({ browserId }) => browserId)).toEqual([null, id]);
    await server.state.write(async (tx) => {
      for (const delivery of due) {
        const number = (await tx.beginAttempt(delivery.id, server.clock.nowMs))!;
        const ended = { number, atMs: server.clock.nowMs, answer: '', status: 'sent' as const, dueAtMs: null };
        await tx.endAttempt(delivery.id, ended);
      }
    });
  }
});
