import assert from 'node:assert/strict';
import { pluck } from '../../../testing/pluck.ts';
import type { UserId } from '@seismo/protocol';
import { seedUser } from '../users/seeds.ts';
import type { StatePromises } from '../state.conformance.ts';

export const secondFactorConformance: StatePromises = {
  'stores one authenticator per user, and accepts each code once': async (state) => {
    const [ann, bob] = [await seedUser(state), await seedUser(state)];
    assert.equal(await state.authenticatorOf(ann), null);
    const begun = { secret: 'ABC', enabledAtMs: null, lastStep: 0 };
    await state.write(async (tx) => {
      await tx.setAuthenticator(ann, { ...begun, secret: 'OLD' });
      await tx.setAuthenticator(ann, begun);
    });
    assert.deepEqual(await state.authenticatorOf(ann), begun);
    const takes = (userId: UserId, step: number) => state.write((tx) => tx.consumeTotpStep(userId, step));
    assert.equal(await takes(ann, 7), true);
    assert.equal(await takes(ann, 7), false);
    assert.equal(await takes(ann, 6), false);
    assert.equal(await takes(ann, 8), true);
    assert.equal(await takes(bob, 9), false);
    assert.equal((await state.authenticatorOf(ann))?.lastStep, 8);
  },

  'accepts a recovery code once, and deletes all codes with the authenticator': async (state) => {
    const [ann, bob] = [await seedUser(state), await seedUser(state)];
    await state.write(async (tx) => {
      await tx.setAuthenticator(ann, { secret: 'ABC', enabledAtMs: 1, lastStep: 0 });
      await tx.setRecoveryCodes(ann, ['old']);
      await tx.setRecoveryCodes(ann, ['a', 'b']);
      await tx.setRecoveryCodes(bob, ['a']);
    });
    const takes = (userId: UserId, hash: string) => state.write((tx) => tx.takeRecoveryCode(userId, hash));
    assert.equal(await takes(ann, 'old'), false);
    assert.equal(await takes(ann, 'a'), true);
    assert.equal(await takes(ann, 'a'), false);
    assert.equal(await state.recoveryCodesLeft(ann), 1);
    await state.write((tx) => tx.deleteAuthenticator(ann));
    assert.equal(await state.authenticatorOf(ann), null);
    assert.equal(await state.recoveryCodesLeft(ann), 0);
    assert.equal(await state.recoveryCodesLeft(bob), 1);
  },

  'stores passkeys, each for one user': async (state) => {
    const [ann, bob] = [await seedUser(state), await seedUser(state)];
    const passkey = {
      id: 'key-1',
      userId: ann,
      label: 'Laptop',
      publicKey: 'cose',
      counter: 0,
      transports: ['internal', 'hybrid'],
      createdAtMs: 2,
      lastUsedAtMs: null,
    };
    await state.write(async (tx) => {
      await tx.createPasskey(passkey);
      await tx.createPasskey({ ...passkey, id: 'key-0', createdAtMs: 1 });
    });
    await assert.rejects(state.write((tx) => tx.createPasskey({ ...passkey, userId: bob })));
    assert.deepEqual(pluck(await state.listPasskeys(ann), 'id'), ['key-0', 'key-1']);
    assert.deepEqual(await state.passkeyById('key-1'), passkey);
    assert.equal(await state.passkeyById('key-2'), null);
    await state.write((tx) => tx.usePasskey('key-1', { counter: 5, atMs: 9 }));
    assert.deepEqual(await state.passkeyById('key-1'), { ...passkey, counter: 5, lastUsedAtMs: 9 });
    assert.equal(await state.write((tx) => tx.deletePasskey(bob, 'key-1')), false);
    assert.equal(await state.write((tx) => tx.deletePasskey(ann, 'key-1')), true);
    assert.deepEqual(await state.listPasskeys(bob), []);
  },

  'finds a challenge by its kind for a few minutes, and returns it once': async (state, { organizationId }) => {
    const userId = await seedUser(state);
    await state.write(async (tx) => {
      await tx.createCeremony({ hash: 'a', kind: 'code', userId, organizationId, expiresAtMs: 100 });
      await tx.createCeremony({ hash: 'b', kind: 'passkey', userId: null, organizationId: null, expiresAtMs: 100 });
      await tx.createCeremony({ hash: 'late', kind: 'code', userId, organizationId: null, expiresAtMs: 100 });
      assert.deepEqual(await tx.ceremony('a', 'code', 99), { kind: 'code', userId, organizationId });
      assert.equal(await tx.ceremony('a', 'passkey', 99), null);
      assert.equal(await tx.ceremony('a', 'code', 100), null);
    });
    const take = (hash: string, kind: 'code' | 'passkey', nowMs: number) =>
      state.write((tx) => tx.takeCeremony(hash, kind, nowMs));
    assert.equal(await take('a', 'passkey', 50), null);
    assert.deepEqual(await take('a', 'code', 50), { kind: 'code', userId, organizationId });
    assert.equal(await take('a', 'code', 50), null);
    assert.deepEqual(await take('b', 'passkey', 50), { kind: 'passkey', userId: null, organizationId: null });
    assert.equal(await take('late', 'code', 100), null);
    assert.equal(await take('late', 'code', 50), null);
    const other = await seedUser(state);
    await state.write(async (tx) => {
      await tx.createCeremony({ hash: 'own', kind: 'code', userId, organizationId: null, expiresAtMs: 100 });
      await tx.createCeremony({ hash: 'other', kind: 'code', userId: other, organizationId: null, expiresAtMs: 100 });
      await tx.deleteCeremonies(userId);
    });
    assert.equal(await take('own', 'code', 50), null);
    assert.equal((await take('other', 'code', 50))?.userId, other);
  },
};
