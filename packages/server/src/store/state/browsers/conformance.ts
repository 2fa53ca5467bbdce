import assert from 'node:assert/strict';
import type { OrganizationId, UserId } from '@seismo/protocol';
import type { NewBrowser, State } from '../contract.ts';
import type { StatePromises } from '../state.conformance.ts';
import { seedUser } from '../users/seeds.ts';

const subscription = { endpoint: 'https://push.example.com/secret', p256dh: 'p', auth: 'a' };

const session = (state: State, userId: UserId, hash: string, organizationId: OrganizationId | null = null) =>
  state.write((tx) =>
    tx.createSession({
      hash,
      userId,
      method: 'password',
      organizationId,
      userAgent: '',
      address: null,
      createdAtMs: 1,
      expiresAtMs: 100,
    }),
  );

const browser = (userId: UserId, sessionHash: string, given: Partial<NewBrowser> = {}): NewBrowser => ({
  userId,
  sessionHash,
  name: 'Chrome on Linux',
  endpointHash: sessionHash,
  subscription,
  createdAtMs: 5,
  ...given,
});

const idsOf = async (state: State, userId: UserId, nowMs = 10) =>
  (await state.listBrowsers([userId], nowMs)).map(({ id }) => id);

const delivery = (organizationId: OrganizationId, userId: UserId, browserId: number | null) => ({
  organizationId,
  userId,
  channelId: null,
  browserId,
  about: 'test' as const,
  notice: null,
  queuedAtMs: 10,
  dueAtMs: 20,
});

export const browserConformance: StatePromises = {
  'stores browsers with sealed subscriptions as long as their session lasts': async (state, { organizationId }) => {
    const [ada, bob] = [await seedUser(state), await seedUser(state)];
    await session(state, ada, 'a');
    await session(state, ada, 'b', organizationId);
    await session(state, bob, 'c');
    const [one, two, other] = await state.write(async (tx) => [
      await tx.addBrowser(browser(ada, 'a')),
      await tx.addBrowser(browser(ada, 'b', { name: 'Safari' })),
      await tx.addBrowser(browser(bob, 'c')),
    ]);
    const stored = { id: one, userId: ada, sessionHash: 'a', name: 'Chrome on Linux', subscription, createdAtMs: 5 };
    assert.deepEqual(await state.listBrowsers([ada], 10), [
      { ...stored, organizationId: null },
      { ...stored, id: two, sessionHash: 'b', name: 'Safari', organizationId },
    ]);
    assert.deepEqual(await state.listBrowsers([], 10), []);
    assert.deepEqual(await state.browserById(one!, 10), { ...stored, organizationId: null });
    assert.deepEqual([await idsOf(state, ada, 99), await idsOf(state, ada, 100)], [[one, two], []]);
    assert.equal(await state.browserById(one!, 100), null);
    await state.write((tx) => tx.deleteSession(ada, 'a'));
    assert.deepEqual([await idsOf(state, ada), await idsOf(state, bob)], [[two], [other]]);
    assert.equal(await state.browserById(one!, 10), null);
    // The session of another user with the same browser.
    await session(state, bob, 'a');
    assert.deepEqual(await idsOf(state, ada), [two]);
    assert.deepEqual(
      await state.browserNames([one!, two!, 99]),
      new Map([
        [one, 'Chrome on Linux'],
        [two, 'Safari'],
      ]),
    );
  },

  'replaces the browser of the same session or endpoint, also of another user': async (state) => {
    const [ada, bob] = [await seedUser(state), await seedUser(state)];
    for (const hash of ['a', 'b']) await session(state, ada, hash);
    await session(state, bob, 'c');
    const add = (...given: Parameters<typeof browser>) => state.write((tx) => tx.addBrowser(browser(...given)));
    await add(ada, 'a', { endpointHash: 'x' });
    const kept = await add(ada, 'b', { endpointHash: 'y' });
    const again = await add(ada, 'a', { endpointHash: 'z' });
    assert.deepEqual(await idsOf(state, ada), [kept, again]);
    const taken = await add(bob, 'c', { endpointHash: 'z' });
    assert.deepEqual([await idsOf(state, ada), await idsOf(state, bob)], [[kept], [taken]]);
  },

  'cancels what waits for a browser that is deleted, and forgets it once no message names it': async (
    state,
    { organizationId },
  ) => {
    const userId = await seedUser(state);
    for (const hash of ['a', 'b', 'c']) await session(state, userId, hash);
    const add = (hash: string) => state.write((tx) => tx.addBrowser(browser(userId, hash)));
    const [one, two, unused] = [await add('a'), await add('b'), await add('c')];
    const queue = (to: number | null) => state.write((tx) => tx.addDelivery(delivery(organizationId, userId, to)));
    const [first, second, email] = [await queue(one), await queue(two), await queue(null)];
    const recent = async (browserId: number | null) =>
      (await state.recentDeliveries({ userId, channelId: null, browserId }, 10)).map(({ id }) => id);
    assert.deepEqual([await recent(one), await recent(two), await recent(null)], [[first], [second], [email]]);
    assert.equal((await state.delivery(first))?.browserId, one);
    const statuses = async () =>
      Promise.all([first, second, email].map(async (id) => (await state.delivery(id))?.status));
    await state.write((tx) => tx.deleteBrowser(one, 30));
    assert.deepEqual(await statuses(), ['canceled', 'queued', 'queued']);
    await state.write(async (tx) => {
      await tx.deleteSession(userId, 'b');
      await tx.deleteSession(userId, 'c');
      await tx.trimBrowsers(40);
    });
    assert.deepEqual(await statuses(), ['canceled', 'canceled', 'queued']);
    assert.deepEqual([...(await state.browserNames([one, two, unused])).keys()], [one, two]);
    await state.write(async (tx) => {
      await tx.trimAlerts(35, 10);
      await tx.trimBrowsers(50);
    });
    assert.deepEqual([...(await state.browserNames([one, two, unused])).keys()], [two]);
  },

  'keeps the record of a browser': async (state, { organizationId }) => {
    const userId = await seedUser(state);
    await session(state, userId, 'a');
    const id = await state.write((tx) => tx.addBrowser(browser(userId, 'a')));
    assert.deepEqual(await state.browserRecord(id), { lastAttempt: null, lastSentAtMs: null });
    await state.write(async (tx) => {
      const sent = await tx.addDelivery(delivery(organizationId, userId, id));
      const number = (await tx.beginAttempt(sent, 21))!;
      await tx.endAttempt(sent, { number, atMs: 22, answer: '201', status: 'sent', dueAtMs: null });
    });
    const lastAttempt = { atMs: 22, answer: '201', isSent: true };
    assert.deepEqual(await state.browserRecord(id), { lastAttempt, lastSentAtMs: 22 });
  },

  'keeps the keys for push services sealed': async (state) => {
    assert.equal(await state.pushKeys(), null);
    const keys = { publicKey: 'public', privateKey: 'private' };
    await state.write((tx) => tx.setPushKeys(keys));
    assert.deepEqual(await state.pushKeys(), keys);
    assert.match((await state.setting('push-keys'))!, /^sealed:/);
  },
};
