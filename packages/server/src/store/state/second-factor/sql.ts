import type { UserId } from '@seismo/protocol';
import { storableText } from '../storable-text.ts';
import type { Db } from '../schema.ts';
import type { StateEngine } from '../engine.ts';
import type { Ceremony, SecondFactorReads, SecondFactorWrites } from './contract.ts';

export function secondFactorReads(db: Db, { secrets }: StateEngine): SecondFactorReads {
  return {
    async authenticatorOf(userId) {
      const found = db.selectFrom('authenticator').select(['secret', 'enabledAtMs', 'lastStep']);
      const row = await found.where('userId', '=', userId).executeTakeFirst();
      return row ? { ...row, secret: secrets.open(row.secret, authenticatorContext(userId)) } : null;
    },
    async recoveryCodesLeft(userId) {
      const { codes } = await db
        .selectFrom('recovery_code')
        .select((on) => on.fn.countAll<number>().as('codes'))
        .where('userId', '=', userId)
        .executeTakeFirstOrThrow();
      return codes;
    },
    async listPasskeys(userId) {
      const passkeys = db.selectFrom('passkey').selectAll().where('userId', '=', userId);
      return passkeys.orderBy('createdAtMs').orderBy('id').execute();
    },
    async passkeyById(id) {
      return (await db.selectFrom('passkey').selectAll().where('id', '=', id).executeTakeFirst()) ?? null;
    },
  };
}

export function secondFactorWrites(db: Db, { secrets }: StateEngine): SecondFactorWrites {
  const live = (hash: string, kind: Ceremony['kind'], nowMs: number) =>
    db
      .selectFrom('ceremony')
      .select(['kind', 'userId', 'organizationId'])
      .where('hash', '=', hash)
      .where('kind', '=', kind)
      .where('expiresAtMs', '>', nowMs)
      .executeTakeFirst();
  return {
    async setAuthenticator(userId, { secret, enabledAtMs, lastStep }) {
      const sealed = secrets.seal(secret, authenticatorContext(userId));
      const row = { secret: sealed, enabledAtMs, lastStep };
      await db
        .insertInto('authenticator')
        .values({ userId, ...row })
        .onConflict((conflict) => conflict.column('userId').doUpdateSet(row))
        .execute();
    },
    async consumeTotpStep(userId, step) {
      const taken = db
        .updateTable('authenticator')
        .set({ lastStep: step })
        .where('userId', '=', userId)
        .where('lastStep', '<', step);
      return (await taken.executeTakeFirst()).numUpdatedRows > 0n;
    },
    async deleteAuthenticator(userId) {
      await db.deleteFrom('authenticator').where('userId', '=', userId).execute();
      await db.deleteFrom('recovery_code').where('userId', '=', userId).execute();
    },
    async setRecoveryCodes(userId, hashes) {
      await db.deleteFrom('recovery_code').where('userId', '=', userId).execute();
      for (const hash of hashes) await db.insertInto('recovery_code').values({ userId, hash }).execute();
    },
    async takeRecoveryCode(userId, hash) {
      const code = db.deleteFrom('recovery_code').where('userId', '=', userId).where('hash', '=', hash);
      return (await code.executeTakeFirst()).numDeletedRows > 0n;
    },
    async createPasskey({ label, transports, ...passkey }) {
      const row = { ...passkey, label: storableText(label), transports: JSON.stringify(transports) };
      await db.insertInto('passkey').values(row).execute();
    },
    async usePasskey(id, { counter, atMs }) {
      await db.updateTable('passkey').set({ counter, lastUsedAtMs: atMs }).where('id', '=', id).execute();
    },
    async deletePasskey(userId, id) {
      const passkey = db.deleteFrom('passkey').where('id', '=', id).where('userId', '=', userId);
      return (await passkey.executeTakeFirst()).numDeletedRows > 0n;
    },
    async createCeremony(ceremony) {
      await db.insertInto('ceremony').values(ceremony).execute();
    },
    async ceremony(hash, kind, nowMs) {
      return (await live(hash, kind, nowMs)) ?? null;
    },
    async takeCeremony(hash, kind, nowMs) {
      const found = await live(hash, kind, nowMs);
      await db
        .deleteFrom('ceremony')
        .where((on) => on.or([on('expiresAtMs', '<=', nowMs), on.and({ hash, kind })]))
        .execute();
      return found ?? null;
    },
    async deleteCeremonies(userId) {
      await db.deleteFrom('ceremony').where('userId', '=', userId).execute();
    },
  };
}

/** Binds a sealed seed to its account. Migrations seal with the same text: it never changes. */
const authenticatorContext = (userId: UserId) => `authenticator ${userId}`;
