import type { OrganizationId, UserId } from '@seismo/protocol';
import type { Role } from '#domain/permissions/role.ts';

export type Member = User & { organizationId: OrganizationId; role: Role };

export interface UserReads {
  userCount(): Promise<number>;
  userById(id: UserId): Promise<User | null>;
  userWithPreferences(id: UserId): Promise<(User & { preferences: Preferences }) | null>;
  /** By ID. */
  usersByIds(ids: UserId[]): Promise<User[]>;
  /** E-mail addresses compare without case. */
  userByEmail(email: string): Promise<UserWithSecret | null>;
  listMembers(organizationIds: readonly OrganizationId[]): Promise<Member[]>;
  membershipsOf(userId: UserId): Promise<Membership[]>;
  /** The preferences that a user has set. */
  preferences(userId: UserId): Promise<Preferences>;
  /** By the SHA-256 of the link's secret; expired invitations are not found. */
  invitationByHash(hash: string, nowMs: number): Promise<Invitation | null>;
  /** Unexpired invitations in order of creation. */
  listInvitations(organizationIds: readonly OrganizationId[], nowMs: number): Promise<Invitation[]>;
  /** Those of every organization for this address that have not expired, by organization. */
  invitationsFor(email: string, nowMs: number): Promise<Invitation[]>;
}

export interface UserWrites {
  createUser(user: { email: string; name: string; passwordHash: string | null; createdAtMs: number }): Promise<UserId>;
  setName(userId: UserId, name: string): Promise<void>;
  setPreference(userId: UserId, name: PreferenceName, value: string): Promise<void>;
  setPasswordHash(userId: UserId, passwordHash: string): Promise<void>;
  setMembership(membership: Membership): Promise<void>;
  /** Also removes the user from the organization's teams. Assigned issues stay assigned. */
  deleteMembership(organizationId: OrganizationId, userId: UserId): Promise<void>;
  /** Replaces the invitation of the same address and deletes all expired ones. */
  createInvitation(invitation: Omit<Invitation, 'id'> & { hash: string }): Promise<number>;
  deleteInvitation(organizationId: OrganizationId, id: number): Promise<boolean>;
}

export type PreferenceName =
  | 'issue-columns'
  | 'event-columns'
  | 'issue-rows'
  | 'theme'
  | 'letter-keys'
  | 'sidebar'
  | 'density'
  | 'zone'
  | 'facets'
  | 'notifications';
export type Preferences = Partial<Record<PreferenceName, string>>;

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
