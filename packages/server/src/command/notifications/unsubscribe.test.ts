import { expect, test } from 'vitest';
import type { IssueId, UserId } from '@seismo/protocol';
import { defaultNotifications } from '#domain/notifications/settings.ts';
import { unsubscription } from '#query/notifications/unsubscription.ts';
import { forged } from '../../testing/forged.ts';
import { openShop } from '../../testing/test-server.ts';

const { server, organizationId, owner, shop } = await openShop();
const { command, query, state } = server;
await server.report(shop, 'a');
await server.report(shop, 'b');
const issueId = (await query.issue(owner, 'SHOP-1')).issue.id;
const newUser = async () => (await server.user(organizationId, 'viewer')).userId;
const settingsOf = async (userId: UserId) => (await state.notificationSettings([userId])).get(userId)!;
const invalid = {
  name: 'Refusal',
  code: 'not-found',
  message: 'The link is incomplete, or its issue or account was deleted.',
};

test('a link of an issue says so, and unsubscribes its user for good', async () => {
  const { userId } = await server.user(organizationId, 'member');
  const token = await state.unsubscribeToken({ userId, from: 'issue', issueId });
  const { email } = (await state.userById(userId))!;
  const seen = { email: `m…${email.slice(email.indexOf('@'))}`, from: 'issue', shortId: 'SHOP-1' };
  expect(await query.unsubscription(token)).toEqual({ ...seen, isDone: false });
  expect(await state.subscription(issueId, userId)).toBeNull();
  for (let time = 0; time < 2; time++) {
    await command.unsubscribe(token);
    expect(await state.subscription(issueId, userId)).toEqual({ isSubscribed: false, reason: 'manual' });
    expect(await query.unsubscription(token)).toEqual({ ...seen, isDone: true });
  }
  expect(await settingsOf(userId)).toEqual(defaultNotifications);
});

test('a link of a kind turns it off everywhere, and leaves the others', async () => {
  const userId = await newUser();
  const settings = {
    ...defaultNotifications,
    kinds: { ...defaultNotifications.kinds, alerts: 'daily' as const },
    projects: [
      { projectId: shop.id, kinds: { comments: 'now' as const, alerts: 'now' as const } },
      { projectId: 99 as typeof shop.id, kinds: { alerts: 'off' as const } },
    ],
    timeZone: 'Europe/Berlin',
  };
  await state.write((tx) => tx.setNotificationSettings(userId, settings));
  const token = await state.unsubscribeToken({ userId, from: 'kind', kind: 'comments' });
  expect(await query.unsubscription(token)).toMatchObject({ from: 'kind', kind: 'comments', isDone: false });
  for (let time = 0; time < 2; time++) await command.unsubscribe(token);
  expect(await settingsOf(userId)).toEqual({
    ...settings,
    kinds: { ...settings.kinds, comments: 'off' },
    projects: [{ projectId: shop.id, kinds: { comments: 'off', alerts: 'now' } }, settings.projects[1]],
  });
  expect(await query.unsubscription(token)).toMatchObject({ isDone: true });
});

test('a kind that one project still sends is not done', async () => {
  const userId = await newUser();
  const token = await state.unsubscribeToken({ userId, from: 'kind', kind: 'alerts' });
  await command.unsubscribe(token);
  const projects = [{ projectId: shop.id, kinds: { alerts: 'daily' as const } }];
  const settings = await settingsOf(userId);
  await state.write((tx) => tx.setNotificationSettings(userId, { ...settings, projects }));
  expect(await query.unsubscription(token)).toMatchObject({ isDone: false });
});

test('a link of the weekly report ends it', async () => {
  const userId = await newUser();
  const token = await state.unsubscribeToken({ userId, from: 'weekly-report' });
  expect(await query.unsubscription(token)).toMatchObject({ from: 'weekly-report', isDone: false });
  for (let time = 0; time < 2; time++) await command.unsubscribe(token);
  expect(await settingsOf(userId)).toEqual({ ...defaultNotifications, weeklyReport: false });
  expect(await query.unsubscription(token)).toMatchObject({ isDone: true });
});

test('unknown and changed links, and those of deleted issues and users, are refused alike', async () => {
  const userId = await newUser();
  const token = await state.unsubscribeToken({ userId, from: 'issue', issueId });
  const gone = await state.unsubscribeToken({ userId, from: 'issue', issueId: 999 as IssueId });
  const stranger = await state.unsubscribeToken({ userId: 999 as UserId, from: 'weekly-report' });
  for (const text of ['', 'unknown', forged(token), gone, stranger, undefined as never]) {
    await expect(query.unsubscription(text), text).rejects.toMatchObject(invalid);
    await expect(command.unsubscribe(text), text).rejects.toMatchObject(invalid);
  }
});

test('a text that is too long is refused before it is decrypted', async () => {
  let reads = 0;
  const deps = {
    ...server.deps,
    state: { ...state, readUnsubscribeToken: async () => (reads++, null) },
  };
  await expect(unsubscription(deps, 'x'.repeat(300))).rejects.toMatchObject(invalid);
  expect(reads).toBe(1);
  await expect(unsubscription(deps, 'x'.repeat(301))).rejects.toMatchObject(invalid);
  expect(reads).toBe(1);
});

test('a link of an issue that was merged is about the issue it is in now', async () => {
  const userId = await newUser();
  const token = await state.unsubscribeToken({ userId, from: 'issue', issueId });
  const into = (await query.issue(owner, 'SHOP-2')).issue.id;
  await state.write((tx) => tx.redirectIssue(issueId, into));
  expect(await query.unsubscription(token)).toMatchObject({ shortId: 'SHOP-2', isDone: false });
  await command.unsubscribe(token);
  expect(await state.subscription(into, userId)).toEqual({ isSubscribed: false, reason: 'manual' });
});
