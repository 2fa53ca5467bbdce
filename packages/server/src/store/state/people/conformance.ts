import assert from 'node:assert/strict';
import type { OrganizationId, UserId } from '@seismo/protocol';
import { seedProject } from '../projects/seeds.ts';
import type { StatePromises } from '../state.conformance.ts';
import { seedUser } from './seeds.ts';

export const peopleConformance: StatePromises = {
  'finds people by address without case, and their secret only there': async (open) => {
    const state = await open();
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

  'keeps one role per person and organization': async (open) => {
    const state = await open();
    const { organizationId } = await seedProject(state);
    const userId = await seedUser(state);
    await state.write(async (tx) => {
      await tx.setMembership({ organizationId, userId, role: 'viewer' });
      await tx.setMembership({ organizationId, userId, role: 'owner' });
    });
    assert.deepEqual(await state.membershipsOf(userId), [{ organizationId, userId, role: 'owner' }]);
    const members = await state.listMembers(organizationId);
    assert.deepEqual(members, [{ ...(await state.userById(userId))!, role: 'owner' }]);
    assert.deepEqual(await state.listMembers(77 as OrganizationId), []);
  },

  'finds a session until it expires or is deleted': async (open) => {
    const state = await open();
    const userId = await seedUser(state);
    const session = { userId, createdAtMs: 1, expiresAtMs: 100 };
    await state.write(async (tx) => {
      for (const hash of ['a', 'b', 'c']) await tx.createSession({ ...session, hash });
      await tx.createSession({ ...session, hash: 'long', expiresAtMs: 1000 });
      await tx.deleteSession('b');
    });
    assert.deepEqual(await state.sessionByHash('a', 99), session);
    assert.equal(await state.sessionByHash('a', 100), null);
    assert.equal(await state.sessionByHash('b', 50), null);
    await state.write((tx) => tx.deleteExpiredSessions(100));
    assert.equal(await state.sessionByHash('c', 50), null);
    assert.equal((await state.sessionByHash('long', 100))?.userId, userId);
  },

  'gives a sign-in link away once, and never after it expired': async (open) => {
    const state = await open();
    const userId = await seedUser(state);
    await state.write(async (tx) => {
      await tx.createSignInLink({ hash: 'first-run', userId: null, expiresAtMs: 100 });
      await tx.createSignInLink({ hash: 'person', userId, expiresAtMs: 100 });
      await tx.createSignInLink({ hash: 'late', userId, expiresAtMs: 100 });
    });
    const take = (hash: string, nowMs: number) => state.write((tx) => tx.takeSignInLink(hash, nowMs));
    assert.deepEqual(await take('first-run', 50), { userId: null });
    assert.equal(await take('first-run', 50), undefined);
    assert.deepEqual(await take('person', 99), { userId });
    assert.equal(await take('late', 100), undefined);
    assert.equal(await take('late', 50), undefined);
    assert.equal(await take('unknown', 50), undefined);
  },

  'knows API tokens by hash until they expire, and lets only their owner delete them': async (open) => {
    const state = await open();
    const [owner, other] = [await seedUser(state), await seedUser(state)];
    const token = { userId: owner, label: 'ci', scopes: ['org:read', 'event:read'], createdAtMs: 1, expiresAtMs: 100 };
    const [id, forever] = await state.write(async (tx) => [
      await tx.createApiToken({ ...token, hash: 'a' }),
      await tx.createApiToken({ ...token, hash: 'b', expiresAtMs: null }),
    ]);
    assert.deepEqual(await state.apiTokenByHash('a', 99), { ...token, id, lastUsedAtMs: null });
    assert.equal(await state.apiTokenByHash('a', 100), null);
    assert.equal((await state.apiTokenByHash('b', 1e15))?.expiresAtMs, null);
    assert.deepEqual(
      (await state.listApiTokens(owner)).map((each) => each.id),
      [id, forever],
    );
    assert.deepEqual(await state.listApiTokens(other), []);
    assert.equal(await state.write((tx) => tx.deleteApiToken(other, id)), false);
    assert.equal(await state.write((tx) => tx.deleteApiToken(owner, id)), true);
    assert.equal(await state.write((tx) => tx.deleteApiToken(owner, id)), false);
    assert.equal(await state.apiTokenByHash('a', 50), null);
  },
};
