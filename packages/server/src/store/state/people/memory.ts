import type { UserId } from '@seismo/protocol';
import { keepable } from '../keepable.ts';
import { copy, demandNew, without } from '../engines/memory/rows.ts';
import type { TeamData } from '../teams/memory.ts';
import type { Invitation, Membership, PeopleReads, PeopleWrites, PreferenceName, UserWithSecret } from './contract.ts';

export interface PeopleData {
  users: UserWithSecret[];
  lastUserId: number;
  memberships: Membership[];
  invitations: (Invitation & { hash: string })[];
  lastInvitationId: number;
  preferences: { userId: UserId; name: PreferenceName; value: string }[];
}

export function emptyPeople(): PeopleData {
  return { users: [], lastUserId: 0, memberships: [], invitations: [], lastInvitationId: 0, preferences: [] };
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
    preferences: async (userId) =>
      Object.fromEntries(
        current().preferences.flatMap((each) => (each.userId === userId ? [[each.name, each.value]] : [])),
      ),
    invitationByHash: async (hash, nowMs) => {
      const invitation = current().invitations.find((each) => each.hash === hash && each.expiresAtMs > nowMs);
      return invitation ? without(invitation, 'hash') : null;
    },
    listInvitations: async (organizationId, nowMs) =>
      current()
        .invitations.filter((each) => each.organizationId === organizationId && each.expiresAtMs > nowMs)
        .map((each) => without(each, 'hash')),
    invitationsFor: async (email, nowMs) =>
      current()
        .invitations.filter((each) => each.email.toLowerCase() === email.toLowerCase() && each.expiresAtMs > nowMs)
        .map((each) => without(each, 'hash'))
        .sort((one, other) => one.organizationId - other.organizationId),
  };
}

export function peopleWrites(data: PeopleData & TeamData): PeopleWrites {
  return {
    async createUser(user) {
      demandNew(!data.users.some(({ email }) => email.toLowerCase() === user.email.toLowerCase()), 'user');
      const id = ++data.lastUserId as UserId;
      data.users.push({ id, ...user });
      return id;
    },
    async setPreference(userId, name, value) {
      const others = data.preferences.filter((each) => each.userId !== userId || each.name !== name);
      data.preferences = [...others, { userId, name, value }];
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
    async setName(userId, name) {
      for (const user of data.users) if (user.id === userId) user.name = keepable(name);
    },
    async deleteMembership(organizationId, userId) {
      for (const team of data.teams)
        if (team.organizationId === organizationId) team.memberIds = team.memberIds.filter((id) => id !== userId);
      data.memberships = data.memberships.filter(
        (each) => each.userId !== userId || each.organizationId !== organizationId,
      );
    },
    async createInvitation(invitation) {
      const { organizationId, email, createdAtMs } = invitation;
      data.invitations = data.invitations.filter(
        (each) =>
          each.expiresAtMs > createdAtMs &&
          (each.organizationId !== organizationId || each.email.toLowerCase() !== email.toLowerCase()),
      );
      const id = ++data.lastInvitationId;
      data.invitations.push({ id, ...invitation });
      return id;
    },
    async deleteInvitation(organizationId, id) {
      const before = data.invitations.length;
      data.invitations = data.invitations.filter((each) => each.id !== id || each.organizationId !== organizationId);
      return data.invitations.length < before;
    },
  };
}
