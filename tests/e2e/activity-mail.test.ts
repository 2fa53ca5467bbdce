import { afterAll, expect, test } from 'vitest';
import { processed, throwError } from './app/send.ts';
import { openApp } from './app/server-and-browser.ts';
import { startMailServer } from './mail-server.ts';

const mailServer = await startMailServer();
afterAll(() => mailServer[Symbol.asyncDispose]());
const { mails } = mailServer;
const { server, shop, page, button, open } = await openApp({ settings: mailServer.settings });
const bob = await server.createUser('bob@seismo.example', 'member');

const toBob = () => mails.filter(({ to }) => to === bob.email);

async function newestToBob(count: number): Promise<{ headers: string; text: string }> {
  await expect.poll(() => toBob().length, { timeout: 20_000 }).toBe(count);
  return toBob().at(-1)!;
}

async function comment(text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Comment' }).fill(text);
  await button('Comment').click();
  await page.getByRole('article', { name: 'Comment' }).filter({ hasText: text }).waitFor();
}

test('a mention is mailed to the user, then further comments are, until the user unsubscribes', async () => {
  await throwError(server, shop);
  await processed(server);
  await open('/issues/SHOP-1');
  await comment('Can you look at this, @bob@seismo.example?');
  const mention = await newestToBob(1);
  expect(mention.headers).toContain('Subject: [shop] SHOP-1 TypeError');
  expect(mention.text).toContain('You were mentioned · ');
  expect(mention.text).toContain('> Can you look at this, @bob@seismo.example?');

  await comment('It happens in checkout.');
  const second = await newestToBob(2);
  expect(second.text).toContain('> It happens in checkout.');
  expect(second.headers).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
  const link = /Unsubscribe from this issue: (\S+)/.exec(second.text)![1]!;
  expect(link).toContain(`${server.url}/unsubscribe/`);
  // As mail programs do that have a button for it.
  const answer = await fetch(`${link}/one-click`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
  });
  expect(answer.status).toBe(200);

  await comment('Only for subscribers.');
  await comment('But you should know, @bob@seismo.example.');
  const last = await newestToBob(3);
  expect(last.text).toContain('> But you should know');
  expect(toBob().some(({ text }) => text.includes('Only for subscribers'))).toBe(false);
  expect(mails.some(({ to, text }) => to !== bob.email && text.includes('New comment'))).toBe(false);
});
