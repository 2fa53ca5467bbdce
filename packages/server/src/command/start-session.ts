import { limits, type UserId } from '@seismo/protocol';
import { hashSecret } from '#query/session.ts';
import type { StateTx } from '#store/state/contract.ts';
import type { SignedIn } from '../runtime.ts';
import type { CommandDeps } from './deps.ts';
import { createSecret } from './secret.ts';

/** Part of every way to sign in; the expired sessions of everybody go at the same time. */
export async function startSession(deps: CommandDeps, tx: StateTx, userId: UserId): Promise<SignedIn> {
  const cookie = createSecret(deps);
  const createdAtMs = deps.clock.now();
  const expiresAtMs = createdAtMs + limits.SESSION_AGE_MS_MAX;
  await tx.deleteExpiredSessions(createdAtMs);
  await tx.createSession({ hash: hashSecret(cookie), userId, createdAtMs, expiresAtMs });
  return { cookie, expiresAtMs };
}
