import { afterEach, beforeEach, expect, test } from 'vitest';
import { limits } from '@seismo/protocol';
import { openWorld, type World } from '../testing/world.ts';
import { createSignInLink } from './create-sign-in-link.ts';
import { createUser } from './create-user.ts';
import { checkPassword, hashPassword } from './password.ts';

let world: World;
beforeEach(async () => {
  world = await openWorld();
});
afterEach(() => world.close());

const ada = { email: 'ada@example.com', name: 'Ada', password: 'correct horse' };

async function setUp() {
  const link = await createSignInLink(world.deps, null);
  return { link, signedIn: await world.command.setUp(link, ada) };
}

test('set-up makes the owner, the organization, and a project for our own reports', async () => {
  expect(await world.query.isFirstRun()).toBe(true);
  expect(await world.query.ownDsn()).toBeNull();
  const { signedIn } = await setUp();
  expect(await world.query.isFirstRun()).toBe(false);
  const viewer = await world.query.viewerOfSession(signedIn.cookie);
  expect(await world.query.me(viewer)).toMatchObject({
    email: 'ada@example.com',
    organizations: [{ slug: 'main', role: 'owner' }],
  });
  const [own] = await world.query.listProjects(viewer);
  expect(own).toMatchObject({ slug: 'seismo', platform: 'javascript-nextjs' });
  expect(own!.dsn).toMatch(/^http:\/\/[0-9a-f]{32}@seismo\.test:8300\/\d+$/);
  expect(await world.query.ownDsn()).toBe(own!.dsn);
  expect(await world.state.setting('own-project-id')).toBe(String(own!.id));
  expect(world.counts.keysChanged).toBe(1);
});

test('set-up works once, with a good link and a good password', async () => {
  const link = await createSignInLink(world.deps, null);
  await refuses(world.command.setUp(link, { ...ada, password: 'too short' }), 'invalid');
  await refuses(world.command.setUp('guess', ada), 'invalid');
  expect(await world.command.signInByLink(link)).toBe('first-run');
  await world.command.setUp(link, ada);
  await refuses(world.command.setUp(link, ada), 'conflict');
  await refuses(world.command.signInByLink(link), 'invalid');
});

