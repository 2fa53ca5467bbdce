import type { UserId } from '@seismo/protocol';
import { z } from 'zod';
import type { Role } from '#domain/permissions/role.ts';
import { Refusal } from '#platform/refusal.ts';
import type { CommandDeps } from '../deps.ts';
import { ensureMain } from '../projects/ensure-main.ts';
import { roleSchema } from './members.ts';
import { hashPassword, passwordSchema } from './password.ts';
import { emailSchema, userNameSchema } from './user-name.ts';
import { readInput } from '#platform/read-input.ts';

const createUserSchema = z.object({
  email: emailSchema,
  name: userNameSchema,
  password: passwordSchema.nullable(),
  role: roleSchema,
});

/**
 * For the command line, whose user has full access to the data folder anyway. Without a password the user signs in by
 * link.
 */
export async function createUser(
  deps: CommandDeps,
  input: { email: string; name: string; password: string | null; role: Role },
): Promise<UserId> {
  const { email, name, password, role } = readInput(createUserSchema, input);
  const passwordHash = password === null ? null : await hashPassword(password, deps.random);
  const created = await deps.state.write(async (tx) => {
    if (await tx.userByEmail(email))
      throw new Refusal('conflict', `A user with the email address ${email} already exists.`, 'email');
    const id = await tx.createUser({ email, name, passwordHash, createdAtMs: deps.clock.now() });
    const organizationId = await ensureMain(deps, tx);
    await tx.setMembership({ organizationId, userId: id, role });
    return id;
  });
  deps.onKeysChanged();
  return created;
}
