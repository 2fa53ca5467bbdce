import { hashSecret } from '#query/accounts/session.ts';
import { requireAccountSession, type Viewer } from '#domain/permissions/viewer.ts';
import { Refusal } from '#platform/refusal.ts';
import { auditOwn } from '../audit.ts';
import type { ServerCommandDeps } from '../deps.ts';
import { checkPassword, hashPassword, passwordSchema } from './password.ts';
import { readInput } from '#platform/read-input.ts';

/** Ends every other session, because another user of the old password may have one. */
export async function changePassword(
  deps: ServerCommandDeps,
  viewer: Viewer,
  input: { current: string; next: string },
  cookie: string,
): Promise<void> {
  const userId = requireAccountSession(viewer);
  const next = readInput(passwordSchema, input.next, 'next');
  const user = await deps.state.userById(userId);
  const withSecret = user && (await deps.state.userByEmail(user.email));
  // The same throttle as for sign-in: a stolen session must not be a way to guess the password.
  const undo = deps.throttle.enter('password', user?.email ?? '', null);
  if (!(await checkPassword(String(input.current), withSecret?.passwordHash ?? null))) {
    throw new Refusal('invalid', 'The current password is wrong.', 'current');
  }
  undo();
  const passwordHash = await hashPassword(next, deps.random);
  await deps.state.write(async (tx) => {
    await tx.setPasswordHash(userId, passwordHash);
    await tx.deleteOtherSessions(userId, hashSecret(String(cookie)));
    await tx.deleteSignInLinks(userId, 'reset-password');
    await auditOwn(deps, tx, { userId, boundTo: null }, 'password-change', user!.email);
  });
}
