import { Secret, TOTP } from 'otpauth';
import { expect, test } from 'vitest';
import {
  confirmByName,
  focused,
  focusedOn,
  isSaved,
  refusedAt,
  settled,
  signInByForm,
  submitSignIn,
} from './app/app.ts';
import { checkPage } from './app/check-page.ts';
import { processed, throwError } from './app/send.ts';
import { serverAndBrowser } from './app/server-and-browser.ts';
import { owner as theOwner } from './running-server.ts';

// Chromium accepts passkeys for a host name, not for an IP address.
const { server, openPage, signIn } = await serverAndBrowser({ hostname: 'localhost' });
const shop = await server.createProject('shop', 'javascript');

test('a user is invited, works within their role, is demoted, and is removed', async () => {
  await throwError(server, shop, { value: 'The till is empty' });
  await processed(server);
  const owner = await signIn();
  await owner.page.goto('/settings/members');
  await owner.page.getByLabel('Email').fill('grace@example.com');
  await owner.page.getByRole('button', { name: 'Create invite link' }).click();
  const link = (await owner.page.getByLabel('invitation link').locator('code').textContent())!;
  await checkPage(owner.page);

  const grace = await openPage();
  await grace.page.goto(new URL(link).pathname);
  await grace.page.getByRole('heading', { name: /^Join / }).waitFor();
  await checkPage(grace.page);
  await grace.page.getByRole('textbox', { name: 'Name', exact: true }).fill('Grace');
  await grace.page.getByLabel('Password').fill('correct horse');
  await grace.page.getByRole('button', { name: 'Create account' }).click();
  await grace.page.waitForURL('**/issues');

  // The link works once.
  const late = await openPage();
  await late.page.goto(new URL(link).pathname);
  await late.page.getByText('was accepted or revoked, or it has expired').waitFor();
  await checkPage(late.page);

  // A member works with issues, but cannot set up projects or read the audit log.
  await grace.page.getByRole('link', { name: /The till is empty/ }).click();
  await grace.page.getByRole('button', { name: 'Resolve', exact: true }).click();
  await grace.page.getByRole('status').filter({ hasText: 'SHOP-1 resolved' }).waitFor();
  await grace.page.goto('/settings/projects/shop');
  await grace.page.getByText('Only owners and admins can change this.').waitFor();
  expect(await grace.page.getByRole('button', { name: 'Create key' }).count()).toBe(0);
  await grace.page.goto('/settings/audit');
  await grace.page.getByText('Only admins and owners can read the audit log').waitFor();
  await checkPage(grace.page);
  await grace.page.goto('/settings/members');
  await grace.page.getByText('grace@example.com').waitFor();
  expect(await grace.page.getByRole('button', { name: 'Create invite link' }).count()).toBe(0);

  // As a viewer, she cannot even resolve.
  await owner.page.goto('/settings/members');
  await owner.page.getByLabel('Role of Grace').selectOption('viewer');
  await owner.page.getByRole('listitem').filter({ hasText: 'Grace' }).getByRole('button', { name: 'Save' }).click();
  await owner.page.getByText('Role changed to viewer').waitFor();
  await grace.page.goto('/issues/SHOP-1');
  await settled(grace.page);
  expect(await grace.page.getByRole('button', { name: 'Reopen', exact: true }).count()).toBe(0);

  await owner.page.getByRole('button', { name: 'Actions for Grace' }).click();
  await owner.page.getByRole('menuitem', { name: 'Remove from Main…' }).click();
  await confirmByName(owner.page, 'grace@example.com', 'Remove');
  await owner.page.getByText('grace@example.com').waitFor({ state: 'detached' });
  await grace.page.goto('/issues/SHOP-1');
  await grace.page.getByRole('heading', { name: 'Not found' }).waitFor();

  await owner.page.goto('/settings/audit');
  for (const entry of [
    'Grace joined with the email address grace@example.com, as member',
    'changed the role of grace@example.com, member to viewer',
    'removed grace@example.com, viewer',
  ]) {
    await owner.page.getByRole('listitem').filter({ hasText: entry }).waitFor();
  }
  await checkPage(owner.page);
  await owner.page.getByLabel('Action').selectOption('invite');
  await owner.page.waitForURL('**action=invite**');
  await expect.poll(() => owner.page.getByRole('list', { name: 'Entries' }).getByRole('listitem').count()).toBe(1);
});

