import { request } from 'node:http';
import { Secret, TOTP } from 'otpauth';
import { afterAll, expect, test } from 'vitest';
import { settled, signInByForm, submitSignIn } from './app/app.ts';
import { checkPage } from './app/check-page.ts';
import { serverAndBrowser } from './app/server-and-browser.ts';
import { startMailServer } from './mail-server.ts';
import { owner } from './running-server.ts';

const mailServer = await startMailServer();
afterAll(() => mailServer[Symbol.asyncDispose]());
const { mails } = mailServer;
const { server, openPage, signIn } = await serverAndBrowser({ settings: mailServer.settings });
const sent = /If an account with a password has this address/;

const mailsTo = (address: string) => mails.filter(({ to }) => to === address);
const linkIn = (text: string, name: string) => new RegExp(`${name}: (\\S+)`).exec(text)![1]!;

/** Resolves with the newest message to the address, once there are this many. */
async function newestTo(address: string, count: number) {
  await expect.poll(() => mailsTo(address).length, { timeout: 20_000 }).toBe(count);
  return mailsTo(address).at(-1)!;
}

test('an invitation comes by mail, and its link admits the user', async () => {
  const { page } = await signIn();
  await page.goto('/settings/members');
  await page.getByLabel('Email').fill('grace@example.com');
  await page.getByRole('button', { name: 'Create invite link' }).click();
  await page.getByText('Sent. Answer: 250 2.0.0 Ok: queued').waitFor();
  const copied = (await page.getByLabel('invitation link').locator('code').textContent())!;
  await checkPage(page);

  const { headers, text } = await newestTo('grace@example.com', 1);
  expect(headers).toContain('Subject: Invitation to Main on Seismo');
  expect(text).toContain('invites you to join Main as member.');
  const link = linkIn(text, 'View invitation');
  expect(link).toBe(copied);
  expect(link).toMatch(new RegExp(`^${server.url}/invitation/[\\w-]{43}$`));
  const grace = await openPage();
  await grace.page.goto(link);
  await grace.page.getByRole('textbox', { name: 'Name', exact: true }).fill('Grace');
  await grace.page.getByLabel('Password').fill('correct horse');
  await grace.page.getByRole('button', { name: 'Create account' }).click();
  await grace.page.waitForURL('**/issues');

  // Without the mail server, the link is still there.
  mailServer.refuse('5.7.1 Relaying denied');
  await page.getByLabel('Email').fill('heidi@example.com');
  await page.getByRole('button', { name: 'Create invite link' }).click();
  await page.getByText('Not sent. Pass the link on yourself. 550 5.7.1 Relaying denied').waitFor();
  expect(await page.getByLabel('invitation link').locator('code').textContent()).toContain('/invitation/');
  await checkPage(page);
  mailServer.refuse(null);
});

