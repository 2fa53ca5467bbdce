import type { OrganizationId, UserId } from '@seismo/protocol';
import type { Membership } from '../users/contract.ts';

export interface SignInReads {
  /** By the SHA-256 of the cookie's value; expired sessions are not found. */
  sessionByHash(hash: string, nowMs: number): Promise<Session | null>;
  /** As `sessionByHash`, with the organizations of its user, by organization. */
  sessionWithMemberships(hash: string, nowMs: number): Promise<(Session & { memberships: Membership[] }) | null>;
  /** Those that have not expired, the most recently used first. */
  listSessions(userId: UserId, nowMs: number): Promise<Session[]>;
  /** Without using it up; a link with another purpose is not found. */
  signInLink(hash: string, purpose: LinkPurpose, nowMs: number): Promise<{ userId: UserId | null } | null>;
  apiTokenByHash(hash: string, nowMs: number): Promise<ApiToken | null>;
  listApiTokens(userId: UserId): Promise<ApiToken[]>;
}

export interface SignInWrites {
  createSession(session: Omit<Session, 'lastSeenAtMs'>): Promise<void>;
  /** Notes that it was used, and from where. */
  touchSession(hash: string, seen: { atMs: number; address: string | null }): Promise<void>;
  /** `false` if the user has no such session. */
  deleteSession(userId: UserId, hash: string): Promise<boolean>;
  /**
   * Deletes all sessions of the user except one; with an organization, only those confined to it. Returns their number.
   */
  deleteOtherSessions(
    userId: UserId,
    exceptHash: string | null,
    organizationId?: OrganizationId | null,
  ): Promise<number>;
  /** Deletes all sessions confined to the organization. Returns their number. */
  deleteSessionsOf(organizationId: OrganizationId): Promise<number>;
  deleteExpiredSessions(nowMs: number): Promise<void>;
  createSignInLink(link: SignInLink & { hash: string }): Promise<void>;
  /**
   * Returns the link's user (`null`: first-run set-up) once; `undefined` if it is unknown, used, expired, or has another
   * purpose, for which it stays.
   */
  takeSignInLink(hash: string, purpose: LinkPurpose, nowMs: number): Promise<{ userId: UserId | null } | undefined>;
  /** Deletes the unused links of the user; with a purpose, only those. */
  deleteSignInLinks(userId: UserId, purpose?: LinkPurpose): Promise<void>;
  createApiToken(token: Omit<ApiToken, 'id' | 'lastUsedAtMs'> & { hash: string }): Promise<number>;
  touchApiToken(id: number, atMs: number): Promise<void>;
  deleteApiToken(userId: UserId, id: number): Promise<boolean>;
}

export type LinkPurpose = 'sign-in' | 'reset-password';

/** A one-time link, by the SHA-256 of its secret. */
export interface SignInLink {
  /** `null`: first-run set-up. */
  userId: UserId | null;
  purpose: LinkPurpose;
  expiresAtMs: number;
}

/** How a session began; `unknown`: before this was recorded. */
export type SignInMethod =
  | 'password'
  | 'password-and-code'
  | 'passkey'
  | 'link'
  | 'invitation'
  | 'set-up'
  | 'single-sign-on'
  | 'unknown';

export interface Session {
  /** SHA-256 of the cookie's value in hexadecimal: it identifies the session without granting access. */
  hash: string;
  userId: UserId;
  method: SignInMethod;
  /** It began at this organization's identity provider and reaches no other; `null`: the account itself signed in. */
  organizationId: OrganizationId | null;
  /** The browser's own words when it signed in. */
  userAgent: string;
  /** Where it was used from last. */
  address: string | null;
  createdAtMs: number;
  lastSeenAtMs: number;
  expiresAtMs: number;
}

export interface ApiToken {
  id: number;
  userId: UserId;
  /** It reaches no other organization; `null`: all of its owner's. */
  organizationId: OrganizationId | null;
  /** Its purpose, in the owner's words. */
  label: string;
  scopes: string[];
  createdAtMs: number;
  expiresAtMs: number | null;
  lastUsedAtMs: number | null;
}
