import { globSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { findSettings, settingHref, settingPages, similarSettings } from './settings-index.ts';

const projects = [
  { slug: 'api', name: 'API' },
  { slug: 'shop', name: 'Web shop' },
];
const app = join(import.meta.dirname, '../../app/(app)');
const namesOf = (text: string, selected = 'shop') => findSettings(text, projects, selected).map(({ name }) => name);

test('every entry is an existing page, and every settings page has an entry', () => {
  const entries = settingPages.map((page) => decodeURIComponent(settingHref(page, '[project]')).slice(1));
  const pages = globSync('settings/**/page.tsx', { cwd: app }).map((file) => dirname(file));
  expect(pages.filter((page) => page !== 'settings').toSorted()).toEqual(entries.toSorted());
});

test('no page has two controls of one name', () => {
  for (const { name, controls } of settingPages) {
    expect(new Set(controls.map((each) => each.name)).size, name).toBe(controls.length);
  }
});

test.each([
  ['sampling', '/settings/projects/shop/filters#sampling'],
  ['dsn', '/settings/projects/shop#dsn'],
  ['two-factor', '/settings/security#two-step-sign-in'],
  ['2fa', '/settings/security#two-step-sign-in'],
  ['invite', '/settings/members#invite'],
  ['IP addresses', '/settings/projects/shop/filters#ip-addresses'],
  ['user ip', '/settings/projects/shop/privacy#user-ip-addresses'],
  ['retention', '/settings/projects/shop/limits#retention'],
  ['dark', '/settings/preferences#theme'],
  ['mentions', '/settings/notifications#email-notifications'],
  ['weekly', '/settings/notifications#weekly-report'],
  ['notifications', '/settings/notifications'],
  ['PASSWORD', '/settings/security#password'],
  ['org:ci', '/settings/tokens#scopes'],
])('%s leads to its control', (text, href) => {
  expect(findSettings(text, projects, 'shop')[0]?.href).toBe(href);
});

test('a setting of projects is found once: in the selected project, or in the one that is named', () => {
  expect(findSettings('crawlers', projects, 'shop').map(({ href }) => href)).toEqual([
    '/settings/projects/shop/filters#crawlers',
  ]);
  expect(findSettings('crawlers api', projects, 'shop').map(({ href }) => href)).toEqual([
    '/settings/projects/api/filters#crawlers',
  ]);
  expect(findSettings('spike', [], null)).toEqual([]);
});

test('an empty search finds nothing, an unknown word finds what is near', () => {
  expect(namesOf('  ')).toEqual([]);
  expect(namesOf('constructor')).toEqual([]);
  expect(namesOf('samples')).toEqual([]);
  expect(similarSettings('samples', projects, 'shop').map(({ name }) => name)).toEqual(['Sampling', 'Kept traces']);
  expect(similarSettings('zzzz', projects, 'shop')).toEqual([]);
});

test('settings without permission are not found', () => {
  expect(findSettings('invite', projects, null)).toHaveLength(1);
  expect(findSettings('invite', projects, null, ['invite'])).toEqual([]);
  expect(findSettings('delete project api', projects, null, ['deleteProject'])).toEqual([]);
});
