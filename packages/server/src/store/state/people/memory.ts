import type { UserId } from '@seismo/protocol';
import { copy, demandNew, without } from '../memory/rows.ts';
import type { ApiToken, Membership, PeopleReads, PeopleWrites, Session, UserWithSecret } from './contract.ts';

export interface PeopleData {
  users: UserWithSecret[];
  lastUserId: number;
  memberships: Membership[];
  sessions: (Session & { hash: string })[];
  links: { hash: string; userId: UserId | null; expiresAtMs: number }[];
  tokens: (ApiToken & { hash: string })[];
  lastTokenId: number;
}

export function emptyPeople(): PeopleData {
  return { users: [], lastUserId: 0, memberships: [], sessions: [], links: [], tokens: [], lastTokenId: 0 };
}

export function peopleReads(current: () => PeopleData): PeopleReads {
  return {
    userCount: async () => current().users.length,
    userById: async (id) => {
      const user = current().users.find((candidate) => candidate.id === id);
      return user ? without(user, 'passwordHash') : null;
    },
    userByEmail: async (email) =>
      copy(current().users.find((user) => user.email.toLowerCase() === email.toLowerCase())) ?? null,
    listMembers: async (organizationId) =>
      current().users.flatMap((user) => {
        const membership = current().memberships.find(
          (candidate) => candidate.userId === user.id && candidate.organizationId === organizationId,
        );
        return membership ? [{ ...without(user, 'passwordHash'), role: membership.role }] : [];
      }),
    membershipsOf: async (userId) =>
      copy(current().memberships.filter((membership) => membership.userId === userId)).sort(
        (one, other) => one.organizationId - other.organizationId,
      ),
    sessionByHash: async (hash, nowMs) => {
      const session = current().sessions.find((candidate) => candidate.hash === hash && candidate.expiresAtMs > nowMs);
      return session ? without(session, 'hash') : null;
    },
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

export function peopleWrites(data: PeopleData): PeopleWrites {
  return {
    async createUser(user) {
      demandNew(!data.users.some(({ email }) => email.toLowerCase() === user.email.toLowerCase()), 'user');
      const id = ++data.lastUserId as UserId;
      data.users.push({ id, ...user });
      return id;
    },
    async setPasswordHash(userId, passwordHash) {
      for (const user of data.users) if (user.id === userId) user.passwordHash = passwordHash;
    },
    async setMembership(membership) {
      data.memberships = data.memberships.filter(
        (each) => each.userId !== membership.userId || each.organizationId !== membership.organizationId,
      );
      data.memberships.push({ ...membership });
    },
    async createSession(session) {
      demandNew(!data.sessions.some(({ hash }) => hash === session.hash), 'session');
      data.sessions.push({ ...session });
    },
    async deleteSession(hash) {
      data.sessions = data.sessions.filter((session) => session.hash !== hash);
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
    async deleteApiToken(userId, id) {
      const before = data.tokens.length;
      data.tokens = data.tokens.filter((token) => token.id !== id || token.userId !== userId);
      return data.tokens.length < before;
    },
  };
}
