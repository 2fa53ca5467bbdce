import type { IssueId, UserId } from '@seismo/protocol';
import type { Activity } from '../issues/contract.ts';
import type { NotificationKind, NotificationSettings } from '#domain/notifications/settings.ts';

export interface NotificationReads {
  /** Users who are subscribed to these issues, by issue and user. */
  subscribersOf(issueIds: IssueId[]): Promise<(Subscription & { issueId: IssueId; userId: UserId })[]>;
  /** `null` if the user was never subscribed. */
  subscription(issueId: IssueId, userId: UserId): Promise<Subscription | null>;
  /** Of each of these users; what they have not set is as in `defaultNotifications`. */
  notificationSettings(userIds: UserId[]): Promise<Map<UserId, NotificationSettings>>;
  /** In order of the activities, without those that were deleted. */
  activitiesOfDelivery(deliveryId: number): Promise<(Pick<NotifiedActivity, 'kind'> & { activity: Activity })[]>;
}

export interface NotificationWrites {
  /** Also ends an earlier choice of the user. */
  setSubscription(issueId: IssueId, userId: UserId, subscription: Subscription): Promise<void>;
  setNotificationSettings(userId: UserId, settings: NotificationSettings): Promise<void>;
  /** An activity that the delivery has already stays as it is. */
  addActivitiesToDelivery(deliveryId: number, activities: NotifiedActivity[]): Promise<void>;
}

export interface UnsubscribeTokens {
  /** A text for a URL that only this server can make. It stays valid as long as the server has its key. */
  unsubscribeToken(from: Unsubscription): Promise<string>;
  /** `null` if this server did not make it. */
  readUnsubscribeToken(token: string): Promise<Unsubscription | null>;
}

/** Why a user is subscribed to an issue, or is not any more: `manual` is their own choice. */
export type SubscriptionReason = 'comment' | 'mention' | 'assignment' | 'status' | 'manual';

export interface Subscription {
  /** `false`: the user has unsubscribed, and no activity subscribes them again. */
  isSubscribed: boolean;
  reason: SubscriptionReason;
}

/** An activity of an issue, and why the user is notified of it. */
export interface NotifiedActivity {
  activityId: number;
  kind: Exclude<NotificationKind, 'alerts'>;
}

/** What a link in an email unsubscribes its recipient from. */
export type Unsubscription = { userId: UserId } & (
  | { from: 'issue'; issueId: IssueId }
  | { from: 'kind'; kind: NotificationKind }
  | { from: 'weekly-report' }
);
