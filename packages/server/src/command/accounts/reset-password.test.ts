import { createHash } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { limits } from '@seismo/protocol';
import type { SendResult } from '#alerts/channels/channel.ts';
import type { AccountMessage, EmailMessage } from '#alerts/message.ts';
import { bindCommands, type Commands } from '#command/bind.ts';
import type { State } from '#store/state/contract.ts';
import { refuses } from '../../testing/refuses.ts';
import { openTestServer, type TestServer } from '../../testing/test-server.ts';
import { createSignInLink } from './create-sign-in-link.ts';
import { createUser } from './create-user.ts';

const visit = { address: null, userAgent: '' };
const ada = { email: 'ada@example.com', name: 'Ada', password: 'correct horse' };
const next = { password: 'a new battery staple' };
let server: TestServer;
let command: Commands;
let answer: SendResult;
let mails: { message: EmailMessage; to: string }[];

beforeEach(async () => {
  server = await openTestServer();
  mails = [];
  server.deps.config.mail = { from: 'seismo@example.com' };
  answer = { isSent: true, answer: '250 Ok' };
  command = bindCommands({ ...server.deps, sendEmail });
  await createUser(server.deps, { ...ada, role: 'owner' });
});

async function sendEmail(message: EmailMessage, to: string): Promise<SendResult> {
  mails.push({ message, to });
  return answer;
}

const request = (email = ada.email, address: string | null = null) => command.requestPasswordReset({ email }, address);

/** Requests a link and returns its secret. */
async function newToken(email = ada.email): Promise<string> {
  await request(email);
  await server.background.settled();
  return tokenOf(mails.at(-1)!.message as AccountMessage);
}

const tokenOf = ({ link }: AccountMessage) =>
  /^http:\/\/seismo\.test:8300\/sign-in\/reset\/([\w-]{43})$/.exec(link.url)![1]!;

async function signedIn(password = ada.password) {
  const answer = await command.signIn({ ...ada, password }, visit);
  if (!('cookie' in answer)) throw new Error('A code is required.');
  return answer.cookie;
}

const userOf = async (cookie: string) => (await server.query.viewerOfSession(cookie, null)).userId;

test('a link by mail sets a new password once, and nothing else', async () => {
  const token = await newToken('ADA@example.com');
  expect(mails).toEqual([{ to: ada.email, message: expect.objectContaining({ about: 'account' }) }]);
  // Opening the page does not use the link up.
  for (let time = 0; time < 3; time++) expect(await server.query.passwordReset(token)).toEqual({ email: ada.email });
  await refuses(command.resetPassword(token, { password: 'short' }), 'invalid');
  await command.resetPassword(token, next);
  await signedIn(next.password);
  await refuses(command.signIn(ada, visit), 'invalid');
  await refuses(command.resetPassword(token, ada), 'invalid');
  await refuses(server.query.passwordReset(token), 'invalid');
});

