import { hashSecret } from '#query/accounts/session.ts';
import { Refusal } from '#platform/refusal.ts';
import type { CommandDeps } from '../deps.ts';
import { startSession, type Visit, type SignedIn } from './start-session.ts';

/** Thrown to roll back: checking a set-up link must not use it up. */
class SetUpRequired extends Error {}

/** `first-run`: the link opens set-up (pass it on to `setUp`; it is not used up yet). */
export async function signInByLink(deps: CommandDeps, link: string, visit: Visit): Promise<SignedIn | 'first-run'> {
  try {
    return await deps.state.write(async (tx) => {
      const taken = await tx.takeSignInLink(hashSecret(String(link)), 'sign-in', deps.clock.now());
      if (!taken || (taken.userId === null && (await tx.userCount()) > 0)) throw invalidSignInLink();
      if (taken.userId === null) throw new SetUpRequired();
      return startSession(deps, tx, taken.userId, visit, 'link');
    });
  } catch (error) {
    if (error instanceof SetUpRequired) return 'first-run';
    throw error;
  }
}

export function invalidSignInLink(): Refusal {
  return new Refusal(
    'invalid',
    'This link was already used or has expired. Ask the server operator for a new one, which the command "seismo user link" prints. If the server has no accounts yet, restart it to print a new setup link.',
  );
}
