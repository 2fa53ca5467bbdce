import type { UserId } from '@seismo/protocol';
import type { NewActivity } from '../issues/contract.ts';
import type { SubscriptionReason } from './contract.ts';

/** The users whom an activity subscribes to its issue, unless they have unsubscribed from it. */
export function subscribersOf(activity: NewActivity): { userId: UserId; reason: SubscriptionReason }[] {
  const by = (reason: SubscriptionReason) => (activity.userId === null ? [] : [{ userId: activity.userId, reason }]);
  switch (activity.kind) {
    case 'comment': {
      const mentioned = (activity.mentions ?? []).flatMap((mention) =>
        mention.kind === 'user' ? [mention.userId] : [],
      );
      return [...by('comment'), ...mentioned.map((userId) => ({ userId, reason: 'mention' as const }))];
    }
    case 'assigned':
      return activity.to.kind === 'user' ? [{ userId: activity.to.userId, reason: 'assignment' }] : [];
    case 'resolved':
    case 'archived':
    case 'unresolved':
      return by('status');
    default:
      return [];
  }
}
