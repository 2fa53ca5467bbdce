import { limits, type UserId } from '@seismo/protocol';
import { hashSecret } from '#query/accounts/session.ts';
import { Refusal } from '#watch/refusal.ts';
import type { SignedIn } from '../../runtime.ts';
import { takeSecondFactor, wrongCode } from './authenticator.ts';
import type { ServerCommandDeps } from '../deps.ts';
import { checkPassword } from './password.ts';
import { createSecret } from './secret.ts';
import { startSession, type Visit } from './start-session.ts';

/** The password was right, and a code is asked for besides: pass the challenge on to `signInByCode`. */
export interface CodeWanted {
  challenge: string;
  expiresAtMs: number;
}

/** Wrong e-mail and wrong password are one refusal, given after the same time. */
export async function signIn(
  deps: ServerCommandDeps,
  input: { email: string; password: string },
  visit: Visit,
): Promise<SignedIn | CodeWanted> {
  const email = String(input.email).trim().slice(0, limits.EMAIL_CHARS_MAX);
  const takeBack = deps.throttle.enter('password', email, visit.address);
  const user = await deps.state.userByEmail(email);
  const right = await checkPassword(String(input.password), user?.passwordHash ?? null);
  if (!user || !right) throw new Refusal('invalid', 'This e-mail address and password do not belong together.');
  takeBack();
  return deps.state.write(async (tx) => {
    const isGuarded = (await tx.authenticatorOf(user.id))?.enabledAtMs;
    if (!isGuarded) return startSession(deps, tx, user.id, visit, 'password');
    const challenge = createSecret(deps);
    const expiresAtMs = deps.clock.now() + limits.CEREMONY_AGE_MS_MAX;
    await tx.createCeremony({ hash: hashSecret(challenge), kind: 'code', userId: user.id, expiresAtMs });
    return { challenge, expiresAtMs };
  });
}

/** The second half of `signIn`: six digits of the authenticator, or a recovery code. */
export async function signInByCode(
  deps: ServerCommandDeps,
  challenge: string,
  code: string,
  visit: Visit,
): Promise<SignedIn> {
  const hash = hashSecret(String(challenge));
  const nowMs = deps.clock.now();
  let takeBack: (() => void) | null = null;
  const signedIn = await deps.state.write(async (tx) => {
    const begun = await tx.ceremony(hash, 'code', nowMs);
    if (!begun) throw new Refusal('invalid', 'This took too long. Sign in again.');
    const userId = begun.userId as UserId;
    takeBack = deps.throttle.enter('second-factor', String(userId), visit.address);
    if (!(await takeSecondFactor(deps, tx, userId, code))) return null;
    await tx.takeCeremony(hash, 'code', nowMs);
    return startSession(deps, tx, userId, visit, 'password-and-code');
  });
  if (!signedIn) throw wrongCode(code);
  (takeBack as (() => void) | null)?.();
  return signedIn;
}
