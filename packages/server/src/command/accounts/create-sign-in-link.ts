import { limits, type UserId } from '@seismo/protocol';
import { hashSecret } from '#query/accounts/session.ts';
import type { CommandDeps } from '../deps.ts';
import { createSecret } from './secret.ts';

/**
 * The secret of a link that signs this user in or, for `null`, opens set-up: valid once and for 15 minutes. Only the
 * operator of the server can create it.
 */
export async function createSignInLink(
  deps: Pick<CommandDeps, 'state' | 'clock' | 'random'>,
  userId: UserId | null,
): Promise<string> {
  const link = createSecret(deps);
  const expiresAtMs = deps.clock.now() + limits.SIGN_IN_LINK_AGE_MS_MAX;
  const hash = hashSecret(link);
  await deps.state.write((tx) => tx.createSignInLink({ hash, userId, purpose: 'sign-in', expiresAtMs }));
  return link;
}
