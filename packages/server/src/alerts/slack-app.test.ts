import { createHmac } from 'node:crypto';
import type { OrganizationId, UserId } from '@seismo/protocol';
import { beforeEach, expect, test } from 'vitest';
import { answerSlack } from '#command/notifications/answer-slack.ts';
import { createBackground } from '#platform/background.ts';
import type { Viewer } from '#domain/permissions/viewer.ts';
import type { OutgoingRequest } from '#outgoing/request.ts';
import type { AlertView } from '#query/alerts/views.ts';
import type { SlackUserView } from '#query/notifications/views.ts';
import type { ProjectView } from '#query/projects/views.ts';
import { refuses } from '../testing/refuses.ts';
import { openTestServer, type TestServer } from '../testing/test-server.ts';
import { settingsFor, slackSigningSecret } from './channels/http-channels.fixture.ts';
import { outboxDecider } from './decide-outbox.fixture.ts';
import { newChannel } from './new-channel.fixture.ts';
import { send } from './send.ts';

type User = Viewer & { userId: UserId };
/** What Slack received, by the name of the method. */
type Call = [
  method: string,
  body: { text: string; blocks: Block[]; user?: string; channel: string; ts?: string; thread_ts?: string },
];
interface Block {
  type: string;
  elements: { action_id: string; value: string }[];
}

let server: TestServer;
let organizationId: OrganizationId;
let ada: User;
let shop: ProjectView;
let decideAll: () => Promise<void>;
let calls: Call[];
let errors: string[];

beforeEach(async () => {
  server = await openTestServer();
  organizationId = await server.organization('main');
  ada = await server.user(organizationId, 'owner');
  await server.state.write((tx) => tx.setName(ada.userId, 'Ada'));
  shop = await server.command.createProject(ada, { slug: 'shop', name: 'Shop', platform: 'javascript' });
  decideAll = await outboxDecider(server.state, deps);
  [calls, errors] = [[], []];
});

const deps = () => ({
  ...server.deps,
  config: { publicUrl: 'http://seismo.test', mail: null },
  outgoing: { ...server.deps.outgoing, request },
  paused: async () => null,
});

/** Slack's answer: an error if the test has one, and otherwise the time of the message as its ID. */
async function request(url: string | URL, { body }: OutgoingRequest = {}): Promise<Response> {
  calls.push([String(url).replace('https://slack.test/api/', ''), JSON.parse(String(body))]);
  const error = errors.shift();
  return Response.json(
    error === undefined ? { ok: true, ts: `1700000000.00000${calls.length}` } : { ok: false, error },
  );
}

const channel = (given: Parameters<typeof newChannel>[2] = {}, of = organizationId) =>
  server.state.write((tx) =>
    tx.addChannel(
      newChannel(of, 'web', {
        kind: 'slack-app',
        settings: settingsFor('slack-app', 'https://slack.test'),
        allRules: true,
        ...given,
      }),
    ),
  );

async function report(name: string): Promise<void> {
  await server.report(shop, name, { handled: false });
  await decideAll();
}

/** Sends what waits for channels, the oldest first, once each. */
async function deliver() {
  const due = await server.state.dueDeliveries(Number.MAX_SAFE_INTEGER, 100);
  const sendEmail = () => Promise.reject(new Error('No email.'));
  const results = [];
  for (const delivery of due.filter(({ channelId }) => channelId !== null)) {
    const number = (await server.state.write((tx) => tx.beginAttempt(delivery.id, server.clock.now())))!;
    const result = await send({ ...deps(), sendEmail }, delivery);
    const status = result?.isSent ? ('sent' as const) : ('failed' as const);
    const ended = { number, atMs: server.clock.now(), answer: '', status, dueAtMs: null };
    await server.state.write((tx) => tx.endAttempt(delivery.id, ended));
    results.push(result);
  }
  return results;
}

const change = async (to: 'resolved' | 'unresolved') => {
  await server.command.changeIssues(ada, ['SHOP-1'], { status: to === 'resolved' ? { to, in: 'now' } : { to } });
  server.clock.nowMs += 3_600_000;
  await decideAll();
};

