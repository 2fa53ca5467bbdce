import { limits } from '@seismo/protocol';
import { isKindOff } from '#domain/notifications/without-kind.ts';
import { Refusal } from '#platform/refusal.ts';
import type { Issue, State, StateTx, Unsubscription, User } from '#store/state/contract.ts';
import type { QueryDeps } from '../deps.ts';
import type { UnsubscriptionView } from './views.ts';

/** For the holder of a link to unsubscribe. Changes nothing, because programs open links in advance. */
export async function unsubscription({ state }: QueryDeps, token: string): Promise<UnsubscriptionView> {
  const opened = await unsubscriptionOf(state, state, token);
  const { userId } = opened.unsubscription;
  const email = shortened(opened.user.email);
  if (opened.issue) {
    const { id, shortId } = opened.issue;
    const subscription = await state.subscription(id, userId);
    return { email, isDone: subscription?.isSubscribed === false, from: 'issue', shortId };
  }
  const settings = (await state.notificationSettings([userId])).get(userId)!;
  if (opened.unsubscription.from === 'weekly-report') {
    return { email, isDone: !settings.weeklyReport, from: 'weekly-report' };
  }
  const { kind } = opened.unsubscription;
  return { email, isDone: isKindOff(settings, kind), from: 'kind', kind };
}

/** The user of a link, and what it unsubscribes from; a merged issue is the one that it is in now. */
export type OpenedUnsubscription = { user: User } & (
  | { unsubscription: Extract<Unsubscription, { from: 'issue' }>; issue: Issue }
  | { unsubscription: Exclude<Unsubscription, { from: 'issue' }>; issue: null }
);

/** Refuses links that this server did not make, and those of a user or an issue that does not exist anymore. */
export async function unsubscriptionOf(
  tokens: Pick<State, 'readUnsubscribeToken'>,
  reads: Pick<StateTx, 'userById' | 'issueById' | 'mergedInto'>,
  token: string,
): Promise<OpenedUnsubscription> {
  const text = String(token);
  const unsubscription =
    text.length <= limits.UNSUBSCRIBE_TOKEN_CHARS_MAX ? await tokens.readUnsubscribeToken(text) : null;
  const user = unsubscription && (await reads.userById(unsubscription.userId));
  if (!unsubscription || !user) throw invalidUnsubscribeLink();
  if (unsubscription.from !== 'issue') return { user, unsubscription, issue: null };
  const issue = await reads.issueById(await reads.mergedInto(unsubscription.issueId));
  if (!issue) throw invalidUnsubscribeLink();
  return { user, unsubscription, issue };
}

function invalidUnsubscribeLink(): Refusal {
  return new Refusal('not-found', 'The link is incomplete, or its issue or account was deleted.');
}

/** Enough for the user to recognize the address, and not enough to send to it. */
function shortened(email: string): string {
  const at = email.lastIndexOf('@');
  return `${String.fromCodePoint(email.codePointAt(0)!)}…${email.slice(at)}`;
}
