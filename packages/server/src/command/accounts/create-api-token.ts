import { limits, type UserId } from '@seismo/protocol';
import { z } from 'zod';
import { hashSecret } from '#query/accounts/session.ts';
import {
  requirePersonalSession,
  organizationsFor,
  scopes,
  type Scope,
  type Viewer,
} from '#domain/permissions/viewer.ts';
import { Refusal } from '#platform/refusal.ts';
import { auditOwn } from '../audit.ts';
import { labelSchema } from '../projects/create-key.ts';
import type { CommandDeps } from '../deps.ts';
import { readInput } from '#platform/read-input.ts';
import { createSecret } from './secret.ts';

const createApiTokenSchema = z.object({
  label: labelSchema,
  scopes: z
    .array(z.enum(scopes, `Use these scopes: ${scopes.join(', ')}.`))
    .min(1, 'Select at least one scope.')
    .transform((all) => [...new Set(all)]),
  expiresAtMs: z.int().nullable(),
});

/** Returns the token, once. It can do and reach at most what its creator can. */
export async function createApiToken(
  deps: CommandDeps,
  viewer: Viewer,
  input: { label: string; scopes: Scope[]; expiresAtMs: number | null },
): Promise<{ token: string }> {
  const userId = await ownerOfToken(deps, viewer);
  const read = readInput(createApiTokenSchema, input);
  const createdAtMs = deps.clock.now();
  if (read.expiresAtMs !== null && read.expiresAtMs <= createdAtMs) {
    throw new Refusal('invalid', 'The expiry date is in the past.', 'expiresAtMs');
  }
  const beyond = read.scopes.find((scope) => organizationsFor(viewer, scope).length === 0);
  if (beyond)
    throw new Refusal('forbidden', `You cannot give a token the scope ${beyond}, because you do not have it.`);
  const token = `seismo_${createSecret(deps)}`;
  await deps.state.write(async (tx) => {
    if ((await tx.listApiTokens(userId)).length >= limits.API_TOKEN_COUNT_MAX) {
      throw new Refusal(
        'invalid',
        `You can have at most ${limits.API_TOKEN_COUNT_MAX} tokens. Delete one you no longer use.`,
      );
    }
    await tx.createApiToken({ ...read, userId, organizationId: viewer.boundTo, hash: hashSecret(token), createdAtMs });
    await auditOwn(deps, tx, { ...viewer, userId }, 'token-create', read.label, read.scopes.join(' '));
  });
  return { token };
}

/** The owner of the token: the viewer, or on the command line the first owner of the organization. */
async function ownerOfToken({ state }: CommandDeps, viewer: Viewer): Promise<UserId> {
  const membership = viewer.memberships[0];
  if (viewer.userId !== null || viewer.scopes !== null || !membership) return requirePersonalSession(viewer);
  const owner = (await state.listMembers([membership.organizationId])).find(({ role }) => role === 'owner');
  if (!owner) throw new Refusal('not-found', 'No owner exists. Create a user first.');
  return owner.id;
}
