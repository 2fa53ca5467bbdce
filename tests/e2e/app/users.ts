import { createHash, randomBytes } from 'node:crypto';
import { scopes, type Role, type State } from '@seismo/server/parts';
import type { OrganizationId, UserId } from '@seismo/protocol';
import type { Server } from '../running-server.ts';

/** A signed-in user with a token of every scope. */
export interface TestUser {
  id: number;
  cookie: string;
  token: string;
}

export const roles = ['support', 'viewer', 'member', 'admin', 'owner'] as const satisfies Role[];

/**
 * One user of each role in the first organization. Created through the store, so that only the role limits the token,
 * as after a demotion.
 */
export const userOfEachRole = (server: Server): Promise<Record<Role, TestUser>> =>
  server.withState(async (state) => {
    const organization = (await state.organizationBySlug('main'))!;
    const made = roles.map(async (role) => [role, await personOf(state, organization.id, role)] as const);
    return Object.fromEntries(await Promise.all(made)) as Record<Role, TestUser>;
  });

/** The owner of another organization. */
export const userOutside = (server: Server, slug: string): Promise<TestUser> =>
  server.withState(async (state) =>
    personOf(state, (await state.organizationBySlug(slug))!.id, 'owner', 'outside@matrix.example'),
  );

async function personOf(
  state: State,
  organizationId: OrganizationId,
  role: Role,
  email = `${role}@matrix.example`,
): Promise<TestUser> {
  const [cookie, secret] = [secretText(), `seismo_${secretText()}`];
  const createdAtMs = Date.now();
  const expiresAtMs = createdAtMs + 3_600_000;
  const id = await state.write(async (tx): Promise<UserId> => {
    const userId = await tx.createUser({ email, name: '', passwordHash: null, createdAtMs });
    await tx.setMembership({ organizationId, userId, role });
    const began = { method: 'password' as const, organizationId: null, userAgent: '', address: null };
    await tx.createSession({ ...began, hash: hashOf(cookie), userId, createdAtMs, expiresAtMs });
    const token = { userId, organizationId: null, label: role, scopes: [...scopes], createdAtMs, expiresAtMs };
    await tx.createApiToken({ ...token, hash: hashOf(secret) });
    return userId;
  });
  return { id, cookie: `seismo_session=${cookie}`, token: secret };
}

const secretText = () => randomBytes(32).toString('base64url');
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');
