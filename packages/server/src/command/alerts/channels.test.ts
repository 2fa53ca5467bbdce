import { expect, test } from 'vitest';
import { refuses } from '../../testing/refuses.ts';
import { openShop } from '../../testing/test-server.ts';

const { server, organizationId, owner } = await openShop();
const slack = {
  kind: 'slack' as const,
  name: '#web',
  settings: { url: 'https://hooks.slack.com/services/T0/B0/secret' },
  content: 'everything' as const,
  allRules: true,
};
const ntfy = {
  kind: 'ntfy' as const,
  name: 'Phone',
  settings: { server: 'https://ntfy.example.com', topic: 'errors', token: 'tk_secret' },
  content: 'title' as const,
  allRules: false,
};
let count = 0;
const create = (given: object = {}) =>
  server.command.createChannel(owner, { ...slack, name: `channel ${++count}`, ...given });
const viewOf = async (id: number, viewer = owner) =>
  (await server.query.channels(viewer)).channels.find((channel) => channel.id === id)!;
const storedOf = async (id: number) => (await server.state.channelsByIds([id]))[0]!;

test('a channel shows where it sends, and no secret', async () => {
  const id = await server.command.createChannel(owner, { ...ntfy, name: ' Phone ' });
  const view = await viewOf(id);
  expect(view).toMatchObject({
    name: 'Phone',
    kindName: 'ntfy',
    content: 'title',
    settings: { server: 'https://ntfy.example.com', topic: 'errors' },
    isReadable: true,
    state: 'untested',
    lastAttempt: null,
    ruleCount: 0,
  });
  expect(view.address).toContain('ntfy.example.com');
  expect(JSON.stringify(await server.query.channels(owner))).not.toContain('tk_secret');
  expect((await storedOf(id)).settings).toEqual(ntfy.settings);
  // Members see that it exists, not where it sends.
  const shown = await viewOf(id, await server.user(organizationId, 'member'));
  expect([shown.name, shown.address, shown.settings]).toEqual(['Phone', null, null]);
});

test('wrong settings are refused at their fields, and unknown kinds and fields, too', async () => {
  const refused = async (given: object, at: string) =>
    expect(create(given), at).rejects.toMatchObject({ code: 'invalid', fields: { [at]: expect.any(String) } });
  await refused({ settings: {} }, 'settings.url');
  await refused({ settings: { url: '' } }, 'settings.url');
  await refused({ settings: { url: 'ftp://example.com' } }, 'settings.url');
  await refused({ settings: { url: 'https://user:secret@example.com/' } }, 'settings.url');
  await refused({ settings: { url: `https://example.com/${'a'.repeat(3000)}` } }, 'settings.url');
  await refused({ name: ' ' }, 'name');
  await refused({ name: 'a'.repeat(101) }, 'name');
  await refused({ content: 'all' }, 'content');
  await refused({ kind: 'toString' }, 'kind');
  await refuses(create({ settings: { ...slack.settings, extra: 'x' } }), 'invalid');
  await create({ name: 'Twice' });
  await refuses(create({ name: 'Twice' }), 'conflict');
});

test('a secret that is not entered again stays, but is not sent to another server', async () => {
  const id = await server.command.createChannel(owner, { ...ntfy, name: 'Pager' });
  const { token: _, ...open } = ntfy.settings;
  await server.command.changeChannel(owner, id, {
    name: 'Pager 2',
    settings: { ...open, topic: 'crashes', token: '' },
  });
  expect(await storedOf(id)).toMatchObject({ name: 'Pager 2', settings: { ...ntfy.settings, topic: 'crashes' } });
  await server.command.changeChannel(owner, id, {
    settings: { server: 'https://other.example.com', topic: 'crashes' },
  });
  const { settings, address } = await storedOf(id);
  expect(settings).toEqual({ server: 'https://other.example.com', topic: 'crashes' });
  expect(address).toContain('other.example.com');
  const webhook = await create();
  await server.command.changeChannel(owner, webhook, { content: 'link', allRules: false });
  expect(await storedOf(webhook)).toMatchObject({
    ...slack,
    name: expect.any(String),
    content: 'link',
    allRules: false,
  });
  await server.command.changeChannel(owner, webhook, { settings: { url: '' } });
  expect((await storedOf(webhook)).settings).toEqual(slack.settings);
});

test('a test goes to the channel at once, and a deleted channel is gone', async () => {
  const id = await create();
  const sent: number[] = [];
  server.deps.deliverer.sendNow = async (delivery) => {
    sent.push(delivery);
    return { isSent: true, answer: '200 ok' };
  };
  expect(await server.command.testChannel(owner, id)).toEqual({ isSent: true, answer: '200 ok' });
  expect(await server.state.delivery(sent[0]!)).toMatchObject({ channelId: id, userId: null, about: 'test' });
  const [rule] = await server.query.alertRules(owner, ['shop']);
  await server.command.setAlertRule(owner, rule!.id, { channelIds: [id] });
  expect((await viewOf(id)).ruleCount).toBe(1);
  await server.command.deleteChannel(owner, id);
  expect(await viewOf(id)).toBeUndefined();
  expect((await storedOf(id)).settings).toBeNull();
  await refuses(server.command.deleteChannel(owner, id), 'not-found');
  await refuses(server.command.testChannel(owner, id), 'not-found');
  await refuses(server.command.setAlertRule(owner, rule!.id, { channelIds: [id] }), 'conflict');
});

test('the audit log names the channel, and never a secret', async () => {
  const id = await create({ name: 'Audited' });
  await server.command.changeChannel(owner, id, { settings: { url: 'https://hooks.slack.com/services/T0/B0/other' } });
  await server.command.deleteChannel(owner, id);
  const page = { userId: null, action: null, cursor: null, count: 3 };
  const { entries } = await server.query.auditLog(owner, 'acme', page);
  expect(entries.map(({ action, subject, detail }) => [action, subject, detail])).toEqual([
    ['channel-delete', 'Audited', 'Slack'],
    ['channel-change', 'Audited', 'Slack'],
    ['channel-create', 'Audited', 'Slack'],
  ]);
});

test('rules send to channels of their organization only', async () => {
  const other = await server.organization('other');
  const stranger = await server.user(other, 'owner');
  const theirs = await server.command.createChannel(stranger, slack);
  const [rule] = await server.query.alertRules(owner, ['shop']);
  await refuses(server.command.setAlertRule(owner, rule!.id, { channelIds: [theirs] }), 'conflict');
  expect((await server.query.channels(stranger)).channels.map(({ id }) => id)).toEqual([theirs]);
});
