import type { UserId } from '@seismo/protocol';
import { keepable } from '../keepable.ts';
import { copy, demandNew, without } from '../engines/memory/rows.ts';
import type { ApiToken, Session, SignInReads, SignInWrites } from './contract.ts';

export interface SignInData {
  sessions: Session[];
  links: { hash: string; userId: UserId | null; expiresAtMs: number }[];
  tokens: (ApiToken & { hash: string })[];
  lastTokenId: number;
}

export function emptySignIn(): SignInData {
  return { sessions: [], links: [], tokens: [], lastTokenId: 0 };
}

export function signInReads(current: () => SignInData): SignInReads {
  return {
    sessionByHash: async (hash, nowMs) =>
      copy(current().sessions.find((session) => session.hash === hash && session.expiresAtMs > nowMs)) ?? null,
    listSessions: async (userId, nowMs) =>
      copy(current().sessions.filter((session) => session.userId === userId && session.expiresAtMs > nowMs)).sort(
        (one, other) => other.lastSeenAtMs - one.lastSeenAtMs || (one.hash < other.hash ? -1 : 1),
      ),
    apiTokenByHash: async (hash, nowMs) => {
      const token = current().tokens.find((candidate) => candidate.hash === hash);
      return token && (token.expiresAtMs === null || token.expiresAtMs > nowMs) ? without(token, 'hash') : null;
    },
    listApiTokens: async (userId) =>
      current()
        .tokens.filter((token) => token.userId === userId)
        .map((token) => without(token, 'hash')),
  };
}

export function signInWrites(data: SignInData): SignInWrites {
  return {
    async createSession(session) {
      demandNew(!data.sessions.some(({ hash }) => hash === session.hash), 'session');
      data.sessions.push({ ...session, userAgent: keepable(session.userAgent), lastSeenAtMs: session.createdAtMs });
    },
    async touchSession(hash, { atMs, address }) {
      for (const session of data.sessions)
        if (session.hash === hash) Object.assign(session, { lastSeenAtMs: atMs, address });
    },
    async deleteSession(userId, hash) {
      const before = data.sessions.length;
      data.sessions = data.sessions.filter((session) => session.hash !== hash || session.userId !== userId);
      return data.sessions.length < before;
    },
    async deleteOtherSessions(userId, keptHash, organizationId = null) {
      const before = data.sessions.length;
      data.sessions = data.sessions.filter(
        (session) =>
          session.userId !== userId ||
          session.hash === keptHash ||
          (organizationId !== null && session.organizationId !== organizationId),
      );
      return before - data.sessions.length;
    },
    async deleteSessionsOf(organizationId) {
      const before = data.sessions.length;
      data.sessions = data.sessions.filter((session) => session.organizationId !== organizationId);
      return before - data.sessions.length;
    },
    async deleteExpiredSessions(nowMs) {
      data.sessions = data.sessions.filter((session) => session.expiresAtMs > nowMs);
      data.links = data.links.filter((link) => link.expiresAtMs > nowMs);
    },
    async createSignInLink(link) {
      demandNew(!data.links.some(({ hash }) => hash === link.hash), 'sign-in link');
      data.links.push({ ...link });
    },
    async takeSignInLink(hash, nowMs) {
      const link = data.links.find((candidate) => candidate.hash === hash);
      data.links = data.links.filter((candidate) => candidate !== link);
      return link && link.expiresAtMs > nowMs ? { userId: link.userId } : undefined;
    },
    async createApiToken(token) {
      demandNew(!data.tokens.some(({ hash }) => hash === token.hash), 'token');
      const id = ++data.lastTokenId;
      data.tokens.push({ id, lastUsedAtMs: null, ...structuredClone(token) });
      return id;
    },
    async touchApiToken(id, atMs) {
      for (const token of data.tokens) if (token.id === id) token.lastUsedAtMs = atMs;
    },
    async deleteApiToken(userId, id) {
      const before = data.tokens.length;
      data.tokens = data.tokens.filter((token) => token.id !== id || token.userId !== userId);
      return data.tokens.length < before;
    },
  };
}
