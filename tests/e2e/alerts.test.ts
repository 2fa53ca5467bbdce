import { createServer } from 'node:http';
import { afterAll, expect, test } from 'vitest';
import { confirmByName } from './app/app.ts';
import { checkPage } from './app/check-page.ts';
import { throwError } from './app/send.ts';
import { openApp } from './app/server-and-browser.ts';
import { listen } from './listen.ts';
import { startMailServer } from './mail-server.ts';
import { owner } from './running-server.ts';

const mailServer = await startMailServer();
afterAll(() => mailServer[Symbol.asyncDispose]());
const { mails } = mailServer;
/** Receives the messages of a channel. */
const received: { about: string; body: string }[] = [];
let status = 200;
const receiver = await listen(
  createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    received.push({ about: (JSON.parse(body) as { type: string }).type, body });
    response.writeHead(status).end(status === 200 ? 'taken' : 'no such hook');
  }),
);
afterAll(() => receiver[Symbol.asyncDispose]());
const { server, shop, page, main, row, button, open } = await openApp({
  settings: mailServer.settings,
  internalHosts: '127.0.0.1',
});
/** On phones it is below the title. */
const outcome = (issue: string, text: string) => row(issue).getByText(text).filter({ visible: true });

test('the first error in a fresh project mails its owner within seconds, and the mail leads to the issue', async () => {
  await open('/alerts');
  await main.getByText('No alerts yet').waitFor();
  await main.getByText('Sent by email').waitFor();
  await checkPage(page);

  await throwError(server, shop);
  await expect.poll(() => mails.length, { timeout: 10_000 }).toBe(1);
  const [{ to, headers, text }] = mails as [(typeof mails)[0]];
  expect(to).toBe(owner.email);
  expect(headers).toContain('Subject: [shop] SHOP-1 TypeError');
  expect(text).toContain('The first issue of the project · Rule “First issue”');
  expect(text).toContain('x is not a function');

  const link = /View issue: (\S+)/.exec(text)![1]!;
  expect(link).toBe(`${server.url}/issues/SHOP-1`);
  await page.goto(link);
  await page.getByRole('heading', { level: 1, name: 'TypeError' }).waitFor();
});

test('an alert has the rules that fired and the history of each message', async () => {
  await open('/alerts');
  await outcome('TypeError', 'Sent to 1 recipient').waitFor();
  await checkPage(page);
  await row('TypeError').getByRole('link', { name: 'TypeError' }).click();
  await page.waitForURL('**/alerts/1');
  const history = main.getByRole('list', { name: 'History of the message to owner' });
  await history.getByText('2.0.0 Ok: queued').waitFor();
  expect(await history.getByRole('listitem').count()).toBe(5);
  const rules = await main.getByRole('region', { name: 'Rules' }).innerText();
  expect(rules).toContain('First issue');
  expect(rules).toContain('New high-priority issue');
  await checkPage(page);
});

test('a message that the mail server refuses is shown with the answer, and is sent again with a click', async () => {
  mailServer.refuse('5.7.1 Relaying denied');
  await throwError(server, shop, { in: 'refund' });
  await open('/alerts');
  await outcome('refund', 'Failed').waitFor();
  await row('refund').getByRole('link').first().click();
  await main.getByText('550 5.7.1 Relaying denied').waitFor();
  await checkPage(page);

  await button('Send again').click();
  await main.getByRole('alert').getByText('5.7.1 Relaying denied').waitFor();
  mailServer.refuse(null);
  await button('Send again').click();
  await main.getByText('2.0.0 Ok: queued').waitFor();
  expect(mails.map(({ headers }) => /^Subject: (.*)$/m.exec(headers)![1])).toEqual([
    '[shop] SHOP-1 TypeError: x is not a function',
    '[shop] SHOP-2 TypeError: x is not a function',
  ]);
});

test('a test message shows the answer of the mail server', async () => {
  await open('/alerts?view=channels');
  await main.getByText('From Seismo <alerts@seismo.example>').waitFor();
  await button('Send test email').click();
  await main.getByText('Sent. Answer: 250 2.0.0 Ok: queued').waitFor();
  expect(mails.at(-1)!.headers).toContain('Subject: Test message from Seismo');
  mailServer.refuse('5.7.1 Relaying denied');
  await button('Send test email').click();
  await main.getByText('550 5.7.1 Relaying denied').waitFor();
  mailServer.refuse(null);
});

