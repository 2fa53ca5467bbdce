import assert from 'node:assert/strict';
import { pluck } from '../../../testing/pluck.ts';
import type { UserId } from '@seismo/protocol';
import { seedProject } from '../projects/seeds.ts';
import { seedUser } from '../users/seeds.ts';
import type { StatePromises } from '../state.conformance.ts';
import type { LinkPurpose } from './contract.ts';

const facts = {
  method: 'password' as const,
  organizationId: null,
  userAgent: '',
  address: null,
  createdAtMs: 1,
  expiresAtMs: 100,
};

export const signInConformance: StatePromises = {
  'finds a session until it expires or is deleted': async (state) => {
    const userId = await seedUser(state);
    const session = { ...facts, userId, userAgent: 'Firefox' };
    await state.write(async (tx) => {
      for (const hash of ['a', 'b', 'c']) await tx.createSession({ ...session, hash });
      await tx.createSession({ ...session, hash: 'long', expiresAtMs: 1000 });
      assert.equal(await tx.deleteSession(userId, 'b'), true);
      assert.equal(await tx.deleteSession(userId, 'b'), false);
      assert.equal(await tx.deleteSession(99 as UserId, 'a'), false);
    });
    assert.deepEqual(await state.sessionByHash('a', 99), { ...session, hash: 'a', lastSeenAtMs: 1 });
    assert.equal(await state.sessionByHash('a', 100), null);
    assert.equal(await state.sessionWithMemberships('a', 100), null);
    const alone = await state.sessionWithMemberships('a', 99);
    assert.deepEqual(alone, { ...session, hash: 'a', lastSeenAtMs: 1, memberships: [] });
    const places = [await seedProject(state, 'one'), await seedProject(state, 'two')];
    await state.write(async (tx) => {
      for (const { organizationId } of places.toReversed())
        await tx.setMembership({ organizationId, userId, role: 'owner' });
    });
    const found = await state.sessionWithMemberships('a', 99);
    assert.deepEqual(found, { ...alone, memberships: await state.membershipsOf(userId) });
    assert.equal(await state.sessionByHash('b', 50), null);
    await state.write((tx) => tx.deleteExpiredSessions(100));
    assert.equal(await state.sessionByHash('c', 50), null);
    assert.equal((await state.sessionByHash('long', 100))?.userId, userId);
  },

  'lists the sessions of a user by last use, and ends all but one': async (state) => {
    const [userId, other] = [await seedUser(state), await seedUser(state)];
    const session = { ...facts, userId };
    await state.write(async (tx) => {
      for (const hash of ['a', 'b', 'c']) await tx.createSession({ ...session, hash });
      await tx.createSession({ ...session, hash: 'other', userId: other });
      await tx.touchSession('b', { atMs: 7, address: '192.0.2.1' });
    });
    const hashes = async (nowMs = 50) => (await state.listSessions(userId, nowMs)).map(({ hash }) => hash).join('');
    assert.equal(await hashes(), 'bac');
    assert.equal(await hashes(100), '');
    const [seen] = await state.listSessions(userId, 50);
    assert.deepEqual([seen!.lastSeenAtMs, seen!.address], [7, '192.0.2.1']);
    assert.equal(await state.write((tx) => tx.deleteOtherSessions(userId, 'a')), 2);
    assert.equal(await hashes(), 'a');
    assert.equal(await state.write((tx) => tx.deleteOtherSessions(userId, null)), 1);
    assert.equal((await state.listSessions(other, 50)).length, 1);
  },

  'stores the origin and the organization of sessions and tokens until the organization is deleted': async (state) => {
    const userId = await seedUser(state);
    const [organizationId, other] = await state.write(async (tx) => [
      await tx.createOrganization({ slug: 'acme', name: 'Acme', createdAtMs: 1 }),
      await tx.createOrganization({ slug: 'other', name: 'Other', createdAtMs: 1 }),
    ]);
    const token = { userId, label: 'ci', scopes: ['org:read'], createdAtMs: 1, expiresAtMs: null };
    await state.write(async (tx) => {
      await tx.createSession({ ...facts, userId, hash: 'bound', method: 'single-sign-on', organizationId });
      await tx.createSession({ ...facts, userId, hash: 'free', method: 'passkey' });
      await tx.createApiToken({ ...token, hash: 'bound', organizationId });
      await tx.createApiToken({ ...token, hash: 'other', organizationId: other });
      await tx.createApiToken({ ...token, hash: 'free', organizationId: null });
    });
    await state.write(async (tx) => {
      await tx.createSession({ ...facts, userId, hash: 'second', method: 'single-sign-on', organizationId });
      assert.equal(await tx.deleteOtherSessions(userId, 'bound', organizationId), 1);
    });
    const bound = await state.sessionByHash('bound', 50);
    assert.deepEqual([bound!.method, bound!.organizationId], ['single-sign-on', organizationId]);
    assert.deepEqual(pluck(await state.listSessions(userId, 50), 'method', 'organizationId'), [
      ['single-sign-on', organizationId],
      ['passkey', null],
    ]);
    await state.write(async (tx) => {
      await tx.createSession({ ...facts, userId, hash: 'ended', method: 'single-sign-on', organizationId: other });
      assert.equal(await tx.deleteSessionsOf(other), 1);
    });
    assert.equal((await state.listSessions(userId, 50)).length, 2);
    const reach = async () => (await state.listApiTokens(userId)).map((each) => each.organizationId);
    assert.deepEqual(await reach(), [organizationId, other, null]);
    assert.equal((await state.apiTokenByHash('bound', 50))?.organizationId, organizationId);
    await state.write((tx) => tx.deleteOrganization(organizationId));
    assert.equal(await state.sessionByHash('bound', 50), null);
    assert.equal((await state.sessionByHash('free', 50))?.organizationId, null);
    assert.deepEqual(await reach(), [other, null]);
  },

  'gives a sign-in link away once, and never after it expired': async (state) => {
    const userId = await seedUser(state);
    await state.write(async (tx) => {
      const link = { purpose: 'sign-in' as const, expiresAtMs: 100 };
      await tx.createSignInLink({ hash: 'first-run', userId: null, ...link });
      await tx.createSignInLink({ hash: 'person', userId, ...link });
      await tx.createSignInLink({ hash: 'late', userId, ...link });
    });
    const take = (hash: string, nowMs: number) => state.write((tx) => tx.takeSignInLink(hash, 'sign-in', nowMs));
    assert.deepEqual(await take('first-run', 50), { userId: null });
    assert.equal(await take('first-run', 50), undefined);
    assert.deepEqual(await take('person', 99), { userId });
    assert.equal(await take('late', 100), undefined);
    assert.equal(await take('late', 50), undefined);
    assert.equal(await take('unknown', 50), undefined);
  },

  'finds and gives away a link for its purpose only, and deletes the links of a user': async (state) => {
    const [userId, other] = [await seedUser(state), await seedUser(state)];
    const expiresAtMs = 100;
    const create = (hash: string, of: UserId, purpose: LinkPurpose) =>
      state.write((tx) => tx.createSignInLink({ hash, userId: of, purpose, expiresAtMs }));
    const take = (hash: string, purpose: LinkPurpose) => state.write((tx) => tx.takeSignInLink(hash, purpose, 50));
    await create('a', userId, 'sign-in');
    await create('b', userId, 'reset-password');
    assert.equal(await take('a', 'reset-password'), undefined);
    assert.equal(await take('b', 'sign-in'), undefined);
    assert.equal(await state.signInLink('a', 'reset-password', 50), null);
    assert.deepEqual(await state.signInLink('b', 'reset-password', 99), { userId });
    assert.equal(await state.signInLink('b', 'reset-password', 100), null);
    assert.deepEqual(await take('a', 'sign-in'), { userId });
    assert.deepEqual(await take('b', 'reset-password'), { userId });
    assert.equal(await state.signInLink('b', 'reset-password', 50), null);
    for (const purpose of ['sign-in', 'reset-password'] as const) {
      await create(`own ${purpose}`, userId, purpose);
      await create(`other ${purpose}`, other, purpose);
    }
    await state.write((tx) => tx.deleteSignInLinks(userId, 'reset-password'));
    assert.equal(await take('own reset-password', 'reset-password'), undefined);
    assert.notEqual(await state.signInLink('own sign-in', 'sign-in', 50), null);
    await state.write((tx) => tx.deleteSignInLinks(userId));
    assert.equal(await state.signInLink('own sign-in', 'sign-in', 50), null);
    for (const purpose of ['sign-in', 'reset-password'] as const)
      assert.deepEqual(await take(`other ${purpose}`, purpose), { userId: other });
  },

  'finds API tokens by hash until they expire, and lets only their owner delete them': async (state) => {
    const [owner, other] = [await seedUser(state), await seedUser(state)];
    const scopes = ['org:read', 'event:read'];
    const token = { userId: owner, organizationId: null, label: 'ci', scopes, createdAtMs: 1, expiresAtMs: 100 };
    const [id, forever] = await state.write(async (tx) => [
      await tx.createApiToken({ ...token, hash: 'a' }),
      await tx.createApiToken({ ...token, hash: 'b', expiresAtMs: null }),
    ]);
    assert.deepEqual(await state.apiTokenByHash('a', 99), { ...token, id, lastUsedAtMs: null });
    assert.equal(await state.apiTokenByHash('a', 100), null);
    await state.write((tx) => tx.touchApiToken(id!, 9));
    assert.equal((await state.apiTokenByHash('a', 99))?.lastUsedAtMs, 9);
    assert.equal((await state.apiTokenByHash('b', 1e15))?.expiresAtMs, null);
    assert.deepEqual(pluck(await state.listApiTokens(owner), 'id'), [id, forever]);
    assert.deepEqual(await state.listApiTokens(other), []);
    assert.equal(await state.write((tx) => tx.deleteApiToken(other, id)), false);
    assert.equal(await state.write((tx) => tx.deleteApiToken(owner, id)), true);
    assert.equal(await state.write((tx) => tx.deleteApiToken(owner, id)), false);
    assert.equal(await state.apiTokenByHash('a', 50), null);
  },
};
