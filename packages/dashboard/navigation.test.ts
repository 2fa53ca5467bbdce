import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { groupsFor, isWithin, navigationPages, titleOf } from './navigation.ts';

const namesFor = (isSupportOnly: boolean) =>
  groupsFor({ isSupportOnly }).map(({ name, pages }) => [name, ...pages.map((page) => page.name)]);

test('every area of the app has an entry, and every entry a page', () => {
  const app = join(import.meta.dirname, 'app/(app)');
  const areas = readdirSync(app, { withFileTypes: true }).filter((each) => each.isDirectory());
  const withPage = areas.filter(({ name }) => readdirSync(join(app, name)).includes('page.tsx'));
  expect(navigationPages.map(({ href }) => href.slice(1)).toSorted()).toEqual(
    withPage.map(({ name }) => name).toSorted(),
  );
});

test('every page outside of sign-in asks for a session first', () => {
  const matcher = /matcher: \[\s*'(.*)',?\s*\]/.exec(readFileSync(join(import.meta.dirname, 'proxy.ts'), 'utf8'))![1]!;
  const needsSession = (path: string) => new RegExp(`^${matcher}$`).test(path);
  for (const path of ['/', '/shared/secret', '/live-view', ...navigationPages.map(({ href }) => href)])
    expect(needsSession(path), path).toBe(true);
  const app = join(import.meta.dirname, 'app');
  const open = [app, join(app, '(auth)')].flatMap((folder) =>
    readdirSync(folder, { withFileTypes: true }).filter((each) => each.isDirectory() && !each.name.startsWith('(')),
  );
  for (const { name } of open)
    expect([needsSession(`/${name}`), needsSession(`/${name}/1`)], name).toEqual([false, false]);
});

test('the sidebar has the areas in groups, and no tools', () => {
  expect(namesFor(false)).toEqual([
    ['Triage', 'Issues', 'Feedback', 'Alerts'],
    ['Overview', 'Traces', 'Projects', 'Releases', 'Stats'],
    ['Configuration', 'Settings'],
  ]);
});

test('the support role has only what needs no permission', () => {
  expect(namesFor(true)).toEqual([
    ['Tools', 'Error codes'],
    ['Configuration', 'Settings'],
  ]);
});

test('a link is current on its page and the pages below it', () => {
  expect(isWithin('/issues/SHOP-1/events', '/issues')).toBe(true);
  expect(isWithin('/issues-old', '/issues')).toBe(false);
  expect(isWithin('/', '/issues')).toBe(false);
  expect(titleOf('/error-codes')).toEqual({ title: 'Error codes' });
});
