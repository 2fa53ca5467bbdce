import { createSignInLink, Refusal } from '@seismo/server/parts';
import type { Config } from '../config.ts';
import { UsageError } from '../usage.ts';
import { answer, withState } from './with-state.ts';

/** For a user who lost password or phone: the link requires neither. */
export async function signInLinkCommand(
  config: Config,
  { email, json }: { email?: string | undefined; json?: boolean | undefined },
): Promise<void> {
  if (!email) throw new UsageError('"user link" needs --email.');
  await withState(config, async (deps) => {
    const user = await deps.state.userByEmail(email);
    if (!user) throw new Refusal('not-found', `No user has the email address ${email}.`);
    const link = `${config.publicUrl}/sign-in/link/${await createSignInLink(deps, user.id)}`;
    answer(
      json,
      { link },
      `One-time sign-in link for ${user.email}, valid for 15 minutes, without password or second factor:\n${link}`,
    );
  });
}