test('a channel is tested when it is added, receives alerts, and mails its owner when it fails', async () => {
  await open('/alerts?view=channels');
  await checkPage(page);
  await main.getByRole('link', { name: 'Webhook', exact: true }).click();
  await main.getByLabel('Name').fill('Ops');
  await main.getByLabel('URL', { exact: true }).fill(`${receiver.origin}/hook`);
  await main.getByLabel('Signing key').fill('short');
  await button('Add channel and send test').click();
  await main.getByText('Enter a signing key of at least 16 characters.').waitFor();
  await checkPage(page);
  await main.getByLabel('Signing key').fill('a key of some length');
  await button('Add channel and send test').click();
  await main.getByText('Channel added, and the test message was sent. Answer: 200 taken').waitFor();
  expect(received.map(({ about }) => about)).toEqual(['notice']);
  await main.getByRole('link', { name: 'Done' }).click();
  // The form's page lists the channel, too.
  await page.waitForURL((url) => !url.searchParams.has('add'));
  const channel = main.getByRole('listitem', { name: 'Ops' });
  await channel.getByText('Working').waitFor();
  await channel.getByText('All rules').waitFor();
  await checkPage(page);

  await throwError(server, shop, { in: 'ship' });
  await expect.poll(() => received.length, { timeout: 10_000 }).toBe(2);
  expect(received[1]).toEqual({ about: 'issues', body: expect.stringContaining('x is not a function') });
  await open('/alerts');
  await outcome('ship', 'Sent to 2 recipients').waitFor();
  await row('ship').getByRole('link').first().click();
  await main.getByRole('list', { name: 'History of the message to Ops' }).getByText('200 taken').waitFor();
  await checkPage(page);

  status = 404;
  await throwError(server, shop, { in: 'print' });
  const isMailed = () =>
    mails.some(({ to, text }) => to === owner.email && text.includes('could not send a message to'));
  await expect.poll(isMailed, { timeout: 10_000 }).toBe(true);
  await open('/alerts');
  await outcome('print', 'Failed').waitFor();
  await main.getByText('1 channel does not work: Ops.').waitFor();
  await main.getByRole('link', { name: 'View channels' }).click();
  await channel.getByText('Failing').waitFor();
  await channel.getByText('404 no such hook').waitFor();
  await checkPage(page);
});

test('a rule sends to the channels that its form selects, and a channel that is deleted is gone', async () => {
  status = 200;
  const channel = main.getByRole('listitem', { name: 'Ops' });
  await channel.getByRole('button', { name: 'Send test' }).click();
  await channel.getByText('Sent. Answer: 200 taken').waitFor();
  await channel.getByRole('link', { name: 'Edit Ops' }).click();
  await channel.getByRole('checkbox', { name: 'Every alert rule sends to this channel' }).uncheck();
  await channel.getByRole('radio', { name: 'Title only' }).check();
  await channel.getByRole('button', { name: 'Save channel' }).click();
  await channel.getByText('Channel saved.').waitFor();
  await channel.getByText('No rules: it receives no alerts').waitFor();
  await checkPage(page);

  await open('/alerts?view=rules');
  const rules = main.getByRole('region', { name: 'shop' });
  const rule = rules.getByRole('listitem').filter({ hasText: 'Regression' });
  await rule.getByText(': email to the team').click();
  await rule.getByRole('checkbox', { name: 'Email to the team' }).uncheck();
  await rule.getByRole('button', { name: 'Save recipients' }).click();
  await rule.getByText('Reaches no one').waitFor();
  await rule.getByRole('checkbox', { name: 'Ops' }).check();
  await rule.getByRole('button', { name: 'Save recipients' }).click();
  await rule.getByText(': Ops').waitFor();
  await rule.getByText('Reaches no one').waitFor({ state: 'detached' });
  await checkPage(page);

  await open('/alerts?view=channels');
  await channel.getByText('1 rule').waitFor();
  await channel.getByRole('button', { name: 'Actions for Ops' }).click();
  await page.getByRole('menuitem', { name: 'Delete channel…' }).click();
  await confirmByName(page, 'Ops', 'Delete channel');
  await channel.waitFor({ state: 'detached' });
});

test('a rule that is off reports nothing, and the audit log has who turned it off', async () => {
  await page.keyboard.press('g');
  await page.keyboard.press('a');
  await main.getByRole('link', { name: 'Rules' }).click();
  const rules = main.getByRole('region', { name: 'shop' });
  const rule = rules.getByRole('listitem').filter({ hasText: 'New high-priority issue' });
  await rule.getByRole('button', { name: 'Turn off' }).click();
  await rule.getByRole('button', { name: 'Turn on' }).waitFor();
  await checkPage(page);
  await throwError(server, shop, { in: 'search' });
  await open('/issues');
  await row('search').waitFor();
  await rule.getByRole('button', { name: 'Turn off' }).waitFor({ state: 'hidden' });
  await open('/settings/audit');
  await main.getByText('shop: New high-priority issue').waitFor();
  await open('/alerts');
  expect(await row(/SHOP-/).count()).toBe(4);
});
