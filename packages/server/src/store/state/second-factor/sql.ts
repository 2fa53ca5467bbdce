import type { UserId } from '@seismo/protocol';
import type { Kysely, Selectable } from 'kysely';
import { storableText } from '../storable-text.ts';
import type { Schema } from '../schema.ts';
import type { StateEngine } from '../engine.ts';
import type { Passkey, SecondFactorReads, SecondFactorWrites } from './contract.ts';

export function secondFactorReads(db: Kysely<Schema>, { secrets }: StateEngine): SecondFactorReads {
  return {
    async authenticatorOf(userId) {
      const found = db
        .selectFrom('authenticator')
        .select(['secret', 'enabled_at_ms as enabledAtMs', 'last_step as lastStep']);
      const row = await found.where('user_id', '=', userId).executeTakeFirst();
      return row ? { ...row, secret: secrets.open(row.secret, authenticatorContext(userId)) } : null;
    },
    async recoveryCodesLeft(userId) {
      const { codes } = await db
        .selectFrom('recovery_code')
        .select((on) => on.fn.countAll<number>().as('codes'))
        .where('user_id', '=', userId)
        .executeTakeFirstOrThrow();
      return Number(codes);
    },
    async listPasskeys(userId) {
      const passkeys = db.selectFrom('passkey').selectAll().where('user_id', '=', userId);
      return (await passkeys.orderBy('created_at_ms').orderBy('id').execute()).map(passkeyOf);
    },
    async passkeyById(id) {
      const passkey = await db.selectFrom('passkey').selectAll().where('id', '=', id).executeTakeFirst();
      return passkey ? passkeyOf(passkey) : null;
    },
  };
}

export function secondFactorWrites(db: Kysely<Schema>, { secrets }: StateEngine): SecondFactorWrites {
  const live = (hash: string, kind: string, nowMs: number) =>
    db
      .selectFrom('ceremony')
      .select(['kind', 'user_id as userId', 'organization_id as organizationId'])
      .where('hash', '=', hash)
      .where('kind', '=', kind as 'code')
      .where('expires_at_ms', '>', nowMs)
      .executeTakeFirst();
  return {
    async setAuthenticator(userId, { secret, enabledAtMs, lastStep }) {
      const sealed = secrets.seal(secret, authenticatorContext(userId));
      const row = { secret: sealed, enabled_at_ms: enabledAtMs, last_step: lastStep };
      await db
        .insertInto('authenticator')
        .values({ user_id: userId, ...row })
        .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
        .execute();
    },
    async takeStep(userId, step) {
      const taken = db
        .updateTable('authenticator')
        .set({ last_step: step })
        .where('user_id', '=', userId)
        .where('last_step', '<', step);
      return (await taken.executeTakeFirst()).numUpdatedRows > 0n;
    },
    async deleteAuthenticator(userId) {
      await db.deleteFrom('authenticator').where('user_id', '=', userId).execute();
      await db.deleteFrom('recovery_code').where('user_id', '=', userId).execute();
    },
    async setRecoveryCodes(userId, hashes) {
      await db.deleteFrom('recovery_code').where('user_id', '=', userId).execute();
      for (const hash of hashes) await db.insertInto('recovery_code').values({ user_id: userId, hash }).execute();
    },
    async takeRecoveryCode(userId, hash) {
      const code = db.deleteFrom('recovery_code').where('user_id', '=', userId).where('hash', '=', hash);
      return (await code.executeTakeFirst()).numDeletedRows > 0n;
    },
    async createPasskey({ id, userId, label, publicKey, counter, transports, createdAtMs, lastUsedAtMs }) {
      await db
        .insertInto('passkey')
        .values({
          id,
          user_id: userId,
          label: storableText(label),
          public_key: publicKey,
          counter,
          transports: JSON.stringify(transports),
          created_at_ms: createdAtMs,
          last_used_at_ms: lastUsedAtMs,
        })
        .execute();
    },
    async usePasskey(id, { counter, atMs }) {
      await db.updateTable('passkey').set({ counter, last_used_at_ms: atMs }).where('id', '=', id).execute();
    },
    async deletePasskey(userId, id) {
      const passkey = db.deleteFrom('passkey').where('id', '=', id).where('user_id', '=', userId);
      return (await passkey.executeTakeFirst()).numDeletedRows > 0n;
    },
    async createCeremony({ hash, kind, userId, organizationId, expiresAtMs }) {
      const row = { hash, kind, user_id: userId, organization_id: organizationId, expires_at_ms: expiresAtMs };
      await db.insertInto('ceremony').values(row).execute();
    },
    async ceremony(hash, kind, nowMs) {
      return (await live(hash, kind, nowMs)) ?? null;
    },
    async takeCeremony(hash, kind, nowMs) {
      const found = await live(hash, kind, nowMs);
      await db
        .deleteFrom('ceremony')
        .where((on) => on.or([on('expires_at_ms', '<=', nowMs), on.and({ hash, kind })]))
        .execute();
      return found ?? null;
    },
  };
}

/** Binds a sealed seed to its account. Migrations seal with the same text: it never changes. */
const authenticatorContext = (userId: UserId) => `authenticator ${userId}`;

function passkeyOf(row: Selectable<Schema['passkey']>): Passkey {
  return {
    id: row.id,
    userId: row.user_id,
    label: row.label,
    publicKey: row.public_key,
    counter: row.counter,
    transports: JSON.parse(row.transports) as string[],
    createdAtMs: row.created_at_ms,
    lastUsedAtMs: row.last_used_at_ms,
  };
}
