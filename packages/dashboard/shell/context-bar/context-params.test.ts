import { expect, test } from 'vitest';
import { withContext, contextIn, contextOn, readContext } from './context-params.ts';

test('the context is read the same way from the URL of every page', () => {
  expect(readContext({ project: 'shop', environment: ['test', 'test', ''], range: '7d', query: 'x' })).toEqual({
    projects: ['shop'],
    environments: ['test'],
    range: '7d',
  });
  expect(readContext({ range: 'forever' })).toEqual({ projects: [], environments: [], range: '14d' });
});

test("navigation keeps the context, and the target's own parameters", () => {
  const here = contextIn('?query=boom&project=shop&environment=a%26b&range=7d&cursor=z&range=');
  expect(here).toBe('project=shop&environment=a%26b&range=7d');
  expect(withContext('/stats', here)).toBe('/stats?project=shop&environment=a%26b&range=7d');
  expect(withContext('/issues?query=', here)).toBe('/issues?project=shop&environment=a%26b&range=7d&query=');
});

test('a page without a filter keeps it for the next page', () => {
  const before = 'project=shop&environment=test&range=7d';
  expect(contextOn('/releases', '?project=web&cursor=x', before)).toBe('project=web&range=7d');
  expect(contextOn('/stats', '?project=web&environment=dev&range=1h', before)).toBe(
    'project=web&environment=dev&range=1h',
  );
  expect(contextOn('/issues', '', before)).toBe('');
  expect(contextOn('/issues/SHOP-1', '?event=latest', before)).toBe(before);
});

test('URLs with their own context, and pages without the bar, stay unchanged', () => {
  expect(withContext('/issues?project=web', 'project=shop&range=7d')).toBe('/issues?project=web');
  expect(withContext('/settings', 'project=shop')).toBe('/settings');
  expect(withContext('/issues/SHOP-1', 'project=shop')).toBe('/issues/SHOP-1');
  expect(withContext('/issues', '')).toBe('/issues');
});

test('two timestamps are carried over like a named range, and a new range replaces them', () => {
  const moments = 'from=2026-11-21T09%3A30Z&to=2026-11-21T12%3A00Z';
  expect(contextIn(`?project=shop&${moments}&query=x`)).toBe(`project=shop&${moments}`);
  expect(withContext('/stats', moments)).toBe(`/stats?${moments}`);
  expect(contextOn('/releases', '?project=web', moments)).toBe(`project=web&${moments}`);
  expect(contextOn('/issues', '?range=7d', moments)).toBe('range=7d');
  expect(readContext({ from: '2026-11-21T09:30Z', to: '2026-11-21T12:00Z' }).range).toEqual({
    fromMs: Date.UTC(2026, 10, 21, 9, 30),
    toMs: Date.UTC(2026, 10, 21, 12),
  });
});
