import type { Kysely } from 'kysely';
import { storableText } from '../storable-text.ts';
import type { Schema } from '../schema.ts';
import type { ApiToken, SignInReads, SignInWrites } from './contract.ts';

const sessionColumns = [
  'session.hash',
  'session.user_id as userId',
  'session.method',
  'session.organization_id as organizationId',
  'session.user_agent as userAgent',
  'session.address',
  'session.created_at_ms as createdAtMs',
  'session.last_seen_at_ms as lastSeenAtMs',
  'session.expires_at_ms as expiresAtMs',
] as const;
const tokenColumns = [
  'id',
  'user_id as userId',
  'organization_id as organizationId',
  'label',
  'scopes',
  'created_at_ms as createdAtMs',
  'expires_at_ms as expiresAtMs',
  'last_used_at_ms as lastUsedAtMs',
] as const;

export function signInReads(db: Kysely<Schema>): SignInReads {
  return {
    async sessionByHash(hash, nowMs) {
      const session = db.selectFrom('session').select(sessionColumns);
      return (await session.where('hash', '=', hash).where('expires_at_ms', '>', nowMs).executeTakeFirst()) ?? null;
    },
    async sessionWithMemberships(hash, nowMs) {
      const rows = await db
        .selectFrom('session')
        .leftJoin('membership', 'membership.user_id', 'session.user_id')
        .select([...sessionColumns, 'membership.organization_id as memberOf', 'membership.role'])
        .where('hash', '=', hash)
        .where('expires_at_ms', '>', nowMs)
        .orderBy('membership.organization_id')
        .execute();
      const [first] = rows;
      if (!first) return null;
      const { memberOf: _, role: __, ...session } = first;
      const memberships = rows.flatMap(({ userId, memberOf: organizationId, role }) =>
        organizationId === null || role === null ? [] : [{ organizationId, userId, role }],
      );
      return { ...session, memberships };
    },
    listSessions(userId, nowMs) {
      return db
        .selectFrom('session')
        .select(sessionColumns)
        .where('user_id', '=', userId)
        .where('expires_at_ms', '>', nowMs)
        .orderBy('last_seen_at_ms', 'desc')
        .orderBy('hash')
        .execute();
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
      const tokens = db.selectFrom('api_token').select(tokenColumns).where('user_id', '=', userId).orderBy('id');
      return (await tokens.execute()).map(tokenOf);
    },
  };
}

export function signInWrites(db: Kysely<Schema>): SignInWrites {
  return {
    async createSession({ hash, userId, method, organizationId, userAgent, address, createdAtMs, expiresAtMs }) {
      await db
        .insertInto('session')
        .values({
          hash,
          user_id: userId,
          method,
          organization_id: organizationId,
          user_agent: storableText(userAgent),
          address,
          created_at_ms: createdAtMs,
          last_seen_at_ms: createdAtMs,
          expires_at_ms: expiresAtMs,
        })
        .execute();
    },
    async touchSession(hash, { atMs, address }) {
      await db.updateTable('session').set({ last_seen_at_ms: atMs, address }).where('hash', '=', hash).execute();
    },
    async deleteSession(userId, hash) {
      const session = db.deleteFrom('session').where('hash', '=', hash).where('user_id', '=', userId);
      return (await session.executeTakeFirst()).numDeletedRows > 0n;
    },
    async deleteOtherSessions(userId, keptHash, organizationId = null) {
      const sessions = db
        .deleteFrom('session')
        .where('user_id', '=', userId)
        .where('hash', '!=', keptHash ?? '')
        .$if(organizationId !== null, (some) => some.where('organization_id', '=', organizationId));
      return Number((await sessions.executeTakeFirst()).numDeletedRows);
    },
    async deleteSessionsOf(organizationId) {
      const sessions = db.deleteFrom('session').where('organization_id', '=', organizationId);
      return Number((await sessions.executeTakeFirst()).numDeletedRows);
    },
    async deleteExpiredSessions(nowMs) {
      await db.deleteFrom('session').where('expires_at_ms', '<=', nowMs).execute();
      await db.deleteFrom('sign_in_link').where('expires_at_ms', '<=', nowMs).execute();
    },
    async createSignInLink({ hash, userId, expiresAtMs }) {
      await db.insertInto('sign_in_link').values({ hash, user_id: userId, expires_at_ms: expiresAtMs }).execute();
    },
    async takeSignInLink(hash, nowMs) {
      const link = await db
        .deleteFrom('sign_in_link')
        .where('hash', '=', hash)
        .returning(['user_id as userId', 'expires_at_ms as expiresAtMs'])
        .executeTakeFirst();
      return link && link.expiresAtMs > nowMs ? { userId: link.userId } : undefined;
    },
    async createApiToken({ userId, organizationId, hash, label, scopes, createdAtMs, expiresAtMs }) {
      const { id } = await db
        .insertInto('api_token')
        .values({
          user_id: userId,
          organization_id: organizationId,
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
    async touchApiToken(id, atMs) {
      await db.updateTable('api_token').set({ last_used_at_ms: atMs }).where('id', '=', id).execute();
    },
    async deleteApiToken(userId, id) {
      const token = db.deleteFrom('api_token').where('id', '=', id).where('user_id', '=', userId);
      return (await token.executeTakeFirst()).numDeletedRows > 0n;
    },
  };
}

function tokenOf(row: Omit<ApiToken, 'scopes'> & { scopes: string }): ApiToken {
  return { ...row, scopes: JSON.parse(row.scopes) as string[] };
}
