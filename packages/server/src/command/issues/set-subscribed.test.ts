import { beforeEach, expect, test } from 'vitest';
import { anonymous, type Viewer } from '#domain/permissions/viewer.ts';
import { refuses } from '../../testing/refuses.ts';
import { openShop, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let owner: Viewer;
let viewer: Viewer;

beforeEach(async () => {
  const opened = await openShop();
  ({ server, owner } = opened);
  viewer = await server.user(opened.organizationId, 'viewer');
  for (const hash of ['pay', 'refund']) await server.report(opened.shop, hash);
});

const subscriptionOf = async (who: Viewer, name = 'SHOP-1') => {
  const { subscription, subscriberCount } = await server.query.issue(who, name);
  return [subscription, subscriberCount];
};

test('a user subscribes for themselves, and neither the activity nor the audit log has it', async () => {
  const page = { userId: null, action: null, cursor: null, count: 50 };
  const audited = await server.query.auditLog(owner, 'acme', page);
  const { activity } = await server.query.issue(owner, 'SHOP-1');
  expect(await subscriptionOf(viewer)).toEqual([null, 0]);
  await server.command.setSubscribed(viewer, ['SHOP-1'], true);
  const manual = { isSubscribed: true, reason: 'manual' };
  expect(await subscriptionOf(viewer)).toEqual([manual, 1]);
  expect(await subscriptionOf(owner)).toEqual([null, 1]);
  expect(await subscriptionOf(viewer, 'SHOP-2')).toEqual([null, 0]);
  expect((await server.query.issue(owner, 'SHOP-1')).activity).toEqual(activity);
  expect(await server.query.auditLog(owner, 'acme', page)).toEqual(audited);

  await server.command.setSubscribed(viewer, ['SHOP-1', 'SHOP-2'], false);
  expect(await subscriptionOf(viewer)).toEqual([{ isSubscribed: false, reason: 'manual' }, 0]);
});

test('a user is subscribed to what they do, and stays unsubscribed once they have unsubscribed', async () => {
  await server.command.addComment(owner, 'SHOP-1', 'It was the cache.');
  await server.command.changeIssues(owner, ['SHOP-2'], { assignTo: 'me' });
  expect(await subscriptionOf(owner)).toEqual([{ isSubscribed: true, reason: 'comment' }, 1]);
  expect(await subscriptionOf(owner, 'SHOP-2')).toEqual([{ isSubscribed: true, reason: 'assignment' }, 1]);
  await server.command.setSubscribed(owner, ['SHOP-1'], false);
  await server.command.addComment(owner, 'SHOP-1', 'It was not.');
  expect(await subscriptionOf(owner)).toEqual([{ isSubscribed: false, reason: 'manual' }, 0]);
});

test('the name of a merged issue subscribes to the issue that it was merged into', async () => {
  await server.command.mergeIssues(owner, ['SHOP-1', 'SHOP-2']);
  await server.drain();
  await server.command.setSubscribed(viewer, ['SHOP-2'], true);
  const { issue, subscription } = await server.query.issue(viewer, 'SHOP-2');
  expect([issue.shortId, subscription]).toEqual(['SHOP-1', { isSubscribed: true, reason: 'manual' }]);
});

test('former members are no subscribers', async () => {
  await server.command.setSubscribed(viewer, ['SHOP-1'], true);
  await server.command.removeMember(owner, 'acme', viewer.userId!);
  expect(await subscriptionOf(owner)).toEqual([null, 0]);
});

test('only a user can subscribe, to an issue they can open', async () => {
  const system = { ...viewer, userId: null };
  await expect(server.command.setSubscribed(system, ['SHOP-1'], true)).rejects.toMatchObject({
    code: 'forbidden',
    message: 'Only a user can subscribe to an issue. Sign in, or use a token of your account.',
  });
  expect(await subscriptionOf(system)).toEqual([null, 0]);
  const stranger = await server.user(await server.organization('other'), 'owner');
  await refuses(server.command.setSubscribed(stranger, ['SHOP-1'], true), 'not-found');
  await refuses(server.command.setSubscribed(anonymous, ['SHOP-1'], true), 'not-signed-in');
  await refuses(server.command.setSubscribed(viewer, ['SHOP-1', 'SHOP-9'], true), 'not-found');
  await refuses(server.command.setSubscribed(viewer, ['SHOP-1'], 'yes' as never), 'invalid');
  expect(await subscriptionOf(viewer)).toEqual([null, 0]);
});
