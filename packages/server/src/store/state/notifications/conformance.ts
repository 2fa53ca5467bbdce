import assert from 'node:assert/strict';
import type { UserId } from '@seismo/protocol';
import { defaultNotifications } from '#domain/notifications/settings.ts';
import { forged } from '../../../testing/forged.ts';
import type { NewActivity, State } from '../contract.ts';
import { seedIssue } from '../issues/seeds.ts';
import type { SeededProject } from '../projects/seeds.ts';
import type { StatePromises } from '../state.conformance.ts';
import { seedUser } from '../users/seeds.ts';

async function three(state: State, project: SeededProject) {
  const create = (email: string) =>
    state.write((tx) => tx.createUser({ email, name: email, passwordHash: null, createdAtMs: 1 }));
  const users = [await seedUser(state), await create('b@shop.example'), await create('c@shop.example')] as const;
  return { issueId: await seedIssue(state, project, 'a'), users };
}

export const notificationConformance: StatePromises = {
  'subscribes the users of an activity, and leaves who has unsubscribed': async (state, project) => {
    const {
      issueId,
      users: [a, b, c],
    } = await three(state, project);
    const act = (userId: UserId | null, activity: object) =>
      state.write((tx) => tx.addActivities([{ issueId, userId, atMs: 1, ...activity } as NewActivity]));
    assert.deepEqual(await state.subscribersOf([issueId]), []);
    assert.equal(await state.subscription(issueId, a), null);
    const mentions = [
      { kind: 'user', userId: b, name: 'b' },
      { kind: 'team', teamId: 1, name: 'web' },
    ];
    await act(a, { kind: 'comment', text: '@b and @web', mentions, editedAtMs: null });
    await act(null, { kind: 'assigned', from: null, to: { kind: 'user', userId: c }, rule: null });
    await act(null, { kind: 'assigned', from: null, to: { kind: 'team', teamId: 1 }, rule: null });
    await act(c, { kind: 'unresolved', from: 'resolved' });
    const user = { email: 'd@shop.example', name: 'd', passwordHash: null, createdAtMs: 1 };
    const d = await state.write((tx) => tx.createUser(user));
    await act(d, { kind: 'unresolved', from: 'resolved' });
    assert.deepEqual(await state.subscribersOf([issueId]), [
      { issueId, userId: a, isSubscribed: true, reason: 'comment' },
      { issueId, userId: b, isSubscribed: true, reason: 'mention' },
      { issueId, userId: c, isSubscribed: true, reason: 'assignment' },
      { issueId, userId: d, isSubscribed: true, reason: 'status' },
    ]);
    await state.write((tx) => tx.setSubscription(issueId, a, { isSubscribed: false, reason: 'manual' }));
    await act(a, { kind: 'unresolved', from: 'resolved' });
    assert.deepEqual(await state.subscription(issueId, a), { isSubscribed: false, reason: 'manual' });
    assert.deepEqual(
      (await state.subscribersOf([issueId])).map(({ userId }) => userId),
      [b, c, d],
    );
    await state.write((tx) => tx.setSubscription(issueId, a, { isSubscribed: true, reason: 'manual' }));
    assert.deepEqual(await state.subscription(issueId, a), { isSubscribed: true, reason: 'manual' });
    const other = await seedIssue(state, project, 'b');
    assert.deepEqual(await state.subscribersOf([other]), []);
    await state.write((tx) => tx.deleteIssue(issueId));
    assert.deepEqual(await state.subscribersOf([issueId, other]), []);
  },

  'stores the notification settings of each user': async (state, project) => {
    const [a, b] = (await three(state, project)).users;
    const settings = {
      ...defaultNotifications,
      kinds: { ...defaultNotifications.kinds, alerts: 'off' as const },
      projects: [{ projectId: project.projectId, kinds: { comments: 'daily' as const } }],
      timeZone: 'Europe/Berlin',
    };
    await state.write((tx) => tx.setNotificationSettings(a, defaultNotifications));
    await state.write((tx) => tx.setNotificationSettings(a, settings));
    assert.deepEqual(
      [...(await state.notificationSettings([a, b]))],
      [
        [a, settings],
        [b, defaultNotifications],
      ],
    );
  },

  'keeps the activities of a delivery, and deletes them with it': async (state, project) => {
    const {
      issueId,
      users: [userId],
    } = await three(state, project);
    const { organizationId } = project;
    const to = { organizationId, userId, channelId: null, about: 'activity' as const, notice: null };
    const id = await state.write((tx) => tx.addDelivery({ ...to, queuedAtMs: 1, dueAtMs: 1 }));
    const by = { issueId, userId, atMs: 1 };
    const happened: NewActivity[] = [
      { ...by, kind: 'unresolved', from: 'resolved' },
      { ...by, kind: 'comment', text: 'a', mentions: [], editedAtMs: null },
      { ...by, kind: 'comment', text: 'b', mentions: [], editedAtMs: null },
    ];
    await state.write((tx) => tx.addActivities(happened));
    const activities = (await state.activityOf(issueId)).toReversed();
    const [status, comment, deleted] = activities.map((activity, index) => ({
      activityId: activity.id,
      kind: index === 0 ? ('status' as const) : ('comments' as const),
    }));
    await state.write((tx) => tx.addActivitiesToDelivery(id, [comment!, deleted!]));
    await state.write((tx) => tx.addActivitiesToDelivery(id, [{ ...comment!, kind: 'mentioned' }, status!]));
    await state.write((tx) => tx.deleteActivity(deleted!.activityId));
    assert.deepEqual(await state.activitiesOfDelivery(id), [
      { kind: 'status', activity: activities[0] },
      { kind: 'comments', activity: activities[1] },
    ]);
    assert.deepEqual(await state.activitiesOfDelivery(id + 1), []);
    await state.write(async (tx) => {
      const number = (await tx.beginAttempt(id, 2))!;
      await tx.endAttempt(id, { number, atMs: 2, answer: 'ok', status: 'sent', dueAtMs: null });
      await tx.trimAlerts(5, 10);
    });
    assert.deepEqual(await state.activitiesOfDelivery(id), []);
  },

  'reads only links to unsubscribe that it has made': async (state, project) => {
    const { issueId, users } = await three(state, project);
    const from = { userId: users[0], from: 'issue' as const, issueId };
    const token = await state.unsubscribeToken(from);
    assert.match(token, /^[\w:-]{60,250}$/);
    assert.deepEqual(await state.readUnsubscribeToken(token), from);
    for (const wrong of ['', token.slice(1), forged(token), `sealed:${token}`, 'x'.repeat(100)])
      assert.equal(await state.readUnsubscribeToken(wrong), null);
  },
};
