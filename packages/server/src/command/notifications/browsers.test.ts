import { limits, type OrganizationId } from '@seismo/protocol';
import { expect, test } from 'vitest';
import { browserKeys } from '#alerts/channels/open-push.fixture.ts';
import { startSession } from '#command/accounts/start-session.ts';
import type { Viewer } from '#domain/permissions/viewer.ts';
import { refuses } from '../../testing/refuses.ts';
import { openShop } from '../../testing/test-server.ts';
import type { PushSubscriptionInput } from './browsers.ts';

const { server, organizationId, owner } = await openShop();
const { command, query, state } = server;
const chrome = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

async function signIn({ userId }: Viewer, within?: OrganizationId): Promise<string> {
  const provider = within && { organizationId: within, name: 'Provider' };
  const visit = { address: null, userAgent: chrome };
  const { cookie } = await state.write((tx) =>
    startSession(server.deps, tx, userId!, visit, provider ? 'single-sign-on' : 'password', provider),
  );
  return cookie;
}

let count = 0;
function subscription(given: Partial<PushSubscriptionInput> = {}): PushSubscriptionInput {
  const { p256dh, auth } = browserKeys();
  return { endpoint: `https://push.example.com/${++count}`, p256dh, auth, ...given };
}

const viewer = () => server.user(organizationId, 'viewer');
const namesOf = async (of: Viewer, cookie = '') =>
  (await query.browsers(of, cookie)).map(({ name, isThis }) => [name, isThis]);

test('the key of the server is made once', async () => {
  const { publicKey } = await command.beginBrowser(owner);
  expect(Buffer.from(publicKey, 'base64url')).toHaveLength(65);
  expect(await command.beginBrowser(await viewer())).toEqual({ publicKey });
});

test('a browser is listed for its user only, under the name of its session, and once', async () => {
  const [user, other] = [await viewer(), await viewer()];
  const [cookie, second] = [await signIn(user), await signIn(user)];
  await command.addBrowser(user, cookie, subscription());
  await command.addBrowser(user, cookie, subscription());
  expect(await namesOf(user, cookie)).toEqual([['Chrome on Linux', true]]);
  await command.addBrowser(user, second, subscription());
  expect(await namesOf(user, cookie)).toEqual([
    ['Chrome on Linux', true],
    ['Chrome on Linux', false],
  ]);
  expect(await namesOf(other)).toEqual([]);
  expect(JSON.stringify(await query.browsers(user, cookie))).not.toContain('push.example.com');
});

test('only the owner removes and tests a browser, and only while its session lasts', async () => {
  const [user, other] = [await viewer(), await viewer()];
  const cookie = await signIn(user);
  const id = await command.addBrowser(user, cookie, subscription());
  for (const run of [command.removeBrowser, command.testBrowser]) {
    await refuses(run(other, id), 'not-found');
    await refuses(run(owner, id), 'not-found');
    await refuses(run(user, Number.NaN), 'not-found');
  }
  await command.testBrowser(user, id);
  const [test] = await state.recentDeliveries({ userId: user.userId, channelId: null, browserId: id }, 0);
  expect(test).toMatchObject({ about: 'test', organizationId });
  await command.removeBrowser(user, id);
  expect(await namesOf(user)).toEqual([]);
  await refuses(command.removeBrowser(user, id), 'not-found');
  const again = await command.addBrowser(user, cookie, subscription());
  await command.signOut(cookie);
  await refuses(command.testBrowser(user, again), 'not-found');
});

test('a browser belongs to the session of its user', async () => {
  const [user, other] = [await viewer(), await viewer()];
  for (const cookie of ['', 'x'.repeat(43), await signIn(other)])
    await refuses(command.addBrowser(user, cookie, subscription()), 'not-signed-in');
  const ended = await signIn(user);
  await command.signOut(ended);
  await refuses(command.addBrowser(user, ended, subscription()), 'not-signed-in');
});

test('a session of one organization reaches browsers of such sessions only', async () => {
  const user = await viewer();
  const [account, confined] = [await signIn(user), await signIn(user, organizationId)];
  const id = await command.addBrowser(user, account, subscription());
  await command.addBrowser(user, confined, subscription());
  const bound = { ...user, boundTo: organizationId };
  expect(await query.browsers(bound, confined)).toMatchObject([{ isThis: true }]);
  await refuses(command.removeBrowser(bound, id), 'not-found');
  expect(await namesOf(user)).toHaveLength(2);
});

test('subscriptions that no browser gives are refused', async () => {
  const user = await viewer();
  const cookie = await signIn(user);
  const { p256dh, auth } = browserKeys();
  const wrong: Record<string, unknown>[] = [
    { endpoint: 'http://push.example.com/x' },
    { endpoint: 'javascript:alert(1)' },
    { endpoint: 'https://user:password@push.example.com/x' },
    { endpoint: 'https://push.example.com/\nx' },
    { endpoint: `https://push.example.com/${'x'.repeat(limits.PUSH_ENDPOINT_CHARS_MAX)}` },
    { endpoint: 7 },
    { p256dh: auth },
    { p256dh: Buffer.alloc(65, 4).toString('base64url') },
    { p256dh: p256dh.repeat(1000) },
    { auth: p256dh },
    { auth: '' },
    { auth: null },
    { more: 'x' },
  ];
  for (const given of wrong) {
    const input = { ...subscription(), ...given } as PushSubscriptionInput;
    await refuses(command.addBrowser(user, cookie, input), 'invalid');
  }
  for (const input of [null, 'x', []])
    await refuses(command.addBrowser(user, cookie, input as unknown as PushSubscriptionInput), 'invalid');
  expect(await namesOf(user)).toEqual([]);
});

test('a user has a limited number of browsers, and can renew one of them', async () => {
  const user = await viewer();
  const cookies = await Promise.all(Array.from({ length: limits.BROWSER_COUNT_MAX + 1 }, () => signIn(user)));
  const last = cookies.pop()!;
  for (const cookie of cookies) await command.addBrowser(user, cookie, subscription());
  await refuses(command.addBrowser(user, last, subscription()), 'conflict');
  await command.addBrowser(user, cookies[0]!, subscription());
  expect(await namesOf(user)).toHaveLength(limits.BROWSER_COUNT_MAX);
});

test('a user who sees no issues gets no test', async () => {
  const user = await server.user(organizationId, 'support');
  const id = await command.addBrowser(user, await signIn(user), subscription());
  await refuses(command.testBrowser(user, id), 'forbidden');
});
