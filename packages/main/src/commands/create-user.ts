import { createSignInLink, createUser } from '@seismo/server/parts';
import type { Role } from '@seismo/server/parts';
import type { Config } from '../config.ts';
import { UsageError } from '../usage.ts';
import { answer, withState } from './with-state.ts';

const roles: readonly string[] = ['owner', 'admin', 'member', 'viewer', 'support'] satisfies Role[];

export async function createUserCommand(
  config: Config,
  values: {
    email?: string | undefined;
    password?: string | undefined;
    name?: string | undefined;
    role?: string | undefined;
    json?: boolean | undefined;
  },
): Promise<void> {
  const { email, password, name, role = 'owner', json } = values;
  if (!email) throw new UsageError('"user create" needs --email.');
  if (!roles.includes(role)) throw new UsageError(`Invalid --role "${role}". Use one of ${roles.join(', ')}.`);
  await withState(config, async (deps) => {
    const userId = await createUser(deps, {
      email,
      name: name ?? email.split('@')[0]!,
      password: password ?? null,
      role: role as Role,
    });
    if (password)
      return answer(json, { id: userId, email, role }, `${email} can sign in at ${config.publicUrl} as ${role}.`);
    const link = `${config.publicUrl}/sign-in/link/${await createSignInLink(deps, userId)}`;
    answer(
      json,
      { id: userId, email, role, link },
      `One-time sign-in link for ${email}, valid for 15 minutes:\n${link}`,
    );
  });
}
