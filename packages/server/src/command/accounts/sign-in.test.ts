import { beforeEach, expect, test } from 'vitest';
import { limits } from '@seismo/protocol';
import { refuses } from '../../testing/refuses.ts';
import { openTestServer, type TestServer } from '../../testing/test-server.ts';
import { createSignInLink } from './create-sign-in-link.ts';
import { createUser } from './create-user.ts';
import { checkPassword, hashPassword } from './password.ts';
import type { Visit } from './start-session.ts';

let server: TestServer;
beforeEach(async () => void (server = await openTestServer()));

/** The user agent of sign-ins in this file. */
const userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';
const visit = { address: null, userAgent };
const ada = { email: 'ada@example.com', name: 'Ada', password: 'correct horse' };

async function setUp() {
  const link = await createSignInLink(server.deps, null);
  return { link, signedIn: await server.command.setUp(link, ada, visit) };
}

test('set-up makes the owner, the organization, and a project for our own reports', async () => {
  expect(await server.query.isFirstRun()).toBe(true);
  expect(await server.query.ownDsn()).toBeNull();
  const { signedIn } = await setUp();
  expect(await server.query.isFirstRun()).toBe(false);
  const viewer = await server.query.viewerOfSession(signedIn.cookie, null);
  expect(await server.query.me(viewer)).toMatchObject({
    email: 'ada@example.com',
    organizations: [{ slug: 'main', role: 'owner' }],
  });
  const [own] = await server.query.listProjects(viewer);
  expect(own).toMatchObject({ slug: 'seismo', platform: 'javascript-nextjs' });
  expect(own!.dsn).toMatch(/^http:\/\/[0-9a-f]{32}@seismo\.test:8300\/\d+$/);
  expect(await server.query.ownDsn()).toBe(own!.dsn);
  expect(await server.state.setting('own-project-id')).toBe(String(own!.id));
  expect(server.counts.keysChanged).toBe(1);
});

test('set-up works once, with a good link and a good password', async () => {
  const link = await createSignInLink(server.deps, null);
  await refuses(server.command.setUp(link, { ...ada, password: 'too short' }, visit), 'invalid');
  await refuses(server.command.setUp('guess', ada, visit), 'invalid');
  expect(await server.command.signInByLink(link, visit)).toBe('first-run');
  await server.command.setUp(link, ada, visit);
  await refuses(server.command.setUp(link, ada, visit), 'conflict');
  await refuses(server.command.signInByLink(link, visit), 'invalid');
});

