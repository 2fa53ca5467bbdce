import { storableText } from '../storable-text.ts';
import type { Db } from '../schema.ts';
import type { SignInReads, SignInWrites } from './contract.ts';

const tokenColumns = [
  'id',
  'userId',
  'organizationId',
  'label',
  'scopes',
  'createdAtMs',
  'expiresAtMs',
  'lastUsedAtMs',
] as const;

export function signInReads(db: Db): SignInReads {
  return {
    async sessionByHash(hash, nowMs) {
      const session = db.selectFrom('session').selectAll();
      return (await session.where('hash', '=', hash).where('expiresAtMs', '>', nowMs).executeTakeFirst()) ?? null;
    },
    async sessionWithMemberships(hash, nowMs) {
      const rows = await db
        .selectFrom('session')
        .leftJoin('membership', 'membership.userId', 'session.userId')
        .selectAll('session')
        .select(['membership.organizationId as memberOf', 'membership.role'])
        .where('hash', '=', hash)
        .where('expiresAtMs', '>', nowMs)
        .orderBy('membership.organizationId')
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
        .selectAll()
        .where('userId', '=', userId)
        .where('expiresAtMs', '>', nowMs)
        .orderBy('lastSeenAtMs', 'desc')
        .orderBy('hash')
        .execute();
    },
    async signInLink(hash, purpose, nowMs) {
      const link = db
        .selectFrom('sign_in_link')
        .select('userId')
        .where('hash', '=', hash)
        .where('purpose', '=', purpose);
      return (await link.where('expiresAtMs', '>', nowMs).executeTakeFirst()) ?? null;
    },
    async apiTokenByHash(hash, nowMs) {
      const token = db
        .selectFrom('api_token')
        .select(tokenColumns)
        .where('hash', '=', hash)
        .where((on) => on.or([on('expiresAtMs', 'is', null), on('expiresAtMs', '>', nowMs)]));
      return (await token.executeTakeFirst()) ?? null;
    },
    async listApiTokens(userId) {
      return db.selectFrom('api_token').select(tokenColumns).where('userId', '=', userId).orderBy('id').execute();
    },
  };
}

export function signInWrites(db: Db): SignInWrites {
  return {
    async createSession(session) {
      const row = { ...session, userAgent: storableText(session.userAgent), lastSeenAtMs: session.createdAtMs };
      await db.insertInto('session').values(row).execute();
    },
    async touchSession(hash, { atMs, address }) {
      await db.updateTable('session').set({ lastSeenAtMs: atMs, address }).where('hash', '=', hash).execute();
    },
    async deleteSession(userId, hash) {
      const session = db.deleteFrom('session').where('hash', '=', hash).where('userId', '=', userId);
      return (await session.executeTakeFirst()).numDeletedRows > 0n;
    },
    async deleteOtherSessions(userId, exceptHash, organizationId = null) {
      const sessions = db
        .deleteFrom('session')
        .where('userId', '=', userId)
        .where('hash', '!=', exceptHash ?? '')
        .$if(organizationId !== null, (some) => some.where('organizationId', '=', organizationId));
      return Number((await sessions.executeTakeFirst()).numDeletedRows);
    },
    async deleteSessionsOf(organizationId) {
      const sessions = db.deleteFrom('session').where('organizationId', '=', organizationId);
      return Number((await sessions.executeTakeFirst()).numDeletedRows);
    },
    async deleteExpiredSessions(nowMs) {
      await db.deleteFrom('session').where('expiresAtMs', '<=', nowMs).execute();
      await db.deleteFrom('sign_in_link').where('expiresAtMs', '<=', nowMs).execute();
    },
    async createSignInLink(link) {
      await db.insertInto('sign_in_link').values(link).execute();
    },
    async takeSignInLink(hash, purpose, nowMs) {
      const link = await db
        .deleteFrom('sign_in_link')
        .where('hash', '=', hash)
        .where('purpose', '=', purpose)
        .returning(['userId', 'expiresAtMs'])
        .executeTakeFirst();
      return link && link.expiresAtMs > nowMs ? { userId: link.userId } : undefined;
    },
    async deleteSignInLinks(userId, purpose) {
      const links = db.deleteFrom('sign_in_link').where('userId', '=', userId);
      await (purpose === undefined ? links : links.where('purpose', '=', purpose)).execute();
    },
    async createApiToken(token) {
      const row = { ...token, scopes: JSON.stringify(token.scopes) };
      return (await db.insertInto('api_token').values(row).returning('id').executeTakeFirstOrThrow()).id;
    },
    async touchApiToken(id, atMs) {
      await db.updateTable('api_token').set({ lastUsedAtMs: atMs }).where('id', '=', id).execute();
    },
    async deleteApiToken(userId, id) {
      const token = db.deleteFrom('api_token').where('id', '=', id).where('userId', '=', userId);
      return (await token.executeTakeFirst()).numDeletedRows > 0n;
    },
  };
}
