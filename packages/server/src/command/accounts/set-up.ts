import { z } from 'zod';
import { hashSecret } from '#query/accounts/session.ts';
import { Refusal } from '#platform/refusal.ts';
import type { CommandDeps } from '../deps.ts';
import { ensureMain } from '../projects/ensure-main.ts';
import { hashPassword, passwordSchema } from './password.ts';
import { emailSchema, userNameSchema } from './user-name.ts';
import { readInput } from '#platform/read-input.ts';
import { invalidSignInLink } from './sign-in-by-link.ts';
import { startSession, type Visit, type SignedIn } from './start-session.ts';

const setUpSchema = z.object({ email: emailSchema, name: userNameSchema, password: passwordSchema });

/** The first owner, once. The link is used up only if everything else went well. */
export async function setUp(
  deps: CommandDeps,
  link: string,
  input: { email: string; name: string; password: string },
  visit: Visit,
): Promise<SignedIn> {
  const { email, name, password } = readInput(setUpSchema, input);
  if ((await deps.state.userCount()) > 0) throw alreadySetUp();
  const passwordHash = await hashPassword(password, deps.random);
  const signedIn = await deps.state.write(async (tx) => {
    if ((await tx.userCount()) > 0) throw alreadySetUp();
    const taken = await tx.takeSignInLink(hashSecret(String(link)), 'sign-in', deps.clock.now());
    if (!taken || taken.userId !== null) throw invalidSignInLink();
    const userId = await tx.createUser({ email, name, passwordHash, createdAtMs: deps.clock.now() });
    const organizationId = await ensureMain(deps, tx);
    await tx.setMembership({ organizationId, userId, role: 'owner' });
    return startSession(deps, tx, userId, visit, 'set-up');
  });
  deps.onKeysChanged();
  return signedIn;
}

function alreadySetUp(): Refusal {
  return new Refusal('conflict', 'Seismo is set up already. Sign in instead.');
}
