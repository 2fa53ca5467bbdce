import type { OrganizationId, UserId } from '@seismo/protocol';

export interface UserReads {
  userCount(): Promise<number>;
  userById(id: UserId): Promise<User | null>;
  userWithPreferences(id: UserId): Promise<(User & { preferences: Preferences }) | null>;
  /** By id. */
  usersByIds(ids: UserId[]): Promise<User[]>;
  /** E-mail addresses compare without case. */
  userByEmail(email: string): Promise<UserWithSecret | null>;
  listMembers(organizationId: OrganizationId): Promise<(User & { role: Role })[]>;
  membershipsOf(userId: UserId): Promise<Membership[]>;
  /** The preferences that a user has set. */
  preferences(userId: UserId): Promise<Preferences>;
  /** By the SHA-256 of the link's secret; expired ones are not found. */
  invitationByHash(hash: string, nowMs: number): Promise<Invitation | null>;
  /** Unexpired ones in the order of their creation. */
  listInvitations(organizationId: OrganizationId, nowMs: number): Promise<Invitation[]>;
  /** Those of every organization for this address that have not expired, by organization. */
  invitationsFor(email: string, nowMs: number): Promise<Invitation[]>;
}

export interface UserWrites {
  createUser(user: { email: string; name: string; passwordHash: string | null; createdAtMs: number }): Promise<UserId>;
  setName(userId: UserId, name: string): Promise<void>;
  setPreference(userId: UserId, name: PreferenceName, value: string): Promise<void>;
  setPasswordHash(userId: UserId, passwordHash: string): Promise<void>;
  setMembership(membership: Membership): Promise<void>;
  /** The person leaves the organization's teams too. What was assigned to them stays so. */
  deleteMembership(organizationId: OrganizationId, userId: UserId): Promise<void>;
  /** In the place of one that this address has already, and of all that have expired. */
  createInvitation(invitation: Omit<Invitation, 'id'> & { hash: string }): Promise<number>;
  deleteInvitation(organizationId: OrganizationId, id: number): Promise<boolean>;
}

export type PreferenceName = 'issue-columns' | 'issue-rows' | 'theme' | 'letter-keys' | 'rail' | 'density' | 'zone';
export type Preferences = Partial<Record<PreferenceName, string>>;

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

export interface Invitation {
  id: number;
  organizationId: OrganizationId;
  email: string;
  role: Role;
  /** The inviting user. */
  invitedBy: UserId;
  createdAtMs: number;
  expiresAtMs: number;
}
