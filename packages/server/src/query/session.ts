import { createHash } from 'node:crypto';
import type { UserId } from '@seismo/protocol';
import type { QueryDeps } from './deps.ts';
import { anonymous, scopes, type Scope, type Viewer } from './viewer.ts';

/** Cookies, links and tokens are kept as this only: who reads the store cannot sign in with what is in it. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

const API_TOKEN = /^seismo_[\w-]{43}$/;
const COOKIE = /^[\w-]{43}$/;

export async function viewerOfSession({ state, clock }: QueryDeps, cookie: string | null): Promise<Viewer> {
  if (cookie === null || !COOKIE.test(cookie)) return anonymous;
  const session = await state.sessionByHash(hashSecret(cookie), clock.now());
  return session ? viewerOf(state, session.userId, null) : anonymous;
}

export async function viewerOfToken({ state, clock }: QueryDeps, token: string): Promise<Viewer | null> {
  if (!API_TOKEN.test(token)) return null;
  const found = await state.apiTokenByHash(hashSecret(token), clock.now());
  if (!found) return null;
  return viewerOf(
    state,
    found.userId,
    scopes.filter((scope) => found.scopes.includes(scope)),
  );
}

async function viewerOf(state: QueryDeps['state'], userId: UserId, allowed: readonly Scope[] | null): Promise<Viewer> {
  const memberships = await state.membershipsOf(userId);
  return {
    userId,
    memberships: memberships.map(({ organizationId, role }) => ({ organizationId, role })),
    scopes: allowed,
  };
}
