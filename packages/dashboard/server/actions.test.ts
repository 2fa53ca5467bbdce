import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const sources = globSync('{app,charts,explorer,features,lib,server,shell,ui}/**/*.{ts,tsx}', { cwd: root })
  .filter((path) => !path.includes('.test.'))
  .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
  .sort((one, other) => (one.path < other.path ? -1 : 1));

/** Each action with its parameters and body. Formatted code: a function ends at the first line that is a brace alone. */
const actions = sources
  .filter(({ text }) => text.startsWith("'use server'"))
  .flatMap(({ path, text }) =>
    [...text.matchAll(/^(?:export )?async function (\w+)(.*?)^}$/gms)].map(([all, name, rest]) => ({
      path,
      name: name!,
      isExported: all.startsWith('export'),
      text: rest!,
    })),
  );

/** Actions on the account itself, which belongs to no organization. */
const ofTheAccount = [
  'addBrowser',
  'addPasskey',
  'beginAuthenticator',
  'beginBrowser',
  'beginConnection',
  'beginPasskey',
  'changeName',
  'changePassword',
  'saveListPreferences',
  'createOrganization',
  'createToken',
  'deletePasskey',
  'deleteToken',
  'disableAuthenticator',
  'disconnect',
  'enableAuthenticator',
  'endOtherSessions',
  'endSession',
  'finishSignOn',
  'joinByInvitation',
  'linkSlackUser',
  'newRecoveryCodes',
  'removeBrowser',
  'saveNotificationSettings',
  'savePreferences',
  'testBrowser',
  'unlinkSlackUser',
];
const beforeSignIn = [
  'beginPasskeySignIn',
  'beginSignOn',
  'requestPasswordReset',
  'resetPassword',
  'setUp',
  'signIn',
  'signInByCode',
  'signInByLink',
  'signInByPasskey',
  'signOut',
  'signUpByInvitation',
  'unsubscribe',
];
/** Sets a cookie. */
const ofTheBrowser = ['showOrganization'];

describe('every server action', () => {
  const exported = actions.filter(({ isExported }) => isExported);
  const exceptions = [...ofTheAccount, ...beforeSignIn, ...ofTheBrowser];

  test('is found here', () => {
    expect(exported.length).toBeGreaterThan(70);
    expect(exported.map(({ name }) => name)).toEqual(expect.arrayContaining(exceptions));
  });

  test.each(exported.filter(({ name }) => !exceptions.includes(name)))(
    '$name of $path receives the organization in which it acts',
    ({ text }) =>
      expect(text).toMatch(/^\(\s*(\w+: Target\b|organizationId: number|\{[^}]*\}: Target|selected: SelectedIssues)/),
  );

  test.each(actions.filter(({ name }) => !ofTheAccount.includes(name)))(
    '$name of $path cannot reach other organizations',
    ({ text }) => expect(text).not.toMatch(/accountViewer|viewerOfSession|memberships/),
  );
});

describe('the viewer with all organizations', () => {
  test('is used by pages and actions about the account only', () => {
    const users = sources.filter(({ text }) => /\baccountViewer\b/.test(text)).map(({ path }) => path);
    expect(users).toEqual([
      // Receives notifications without content.
      'app/live/route.ts',
      'features/auth/actions.ts',
      'features/auth/invitation.tsx',
      'features/notifications/actions.ts',
      'features/notifications/notification-settings.tsx',
      'features/notifications/slack-link.ts',
      'features/organizations/actions.ts',
      'features/organizations/organizations.tsx',
      'features/preferences/actions.ts',
      'features/settings/account.tsx',
      'features/settings/actions.ts',
      'features/settings/second-factor-actions.ts',
      'features/settings/security.tsx',
      'features/settings/tokens.tsx',
      'features/sign-on/actions.ts',
      'features/sign-on/connections.tsx',
      'server/action-viewer.ts',
      'server/viewer.ts',
    ]);
  });

  test('is used by no other route of files', () => {
    const routes = sources.filter(({ path }) => path.endsWith('/route.ts') && path !== 'app/live/route.ts');
    for (const { path, text } of routes.filter(({ text }) => text.includes('runtime().query')))
      expect(text, path).toMatch(/await routeViewer\(request\)/);
  });
});
