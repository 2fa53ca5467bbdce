import { Secret, TOTP } from 'otpauth';
import { beforeEach, expect, test } from 'vitest';
import { limits } from '@seismo/protocol';
import type { Viewer } from '#domain/permissions/viewer.ts';
import { refuses } from '../../testing/refuses.ts';
import { openTestServer, type TestServer } from '../../testing/test-server.ts';
import { createUser } from './create-user.ts';

let server: TestServer;
let viewer: Viewer;
const visit = { address: '192.0.2.1', userAgent: 'Firefox' };
const ada = { email: 'ada@example.com', name: 'Ada', password: 'correct horse' };

beforeEach(async () => {
  server = await openTestServer();
  const userId = await createUser(server.deps, { ...ada, role: 'owner' });
  viewer = { userId, memberships: await server.state.membershipsOf(userId), scopes: null, boundTo: null };
});

/** The authenticator's current code. */
function codeOf(secret: string): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: server.clock.now() });
}

async function setUp(): Promise<{ secret: string; recoveryCodes: string[] }> {
  const { secret } = await server.command.beginAuthenticator(viewer);
  const { recoveryCodes } = await server.command.enableAuthenticator(viewer, codeOf(secret));
  server.clock.nowMs += 30_000;
  return { secret, recoveryCodes };
}

async function challenge(): Promise<string> {
  const answer = await server.command.signIn(ada, visit);
  if (!('challenge' in answer)) throw new Error('No code is wanted.');
  return answer.challenge;
}

test('an authenticator is active after its first code, and records where it was added', async () => {
  const { secret, uri } = await server.command.beginAuthenticator(viewer);
  expect(uri).toMatch(/^otpauth:\/\/totp\/Seismo:ada%40example\.com\?/);
  expect(uri).toContain(`secret=${secret}`);
  expect(await server.command.signIn(ada, visit)).toHaveProperty('cookie');
  await refuses(server.command.enableAuthenticator(viewer, '000000'), 'invalid');
  const { recoveryCodes } = await server.command.enableAuthenticator(viewer, codeOf(secret));
  expect(new Set(recoveryCodes).size).toBe(10);
  expect(recoveryCodes[0]).toMatch(/^([a-z2-7]{4}-){3}[a-z2-7]{4}$/);
  expect(await server.query.secondFactor(viewer)).toMatchObject({
    enabledAtMs: server.clock.now(),
    recoveryCodesLeft: 10,
  });
  await refuses(server.command.beginAuthenticator(viewer), 'conflict');
});

test('with an active authenticator, the password alone does not sign in', async () => {
  const { secret } = await setUp();
  const begun = await challenge();
  expect((await server.query.viewerOfSession(begun, null)).userId).toBeNull();
  await refuses(server.command.signInByCode(begun, '', visit), 'invalid');
  await refuses(server.command.signInByCode('guess', codeOf(secret), visit), 'invalid');
  const { cookie } = await server.command.signInByCode(begun, ` ${codeOf(secret).replace(/^.../, '$& ')}`, visit);
  expect((await server.query.viewerOfSession(cookie, null)).userId).toBe(viewer.userId);
  // Both are spent: the challenge and the code.
  await refuses(server.command.signInByCode(begun, codeOf(secret), visit), 'invalid');
  await refuses(server.command.signInByCode(await challenge(), codeOf(secret), visit), 'invalid');
});

test('a code is good for half a minute before and after, and a challenge for ten minutes', async () => {
  const { secret } = await setUp();
  server.clock.nowMs += 120_000;
  const code = codeOf(secret);
  server.clock.nowMs += 60_000;
  await refuses(server.command.signInByCode(await challenge(), code, visit), 'invalid');
  const next = codeOf(secret);
  server.clock.nowMs += 30_000;
  await server.command.signInByCode(await challenge(), next, visit);
  const old = await challenge();
  server.clock.nowMs += limits.CEREMONY_AGE_MS_MAX;
  await refuses(server.command.signInByCode(old, codeOf(secret), visit), 'invalid');
});

