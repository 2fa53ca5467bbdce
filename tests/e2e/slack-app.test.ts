import { expect, test } from 'vitest';
import { checkPage } from './app/check-page.ts';
import { processed, throwError } from './app/send.ts';
import { openApp } from './app/server-and-browser.ts';
import { openSlack, signingSecret } from './slack-service.ts';

const slack = await openSlack();
const { server, shop, page, region, open } = await openApp({ internalHosts: '127.0.0.1' });

test('a user adds a Slack app, and its messages are in one thread', async () => {
  await open('/alerts/channels?add=slack-app');
  const form = page.getByRole('form', { name: 'New channel: Slack app' });
  await form.getByLabel('Name').fill('#web');
  await form.getByLabel('Bot token').fill('xoxb-123456789012-AbCdEfGhIjKl');
  await form.getByLabel('Channel ID').fill('C012AB3CDEF');
  await form.getByLabel('Signing secret').fill(signingSecret);
  await form.getByLabel('Server').fill(slack.url);
  await form.getByLabel('Every rule').check();
  await checkPage(page);
  await form.getByRole('button', { name: 'Add channel' }).click();
  await expect.poll(() => slack.messages.length).toBe(1);
  expect(slack.messages[0]!.body.text).toContain('Test message');
  await throwError(server, shop, { type: 'PaymentError' });
  await processed(server);
  await expect.poll(() => slack.messages.length).toBe(2);
});

test('a button asks to link the account, and then acts as it', async () => {
  const message = slack.messages[1]!;
  expect(await slack.press(server.url, message, 'resolve')).toBe(200);
  await expect.poll(() => slack.messages.length).toBe(3);
  const told = slack.messages[2]!;
  expect([told.method, told.body.user]).toEqual(['chat.postEphemeral', 'U012AB3C4']);
  const link = new URL(/http:[^"\\]+/.exec(JSON.stringify(told.body.blocks))![0]);
  await open(link.pathname + link.search);
  const section = region('Slack');
  await section.getByText('ana.lopez').waitFor();
  await checkPage(page);
  await section.getByRole('button', { name: 'Link account' }).click();
  await page.waitForURL((url) => url.pathname === '/settings/notifications' && url.search === '');
  await section.getByRole('list', { name: 'Linked Slack users' }).getByText('ana.lopez').waitFor();
  await checkPage(page);

  expect(await slack.press(server.url, message, 'resolve')).toBe(200);
  await expect.poll(() => slack.messages.map(({ method }) => method).slice(3)).toContain('chat.update');
  expect(slack.messages.find(({ body }) => /Resolved by/.test(JSON.stringify(body.blocks)))!.body.thread_ts).toBe(
    message.ts,
  );
  await open('/issues/SHOP-1');
  await page.getByText('Resolved').first().waitFor();

  await open('/settings/notifications');
  await section.getByRole('button', { name: 'Unlink' }).click();
  await section.getByText('No Slack user is linked.').waitFor();
});

test('a request without the signature of Slack is refused', async () => {
  const response = await fetch(`${server.url}/slack/interactions`, { method: 'POST', body: 'payload={}' });
  expect(response.status).toBe(403);
  const large = await fetch(`${server.url}/slack/interactions`, { method: 'POST', body: 'x'.repeat(300_000) });
  expect(large.status).toBe(413);
});
