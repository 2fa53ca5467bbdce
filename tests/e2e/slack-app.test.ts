import { expect, test } from 'vitest';
import { checkPage } from './app/check-page.ts';
import { processed, throwError } from './app/send.ts';
import { openApp } from './app/server-and-browser.ts';
import { openSlack, signingSecret } from './slack-service.ts';

const slack = await openSlack();
const { server, shop, page, main, region, button, open } = await openApp({ internalHosts: '127.0.0.1' });

test('a Slack app is added as a channel, and gets alerts', async () => {
  await open('/alerts?view=channels');
  await main.getByRole('link', { name: 'Slack app', exact: true }).click();
  await main.getByLabel('Name').fill('#web');
  await main.getByLabel('Bot token').fill('xoxb-123456789012-AbCdEfGhIjKl');
  await main.getByLabel('Channel ID').fill('web');
  await main.getByLabel('Signing secret').fill(signingSecret);
  await main.getByLabel('Server').fill(slack.url);
  await button('Add channel and send test').click();
  await main.getByText('Enter the ID of the channel, such as C0123456789.').waitFor();
  await checkPage(page);
  await main.getByLabel('Channel ID').fill('C012AB3CDEF');
  await button('Add channel and send test').click();
  await main.getByText('Channel added, and the test message was sent. Answer: 200 ok').waitFor();
  await throwError(server, shop, { in: 'pay' });
  await expect.poll(() => slack.messages.length).toBe(2);
  expect(JSON.stringify(slack.messages[1]!.body.blocks)).toContain('x is not a function');
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
  await page.waitForURL((url) => url.search === '?slack=linked');
  await section.getByText('Your account is linked.').waitFor();
  await section.getByRole('list', { name: 'Linked Slack users' }).getByText('ana.lopez').waitFor();
  await checkPage(page);

  expect(await slack.press(server.url, message, 'resolve')).toBe(200);
  await expect.poll(() => slack.messages.map(({ method }) => method)).toContain('chat.update');
  const reply = () => slack.messages.find(({ body }) => body.text.startsWith('Resolved by'));
  await expect.poll(() => reply()?.body.thread_ts).toBe(message.ts);
  await open('/issues/SHOP-1');
  await main.getByText('Resolved', { exact: true }).first().waitFor();
  await open('/settings/audit');
  await main.getByText('ana.lopez, acme').waitFor();
});

test('what happens to the issue later is in the same thread', async () => {
  const before = slack.messages.length;
  await throwError(server, shop, { in: 'pay' });
  await processed(server);
  await expect.poll(() => slack.messages.length).toBe(before + 1);
  const { body } = slack.messages.at(-1)!;
  expect(body.thread_ts).toBe(slack.messages[1]!.ts);
  expect(JSON.stringify(body.blocks)).toContain('Regression');
});

test('an unlinked user does nothing more', async () => {
  await open('/settings/notifications');
  const section = region('Slack');
  await section.getByRole('button', { name: 'Unlink' }).click();
  await section.getByText('No Slack user is linked.').waitFor();
  const before = slack.messages.length;
  expect(await slack.press(server.url, slack.messages[1]!, 'assign')).toBe(200);
  await expect.poll(() => slack.messages.length).toBe(before + 1);
  expect(slack.messages.at(-1)!.method).toBe('chat.postEphemeral');
  await open('/settings/notifications?slack=nonsense');
  await section.getByText('The link has expired or is incomplete.').waitFor();
  await checkPage(page);
});

test('a request without the signature of Slack is refused', async () => {
  const send = (body: string) => fetch(`${server.url}/slack/interactions`, { method: 'POST', body });
  expect((await send('payload={}')).status).toBe(403);
  expect((await send('x'.repeat(300_000))).status).toBe(413);
});