test('messages about an issue are in one thread of each channel, also after a lost one', async () => {
  await channel();
  await channel({ name: 'ops' });
  await report('pay');
  await deliver();
  const parents = calls.map(([, body]) => body.thread_ts);
  expect(parents).toEqual([undefined, undefined]);
  await change('resolved');
  await report('pay');
  errors = ['thread_not_found'];
  const [lost, kept] = await deliver();
  expect([lost, kept]).toMatchObject([{ isSent: false, isPermanent: false }, { isSent: true }]);
  expect(calls.slice(2).map(([, body]) => body.thread_ts)).toEqual(['1700000000.000001', '1700000000.000002']);
  await change('resolved');
  await report('pay');
  await deliver();
  expect(calls.slice(4).map(([, body]) => body.thread_ts)).toEqual([undefined, '1700000000.000002']);
});

const buttonsOf = (blocks: Block[]) =>
  blocks
    .filter(({ type }) => type === 'actions')
    .flatMap(({ elements }) => elements.map((each): [string, string] => [each.action_id, each.value]));

/** As Slack sends it when a user presses a button. */
function press(
  action: string,
  [, { blocks, text }]: Call,
  given: { user?: string; value?: string; secret?: string; atMs?: number; channel?: string } = {},
) {
  const value = given.value ?? buttonsOf(blocks).find(([id]) => id === action)?.[1] ?? '1';
  const payload = {
    type: 'block_actions',
    user: { id: given.user ?? 'U1', name: 'ada.l', team_id: 'T1' },
    team: { id: 'T1', domain: 'acme' },
    channel: { id: given.channel ?? 'C0123456789', name: 'web' },
    message: { ts: '1700000000.000001', text, blocks },
    actions: [{ type: 'button', action_id: action, value }],
  };
  const body = new URLSearchParams({ payload: JSON.stringify(payload) }).toString();
  const timestamp = String(Math.floor((given.atMs ?? server.clock.now()) / 1000));
  const signed = createHmac('sha256', given.secret ?? slackSigningSecret).update(`v0:${timestamp}:${body}`);
  return { body, timestamp, signature: `v0=${signed.digest('hex')}` };
}

/** What Slack is told after the press. */
async function answered(interaction: ReturnType<typeof press>): Promise<Call[]> {
  const failures: unknown[] = [];
  const background = createBackground(
    () => 0,
    (error) => failures.push(error),
  );
  const before = calls.length;
  await answerSlack({ ...deps(), background }, interaction);
  await background.settled();
  expect(failures).toEqual([]);
  return calls.slice(before);
}

