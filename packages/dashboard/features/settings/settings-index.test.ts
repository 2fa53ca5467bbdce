import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findSettings, projectSettingEntries, settingEntries } from './settings-index.ts';

const projects = [
  { slug: 'api', name: 'API' },
  { slug: 'shop', name: 'Web shop' },
];
const app = join(import.meta.dirname, '../../app/(app)');

test('every entry is an existing page', () => {
  for (const { path } of settingEntries) expect(existsSync(join(app, path, 'page.tsx')), path).toBe(true);
  for (const { path } of projectSettingEntries) {
    expect(existsSync(join(app, 'settings/projects/[project]', path, 'page.tsx')), path).toBe(true);
  }
});

test('an entry is found by its name and by synonyms', () => {
  expect(findSettings('2fa', projects, null).map(({ name }) => name)).toEqual(['Two-step sign-in']);
  expect(findSettings('PASSWORD', [], null)[0]).toEqual({
    href: '/settings/account',
    name: 'Password',
    detail: 'Account',
  });
  expect(findSettings('spike shop', projects, null)).toEqual([
    { href: '/settings/projects/shop/limits', name: 'Spike protection', detail: 'Web shop, Limits' },
  ]);
});

test('the current project comes first', () => {
  expect(findSettings('crawlers', projects, 'shop').map(({ href }) => href)).toEqual([
    '/settings/projects/shop/filters',
    '/settings/projects/api/filters',
  ]);
});

test('an empty search finds nothing', () => {
  expect(findSettings('  ', projects, null)).toEqual([]);
  expect(findSettings('constructor', projects, null)).toEqual([]);
});

test('settings without permission are not found', () => {
  expect(findSettings('invite', projects, null)).toHaveLength(1);
  expect(findSettings('invite', projects, null, ['invite'])).toEqual([]);
  expect(findSettings('remove api', projects, null, ['deleteProject'])).toEqual([]);
});
