import { limits, type OrganizationId, type UserId } from '@seismo/protocol';
import { hashSecret } from '#query/accounts/session.ts';
import type { StateTx } from '#store/state/contract.ts';
import { Refusal } from '#platform/refusal.ts';
import { takeSecondFactor, wrongCode } from './authenticator.ts';
import type { ServerCommandDeps } from '../deps.ts';
import { checkPassword } from './password.ts';
import { createSecret } from './secret.ts';
import { startSession, type Visit, type SignedIn } from './start-session.ts';

/** The first factor was right, and a code is required besides: pass the challenge on to `signInByCode`. */
export interface CodeRequired {
  challenge: string;
  expiresAtMs: number;
}

/** Wrong e-mail and wrong password are one refusal, given after the same time. */
export async function signIn(
  deps: ServerCommandDeps,
  input: { email: string; password: string },
  visit: Visit,
): Promise<SignedIn | CodeRequired> {
  const email = String(input.email).trim().slice(0, limits.EMAIL_CHARS_MAX);
  const undo = deps.throttle.enter('password', email, visit.address);
  const user = await deps.state.userByEmail(email);
  const right = await checkPassword(String(input.password), user?.passwordHash ?? null);
  if (!user || !right) throw wrongPassword();
  undo();
  return deps.state.write(async (tx) => {
    // It may have been replaced while it was checked, and sessions of the old one have ended.
    if ((await tx.userByEmail(email))?.passwordHash !== user.passwordHash) throw wrongPassword();
    return (await requestCode(deps, tx, user.id, null)) ?? startSession(deps, tx, user.id, visit, 'password');
  });
}

function wrongPassword(): Refusal {
  return new Refusal('invalid', 'Wrong email address or password.');
}

/**
 * `null`: the account has no second factor. `organizationId`: that of the identity provider, if it was the first
 * factor.
 */
export async function requestCode(
  deps: ServerCommandDeps,
  tx: StateTx,
  userId: UserId,
  organizationId: OrganizationId | null,
): Promise<CodeRequired | null> {
  if (!(await tx.authenticatorOf(userId))?.enabledAtMs) return null;
  const challenge = createSecret(deps);
  const expiresAtMs = deps.clock.now() + limits.CEREMONY_AGE_MS_MAX;
  await tx.createCeremony({ hash: hashSecret(challenge), kind: 'code', userId, organizationId, expiresAtMs });
  return { challenge, expiresAtMs };
}

/** The second half of signing in by password or by a provider: six digits of the authenticator, or a recovery code. */
export async function signInByCode(
  deps: ServerCommandDeps,
  challenge: string,
  code: string,
  visit: Visit,
): Promise<SignedIn> {
  const hash = hashSecret(String(challenge));
  const nowMs = deps.clock.now();
  let undo: (() => void) | null = null;
  const signedIn = await deps.state.write(async (tx) => {
    const challenge = await tx.ceremony(hash, 'code', nowMs);
    const provider = challenge?.organizationId ? await tx.identityProvider(challenge.organizationId) : null;
    if (!challenge || (challenge.organizationId !== null && !provider))
      throw new Refusal('invalid', 'The sign-in expired. Sign in again.');
    const userId = challenge.userId as UserId;
    undo = deps.throttle.enter('second-factor', String(userId), visit.address);
    if (!(await takeSecondFactor(deps, tx, userId, code))) return null;
    await tx.takeCeremony(hash, 'code', nowMs);
    return provider
      ? startSession(deps, tx, userId, visit, 'single-sign-on', provider)
      : startSession(deps, tx, userId, visit, 'password-and-code');
  });
  if (!signedIn) throw wrongCode(code);
  (undo as (() => void) | null)?.();
  return signedIn;
}