test('two set-ups at the same moment make one owner', async () => {
  const links = [await createSignInLink(world.deps, null), await createSignInLink(world.deps, null)];
  const done = await Promise.allSettled(
    links.map((link, index) => world.command.setUp(link, { ...ada, email: `${index}@example.com` })),
  );
  expect(done.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(await world.state.userCount()).toBe(1);
});

test('a password signs in; a wrong one and an unknown address are refused in the same words', async () => {
  await setUp();
  const right = { ...ada, address: null };
  const { cookie, expiresAtMs } = await world.command.signIn({ ...right, email: 'ADA@example.com' });
  expect(expiresAtMs).toBe(world.clock.now() + limits.SESSION_AGE_MS_MAX);
  expect((await world.query.viewerOfSession(cookie)).userId).not.toBeNull();
  const said = (answer: Promise<unknown>) => answer.then(String, (error: Error) => error.message);
  const wrong = await said(world.command.signIn({ ...right, password: 'wrong wrong wrong' }));
  expect(wrong).toBe(await said(world.command.signIn({ ...right, email: 'bob@example.com' })));
});

test('five failures in 15 minutes make even the right password wait', async () => {
  await setUp();
  const wrong = { ...ada, password: 'wrong wrong wrong', address: '10.0.0.1' };
  for (let time = 0; time < 5; time++) await refuses(world.command.signIn(wrong), 'invalid');
  await refuses(world.command.signIn({ ...ada, address: '10.0.0.2' }), 'too-many');
  world.clock.nowMs += limits.SIGN_IN_WINDOW_MS;
  await world.command.signIn({ ...ada, address: '10.0.0.2' });
});

test('many guesses at once do not pass the throttle together', async () => {
  await setUp();
  const wrong = { ...ada, password: 'wrong wrong wrong', address: null };
  const answers = await Promise.allSettled(Array.from({ length: 20 }, () => world.command.signIn(wrong)));
  const codes = answers.map((answer) => (answer as { reason: { code: string } }).reason.code);
  expect(codes.filter((code) => code === 'invalid')).toHaveLength(5);
});

test('one address may not try many accounts, and signing in counts as no failure', () => {
  for (let time = 0; time < 100; time++) world.deps.throttle.enter('ada@example.com', '10.0.0.1')();
  for (let time = 0; time < limits.SIGN_IN_ADDRESS_FAILURE_COUNT_MAX; time++) {
    world.deps.throttle.enter(`user-${time}@example.com`, '10.0.0.1');
  }
  expect(() => world.deps.throttle.enter('ada@example.com', '10.0.0.1')).toThrow('Wait 15 minutes');
  world.deps.throttle.enter('ada@example.com', '10.0.0.2');
});

test('a session ends by signing out and by age', async () => {
  const { signedIn } = await setUp();
  const second = await world.command.signIn({ ...ada, address: null });
  await world.command.signOut(second.cookie);
  expect((await world.query.viewerOfSession(second.cookie)).userId).toBeNull();
  expect((await world.query.viewerOfSession(signedIn.cookie)).userId).not.toBeNull();
  world.clock.nowMs += limits.SESSION_AGE_MS_MAX;
  expect((await world.query.viewerOfSession(signedIn.cookie)).userId).toBeNull();
  expect((await world.query.viewerOfSession('x'.repeat(5000))).userId).toBeNull();
});

test('a link signs in once, within 15 minutes', async () => {
  const userId = await createUser(world.deps, { ...ada, password: null, role: 'owner' });
  const link = await createSignInLink(world.deps, userId);
  expect(await world.command.signInByLink(link)).toMatchObject({ cookie: expect.any(String) });
  await refuses(world.command.signInByLink(link), 'invalid');
  const late = await createSignInLink(world.deps, userId);
  world.clock.nowMs += limits.SIGN_IN_LINK_AGE_MS_MAX;
  await refuses(world.command.signInByLink(late), 'invalid');
  await refuses(world.command.signIn({ ...ada, address: null }), 'invalid');
});

test('the password is changed with the current one', async () => {
  const { signedIn } = await setUp();
  const viewer = await world.query.viewerOfSession(signedIn.cookie);
  await refuses(world.command.changePassword(viewer, { current: 'wrong', next: 'another horse' }), 'invalid');
  await refuses(world.command.changePassword(viewer, { current: ada.password, next: 'short' }), 'invalid');
  await world.command.changePassword(viewer, { current: ada.password, next: 'another horse' });
  await refuses(world.command.signIn({ ...ada, address: null }), 'invalid');
  await world.command.signIn({ ...ada, password: 'another horse', address: null });
});

test('a token is shown once, kept as a hash, and ends when it expires', async () => {
  const { signedIn } = await setUp();
  const viewer = await world.query.viewerOfSession(signedIn.cookie);
  const expiresAtMs = world.clock.now() + 1000;
  const { token } = await world.command.createApiToken(viewer, {
    label: 'ci',
    scopes: ['event:read', 'event:read'],
    expiresAtMs,
  });
  expect(token).toMatch(/^seismo_[\w-]{43}$/);
  expect((await world.query.viewerOfToken(token))!.scopes).toEqual(['event:read']);
  expect(JSON.stringify(await world.query.apiTokens(viewer))).not.toContain(token.slice(7));
  expect(await world.query.viewerOfToken(`${token.slice(0, -1)}!`)).toBeNull();
  world.clock.nowMs = expiresAtMs;
  expect(await world.query.viewerOfToken(token)).toBeNull();
});

test('a password hash says how it was made and holds for that password only', async () => {
  const hash = await hashPassword('grüße an alle', world.deps.random);
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
  expect(await checkPassword('grüße an alle'.normalize('NFD'), hash)).toBe(true);
  expect(await checkPassword('gruesse an alle', hash)).toBe(false);
  expect(await checkPassword('grüße an alle', 'not a hash')).toBe(false);
  expect(await checkPassword('', null)).toBe(false);
});

test('a user is made once per address', async () => {
  await createUser(world.deps, { ...ada, role: 'viewer' });
  await refuses(createUser(world.deps, { ...ada, email: 'Ada@Example.com', role: 'owner' }), 'conflict');
  await refuses(createUser(world.deps, { ...ada, email: 'nobody', role: 'owner' }), 'invalid');
});

async function refuses(answer: Promise<unknown>, code: string): Promise<void> {
  await expect(answer).rejects.toMatchObject({ name: 'Refusal', code });
}
