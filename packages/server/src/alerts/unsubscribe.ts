import type { UserId } from '@seismo/protocol';
import type { QueryDeps } from '#query/deps.ts';
import type { Delivery, Unsubscription } from '#store/state/contract.ts';
import type { AlertMessage, NotifiedIssue, PersonalMessage } from './message.ts';

/** A link at the end of an email that ends such emails to its recipient. */
export interface UnsubscribeLink {
  name: string;
  url: string;
}

/** `null` if the message has none: it goes to its recipient in any case, or is about several things. */
export async function unsubscribeLinkOf(
  { state, config }: Pick<QueryDeps, 'state' | 'config'>,
  message: AlertMessage | PersonalMessage,
  { userId, isEscalation }: Delivery,
): Promise<UnsubscribeLink | null> {
  const ended = userId === null || isEscalation ? null : endedBy(message, userId);
  if (ended === null) return null;
  const { name, ...from } = ended;
  return { name, url: `${config.publicUrl}/unsubscribe/${await state.unsubscribeToken(from)}` };
}

function endedBy(
  message: AlertMessage | PersonalMessage,
  userId: UserId,
): (Unsubscription & Pick<UnsubscribeLink, 'name'>) | null {
  switch (message.about) {
    case 'issues':
    case 'metrics':
    case 'releases':
      return { userId, from: 'kind', kind: 'alerts', name: 'Unsubscribe from all alerts' };
    case 'week':
      return { userId, from: 'weekly-report', name: 'Unsubscribe from the weekly report' };
    case 'activity':
      return ofActivity(message.issues, message.issueCount, userId);
    case 'notice':
      return null;
  }
}

function ofActivity(issues: NotifiedIssue[], issueCount: number, userId: UserId): ReturnType<typeof endedBy> {
  const kinds = [...new Set(issues.flatMap(({ happenings }) => happenings.map(({ why }) => why)))];
  // Assignments and mentions reach users who are not subscribed, too.
  const isBySubscription = kinds.every((kind) => kind === 'comments' || kind === 'status');
  if (issueCount === 1 && isBySubscription) {
    return { userId, from: 'issue', issueId: issues[0]!.id, name: 'Unsubscribe from this issue' };
  }
  const [kind] = kinds;
  return kinds.length === 1 && kind
    ? { userId, from: 'kind', kind, name: `Unsubscribe from ${kindNames[kind]}` }
    : null;
}

const kindNames = {
  assigned: 'assignments',
  mentioned: 'mentions',
  comments: 'comments',
  status: 'status changes',
} as const;
