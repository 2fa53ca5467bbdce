import { beforeEach, expect, test } from 'vitest';
import { limits, type UserId } from '@seismo/protocol';
import type { SendResult } from '#alerts/channels/channel.ts';
import type { EmailMessage } from '#alerts/message.ts';
import { bindCommands, type Commands } from '#command/bind.ts';
import type { Viewer } from '#domain/permissions/viewer.ts';
import { openTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let command: Commands;
let owner: Viewer & { userId: UserId };
let answer: SendResult;
let mails: { message: EmailMessage; to: string }[];

beforeEach(async () => {
  server = await openTestServer();
  owner = await server.user(await server.organization('acme'), 'owner');
  mails = [];
  server.deps.config.mail = { from: 'seismo@example.com' };
  answer = { isSent: true, answer: '250 Ok' };
  command = bindCommands({ ...server.deps, sendEmail });
});

async function sendEmail(message: EmailMessage, to: string): Promise<SendResult> {
  mails.push({ message, to });
  return answer;
}

const invite = (email: string) => command.invite(owner, 'acme', { email, role: 'member' });

test('an invitation is mailed to the invited address, with the link that is returned', async () => {
  const { link, email } = await invite('new@example.com');
  expect(email).toEqual({ isSent: true, answer: '250 Ok' });
  expect(mails).toEqual([
    {
      to: 'new@example.com',
      message: expect.objectContaining({
        about: 'account',
        title: 'Invitation to acme on Seismo',
        text: [
          'owner invites you to join acme as member.',
          'The link works once and expires on 2026-11-28 at 12:30 UTC.',
        ],
        link: { name: 'View invitation', url: `http://seismo.test:8300/invitation/${link}` },
      }),
    },
  ]);
  expect((await server.query.invitation(link)).email).toBe('new@example.com');
});

test('an invitation whose mail fails is good', async () => {
  answer = { isSent: false, answer: '550 no', isPermanent: true, retryAfterMs: null };
  const { link, email } = await invite('new@example.com');
  expect(email).toEqual({ isSent: false, answer: '550 no' });
  expect((await server.query.invitation(link)).email).toBe('new@example.com');
});

test('without email, and for tokens, nothing is sent', async () => {
  await command.inviteWithoutLink(owner, 'acme', { email: 'token@example.com', role: 'member' });
  server.deps.config.mail = null;
  expect((await invite('new@example.com')).email).toBeNull();
  expect(mails).toEqual([]);
});

test('one address gets three messages an hour, one user sends a hundred, and the link is good after that', async () => {
  for (let time = 0; time < limits.INVITATION_MAIL_COUNT_MAX; time++) await invite('New@example.com');
  const { link, email } = await invite('new@example.com');
  expect(email).toEqual({ isSent: false, answer: 'This address got too many invitations within an hour.' });
  await server.query.invitation(link);
  for (let sent = limits.INVITATION_MAIL_COUNT_MAX; sent < limits.INVITATION_MAIL_USER_COUNT_MAX; sent++)
    await invite(`${sent}@example.com`);
  expect((await invite('last@example.com')).email).toMatchObject({ isSent: false });
  expect(mails).toHaveLength(limits.INVITATION_MAIL_USER_COUNT_MAX);
  server.clock.nowMs += limits.INVITATION_MAIL_WINDOW_MS;
  expect((await invite('last@example.com')).email).toMatchObject({ isSent: true });
});
