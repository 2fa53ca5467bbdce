import type { UserId } from '@seismo/protocol';
import { z } from 'zod';
import type { Role } from '#store/state/contract.ts';
import { Refusal } from '#watch/refusal.ts';
import type { CommandDeps } from './deps.ts';
import { ensureMain } from './ensure-main.ts';
import { hashPassword, passwordSchema } from './password.ts';
import { emailSchema, personNameSchema } from './person.ts';
import { readInput } from './read-input.ts';

const createUserSchema = z.object({
  email: emailSchema,
  name: personNameSchema,
  password: passwordSchema,
  role: z.enum(['owner', 'admin', 'member', 'viewer'], 'The role is owner, admin, member or viewer.').nullable(),
});

/**
 * For the command line, whose user may do anything to the data folder anyway. Without a role the first user becomes
 * the owner and every other a member.
 */
export async function createUser(
  deps: CommandDeps,
  input: { email: string; name: string; password: string; role: Role | null },
): Promise<{ id: UserId; email: string; role: Role; organization: string }> {
  const { email, name, password, role: asked } = readInput(createUserSchema, input);
  const passwordHash = await hashPassword(password, deps.random);
  const created = await deps.state.write(async (tx) => {
    if (await tx.userByEmail(email)) throw new Refusal('conflict', `There is a user ${email} already.`);
    const role = asked ?? ((await tx.userCount()) === 0 ? 'owner' : 'member');
    const id = await tx.createUser({ email, name, passwordHash, createdAtMs: deps.clock.now() });
    const organizationId = await ensureMain(deps, tx);
    await tx.setMembership({ organizationId, userId: id, role });
    return { id, email, role, organization: 'main' };
  });
  deps.onKeysChanged();
  return created;
}
