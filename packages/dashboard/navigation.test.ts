import { readdirSync } from 'node:fs';
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

test('the sidebar has the areas in groups, and no tools', () => {
  expect(namesFor(false)).toEqual([
    ['Triage', 'Issues', 'Feedback'],
    ['Overview', 'Projects', 'Releases', 'Stats'],
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