test('a user sees their sessions and ends one', async () => {
  const [here, elsewhere] = [await openPage(), await openPage()];
  for (const { page } of [here, elsewhere]) await signInByForm(page, theOwner);
  await here.page.goto('/settings/security');
  await here.page.getByRole('button', { name: 'Sign out everywhere else' }).click();
  await confirmByName(here.page, theOwner.email, 'Sign out everywhere else');
  await here.page.getByText('This session').waitFor();
  await here.page
    .getByRole('status')
    .filter({ hasText: /^Signed out of \d+ other sessions?/ })
    .waitFor();
  // Only this session is left, so there is no second button.
  const signOuts = here.page.getByRole('main').getByRole('button', { name: 'Sign out', exact: true });
  await signOuts.nth(1).waitFor({ state: 'detached' });
  await focusedOn(here.page, 'Sign-in and security');
  await checkPage(here.page);
  await elsewhere.page.goto('/issues');
  await elsewhere.page.waitForURL('**/sign-in**');
  await here.page.goto('/settings/account');
  await here.page.getByRole('textbox', { name: 'Name', exact: true }).fill('Ada Lovelace');
  await here.page.getByRole('button', { name: 'Save name' }).click();
  await here.page.getByText('Saved', { exact: true }).waitFor();
});

test('a code of an authenticator or a recovery code is required after the password', async () => {
  const { page } = await signIn();
  await page.goto('/settings/security');
  await page.getByRole('button', { name: 'Set up authenticator app' }).click();
  await page.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor();
  const secret = (await page.getByRole('group', { name: 'key', exact: true }).textContent())!;
  await checkPage(page);
  await page.getByRole('textbox', { name: 'Code' }).fill('000000');
  await page.getByRole('button', { name: 'Turn on' }).click();
  await refusedAt(page.getByRole('textbox', { name: 'Code' }), 'Wrong code');
  await page.getByRole('textbox', { name: 'Code' }).fill(new TOTP({ secret: Secret.fromBase32(secret) }).generate());
  await page.getByRole('button', { name: 'Turn on' }).click();
  const [code] = (await page.getByRole('group', { name: 'recovery codes' }).textContent())!.split('\n');
  await checkPage(page);
  await page.getByRole('button', { name: 'I saved my codes' }).click();
  await page.getByText('10 recovery codes left').waitFor();
  await focusedOn(page, 'Two-step sign-in');

  const again = await openPage();
  await again.page.goto('/sign-in/code');
  await again.page.waitForURL('**/sign-in');
  await again.page.goto('/sign-in?next=/stats');
  await submitSignIn(again.page, theOwner);
  await again.page.getByRole('heading', { name: 'Enter your code' }).waitFor();
  const codeField = again.page.getByRole('textbox', { name: 'Code' });
  await focused(codeField);
  await checkPage(again.page);
  await again.page.goto('/issues');
  await again.page.waitForURL('**/sign-in**');
  await again.page.goto('/sign-in/code?next=/stats');
  await again.page.getByRole('textbox', { name: 'Code' }).fill(code!);
  await again.page.getByRole('button', { name: 'Continue' }).click();
  await again.page.waitForURL('**/stats');

  // A user who lost both factors signs in with a link from the command line.
  const lost = await openPage();
  await lost.page.goto(await server.signInLink(theOwner.email));
  await lost.page.getByRole('button', { name: 'Continue' }).click();
  await lost.page.waitForURL('**/issues');

  await page.reload();
  await page.getByText('9 recovery codes left').waitFor();
  await page.getByRole('button', { name: 'New recovery codes' }).click();
  const proof = page.getByRole('textbox', { name: 'Code' });
  for (const [given, why] of [
    [code!, 'already used'],
    ['111111', 'Wrong code'],
  ] as const) {
    await proof.fill(given);
    await page.getByRole('button', { name: 'Create new codes' }).click();
    await refusedAt(proof, why);
  }
  await checkPage(page);
});