test('two simultaneous set-ups create one owner', async () => {
  const links = [await createSignInLink(server.deps, null), await createSignInLink(server.deps, null)];
  const done = await Promise.allSettled(
    links.map((link, index) => server.command.setUp(link, { ...ada, email: `${index}@example.com` }, visit)),
  );
  expect(done.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(await server.state.userCount()).toBe(1);
});

test('a password signs in; a wrong one and an unknown address are refused in the same words', async () => {
  await setUp();
  const { cookie, expiresAtMs } = await signedInBy({ ...ada, email: 'ADA@example.com' });
  expect(expiresAtMs).toBe(server.clock.now() + limits.SESSION_AGE_MS_MAX);
  expect((await server.query.viewerOfSession(cookie, null)).userId).not.toBeNull();
  const messageOf = (answer: Promise<unknown>) => answer.then(String, (error: Error) => error.message);
  const wrong = await messageOf(server.command.signIn({ ...ada, password: 'wrong wrong wrong' }, visit));
  expect(wrong).toBe(await messageOf(server.command.signIn({ ...ada, email: 'bob@example.com' }, visit)));
});

test('after five failures within 15 minutes, even the right password is refused', async () => {
  await setUp();
  const wrong = { ...ada, password: 'wrong wrong wrong' };
  for (let time = 0; time < 5; time++) {
    await refuses(server.command.signIn(wrong, { ...visit, address: '10.0.0.1' }), 'invalid');
  }
  await refuses(server.command.signIn(ada, { ...visit, address: '10.0.0.2' }), 'too-many');
  server.clock.nowMs += limits.SIGN_IN_WINDOW_MS;
  await server.command.signIn(ada, { ...visit, address: '10.0.0.2' });
});

test('concurrent guesses do not bypass the throttle', async () => {
  await setUp();
  const wrong = { ...ada, password: 'wrong wrong wrong' };
  const answers = await Promise.allSettled(Array.from({ length: 20 }, () => server.command.signIn(wrong, visit)));
  const codes = answers.map((answer) => (answer as { reason: { code: string } }).reason.code);
  expect(codes.filter((code) => code === 'invalid')).toHaveLength(5);
});

test('one address may not try many accounts, and a successful sign-in counts as no failure', () => {
  for (let time = 0; time < 100; time++) server.deps.throttle.enter('password', 'ada@example.com', '10.0.0.1')();
  for (let time = 0; time < limits.SIGN_IN_ADDRESS_FAILURE_COUNT_MAX; time++) {
    server.deps.throttle.enter('password', `user-${time}@example.com`, '10.0.0.1');
  }
  expect(() => server.deps.throttle.enter('password', 'ada@example.com', '10.0.0.1')).toThrow('Wait 15 minutes');
  server.deps.throttle.enter('password', 'ada@example.com', '10.0.0.2');
});

test('a session ends by signing out and by age', async () => {
  const { signedIn } = await setUp();
  const second = await signedInBy(ada);
  await server.command.signOut(second.cookie);
  expect((await server.query.viewerOfSession(second.cookie, null)).userId).toBeNull();
  expect((await server.query.viewerOfSession(signedIn.cookie, null)).userId).not.toBeNull();
  server.clock.nowMs += limits.SESSION_AGE_MS_MAX;
  expect((await server.query.viewerOfSession(signedIn.cookie, null)).userId).toBeNull();
  expect((await server.query.viewerOfSession('x'.repeat(5000), null)).userId).toBeNull();
});

test('users see their sessions and can end them', async () => {
  const { signedIn } = await setUp();
  server.clock.nowMs += 1000;
  const phone = await signedInBy(ada, { address: '192.0.2.7', userAgent: 'Phone'.repeat(1000) });
  const viewer = await server.query.viewerOfSession(signedIn.cookie, null);
  const [newest, here] = await server.query.sessions(viewer, signedIn.cookie);
  expect(newest).toMatchObject({ address: '192.0.2.7', isThis: false });
  expect(newest!.browser).toMatch(/^(Phone){12}$/);
  expect(here).toMatchObject({ browser: 'Firefox on Linux', isThis: true });
  expect(JSON.stringify([newest, here])).not.toContain(signedIn.cookie);
  await server.command.endSession(viewer, newest!.id);
  expect((await server.query.viewerOfSession(phone.cookie, null)).userId).toBeNull();
  await refuses(server.command.endSession(viewer, newest!.id), 'not-found');
  await server.command.signIn(ada, visit);
  expect(await server.command.endOtherSessions(viewer, signedIn.cookie)).toBe(1);
  expect(await server.query.sessions(viewer, signedIn.cookie)).toHaveLength(1);
});

test('users cannot end sessions of other users', async () => {
  const { signedIn } = await setUp();
  const viewer = await server.query.viewerOfSession(signedIn.cookie, null);
  const [session] = await server.query.sessions(viewer, '');
  const other = await server.user(await server.organization('other'), 'owner');
  await refuses(server.command.endSession(other, session!.id), 'not-found');
  expect(await server.command.endOtherSessions(other, '')).toBe(0);
  expect(await server.query.sessions(viewer, '')).toHaveLength(1);
});

test('the last use of a session and of a token is known to the minute', async () => {
  const { signedIn } = await setUp();
  const viewer = await server.query.viewerOfSession(signedIn.cookie, null);
  const { token } = await server.command.createApiToken(viewer, {
    label: 'ci',
    scopes: ['event:read'],
    expiresAtMs: null,
  });
  const startMs = server.clock.nowMs;
  const seen = async () => [
    (await server.query.sessions(viewer, ''))[0]!.lastSeenAtMs,
    (await server.query.apiTokens(viewer))[0]!.lastUsedAtMs,
  ];
  for (const [afterMs, session, used] of [
    [0, startMs, startMs],
    [limits.LAST_USED_PRECISION_MS - 1, startMs, startMs],
    [limits.LAST_USED_PRECISION_MS, startMs + limits.LAST_USED_PRECISION_MS, startMs + limits.LAST_USED_PRECISION_MS],
  ] as const) {
    server.clock.nowMs = startMs + afterMs;
    await server.query.viewerOfSession(signedIn.cookie, '192.0.2.9');
    await server.query.viewerOfToken(token);
    // Writes queue: when this one is done, so are the earlier ones.
    await server.state.write(async () => {});
    expect(await seen()).toEqual([session, used]);
  }
  expect((await server.query.sessions(viewer, ''))[0]!.address).toBe('192.0.2.9');
});

test('a link signs in once, within 15 minutes', async () => {
  const userId = await createUser(server.deps, { ...ada, password: null, role: 'owner' });
  const link = await createSignInLink(server.deps, userId);
  expect(await server.command.signInByLink(link, visit)).toMatchObject({ cookie: expect.any(String) });
  await refuses(server.command.signInByLink(link, visit), 'invalid');
  const late = await createSignInLink(server.deps, userId);
  server.clock.nowMs += limits.SIGN_IN_LINK_AGE_MS_MAX;
  await refuses(server.command.signInByLink(late, visit), 'invalid');
  await refuses(server.command.signIn(ada, visit), 'invalid');
});

test('the password is changed with the current one, and every other session ends', async () => {
  const { signedIn } = await setUp();
  const viewer = await server.query.viewerOfSession(signedIn.cookie, null);
  await refuses(server.command.changePassword(viewer, { current: 'wrong', next: 'another horse' }, ''), 'invalid');
  await refuses(server.command.changePassword(viewer, { current: ada.password, next: 'short' }, ''), 'invalid');
  const elsewhere = await signedInBy(ada);
  const change = { current: ada.password, next: 'another horse' };
  await server.command.changePassword(viewer, change, signedIn.cookie);
  expect((await server.query.viewerOfSession(elsewhere.cookie, null)).userId).toBeNull();
  expect((await server.query.viewerOfSession(signedIn.cookie, null)).userId).toBe(viewer.userId);
  await refuses(server.command.signIn(ada, visit), 'invalid');
  await server.command.signIn({ ...ada, password: 'another horse' }, visit);
});

test('a token is shown once, stored as a hash, and expires', async () => {
  const { signedIn } = await setUp();
  const viewer = await server.query.viewerOfSession(signedIn.cookie, null);
  const expiresAtMs = server.clock.now() + 1000;
  const { token } = await server.command.createApiToken(viewer, {
    label: 'ci',
    scopes: ['event:read', 'event:read'],
    expiresAtMs,
  });
  expect(token).toMatch(/^seismo_[\w-]{43}$/);
  expect((await server.query.viewerOfToken(token))!.scopes).toEqual(['event:read']);
  expect(JSON.stringify(await server.query.apiTokens(viewer))).not.toContain(token.slice(7));
  expect(await server.query.viewerOfToken(`${token.slice(0, -1)}!`)).toBeNull();
  server.clock.nowMs = expiresAtMs;
  expect(await server.query.viewerOfToken(token)).toBeNull();
});

test('a password hash contains its parameters and matches only its password', async () => {
  const hash = await hashPassword('grüße an alle', server.deps.random);
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
  expect(await checkPassword('grüße an alle'.normalize('NFD'), hash)).toBe(true);
  expect(await checkPassword('gruesse an alle', hash)).toBe(false);
  expect(await checkPassword('grüße an alle', 'not a hash')).toBe(false);
  expect(await checkPassword('', null)).toBe(false);
});

test('a user is made once per address', async () => {
  await createUser(server.deps, { ...ada, role: 'viewer' });
  await refuses(createUser(server.deps, { ...ada, email: 'Ada@Example.com', role: 'owner' }), 'conflict');
  await refuses(createUser(server.deps, { ...ada, email: 'nobody', role: 'owner' }), 'invalid');
});

/** By password alone. */
async function signedInBy(input: { email: string; password: string }, from = visit as Visit) {
  const answer = await server.command.signIn(input, from);
  if (!('cookie' in answer)) throw new Error('A code is wanted.');
  return answer;
}
