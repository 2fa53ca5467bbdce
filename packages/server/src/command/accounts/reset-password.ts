import { limits } from '@seismo/protocol';
import { z } from 'zod';
import type { AccountMessage } from '#alerts/message.ts';
import { invalidResetLink } from '#query/accounts/password-reset.ts';
import { hashSecret } from '#query/accounts/session.ts';
import { Refusal } from '#platform/refusal.ts';
import { auditOwn } from '../audit.ts';
import type { ServerCommandDeps } from '../deps.ts';
import { readInput } from '#platform/read-input.ts';
import { accountMessage } from './account-mail.ts';
import { hashPassword, passwordSchema } from './password.ts';
import { createSecret } from './secret.ts';
import { emailSchema } from './user-name.ts';

const requestSchema = z.object({ email: emailSchema });

/**
 * Mails a link that sets a new password, if an account with a password has this address. All of that comes after the
 * answer, which is the same for every address. Accounts without a password get none this way, because `changePassword`
 * gives them none either: their organization's provider or an operator's link signs them in.
 */
export async function requestPasswordReset(
  deps: ServerCommandDeps,
  input: { email: string },
  address: string | null,
): Promise<void> {
  if (deps.config.mail === null) {
    throw new Refusal('invalid', 'This server cannot send email. Ask its operator for a one-time sign-in link.');
  }
  const { email } = readInput(requestSchema, input);
  deps.throttle.enter('password-reset', email, address);
  deps.background.run(() => mailResetLink(deps, email));
}

async function mailResetLink(deps: ServerCommandDeps, email: string): Promise<void> {
  const token = createSecret(deps);
  const user = await deps.state.write(async (tx) => {
    const found = await tx.userByEmail(email);
    if (!found || found.passwordHash === null) return null;
    const expiresAtMs = deps.clock.now() + limits.PASSWORD_RESET_AGE_MS_MAX;
    await tx.deleteSignInLinks(found.id, 'reset-password');
    await tx.createSignInLink({ hash: hashSecret(token), userId: found.id, purpose: 'reset-password', expiresAtMs });
    return found;
  });
  if (user === null) return;
  const minutes = limits.PASSWORD_RESET_AGE_MS_MAX / 60_000;
  const message = accountMessage(deps, {
    title: 'Reset your Seismo password',
    text: [
      `The link works once and expires in ${minutes} minutes. Afterwards, sign in with the new password.`,
      'If you did not request this, ignore this message. Your password stays the same.',
    ],
    link: { name: 'Set new password', path: `/sign-in/reset/${token}` },
    why: 'You receive this because a password reset was requested for this address.',
  });
  // To the address of the account, not to the one that was entered.
  await mail(deps, message, user.email);
}

/** The holder of the link has shown the mailbox and nothing else, so a sign-in with all factors has to follow. */
export async function resetPassword(
  deps: ServerCommandDeps,
  token: string,
  input: { password: string },
): Promise<void> {
  const password = readInput(passwordSchema, input.password, 'password');
  const hash = hashSecret(String(token));
  if (!(await deps.state.signInLink(hash, 'reset-password', deps.clock.now()))) throw invalidResetLink();
  const passwordHash = await hashPassword(password, deps.random);
  const user = await deps.state.write(async (tx) => {
    const taken = await tx.takeSignInLink(hash, 'reset-password', deps.clock.now());
    const found = taken?.userId ? await tx.userById(taken.userId) : null;
    if (!found) throw invalidResetLink();
    const { id: userId, email } = found;
    await tx.setPasswordHash(userId, passwordHash);
    await tx.deleteOtherSessions(userId, null);
    await tx.deleteSignInLinks(userId);
    // A sign-in that began with the old password must not end with a session.
    await tx.deleteCeremonies(userId);
    await auditOwn(deps, tx, { userId, boundTo: null }, 'password-change', email, 'by email');
    return found;
  });
  // Wrong guesses before must not keep the user out now.
  deps.throttle.clear('password', user.email);
  const message = accountMessage(deps, {
    title: 'Your Seismo password was changed',
    text: [
      'It was set with a link that was sent to this address. All sessions have ended.',
      'If this was not you, reset the password again, and tell an owner of your organization.',
    ],
    link: { name: 'Sign in', path: '/sign-in' },
    why: 'You receive this because the password of your account was changed.',
  });
  deps.background.run(() => mail(deps, message, user.email));
}

async function mail(deps: ServerCommandDeps, message: AccountMessage, to: string): Promise<void> {
  const sent = await deps.sendEmail(message, to);
  if (!sent.isSent) throw new Error(`Mail about an account was not sent: ${sent.answer}`);
}