test('a passkey signs in without a password', async () => {
  const { page, context } = await signIn(await server.createUser('passkey@seismo.example', 'member'));
  const devtools = await context.newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await page.goto('/settings/security');
  await page.getByLabel('Passkey name').fill('Laptop');
  await page.getByRole('button', { name: 'Add passkey' }).click();
  await page.getByText('Never used').waitFor();
  await checkPage(page);
  await page.getByRole('button', { name: 'Sign out', exact: true }).last().click();
  await page.waitForURL('**/sign-in');
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await page.waitForURL('**/issues');
  await page.goto('/settings/security');
  await page.getByRole('listitem').filter({ hasText: 'Laptop' }).getByRole('button', { name: 'Delete' }).click();
  await confirmByName(page, 'Laptop', 'Delete passkey');
  await page.getByText('Laptop').waitFor({ state: 'detached' });
  await focusedOn(page, 'Passkeys');
});

test('an organization and a project are created and deleted by name; a setting is found by search', async () => {
  const boss = await server.createUser('boss@seismo.example', 'owner');
  const { page } = await signIn(boss);
  const main = page.getByRole('main');
  await page.goto('/settings/organizations');
  const make = main.getByRole('region', { name: 'New organization' });
  await make.getByLabel('Name').fill('Side');
  await make.getByRole('button', { name: 'Create organization' }).click();
  await Promise.all([isSaved(page), main.getByLabel('Organization', { exact: true }).selectOption({ label: 'Side' })]);
  await main.getByRole('region', { name: 'Side', exact: true }).waitFor();
  await checkPage(page);
  // The collapsed sidebar has the organization switcher, too.
  await page.setViewportSize({ width: 800, height: 800 });
  const narrow = page.getByRole('banner').getByRole('combobox', { name: 'Organization' });
  await narrow.selectOption({ label: 'Main' });
  await page.getByRole('banner').getByTitle('Organization: Main').waitFor();
  await narrow.selectOption({ label: 'Side' });
  await page.getByRole('banner').getByTitle('Organization: Side').waitFor();
  await checkPage(page);
  await page.goto('/projects');
  await main.getByText('No projects yet').waitFor();
  // A page that exists in another organization only selects that organization.
  await page.goto('/projects/shop');
  await main.getByRole('heading', { level: 1, name: 'shop' }).waitFor();
  await page.goto('/settings/organizations');
  await settled(page);
  await Promise.all([isSaved(page), main.getByLabel('Organization', { exact: true }).selectOption({ label: 'Side' })]);
  await main.getByRole('button', { name: 'Delete Side' }).click();
  await confirmByName(page, 'side', 'Delete organization');
  await main.getByRole('region', { name: 'Side', exact: true }).waitFor({ state: 'detached' });

  await server.createProject('gone', 'node');
  await page.goto('/settings/projects/gone/general');
  await main.getByRole('textbox', { name: 'Name', exact: true }).fill('Going');
  await main.getByRole('button', { name: 'Save' }).click();
  await main.getByText('Saved', { exact: true }).waitFor();
  await checkPage(page);
  await main.getByRole('button', { name: 'Delete project' }).click();
  await confirmByName(page, 'gone', 'Delete project');
  await page.waitForURL('**/projects');
  await processed(server);
  await page.reload();
  await main.getByRole('link', { name: 'shop', exact: true }).waitFor();
  expect(await main.getByRole('link', { name: 'Going' }).count()).toBe(0);

  await page.goto('/settings');
  await settled(page);
  await page.keyboard.press('/');
  await page.keyboard.type('two-step');
  await page.getByRole('option', { name: /Two-step sign-in/ }).waitFor();
  await checkPage(page);
  await page.getByRole('combobox', { name: 'Search settings' }).focus();
  await page.keyboard.press('Enter');
  await page.waitForURL('**/settings/security#two-step-sign-in');
  const found = main.getByRole('region', { name: 'Two-step sign-in' });
  await focused(found.getByRole('button', { name: 'Set up authenticator app' }));
  await page.getByRole('combobox', { name: 'Search settings' }).fill('samples');
  await page.getByText('No matching settings. Similar settings:').waitFor();
  await page.getByRole('option', { name: 'Sampling' }).waitFor();
  await checkPage(page);
});
