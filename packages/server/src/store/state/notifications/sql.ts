import { defaultNotifications, type NotificationSettings } from '#domain/notifications/settings.ts';
import { doNothing } from '../columns.ts';
import type { StateEngine } from '../engine.ts';
import type { NewActivity } from '../issues/contract.ts';
import type { Db } from '../schema.ts';
import { sealedTokens } from '../sealed-tokens.ts';
import { storableText } from '../storable-text.ts';
import { activityOf } from '../issues/rows.ts';
import { subscribersOf } from './subscribers.ts';
import type { NotificationReads, NotificationWrites, UnsubscribeTokens, Unsubscription } from './contract.ts';

export function notificationReads(db: Db, engine: StateEngine): NotificationReads {
  return {
    subscribersOf(issueIds) {
      return db
        .selectFrom('issue_subscription')
        .selectAll()
        .where('issueId', 'in', engine.list(issueIds, 'bigint'))
        .where('isSubscribed', '=', true)
        .orderBy('issueId')
        .orderBy('userId')
        .execute();
    },
    async subscription(issueId, userId) {
      const found = db.selectFrom('issue_subscription').select(['isSubscribed', 'reason']);
      const one = found.where('issueId', '=', issueId).where('userId', '=', userId);
      return (await one.executeTakeFirst()) ?? null;
    },
    async notificationSettings(userIds) {
      const rows = await db
        .selectFrom('preference')
        .select(['userId', 'value'])
        .where('name', '=', 'notifications')
        .where('userId', 'in', engine.list(userIds, 'bigint'))
        .execute();
      const chosen = new Map(rows.map(({ userId, value }) => [userId, settingsOf(value)]));
      return new Map(userIds.map((id) => [id, chosen.get(id) ?? defaultNotifications]));
    },
    async activitiesOfDelivery(deliveryId) {
      const rows = await db
        .selectFrom('delivery_activity')
        .innerJoin('activity', 'activity.id', 'delivery_activity.activityId')
        .where('deliveryId', '=', deliveryId)
        .selectAll('activity')
        .select('delivery_activity.kind as notifiedKind')
        .orderBy('activity.id')
        .execute();
      return rows.map(({ notifiedKind, ...row }) => ({ kind: notifiedKind, activity: activityOf(row) }));
    },
  };
}

export function notificationWrites(db: Db, engine: StateEngine): NotificationWrites {
  return {
    async setSubscription(issueId, userId, { isSubscribed, reason }) {
      await db
        .insertInto('issue_subscription')
        .values({ issueId, userId, isSubscribed, reason })
        .onConflict((conflict) => conflict.columns(['issueId', 'userId']).doUpdateSet({ isSubscribed, reason }))
        .execute();
    },
    async setNotificationSettings(userId, settings) {
      const value = storableText(JSON.stringify(settings));
      await db
        .insertInto('preference')
        .values({ userId, name: 'notifications', value })
        .onConflict((conflict) => conflict.columns(['userId', 'name']).doUpdateSet({ value }))
        .execute();
    },
    async addActivitiesToDelivery(deliveryId, activities) {
      const rows = activities.map(({ activityId, kind }) => ({ deliveryId, activityId, kind }));
      await engine.runMany(db, rows, (row) => db.insertInto('delivery_activity').values(row).onConflict(doNothing));
    },
  };
}

export function unsubscribeTokens({ secrets }: StateEngine): UnsubscribeTokens {
  const tokens = sealedTokens<Unsubscription>(secrets, 'unsubscribe');
  return {
    unsubscribeToken: async (from) => tokens.seal(from),
    readUnsubscribeToken: async (token) => tokens.open(token),
  };
}

/** Part of the write that adds the activities, so that a user is subscribed when the page shows what they did. */
export async function subscribe(db: Db, engine: StateEngine, activities: NewActivity[]): Promise<void> {
  const rows = activities.flatMap((activity) =>
    subscribersOf(activity).map(({ userId, reason }) => ({
      issueId: activity.issueId,
      userId,
      isSubscribed: true,
      reason,
    })),
  );
  await engine.runMany(db, rows, (row) => db.insertInto('issue_subscription').values(row).onConflict(doNothing));
}

function settingsOf(value: string): NotificationSettings {
  const settings = JSON.parse(value) as NotificationSettings;
  return {
    ...defaultNotifications,
    ...settings,
    kinds: { ...defaultNotifications.kinds, ...settings.kinds },
    browser: { ...defaultNotifications.browser, ...settings.browser },
  };
}