test('five wrong codes in 15 minutes delay even the right one, in any challenge', async () => {
  const { secret } = await setUp();
  for (let time = 0; time < limits.SIGN_IN_FAILURE_COUNT_MAX; time++) {
    await refuses(server.command.signInByCode(await challenge(), '000000', visit), 'invalid');
  }
  await refuses(server.command.signInByCode(await challenge(), codeOf(secret), visit), 'too-many');
  server.clock.nowMs += limits.SIGN_IN_WINDOW_MS;
  await server.command.signInByCode(await challenge(), codeOf(secret), visit);
});

test('failed passwords never count against the second factor of an account', async () => {
  const { secret } = await setUp();
  const begun = await challenge();
  const named = { email: `second factor ${viewer.userId}`, password: 'wrong' };
  const tries = Array.from({ length: limits.SIGN_IN_FAILURE_COUNT_MAX }, () =>
    refuses(server.command.signIn(named, { ...visit, address: null }), 'invalid'),
  );
  await Promise.all(tries);
  expect(await server.command.signInByCode(begun, codeOf(secret), visit)).toHaveProperty('cookie');
});

test('a recovery code signs in once; new codes replace the old', async () => {
  const { secret, recoveryCodes } = await setUp();
  const [first, second] = recoveryCodes as [string, string];
  await server.command.signInByCode(await challenge(), first.toUpperCase().replaceAll('-', ' '), visit);
  await expect(server.command.signInByCode(await challenge(), first, visit)).rejects.toThrow('already used');
  expect((await server.query.secondFactor(viewer)).recoveryCodesLeft).toBe(9);
  const made = await server.command.newRecoveryCodes(viewer, codeOf(secret));
  await refuses(server.command.signInByCode(await challenge(), second, visit), 'invalid');
  await server.command.signInByCode(await challenge(), made.recoveryCodes[0]!, visit);
});

test('turning it off requires a code, not only an open session', async () => {
  const { recoveryCodes } = await setUp();
  await refuses(server.command.disableAuthenticator(viewer, '000000'), 'invalid');
  await server.command.disableAuthenticator(viewer, recoveryCodes[0]!);
  expect(await server.command.signIn(ada, visit)).toHaveProperty('cookie');
  expect(await server.query.secondFactor(viewer)).toMatchObject({ enabledAtMs: null, recoveryCodesLeft: 0 });
});

test('stored and returned data has no secrets', async () => {
  const { secret, recoveryCodes } = await setUp();
  const log = await server.query.auditLog(viewer, 'main', { userId: null, action: null, cursor: null, count: 50 });
  expect(log.entries.map(({ action }) => action)).toContain('second-factor-enable');
  const returned = JSON.stringify([log, await server.query.secondFactor(viewer)]);
  for (const hidden of [secret, ...recoveryCodes]) expect(returned).not.toContain(hidden);
});

test('passkeys say why they cannot be at an address of numbers or without HTTPS', async () => {
  for (const [publicUrl, reason] of [
    ['http://127.0.0.1:8300', 'Set SEISMO_URL, for example to http://localhost:8300'],
    ['http://[::1]:8300', 'Set SEISMO_URL'],
    ['http://errors.example.com', 'Passkeys need HTTPS'],
    ['https://errors.example.com', null],
    ['http://localhost:8300', null],
  ] as const) {
    server.deps.config.publicUrl = publicUrl;
    const problem = (await server.query.secondFactor(viewer)).passkeyProblem;
    if (reason === null) expect(problem).toBeNull();
    else expect(problem).toContain(reason);
  }
});

test('an unknown passkey, or an unsolicited answer, is refused', async () => {
  server.deps.config.publicUrl = 'http://localhost:8300';
  for (const response of [undefined, null, {}, { id: 'x' }, { id: 'x'.repeat(1e6), response: {} }]) {
    await refuses(server.command.signInByPasskey(response as never, visit), 'invalid');
    await refuses(server.command.addPasskey(viewer, { label: 'Laptop', response: response as never }), 'invalid');
  }
  const options = await server.command.beginPasskey(viewer);
  expect(options).toMatchObject({ rp: { id: 'localhost' }, user: { name: ada.email } });
  expect((await server.command.beginPasskeySignIn()).challenge).not.toBe(options.challenge);
});
