import type { StateEngine } from '../engine.ts';
import { storableText } from '../storable-text.ts';
import type { Db } from '../schema.ts';
import type { UserReads, UserWrites } from './contract.ts';

const userColumns = ['account_user.id', 'account_user.email', 'account_user.name', 'account_user.createdAtMs'] as const;
const invitationColumns = ['id', 'organizationId', 'email', 'role', 'invitedBy', 'createdAtMs', 'expiresAtMs'] as const;

export function userReads(db: Db, engine: StateEngine): UserReads {
  return {
    async userCount() {
      const { people } = await db
        .selectFrom('account_user')
        .select((on) => on.fn.countAll<number>().as('people'))
        .executeTakeFirstOrThrow();
      return people;
    },
    async userById(id) {
      return (await db.selectFrom('account_user').select(userColumns).where('id', '=', id).executeTakeFirst()) ?? null;
    },
    async userWithPreferences(id) {
      const rows = await db
        .selectFrom('account_user')
        .leftJoin('preference', 'preference.userId', 'account_user.id')
        .select([...userColumns, 'preference.name as preference', 'preference.value'])
        .where('account_user.id', '=', id)
        .execute();
      const [first] = rows;
      if (!first) return null;
      const { preference: _, value: __, ...user } = first;
      const preferences = rows.flatMap(({ preference, value }) => (preference === null ? [] : [[preference, value]]));
      return { ...user, preferences: Object.fromEntries(preferences) };
    },
    usersByIds(ids) {
      return db
        .selectFrom('account_user')
        .select(userColumns)
        .where('id', 'in', engine.list(ids, 'bigint'))
        .orderBy('id')
        .execute();
    },
    async userByEmail(email) {
      const user = db.selectFrom('account_user').select([...userColumns, 'passwordHash']);
      return (await user.where('emailKey', '=', emailKey(email)).executeTakeFirst()) ?? null;
    },
    listMembers(organizationIds) {
      return db
        .selectFrom('membership')
        .innerJoin('account_user', 'account_user.id', 'membership.userId')
        .select([...userColumns, 'organizationId', 'membership.role'])
        .where('organizationId', 'in', engine.list(organizationIds, 'bigint'))
        .orderBy('account_user.id')
        .orderBy('organizationId')
        .execute();
    },
    membershipsOf(userId) {
      return db.selectFrom('membership').selectAll().where('userId', '=', userId).orderBy('organizationId').execute();
    },
    async preferences(userId) {
      const rows = await db.selectFrom('preference').select(['name', 'value']).where('userId', '=', userId).execute();
      return Object.fromEntries(rows.map(({ name, value }) => [name, value]));
    },
    async invitationByHash(hash, nowMs) {
      const invitation = db.selectFrom('invitation').select(invitationColumns);
      return (await invitation.where('hash', '=', hash).where('expiresAtMs', '>', nowMs).executeTakeFirst()) ?? null;
    },
    listInvitations(organizationIds, nowMs) {
      return db
        .selectFrom('invitation')
        .select(invitationColumns)
        .where('organizationId', 'in', engine.list(organizationIds, 'bigint'))
        .where('expiresAtMs', '>', nowMs)
        .orderBy('id')
        .execute();
    },
    invitationsFor(email, nowMs) {
      return db
        .selectFrom('invitation')
        .select(invitationColumns)
        .where('emailKey', '=', emailKey(email))
        .where('expiresAtMs', '>', nowMs)
        .orderBy('organizationId')
        .execute();
    },
  };
}

export function userWrites(db: Db): UserWrites {
  return {
    async createUser(user) {
      const row = { ...user, emailKey: emailKey(user.email) };
      return (await db.insertInto('account_user').values(row).returning('id').executeTakeFirstOrThrow()).id;
    },
    async setPreference(userId, name, value) {
      await db
        .insertInto('preference')
        .values({ userId, name, value })
        .onConflict((conflict) => conflict.columns(['userId', 'name']).doUpdateSet({ value }))
        .execute();
    },
    async setPasswordHash(userId, passwordHash) {
      await db.updateTable('account_user').set({ passwordHash }).where('id', '=', userId).execute();
    },
    async setMembership(membership) {
      await db
        .insertInto('membership')
        .values(membership)
        .onConflict((on) => on.columns(['userId', 'organizationId']).doUpdateSet({ role: membership.role }))
        .execute();
    },
    async setName(userId, name) {
      await db
        .updateTable('account_user')
        .set({ name: storableText(name) })
        .where('id', '=', userId)
        .execute();
    },
    async deleteMembership(organizationId, userId) {
      await db
        .deleteFrom('team_member')
        .where('userId', '=', userId)
        .where('teamId', 'in', (teams) =>
          teams.selectFrom('team').select('id').where('organizationId', '=', organizationId),
        )
        .execute();
      const membership = db.deleteFrom('membership').where('organizationId', '=', organizationId);
      await membership.where('userId', '=', userId).execute();
    },
    async createInvitation(invitation) {
      const row = { ...invitation, emailKey: emailKey(invitation.email) };
      const { organizationId, emailKey: key, createdAtMs } = row;
      await db
        .deleteFrom('invitation')
        .where((on) => on.or([on('expiresAtMs', '<=', createdAtMs), on.and({ organizationId, emailKey: key })]))
        .execute();
      return (await db.insertInto('invitation').values(row).returning('id').executeTakeFirstOrThrow()).id;
    },
    async deleteInvitation(organizationId, id) {
      const invitation = db.deleteFrom('invitation').where('id', '=', id).where('organizationId', '=', organizationId);
      return (await invitation.executeTakeFirst()).numDeletedRows > 0n;
    },
  };
}

function emailKey(email: string): string {
  return email.toLowerCase();
}