test('a forgotten password is replaced by mail: sessions end, and the second factor is still required', async () => {
  const before = await openPage();
  await signInByForm(before.page, owner);
  await before.page.goto('/settings/security');
  await before.page.getByRole('button', { name: 'Set up authenticator app' }).click();
  const secret = (await before.page.getByRole('group', { name: 'key', exact: true }).textContent())!;
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  await before.page.getByRole('textbox', { name: 'Code' }).fill(totp.generate());
  await before.page.getByRole('button', { name: 'Turn on' }).click();
  const [code] = (await before.page.getByRole('group', { name: 'recovery codes' }).textContent())!.split('\n');

  const { page } = await openPage();
  await page.goto('/sign-in');
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await page.getByRole('heading', { name: 'Reset your password' }).waitFor();
  await settled(page);
  await checkPage(page);
  await page.getByRole('textbox', { name: 'Email' }).fill(owner.email.toUpperCase());
  await page.getByRole('button', { name: 'Send link' }).click();
  await page.getByText(sent).waitFor();
  await checkPage(page);

  const { headers, text } = await newestTo(owner.email, 1);
  expect(headers).toContain('Subject: Reset your Seismo password');
  const link = linkIn(text, 'Set new password');
  expect(link).toMatch(new RegExp(`^${server.url}/sign-in/reset/[\\w-]{43}$`));
  // Scanners of mail open links in advance.
  for (let time = 0; time < 3; time++) expect((await fetch(link)).status).toBe(200);
  await page.goto(link);
  await page.getByText(`For ${owner.email}.`).waitFor();
  await checkPage(page);
  const password = page.getByLabel('Password');
  expect(await password.getAttribute('autocomplete')).toBe('new-password');
  await password.fill('a new battery staple');
  await page.getByRole('button', { name: 'Set password' }).click();
  await page.getByText('Password changed. All sessions have ended').waitFor();
  await checkPage(page);
  expect((await newestTo(owner.email, 2)).headers).toContain('Subject: Your Seismo password was changed');

  await before.page.goto('/issues');
  await before.page.waitForURL('**/sign-in**');
  await page.goto('/sign-in');
  await submitSignIn(page, { ...owner, password: 'a new battery staple' });
  await page.getByRole('heading', { name: 'Enter your code' }).waitFor();
  await page.getByRole('textbox', { name: 'Code' }).fill(code!);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.waitForURL('**/issues');
  await page.goto('/settings/audit');
  await page.getByText(`changed the password for ${owner.email}`).waitFor();

  const late = await openPage();
  await late.page.goto(link);
  await late.page.getByText('This link was already used or replaced').waitFor();
  await checkPage(late.page);
  expect(server.output.join('\n') + server.logged()).not.toContain(link.split('/').at(-1));
});

test('an address without an account gets the same answer and no mail; headers do not choose the link', async () => {
  const [known, unknown] = [await server.createUser('known@example.com', 'member'), 'unknown@example.com'];
  const answers = [];
  for (const email of [known.email, unknown]) {
    const { page } = await openPage();
    await page.goto('/sign-in/forgot');
    await page.getByLabel('Email').fill(email);
    await page.getByRole('button', { name: 'Send link' }).click();
    await page.getByText(sent).waitFor();
    answers.push((await page.getByRole('main').innerText()).trim());
  }
  expect(answers[0]).toBe(answers[1]);
  await newestTo(known.email, 1);

  const forged = { host: 'evil.example', origin: 'http://evil.example', 'x-forwarded-host': 'evil.example' };
  const [one, other] = [await postReset(known.email, forged), await postReset(unknown, forged)];
  expect(one).toEqual(other);
  expect(one.status).toBe(200);
  const { text } = await newestTo(known.email, 2);
  expect(linkIn(text, 'Set new password')).toContain(`${server.url}/sign-in/reset/`);
  expect(text).not.toContain('evil');
  expect(mailsTo(unknown)).toEqual([]);
});

/** Posts the form as a browser without JavaScript does. Returns what tells one answer from another. */
async function postReset(email: string, headers: Record<string, string>) {
  const html = await (await fetch(`${server.url}/sign-in/forgot`)).text();
  const form = new FormData();
  const entities: Record<string, string> = { quot: '"', amp: '&', '#x27': "'", lt: '<', gt: '>' };
  for (const [input] of html.matchAll(/<input type="hidden"[^>]*>/g)) {
    const [name, value] = ['name', 'value'].map((key) => new RegExp(` ${key}="([^"]*)"`).exec(input)?.[1] ?? '');
    form.set(
      name!,
      value!.replace(/&(\w+|#x27);/g, (_, entity: string) => entities[entity]!),
    );
  }
  form.set('email', email);
  const encoded = new Response(form);
  const body = Buffer.from(await encoded.arrayBuffer());
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; names: string[] }>();
  const sending = request(
    `${server.url}/sign-in/forgot`,
    { method: 'POST', headers: { ...headers, 'content-type': encoded.headers.get('content-type')! } },
    (response) => {
      response.resume();
      response.on('end', () => resolve({ status: response.statusCode!, names: Object.keys(response.headers) }));
    },
  );
  sending.on('error', reject);
  sending.end(body);
  return promise;
}
