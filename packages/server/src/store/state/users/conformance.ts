import assert from 'node:assert/strict';
import { pluck } from '../../../testing/pluck.ts';
import type { OrganizationId, UserId } from '@seismo/protocol';
import { seedProject } from '../projects/seeds.ts';
import type { StatePromises } from '../state.conformance.ts';
import { seedUser } from './seeds.ts';

export const userConformance: StatePromises = {
  'finds users by address without case, and their password hash only there': async (state) => {
    assert.equal(await state.userCount(), 0);
    const ada = { email: 'Ada@Example.com', name: 'Ada', createdAtMs: 5 };
    const id = await state.write((tx) => tx.createUser({ ...ada, passwordHash: null }));
    await state.write((tx) => tx.setPasswordHash(id, 'argon2'));
    assert.deepEqual(await state.userById(id), { id, ...ada });
    assert.deepEqual(await state.userByEmail('aDA@example.COM'), { id, ...ada, passwordHash: 'argon2' });
    assert.equal(await state.userByEmail('ada@example'), null);
    assert.equal(await state.userById(99 as UserId), null);
    const again = { ...ada, email: 'ADA@example.com', passwordHash: null };
    await assert.rejects(state.write((tx) => tx.createUser(again)));
    assert.equal(await state.userCount(), 1);
  },

  'stores one role per user and organization': async (state, { organizationId }) => {
    const userId = await seedUser(state);
    await state.write(async (tx) => {
      await tx.setMembership({ organizationId, userId, role: 'viewer' });
      await tx.setMembership({ organizationId, userId, role: 'owner' });
    });
    assert.deepEqual(await state.membershipsOf(userId), [{ organizationId, userId, role: 'owner' }]);
    const members = await state.listMembers([organizationId]);
    assert.deepEqual(members, [{ ...(await state.userById(userId))!, organizationId, role: 'owner' }]);
    assert.deepEqual(await state.listMembers([77 as OrganizationId]), []);
  },

  'stores the newest preference of each kind, separately for each user': async (state) => {
    const [ada, bob] = [await seedUser(state), await seedUser(state)];
    const set = (userId: typeof ada, value: string) =>
      state.write((tx) => tx.setPreference(userId, 'issue-columns', value));
    assert.deepEqual(await state.preferences(ada), {});
    await set(ada, 'events');
    await set(bob, '');
    await set(ada, 'events.users');
    const others = { theme: 'dark', 'letter-keys': 'off', sidebar: 'narrow', density: 'compact', zone: 'utc' } as const;
    await state.write(async (tx) => {
      for (const [name, value] of Object.entries(others))
        await tx.setPreference(ada, name as keyof typeof others, value);
    });
    assert.deepEqual(await state.preferences(ada), { 'issue-columns': 'events.users', ...others });
    assert.deepEqual(await state.preferences(bob), { 'issue-columns': '' });
    const cleo = await seedUser(state);
    for (const id of [ada, bob, cleo]) {
      const user = { ...(await state.userById(id))!, preferences: await state.preferences(id) };
      assert.deepEqual(await state.userWithPreferences(id), user);
    }
    assert.equal(await state.userWithPreferences(99 as UserId), null);
    assert.deepEqual(await state.usersByIds([cleo, 99 as UserId, ada]), [
      await state.userById(ada),
      await state.userById(cleo),
    ]);
  },

  'renames a user, and removes a user from an organization and its teams': async (state, { organizationId }) => {
    const other = await seedProject(state, 'other');
    const userId = await seedUser(state);
    await state.write(async (tx) => {
      await tx.setName(userId, 'Grace\0');
      for (const id of [organizationId, other.organizationId]) {
        await tx.setMembership({ organizationId: id, userId, role: 'member' });
        const team = await tx.createTeam({ organizationId: id, slug: 'web', name: 'Web', createdAtMs: 1 });
        await tx.setTeamMember(team, userId, true);
      }
      await tx.deleteMembership(organizationId, userId);
    });
    assert.equal((await state.userById(userId))?.name, 'Grace');
    assert.deepEqual(await state.listMembers([organizationId]), []);
    assert.deepEqual(
      (await state.listTeams([organizationId, other.organizationId])).map((team) => team.memberIds.length),
      [0, 1],
    );
    assert.equal((await state.membershipsOf(userId)).length, 1);
  },

  'stores one invitation per email address and organization until it expires or is deleted': async (
    state,
    { organizationId },
  ) => {
    const other = await seedProject(state, 'other');
    const invitedBy = await seedUser(state);
    const invitation = {
      organizationId,
      email: 'Eve@example.com',
      role: 'member' as const,
      invitedBy,
      createdAtMs: 1,
      expiresAtMs: 100,
    };
    const [first, again, elsewhere] = await state.write(async (tx) => [
      await tx.createInvitation({ ...invitation, hash: 'a' }),
      await tx.createInvitation({ ...invitation, email: 'eve@EXAMPLE.com', role: 'admin', hash: 'b' }),
      await tx.createInvitation({ ...invitation, organizationId: other.organizationId, hash: 'c' }),
    ]);
    assert.notEqual(first, again);
    assert.equal(await state.invitationByHash('a', 50), null);
    assert.deepEqual(await state.invitationByHash('b', 99), {
      ...invitation,
      id: again,
      email: 'eve@EXAMPLE.com',
      role: 'admin',
    });
    assert.equal(await state.invitationByHash('b', 100), null);
    assert.equal((await state.listInvitations([organizationId], 50)).length, 1);
    assert.deepEqual(await state.listInvitations([organizationId], 100), []);
    assert.deepEqual(pluck(await state.invitationsFor('Eve@example.com', 50), 'organizationId'), [
      organizationId,
      other.organizationId,
    ]);
    assert.deepEqual(await state.invitationsFor('Eve@example.com', 100), []);
    assert.deepEqual(await state.invitationsFor('eve@example.org', 50), []);
    assert.equal(await state.write((tx) => tx.deleteInvitation(organizationId, elsewhere!)), false);
    assert.equal(await state.write((tx) => tx.deleteInvitation(organizationId, again!)), true);
    assert.equal(await state.invitationByHash('b', 50), null);
    // A new one sweeps out what has expired.
    await state.write((tx) => tx.createInvitation({ ...invitation, hash: 'd', createdAtMs: 200, expiresAtMs: 300 }));
    assert.equal(await state.invitationByHash('c', 50), null);
  },
};
