import { once } from 'node:events';
import { createServer } from 'node:http';
import Provider from 'oidc-provider';
import { Secret, TOTP } from 'otpauth';
import type { Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { confirmByName, refusedAt, submitSignIn } from './app/app.ts';
import { checkPage } from './app/check-page.ts';
import { freePort } from './free-port.ts';
import { owner } from './running-server.ts';
import { serverAndBrowser } from './app/server-and-browser.ts';

const secret = 'a secret between the two servers';

/** A real OpenID provider that accepts any identity; addresses that start with `new` are not verified. */
const { server, openPage, signIn } = await serverAndBrowser({ internalHosts: '127.0.0.1' });
const port = await freePort();
const issuer = `http://127.0.0.1:${port}`;
const provider = new Provider(issuer, {
  clients: [{ client_id: 'seismo', client_secret: secret, redirect_uris: [`${server.url}/sign-in/sso/1/callback`] }],
  claims: { email: ['email', 'email_verified'], profile: ['name'] },
  conformIdTokenClaims: false,
  findAccount: async (_, id) => ({
    accountId: id,
    claims: async () => ({ sub: id, email: id, email_verified: !id.startsWith('new'), name: id.split('@')[0] }),
  }),
});
const http = createServer(provider.callback()).listen(port, '127.0.0.1');
await once(http, 'listening');
afterAll(() => void http.close());

async function signInAtProvider(page: Page, email: string): Promise<void> {
  await page.getByPlaceholder('Enter any login').fill(email);
  await page.getByPlaceholder('and password').fill('whatever');
  await page.getByRole('button', { name: 'Sign-in' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
}

async function signOnAs(page: Page, email: string): Promise<void> {
  await page.goto('/sign-in?next=/stats');
  await page.getByRole('button', { name: 'Sign in with Acme (main)' }).click();
  await signInAtProvider(page, email);
}

test('members of the organization sign in at its identity provider, and others cannot', async () => {
  const { page } = await signIn();
  await page.goto('/settings/sign-on');
  const fields = {
    'Button label': 'Acme',
    'Client ID': 'seismo',
    'Client secret': secret,
    Domains: 'acme.example',
  };
  for (const [label, value] of Object.entries(fields)) await page.getByLabel(label).fill(value);
  await page.getByLabel('Issuer').fill('https://127.0.0.2:1');
  await page.getByRole('button', { name: 'Set up' }).click();
  await refusedAt(
    page.getByLabel('Issuer'),
    /127\.0\.0\.2 does not exist or is an internal host\. .* SEISMO_ALLOWED_INTERNAL_HOSTS/,
  );
  await page.getByLabel('Issuer').fill(`${issuer}/nowhere`);
  await page.getByRole('button', { name: 'Set up' }).click();
  await refusedAt(page.getByLabel('Issuer'), 'is not usable as an OpenID Connect provider: .* returned 404');
  await page.getByLabel('Issuer').fill(issuer);
  await page.getByRole('button', { name: 'Set up' }).click();
  await page.getByRole('button', { name: 'Remove Acme' }).waitFor();
  await checkPage(page);
  expect(await page.content()).not.toContain(secret);

  const grace = await openPage();
  await grace.page.goto('/sign-in');
  await checkPage(grace.page);
  await signOnAs(grace.page, 'grace@acme.example');
  await grace.page.waitForURL('**/stats');
  await grace.page.goto('/settings/account');
  await grace.page.getByText('grace@acme.example').first().waitFor();
  await grace.page.getByText('member', { exact: true }).waitFor();

  for (const email of ['eve@elsewhere.example', 'newcomer@acme.example', owner.email]) {
    const other = await openPage();
    await signOnAs(other.page, email);
    await other.page.getByRole('alert').filter({ hasText: 'Your Acme account is not connected' }).waitFor();
    await checkPage(other.page);
    await other.page.goto('/issues');
    await other.page.waitForURL('**/sign-in**');
  }

  // A removed user cannot sign in again through the provider.
  await page.goto('/settings/members');
  await page.getByRole('button', { name: /^Actions for grace/ }).click();
  await page.getByRole('menuitem', { name: 'Remove from Main…' }).click();
  await confirmByName(page, 'grace@acme.example', 'Remove');
  await page.getByText('grace@acme.example').waitFor({ state: 'detached' });
  const back = await openPage();
  await signOnAs(back.page, 'grace@acme.example');
  await back.page.getByRole('alert').filter({ hasText: 'Your Acme account is not connected' }).waitFor();

  // An answer to a sign-in that this browser did not start creates no session.
  const forged = await openPage();
  await forged.page.goto('/sign-in/sso/1/callback?code=stolen&state=guessed');
  await forged.page.getByRole('alert').filter({ hasText: 'started in another browser' }).waitFor();
});

test('an existing account is connected from its page, keeps its second factor, and is disconnected', async () => {
  const person = await server.createUser('ann@seismo.example', 'member');
  const { page } = await signIn(person);
  await page.goto('/settings/security');
  await page.getByRole('button', { name: 'Set up authenticator app' }).click();
  const secretOf = page.getByRole('group', { name: 'key', exact: true });
  const totp = new TOTP({ secret: Secret.fromBase32((await secretOf.textContent())!) });
  await page.getByRole('textbox', { name: 'Code' }).fill(totp.generate());
  await page.getByRole('button', { name: 'Turn on' }).click();
  const [recoveryCode] = (await page.getByRole('group', { name: 'recovery codes' }).textContent())!.split('\n');
  await page.getByRole('button', { name: 'I saved my codes' }).click();
  await page.getByRole('button', { name: 'Connect Acme' }).click();
  await signInAtProvider(page, 'ann.other@acme.example');
  await page.waitForURL('**/settings/security');
  await page.getByRole('button', { name: 'Disconnect Acme' }).waitFor();
  await checkPage(page);

  const again = await openPage();
  await signOnAs(again.page, 'ann.other@acme.example');
  await again.page.getByRole('heading', { name: 'Enter your code' }).waitFor();
  await again.page.getByRole('textbox', { name: 'Code' }).fill(recoveryCode!);
  await again.page.getByRole('button', { name: 'Continue' }).click();
  await again.page.waitForURL('**/stats');
  await again.page.goto('/settings/account');
  await again.page.getByText(person.email).first().waitFor();
  await again.page.getByText('this session cannot change your account').waitFor();
  await again.page.goto('/settings/security');
  await again.page.getByText('this session cannot change your account').waitFor();
  expect(await again.page.getByRole('button', { name: 'Disconnect Acme' }).count()).toBe(0);

  await page.getByRole('button', { name: 'Disconnect Acme' }).click();
  await page.getByRole('button', { name: 'Connect Acme', exact: true }).waitFor();
  await again.page.goto('/issues');
  await again.page.waitForURL('**/sign-in**');
});

test('signing in never redirects to another site', async () => {
  for (const next of ['/.//evil.example', '/issues/..//evil.example', '/%2e//evil.example', '/./\\evil.example']) {
    const { page } = await openPage();
    await page.goto(`/sign-in?next=${encodeURIComponent(next)}`);
    await submitSignIn(page, owner);
    await page.waitForURL(`${server.url}/issues`);
  }
});
