import { limits, type UserId } from '@seismo/protocol';
import { hashSecret } from '#query/accounts/session.ts';
import type { IdentityProvider, SignInMethod, StateTx } from '#store/state/contract.ts';
import { auditOwn } from '../audit.ts';
import type { CommandDeps } from '../deps.ts';
import { createSecret } from './secret.ts';

export interface SignedIn {
  /** Value of the cookie `seismo_session` (HttpOnly, SameSite=Lax, Path=/, Secure over HTTPS). */
  cookie: string;
  expiresAtMs: number;
}

/** Where a session began, for the user's list of sessions. */
export interface Visit {
  address: string | null;
  userAgent: string;
}

/**
 * Part of every sign-in. A session that began at an organization's identity provider reaches only that organization.
 * Expired sessions of all users are deleted at the same time.
 */
export async function startSession(
  deps: CommandDeps,
  tx: StateTx,
  userId: UserId,
  { address, userAgent }: Visit,
  method: SignInMethod,
  provider?: Pick<IdentityProvider, 'organizationId' | 'name'>,
): Promise<SignedIn> {
  const cookie = createSecret(deps);
  const createdAtMs = deps.clock.now();
  const expiresAtMs = createdAtMs + limits.SESSION_AGE_MS_MAX;
  await tx.deleteExpiredSessions(createdAtMs);
  await tx.createSession({
    hash: hashSecret(cookie),
    userId,
    method,
    organizationId: provider?.organizationId ?? null,
    userAgent: String(userAgent).slice(0, limits.USER_AGENT_CHARS_MAX),
    address,
    createdAtMs,
    expiresAtMs,
  });
  const who = { userId, boundTo: provider?.organizationId ?? null };
  await auditOwn(deps, tx, who, 'sign-in', address ?? 'an unknown IP address', provider?.name ?? method);
  return { cookie, expiresAtMs };
}