/** The token in the link that Slack shows to the user who pressed. */
async function linkToken(interaction: ReturnType<typeof press>): Promise<string> {
  const [[method, { user, channel: told, blocks }]] = (await answered(interaction)) as [Call];
  expect([method, user, told]).toEqual(['chat.postEphemeral', 'U1', 'C0123456789']);
  const url = new URL(/http:[^"\\]+/.exec(JSON.stringify(blocks))![0]);
  expect(url.pathname).toBe('/settings/notifications');
  return url.searchParams.get('slack')!;
}
const issueOf = async (shortId: string) => (await server.query.issue(ada, shortId)).issue;
const textsOf = (all: Call[]) => all.map(([method, { blocks }]) => [method, JSON.stringify(blocks)]);

test('a button acts as the account that the Slack user linked, once', async () => {
  await channel();
  await report('pay');
  await deliver();
  const [message] = calls as [Call];
  expect(buttonsOf(message[1].blocks).map(([action]) => action)).toEqual(['resolve', 'assign']);
  const token = await linkToken(press('resolve', message));
  expect(await issueOf('SHOP-1')).toMatchObject({ status: 'unresolved' });

  await server.command.linkSlackUser(ada, token);
  const [said, updated] = (await answered(press('resolve', message))) as [Call, Call];
  expect(said).toMatchObject(['chat.postMessage', { thread_ts: '1700000000.000001', text: 'Resolved by Ada.' }]);
  expect([updated[0], updated[1].ts, buttonsOf(updated[1].blocks).map(([action]) => action)]).toEqual([
    'chat.update',
    '1700000000.000001',
    ['assign'],
  ]);
  expect(await issueOf('SHOP-1')).toMatchObject({ status: 'resolved' });
  expect(textsOf(await answered(press('resolve', message)))).toEqual([
    ['chat.postEphemeral', expect.stringContaining('This was already done.')],
    ['chat.update', expect.anything()],
  ]);
  expect(textsOf(await answered(press('assign', updated)))).toEqual([
    ['chat.postMessage', expect.stringContaining('Assigned to Ada.')],
    // The last button is gone, and its block with it.
    ['chat.update', expect.not.stringContaining('actions')],
  ]);
  expect(await issueOf('SHOP-1')).toMatchObject({ assignee: { userId: ada.userId } });
});

test('an alert is acknowledged, and a press about one that is gone says so', async () => {
  await channel();
  await report('pay');
  await deliver();
  const [message] = calls as [Call];
  await server.command.linkSlackUser(ada, await linkToken(press('resolve', message)));
  const [, value] = buttonsOf(message[1].blocks)[0]!;
  for (const text of ['Acknowledged by Ada.', 'This was already done.']) {
    const [told] = textsOf(await answered(press('acknowledge', message, { value })));
    expect(told![1]).toContain(text);
  }
  expect(await server.query.alert(ada, Number(value))).toMatchObject({ acknowledged: { by: 'Ada' } });
  for (const [action, gone] of [
    ['resolve', '999999999999999'],
    ['delete', value],
    ['toString', value],
  ] as const) {
    const told = await answered(press(action, message, { value: gone }));
    expect(told.map(([method]) => method)).toEqual(['chat.postEphemeral']);
  }
});

test('a link is confirmed in time, by a member, and ended by the user', async () => {
  await channel();
  await report('pay');
  await deliver();
  const token = await linkToken(press('resolve', calls[0]!));
  expect(await server.query.slackLink(ada, token)).toEqual({ name: 'ada.l', workspace: 'acme', organization: 'main' });
  const stranger = await server.user(await server.organization('other'), 'owner');
  for (const [viewer, given, code] of [
    [stranger, token, 'forbidden'],
    [ada, token.replace(/.{4}$/, 'AAAA'), 'not-found'],
    [ada, 'x'.repeat(3000), 'not-found'],
    [ada, ['x'] as never, 'not-found'],
  ] as const) {
    await refuses(server.query.slackLink(viewer, given), code);
    await refuses(server.command.linkSlackUser(viewer, given), code);
  }
  await server.command.linkSlackUser(ada, token);
  const [{ id, ...linked }] = (await server.query.slackUsers(ada)) as [SlackUserView];
  expect(linked).toMatchObject({ name: 'ada.l', workspace: 'acme', organization: 'main' });
  expect(await server.query.slackUsers(stranger)).toEqual([]);
  // Of a session that another organization’s provider began.
  expect(await server.query.slackUsers({ ...ada, memberships: [] })).toEqual([]);
  await refuses(server.command.unlinkSlackUser({ ...ada, memberships: [] }, id), 'not-found');
  await refuses(server.command.unlinkSlackUser(stranger, id), 'not-found');
  await server.command.unlinkSlackUser(ada, id);
  await refuses(server.command.unlinkSlackUser(ada, id), 'not-found');
  expect(await server.query.slackUsers(ada)).toEqual([]);
  const { entries } = await server.query.auditLog(ada, 'main', { userId: null, action: null, cursor: null, count: 2 });
  expect(entries.map(({ action, subject }) => [action, subject])).toEqual([
    ['slack-unlink', 'ada.l, acme'],
    ['slack-link', 'ada.l, acme'],
  ]);
  server.clock.nowMs += 15 * 60_000;
  await refuses(server.command.linkSlackUser(ada, token), 'not-found');
});

test('a link holds in the organization whose alert it is, also if another one has the same app and channel', async () => {
  const otherId = await server.organization('other');
  const bob = await server.user(otherId, 'owner');
  await channel({}, otherId);
  await channel();
  await report('pay');
  await deliver();
  const token = await linkToken(press('resolve', calls[0]!));
  await refuses(server.command.linkSlackUser(bob, token), 'forbidden');
  await server.state.write((tx) => tx.linkSlackUser({ ...linkOf('U1'), organizationId: otherId, userId: bob.userId }));
  await linkToken(press('resolve', calls[0]!));
  await server.command.linkSlackUser(ada, token);
  expect(textsOf(await answered(press('resolve', calls[0]!)))[0]![1]).toContain('Resolved by Ada.');
});

const linkOf = (slackId: string) => ({
  organizationId,
  workspaceId: 'T1',
  slackId,
  name: 'x',
  workspace: 'acme',
  createdAtMs: 1,
});

test('a press is refused without the signature of the app, when it is old, and for another channel', async () => {
  await channel();
  await channel({
    name: 'quiet',
    settings: { ...settingsFor('slack-app', 'https://slack.test'), signingSecret: undefined as never },
  });
  await report('pay');
  await deliver();
  const [message] = calls as [Call];
  const run = (interaction: ReturnType<typeof press>) => answerSlack(deps(), interaction);
  const good = press('resolve', message);
  await refuses(
    run({ ...good, signature: good.signature.replace(/.$/, (last) => (last === '0' ? '1' : '0')) }),
    'forbidden',
  );
  await refuses(run({ ...good, body: `${good.body}&x=1` }), 'forbidden');
  await refuses(run({ ...good, signature: null as never }), 'forbidden');
  await refuses(run(press('resolve', message, { secret: '0'.repeat(32) })), 'forbidden');
  await refuses(run(press('resolve', message, { atMs: server.clock.now() - 301_000 })), 'forbidden');
  await refuses(run(press('resolve', message, { channel: 'C0000000000' })), 'invalid');
  await refuses(run(press('resolve', message, { value: '1; drop' })), 'invalid');
});

test('a linked user can do no more in Slack than in Seismo', async () => {
  await channel();
  await report('pay');
  await deliver();
  const [message] = calls as [Call];
  const stranger = await server.user(await server.organization('other'), 'owner');
  const viewer = await server.user(organizationId, 'viewer');
  await server.state.write(async (tx) => {
    await tx.linkSlackUser({ ...linkOf('U2'), userId: stranger.userId });
    await tx.linkSlackUser({ ...linkOf('U3'), userId: viewer.userId });
  });
  for (const user of ['U2', 'U3']) {
    const told = await answered(press('resolve', message, { user }));
    expect(told.map(([method]) => method)).toEqual(['chat.postEphemeral']);
  }
  expect(await issueOf('SHOP-1')).toMatchObject({ status: 'unresolved' });
});

test('a channel reaches alerts of its own organization only, also for a user who is in both', async () => {
  await channel();
  await report('pay');
  await deliver();
  const [message] = calls as [Call];
  await server.command.linkSlackUser(ada, await linkToken(press('resolve', message)));
  const otherId = await server.organization('other');
  await server.state.write((tx) => tx.setMembership({ organizationId: otherId, userId: ada.userId, role: 'owner' }));
  const inOther: Viewer = { ...ada, memberships: [{ organizationId: otherId, role: 'owner' }] };
  const api = await server.command.createProject(inOther, { slug: 'api', name: 'API', platform: 'node' });
  await server.report(api, 'ship', { handled: false });
  await decideAll();
  const filter = { projects: ['api'], cursor: null, count: 1 };
  const [{ id }] = (await server.query.alerts(inOther, filter)).alerts as [AlertView];
  for (const action of ['resolve', 'assign', 'acknowledge']) {
    const told = await answered(press(action, message, { value: String(id) }));
    expect(told.map(([method]) => method)).toEqual(['chat.postEphemeral']);
  }
  expect((await server.query.issue(inOther, 'API-1')).issue).toMatchObject({ status: 'unresolved', assignee: null });
});

test('a button changes the issue that its own was merged into, and the name of a user makes no link', async () => {
  await channel();
  await report('ship');
  await report('pay');
  await deliver();
  const message = calls.find(([, { blocks }]) => JSON.stringify(blocks).includes('SHOP-2'))!;
  await server.command.linkSlackUser(ada, await linkToken(press('resolve', message)));
  await server.state.write((tx) => tx.setName(ada.userId, 'Ada https://evil.example'));
  const [to, from] = [(await issueOf('SHOP-1')).id, (await issueOf('SHOP-2')).id];
  await server.state.write((tx) => tx.redirectIssue(from, to));
  const [said] = (await answered(press('resolve', message))) as [Call];
  expect(await issueOf('SHOP-1')).toMatchObject({ status: 'resolved' });
  const texts = [{ type: 'text', text: 'Resolved by Ada https://evil.example.' }];
  expect(said[1].blocks).toEqual([{ type: 'rich_text', elements: [{ type: 'rich_text_section', elements: texts }] }]);
});
