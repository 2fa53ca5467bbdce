import type { Kysely } from 'kysely';
import type { Schema } from '../schema.ts';
import type { ApiToken, PeopleReads, PeopleWrites } from './contract.ts';

const userColumns = ['person.id', 'person.email', 'person.name', 'person.created_at_ms as createdAtMs'] as const;
const tokenColumns = [
  'id',
  'person_id as userId',
  'label',
  'scopes',
  'created_at_ms as createdAtMs',
  'expires_at_ms as expiresAtMs',
  'last_used_at_ms as lastUsedAtMs',
] as const;

export function peopleReads(db: Kysely<Schema>): PeopleReads {
  return {
    async userCount() {
      const { people } = await db
        .selectFrom('person')
        .select((on) => on.fn.countAll<number>().as('people'))
        .executeTakeFirstOrThrow();
      return Number(people);
    },
    async userById(id) {
      return (await db.selectFrom('person').select(userColumns).where('id', '=', id).executeTakeFirst()) ?? null;
    },
    async userByEmail(email) {
      const person = db.selectFrom('person').select([...userColumns, 'password_hash as passwordHash']);
      return (await person.where('email_key', '=', emailKey(email)).executeTakeFirst()) ?? null;
    },
    listMembers(organizationId) {
      return db
        .selectFrom('membership')
        .innerJoin('person', 'person.id', 'membership.person_id')
        .select([...userColumns, 'membership.role'])
        .where('organization_id', '=', organizationId)
        .orderBy('person.id')
        .execute();
    },
    membershipsOf(userId) {
      return db
        .selectFrom('membership')
        .select(['organization_id as organizationId', 'person_id as userId', 'role'])
        .where('person_id', '=', userId)
        .orderBy('organization_id')
        .execute();
    },
    async sessionByHash(hash, nowMs) {
      const session = db
        .selectFrom('session')
        .select(['person_id as userId', 'created_at_ms as createdAtMs', 'expires_at_ms as expiresAtMs'])
        .where('hash', '=', hash)
        .where('expires_at_ms', '>', nowMs);
      return (await session.executeTakeFirst()) ?? null;
    },
    async apiTokenByHash(hash, nowMs) {
      const token = await db
        .selectFrom('api_token')
        .select(tokenColumns)
        .where('hash', '=', hash)
        .where((on) => on.or([on('expires_at_ms', 'is', null), on('expires_at_ms', '>', nowMs)]))
        .executeTakeFirst();
      return token ? tokenOf(token) : null;
    },
    async listApiTokens(userId) {
      const tokens = db.selectFrom('api_token').select(tokenColumns).where('person_id', '=', userId).orderBy('id');
      return (await tokens.execute()).map(tokenOf);
    },
  };
}

export function peopleWrites(db: Kysely<Schema>): PeopleWrites {
  return {
    async createUser({ email, name, passwordHash, createdAtMs }) {
      const { id } = await db
        .insertInto('person')
        .values({ email, email_key: emailKey(email), name, password_hash: passwordHash, created_at_ms: createdAtMs })
        .returning('id')
        .executeTakeFirstOrThrow();
      return id;
    },
    async setPasswordHash(userId, passwordHash) {
      await db.updateTable('person').set({ password_hash: passwordHash }).where('id', '=', userId).execute();
    },
    async setMembership({ organizationId, userId, role }) {
      await db
        .insertInto('membership')
        .values({ organization_id: organizationId, person_id: userId, role })
        .onConflict((conflict) => conflict.columns(['person_id', 'organization_id']).doUpdateSet({ role }))
        .execute();
    },
    async createSession({ hash, userId, createdAtMs, expiresAtMs }) {
      await db
        .insertInto('session')
        .values({ hash, person_id: userId, created_at_ms: createdAtMs, expires_at_ms: expiresAtMs })
        .execute();
    },
    async deleteSession(hash) {
      await db.deleteFrom('session').where('hash', '=', hash).execute();
    },
    async deleteExpiredSessions(nowMs) {
      await db.deleteFrom('session').where('expires_at_ms', '<=', nowMs).execute();
      await db.deleteFrom('sign_in_link').where('expires_at_ms', '<=', nowMs).execute();
    },
    async createSignInLink({ hash, userId, expiresAtMs }) {
      await db.insertInto('sign_in_link').values({ hash, person_id: userId, expires_at_ms: expiresAtMs }).execute();
    },
    async takeSignInLink(hash, nowMs) {
      const link = await db
        .deleteFrom('sign_in_link')
        .where('hash', '=', hash)
        .returning(['person_id as userId', 'expires_at_ms as expiresAtMs'])
        .executeTakeFirst();
      return link && link.expiresAtMs > nowMs ? { userId: link.userId } : undefined;
    },
    async createApiToken({ userId, hash, label, scopes, createdAtMs, expiresAtMs }) {
      const { id } = await db
        .insertInto('api_token')
        .values({
          person_id: userId,
          hash,
          label,
          scopes: JSON.stringify(scopes),
          created_at_ms: createdAtMs,
          expires_at_ms: expiresAtMs,
          last_used_at_ms: null,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      return id;
    },
    async deleteApiToken(userId, id) {
      const token = db.deleteFrom('api_token').where('id', '=', id).where('person_id', '=', userId);
      return (await token.executeTakeFirst()).numDeletedRows > 0n;
    },
  };
}

function tokenOf(row: Omit<ApiToken, 'scopes'> & { scopes: string }): ApiToken {
  return { ...row, scopes: JSON.parse(row.scopes) as string[] };
}

function emailKey(email: string): string {
  return email.toLowerCase();
}
