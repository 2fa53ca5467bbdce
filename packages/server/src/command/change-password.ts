import { demandPerson, type Viewer } from '#query/viewer.ts';
import { Refusal } from '#watch/refusal.ts';
import type { ServerCommandDeps } from './deps.ts';
import { checkPassword, hashPassword, passwordSchema } from './password.ts';
import { readInput } from './read-input.ts';

export async function changePassword(
  deps: ServerCommandDeps,
  viewer: Viewer,
  input: { current: string; next: string },
): Promise<void> {
  const userId = demandPerson(viewer);
  const next = readInput(passwordSchema, input.next);
  const user = await deps.state.userById(userId);
  const withSecret = user && (await deps.state.userByEmail(user.email));
  // The same throttle as for sign-in: a stolen session must not be a way to guess the password.
  const takeBack = deps.throttle.enter(user?.email ?? '', null);
  if (!(await checkPassword(String(input.current), withSecret?.passwordHash ?? null))) {
    throw new Refusal('invalid', 'The current password is not right.');
  }
  takeBack();
  const passwordHash = await hashPassword(next, deps.random);
  await deps.state.write((tx) => tx.setPasswordHash(userId, passwordHash));
}
