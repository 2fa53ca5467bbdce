import { withoutKind } from '#domain/notifications/without-kind.ts';
import { unsubscriptionOf } from '#query/notifications/unsubscription.ts';
import type { CommandDeps } from '../deps.ts';

/** For the holder of a link to unsubscribe, which an email brought them. Again, it changes nothing. */
export async function unsubscribe({ state }: CommandDeps, token: string): Promise<void> {
  await state.write(async (tx) => {
    const { unsubscription, issue } = await unsubscriptionOf(state, tx, token);
    const { userId } = unsubscription;
    if (issue) return tx.setSubscription(issue.id, userId, { isSubscribed: false, reason: 'manual' });
    const settings = (await tx.notificationSettings([userId])).get(userId)!;
    await tx.setNotificationSettings(
      userId,
      unsubscription.from === 'weekly-report'
        ? { ...settings, weeklyReport: false }
        : withoutKind(settings, unsubscription.kind),
    );
  });
}
