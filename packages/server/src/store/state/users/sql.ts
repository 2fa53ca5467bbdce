import type { Kysely } from 'kysely';
import type { StateEngine } from '../engine.ts';
import { storableText } from '../storable-text.ts';
import type { Schema } from '../schema.ts';
import type { UserReads, UserWrites } from './contract.ts';

const userColumns = [
  'account_user.id',
  'account_user.email',
  'account_user.name',
  'account_user.created_at_ms as createdAtMs',
] as const;
const invitationColumns = [
  'id',
  'organization_id as organizationId',
  'email',
  'role',
  'invited_by as invitedBy',
  'created_at_ms as createdAtMs',
  'expires_at_ms as expiresAtMs',
] as const;

export function userReads(db: Kysely<Schema>, engine: StateEngine): UserReads {
  return {
    async userCount() {
      const { people } = await db
        .selectFrom('account_user')
        .select((on) => on.fn.countAll<number>().as('people'))
        .executeTakeFirstOrThrow();
      return Number(people);
    },
    async userById(id) {
      return (await db.selectFrom('account_user').select(userColumns).where('id', '=', id).executeTakeFirst()) ?? null;
    },
    async userWithPreferences(id) {
      const rows = await db
        .selectFrom('account_user')
        .leftJoin('preference', 'preference.user_id', 'account_user.id')
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
        .where('id', 'in', engine.list(ids, 'bigint') as never)
        .orderBy('id')
        .execute();
    },
    async userByEmail(email) {
      const user = db.selectFrom('account_user').select([...userColumns, 'password_hash as passwordHash']);
      return (await user.where('email_key', '=', emailKey(email)).executeTakeFirst()) ?? null;
    },
    listMembers(organizationId) {
      return db
        .selectFrom('membership')
        .innerJoin('account_user', 'account_user.id', 'membership.user_id')
        .select([...userColumns, 'membership.role'])
        .where('organization_id', '=', organizationId)
        .orderBy('account_user.id')
        .execute();
    },
    membershipsOf(userId) {
      return db
        .selectFrom('membership')
        .select(['organization_id as organizationId', 'user_id as userId', 'role'])
        .where('user_id', '=', userId)
        .orderBy('organization_id')
        .execute();
    },
    async preferences(userId) {
      const rows = await db.selectFrom('preference').select(['name', 'value']).where('user_id', '=', userId).execute();
      return Object.fromEntries(rows.map(({ name, value }) => [name, value]));
    },
    async invitationByHash(hash, nowMs) {
      const invitation = db.selectFrom('invitation').select(invitationColumns);
      return (await invitation.where('hash', '=', hash).where('expires_at_ms', '>', nowMs).executeTakeFirst()) ?? null;
    },
    listInvitations(organizationId, nowMs) {
      return db
        .selectFrom('invitation')
        .select(invitationColumns)
        .where('organization_id', '=', organizationId)
        .where('expires_at_ms', '>', nowMs)
        .orderBy('id')
        .execute();
    },
    invitationsFor(email, nowMs) {
      return db
        .selectFrom('invitation')
        .select(invitationColumns)
        .where('email_key', '=', emailKey(email))
        .where('expires_at_ms', '>', nowMs)
        .orderBy('organization_id')
        .execute();
    },
  };
}

export function userWrites(db: Kysely<Schema>): UserWrites {
  return {
    async createUser({ email, name, passwordHash, createdAtMs }) {
      const { id } = await db
        .insertInto('account_user')
        .values({ email, email_key: emailKey(email), name, password_hash: passwordHash, created_at_ms: createdAtMs })
        .returning('id')
        .executeTakeFirstOrThrow();
      return id;
    },
    async setPreference(userId, name, value) {
      await db
        .insertInto('preference')
        .values({ user_id: userId, name, value })
        .onConflict((conflict) => conflict.columns(['user_id', 'name']).doUpdateSet({ value }))
        .execute();
    },
    async setPasswordHash(userId, passwordHash) {
      await db.updateTable('account_user').set({ password_hash: passwordHash }).where('id', '=', userId).execute();
    },
    async setMembership({ organizationId, userId, role }) {
      await db
        .insertInto('membership')
        .values({ organization_id: organizationId, user_id: userId, role })
        .onConflict((conflict) => conflict.columns(['user_id', 'organization_id']).doUpdateSet({ role }))
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
        .where('user_id', '=', userId)
        .where('team_id', 'in', (teams) =>
          teams.selectFrom('team').select('id').where('organization_id', '=', organizationId),
        )
        .execute();
      await db
        .deleteFrom('membership')
        .where('organization_id', '=', organizationId)
        .where('user_id', '=', userId)
        .execute();
    },
    async createInvitation({ organizationId, email, role, hash, invitedBy, createdAtMs, expiresAtMs }) {
      await db
        .deleteFrom('invitation')
        .where((on) =>
          on.or([
            on('expires_at_ms', '<=', createdAtMs),
            on.and({ organization_id: organizationId, email_key: emailKey(email) }),
          ]),
        )
        .execute();
      const { id } = await db
        .insertInto('invitation')
        .values({
          organization_id: organizationId,
          email,
          email_key: emailKey(email),
          role,
          hash,
          invited_by: invitedBy,
          created_at_ms: createdAtMs,
          expires_at_ms: expiresAtMs,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      return id;
    },
    async deleteInvitation(organizationId, id) {
      const invitation = db.deleteFrom('invitation').where('id', '=', id).where('organization_id', '=', organizationId);
      return (await invitation.executeTakeFirst()).numDeletedRows > 0n;
    },
  };
}

function emailKey(email: string): string {
  return email.toLowerCase();
}