test('two simultaneous resets with one link change the password once', async () => {
  const token = await newToken();
  const passwords = ['the first password', 'the second password'];
  const done = await Promise.allSettled(passwords.map((password) => command.resetPassword(token, { password })));
  expect(done.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  const [rejected] = done.filter(({ status }) => status === 'rejected');
  expect(rejected).toMatchObject({ reason: { code: 'invalid' } });
});

test('a link is good for 60 minutes, and only its hash is stored', async () => {
  const token = await newToken();
  const stored = await server.state.signInLink(
    createHash('sha256').update(token).digest('hex'),
    'reset-password',
    server.clock.now(),
  );
  expect(stored).not.toBeNull();
  expect(limits.PASSWORD_RESET_AGE_MS_MAX).toBe(3_600_000);
  server.clock.nowMs += limits.PASSWORD_RESET_AGE_MS_MAX - 1;
  await server.query.passwordReset(token);
  server.clock.nowMs += 1;
  await refuses(server.query.passwordReset(token), 'invalid');
  await refuses(command.resetPassword(token, next), 'invalid');
});

test('the newest link is the only one', async () => {
  const [first, second] = [await newToken(), await newToken()];
  await refuses(command.resetPassword(first, next), 'invalid');
  await command.resetPassword(second, next);
});

test('a reset link does not sign in or set up, and a sign-in link does not reset', async () => {
  const token = await newToken();
  await refuses(command.signInByLink(token, visit), 'invalid');
  const user = (await server.state.userByEmail(ada.email))!;
  const link = await createSignInLink(server.deps, user.id);
  await refuses(command.resetPassword(link, next), 'invalid');
  // Neither attempt uses them up.
  await server.query.passwordReset(token);
  expect(await command.signInByLink(link, visit)).toHaveProperty('cookie');
});

test('a reset ends all sessions, sign-ins that have begun, and unused links, and is in the audit log', async () => {
  const cookie = await signedIn();
  const user = (await server.state.userByEmail(ada.email))!;
  const link = await createSignInLink(server.deps, user.id);
  await server.state.write((tx) =>
    tx.createCeremony({ hash: 'begun', kind: 'code', userId: user.id, organizationId: null, expiresAtMs: 9e15 }),
  );
  await command.resetPassword(await newToken(), next);
  expect(await userOf(cookie)).toBeNull();
  await refuses(command.signInByLink(link, visit), 'invalid');
  expect(await server.state.write((tx) => tx.ceremony('begun', 'code', server.clock.now()))).toBeNull();
  const viewer = await server.query.viewerOfSession(await signedIn(next.password), null);
  const filter = { userId: null, action: 'password-change' as const, cursor: null, count: 5 };
  const { entries } = await server.query.auditLog(viewer, 'main', filter);
  expect(entries).toEqual([
    expect.objectContaining({ action: 'password-change', subject: ada.email, detail: 'by email' }),
  ]);
});

test('a sign-in that has checked the old password before a reset gets no session after it', async () => {
  const token = await newToken();
  const { write } = server.state;
  let isReset = false;
  const resetFirst: typeof write = async (work) => {
    if (!isReset) {
      isReset = true;
      await server.command.resetPassword(token, next);
    }
    return write(work);
  };
  command = bindCommands({ ...server.deps, state: { ...server.state, write: resetFirst } });
  await refuses(command.signIn(ada, visit), 'invalid');
  expect(isReset).toBe(true);
});

test('the second factor stays required', async () => {
  const user = (await server.state.userByEmail(ada.email))!;
  await server.state.write((tx) =>
    tx.setAuthenticator(user.id, { secret: 'A'.repeat(32), enabledAtMs: 1, lastStep: 0 }),
  );
  await command.resetPassword(await newToken(), next);
  expect(await command.signIn({ ...ada, ...next }, visit)).toHaveProperty('challenge');
});

test('a message says that the password was changed, and contains no secret', async () => {
  const token = await newToken();
  await command.resetPassword(token, next);
  await server.background.settled();
  expect(mails).toHaveLength(2);
  expect(mails[1]).toMatchObject({ to: ada.email, message: { title: 'Your Seismo password was changed' } });
  expect(JSON.stringify(mails[1])).not.toContain(token);
  expect(JSON.stringify(mails[1])).not.toContain(next.password);
});

test('unknown addresses and accounts without a password get no mail and no link', async () => {
  await createUser(server.deps, { email: 'sso@example.com', name: 'Sso', password: null, role: 'member' });
  for (const email of ['nobody@example.com', 'sso@example.com']) expect(await request(email)).toBeUndefined();
  await server.background.settled();
  expect(mails).toEqual([]);
  expect(server.backgroundFailures).toEqual([]);
});

test('the answer comes before any work, so it says nothing about the address', async () => {
  const { write } = server.state;
  let writes = 0;
  const state: State = {
    ...server.state,
    write: (work) => {
      writes++;
      return write(work);
    },
    userByEmail: () => Promise.reject(new Error('Not before the answer.')),
  };
  command = bindCommands({ ...server.deps, sendEmail, state });
  for (const email of [ada.email, 'nobody@example.com']) {
    expect(await request(email)).toBeUndefined();
    expect([writes, mails.length]).toEqual([0, 0]);
  }
  await server.background.settled();
  // Each address costs the same write.
  expect([writes, mails.length]).toEqual([2, 1]);
});

test('requests are limited by address of the account, known or not, and by IP address', async () => {
  for (const email of [ada.email, 'nobody@example.com']) {
    for (let time = 0; time < limits.SIGN_IN_FAILURE_COUNT_MAX; time++) await request(email);
    await refuses(request(email.toUpperCase()), 'too-many');
  }
  for (let time = 0; time < limits.SIGN_IN_ADDRESS_FAILURE_COUNT_MAX; time++)
    await request(`${time}@example.com`, '192.0.2.1');
  await refuses(request('other@example.com', '192.0.2.1'), 'too-many');
  await request('other@example.com', '192.0.2.2');
  // Sign-ins count apart.
  await command.signIn(ada, { ...visit, address: '192.0.2.1' });
  server.clock.nowMs += limits.SIGN_IN_WINDOW_MS;
  await request();
});

test('wrong guesses before do not keep the user out after a reset', async () => {
  for (let time = 0; time < limits.SIGN_IN_FAILURE_COUNT_MAX; time++)
    await refuses(command.signIn({ ...ada, password: 'wrong wrong wrong' }, visit), 'invalid');
  await refuses(command.signIn(ada, visit), 'too-many');
  await command.resetPassword(await newToken(), next);
  await signedIn(next.password);
});

test('an address with line breaks or a list of addresses reaches nobody', async () => {
  for (const email of [`${ada.email}\r\nBcc: eve@evil.example`, `${ada.email},eve@evil.example`, `Ada <${ada.email}>`])
    await refuses(request(email), 'invalid');
  await server.background.settled();
  expect(mails).toEqual([]);
});

test('changing the password in the settings ends a reset link', async () => {
  const token = await newToken();
  const cookie = await signedIn();
  const viewer = await server.query.viewerOfSession(cookie, null);
  await command.changePassword(viewer, { current: ada.password, next: next.password }, cookie);
  await refuses(command.resetPassword(token, ada), 'invalid');
});

test('without email there is no reset; a message that could not be sent is reported without its link', async () => {
  expect(await server.query.hasEmail()).toBe(true);
  answer = { isSent: false, answer: '550 no', isPermanent: true, retryAfterMs: null };
  const token = await newToken();
  expect(server.backgroundFailures.map(String)).toEqual(['Error: Mail about an account was not sent: 550 no']);
  expect(String(server.backgroundFailures)).not.toContain(token);
  server.deps.config.mail = null;
  expect(await server.query.hasEmail()).toBe(false);
  await refuses(request(), 'invalid');
});
