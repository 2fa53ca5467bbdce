import { afterAll, expect, test } from 'vitest';
import { checkPage } from './app/check-page.ts';
import { throwError } from './app/send.ts';
import { openApp } from './app/server-and-browser.ts';
import { startMailServer } from './mail-server.ts';
import { owner } from './running-server.ts';

const mailServer = await startMailServer();
afterAll(() => mailServer[Symbol.asyncDispose]());
const { mails } = mailServer;
const { server, shop, page, main, row, button, open } = await openApp({ settings: mailServer.settings });
/** On phones it is below the title. */
const outcome = (issue: string, text: string) => row(issue).getByText(text).filter({ visible: true });

test('the first error in a fresh project mails its owner within seconds, and the mail leads to the issue', async () => {
  await open('/alerts');
  await main.getByText('No alerts yet').waitFor();
  await main.getByText('Sent by email from Seismo <alerts@seismo.example>').waitFor();
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
  await outcome('TypeError', 'Sent to 1 person').waitFor();
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
  await open('/alerts?view=rules');
  await button('Send test email').click();
  await main.getByText('Sent. The mail server said: 250 2.0.0 Ok: queued').waitFor();
  expect(mails.at(-1)!.headers).toContain('Subject: Test message from Seismo');
  mailServer.refuse('5.7.1 Relaying denied');
  await button('Send test email').click();
  await main.getByText('550 5.7.1 Relaying denied').waitFor();
  mailServer.refuse(null);
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
  expect(await row(/SHOP-/).count()).toBe(2);
});
