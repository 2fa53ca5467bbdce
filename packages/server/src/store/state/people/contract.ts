import type { OrganizationId, UserId } from '@seismo/protocol';

export interface PeopleReads {
  userCount(): Promise<number>;
  userById(id: UserId): Promise<User | null>;
  /** E-mail addresses compare without case. */
  userByEmail(email: string): Promise<UserWithSecret | null>;
  listMembers(organizationId: OrganizationId): Promise<(User & { role: Role })[]>;
  membershipsOf(userId: UserId): Promise<Membership[]>;
  /** By the SHA-256 of the cookie's value; expired ones are not found. */
  sessionByHash(hash: string, nowMs: number): Promise<Session | null>;
  apiTokenByHash(hash: string, nowMs: number): Promise<ApiToken | null>;
  listApiTokens(userId: UserId): Promise<ApiToken[]>;
}

export interface PeopleWrites {
  createUser(user: { email: string; name: string; passwordHash: string | null; createdAtMs: number }): Promise<UserId>;
  setPasswordHash(userId: UserId, passwordHash: string): Promise<void>;
  setMembership(membership: Membership): Promise<void>;
  createSession(session: Session & { hash: string }): Promise<void>;
  deleteSession(hash: string): Promise<void>;
  deleteExpiredSessions(nowMs: number): Promise<void>;
  createSignInLink(link: { hash: string; userId: UserId | null; expiresAtMs: number }): Promise<void>;
  /** Gives the link's user (`null`: first-run set-up) once and never again; `undefined` if unknown, used or expired. */
  takeSignInLink(hash: string, nowMs: number): Promise<{ userId: UserId | null } | undefined>;
  createApiToken(token: Omit<ApiToken, 'id' | 'lastUsedAtMs'> & { hash: string }): Promise<number>;
  deleteApiToken(userId: UserId, id: number): Promise<boolean>;
}

/** `support` answers customers, and looks up what the code of an error page stands for. */
export type Role = 'owner' | 'admin' | 'member' | 'viewer' | 'support';

export interface User {
  id: UserId;
  email: string;
  name: string;
  createdAtMs: number;
}

export interface UserWithSecret extends User {
  passwordHash: string | null;
}

export interface Membership {
  organizationId: OrganizationId;
  userId: UserId;
  role: Role;
}

export interface Session {
  userId: UserId;
  createdAtMs: number;
  expiresAtMs: number;
}

export interface ApiToken {
  id: number;
  userId: UserId;
  /** What it is for, in the owner's words. */
  label: string;
  scopes: string[];
  createdAtMs: number;
  expiresAtMs: number | null;
  lastUsedAtMs: number | null;
}
