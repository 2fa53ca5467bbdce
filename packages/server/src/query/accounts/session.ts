import { createHash } from 'node:crypto';
import { limits } from '@seismo/protocol';
import type { Membership, Session } from '#store/state/contract.ts';
import type { QueryDeps } from '../deps.ts';
import { anonymous, scopes, type Scope, type Viewer } from '#domain/permissions/viewer.ts';

/** Cookies, links and tokens are stored only as this hash, so a copy of the store does not help to sign in. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

const API_TOKEN = /^seismo_[\w-]{43}$/;
const COOKIE = /^[\w-]{43}$/;

/** The viewer behind a session cookie; anonymous if there is none. */
export async function viewerOfSession(
  { state, clock, touchLastUsed }: QueryDeps,
  cookie: string | null,
  address: string | null,
): Promise<Viewer> {
  if (cookie === null || !COOKIE.test(cookie)) return anonymous;
  const atMs = clock.now();
  const session = await state.sessionWithMemberships(hashSecret(cookie), atMs);
  if (!session) return anonymous;
  if (atMs - session.lastSeenAtMs >= limits.LAST_USED_PRECISION_MS)
    touchLastUsed({ kind: 'session', hash: session.hash, atMs, address });
  return viewerOf(session, session.memberships, null);
}

export async function viewerOfToken({ state, clock, touchLastUsed }: QueryDeps, token: string): Promise<Viewer | null> {
  if (!API_TOKEN.test(token)) return null;
  const atMs = clock.now();
  const found = await state.apiTokenByHash(hashSecret(token), atMs);
  if (!found) return null;
  if (atMs - (found.lastUsedAtMs ?? 0) >= limits.LAST_USED_PRECISION_MS)
    touchLastUsed({ kind: 'token', tokenId: found.id, atMs });
  return viewerOf(
    found,
    await state.membershipsOf(found.userId),
    scopes.filter((scope) => found.scopes.includes(scope)),
  );
}

/** Within one organization if the session, or what stands for one, is confined to it. */
export function viewerOf(
  { userId, organizationId: boundTo }: Pick<Session, 'userId' | 'organizationId'>,
  memberships: readonly Membership[],
  allowed: readonly Scope[] | null,
): Viewer {
  return {
    userId,
    memberships: memberships
      .filter(({ organizationId }) => boundTo === null || organizationId === boundTo)
      .map(({ organizationId, role }) => ({ organizationId, role })),
    scopes: allowed,
    boundTo,
  };
}
