import { Refusal } from '#platform/refusal.ts';
import type { QueryDeps } from '../deps.ts';
import { hashSecret } from './session.ts';

/** Whether this server sends mail, such as links that reset a password. */
export async function hasEmail({ config }: Pick<QueryDeps, 'config'>): Promise<boolean> {
  return config.mail !== null;
}

/** For the holder of a reset link, whose account it is. Does not use the link up. */
export async function passwordReset({ state, clock }: QueryDeps, token: string): Promise<{ email: string }> {
  const link = await state.signInLink(hashSecret(String(token)), 'reset-password', clock.now());
  const user = link?.userId ? await state.userById(link.userId) : null;
  if (!user) throw invalidResetLink();
  return { email: user.email };
}

export function invalidResetLink(): Refusal {
  return new Refusal('invalid', 'This link was already used or replaced, or it has expired. Request a new one.');
}
