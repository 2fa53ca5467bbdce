import { limits } from '@seismo/protocol';
import { Refusal } from '#watch/refusal.ts';
import type { SignedIn } from '../runtime.ts';
import type { ServerCommandDeps } from './deps.ts';
import { checkPassword } from './password.ts';
import { startSession } from './start-session.ts';

/** Wrong e-mail and wrong password are one refusal, given after the same time. */
export async function signIn(
  deps: ServerCommandDeps,
  input: { email: string; password: string; address: string | null },
): Promise<SignedIn> {
  const email = String(input.email).trim().slice(0, limits.EMAIL_CHARS_MAX);
  const takeBack = deps.throttle.enter(email, input.address);
  const user = await deps.state.userByEmail(email);
  const right = await checkPassword(String(input.password), user?.passwordHash ?? null);
  if (!user || !right) throw new Refusal('invalid', 'This e-mail address and password do not belong together.');
  takeBack();
  return deps.state.write((tx) => startSession(deps, tx, user.id));
}
