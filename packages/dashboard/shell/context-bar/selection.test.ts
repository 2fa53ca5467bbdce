import { expect, test } from 'vitest';
import { carry, chosenIn, chosenOn, readChosen } from './selection.ts';

test('what is looked at is read the same way from the address of every page', () => {
  expect(readChosen({ project: 'shop', environment: ['test', 'test', ''], range: '7d', query: 'x' })).toEqual({
    projects: ['shop'],
    environments: ['test'],
    range: '7d',
  });
  expect(readChosen({ range: 'forever' })).toEqual({ projects: [], environments: [], range: '14d' });
});

test('a page that is gone to looks at what was looked at, and keeps what is its own', () => {
  const here = chosenIn('?query=boom&project=shop&environment=a%26b&range=7d&cursor=z&range=');
  expect(here).toBe('project=shop&environment=a%26b&range=7d');
  expect(carry('/stats', here)).toBe('/stats?project=shop&environment=a%26b&range=7d');
  expect(carry('/issues?query=', here)).toBe('/issues?project=shop&environment=a%26b&range=7d&query=');
});

test('a page that cannot be narrowed by something does not forget it', () => {
  const before = 'project=shop&environment=test&range=7d';
  expect(chosenOn('/releases', '?project=web&cursor=x', before)).toBe('project=web&range=7d');
  expect(chosenOn('/stats', '?project=web&environment=dev&range=1h', before)).toBe(
    'project=web&environment=dev&range=1h',
  );
  expect(chosenOn('/issues', '', before)).toBe('');
  expect(chosenOn('/issues/SHOP-1', '?event=latest', before)).toBe(before);
});

test('an address that says what it is of, and a page without the bar, are left alone', () => {
  expect(carry('/issues?project=web', 'project=shop&range=7d')).toBe('/issues?project=web');
  expect(carry('/settings', 'project=shop')).toBe('/settings');
  expect(carry('/issues/SHOP-1', 'project=shop')).toBe('/issues/SHOP-1');
  expect(carry('/issues', '')).toBe('/issues');
});

test('two moments are carried like a named range, and go with it', () => {
  const moments = 'from=2026-11-21T09%3A30Z&to=2026-11-21T12%3A00Z';
  expect(chosenIn(`?project=shop&${moments}&query=x`)).toBe(`project=shop&${moments}`);
  expect(carry('/stats', moments)).toBe(`/stats?${moments}`);
  expect(chosenOn('/releases', '?project=web', moments)).toBe(`project=web&${moments}`);
  expect(chosenOn('/issues', '?range=7d', moments)).toBe('range=7d');
  expect(readChosen({ from: '2026-11-21T09:30Z', to: '2026-11-21T12:00Z' }).range).toEqual({
    fromMs: Date.UTC(2026, 10, 21, 9, 30),
    toMs: Date.UTC(2026, 10, 21, 12),
  });
});
