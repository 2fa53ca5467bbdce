import type { Breadcrumb } from '@seismo/protocol';
import { expect, test } from 'vitest';
import { isAtLeast, kindOf, levelsOf, matches } from './breadcrumb-kind.ts';

test('the category decides the kind of a breadcrumb, then the type', () => {
  expect(kindOf({ category: 'fetch', type: 'http' })).toBe('http');
  expect(kindOf({ category: 'ui.click' })).toBe('ui');
  expect(kindOf({ category: 'console', level: 'error' })).toBe('console');
  expect(kindOf({ category: 'sentry.event' })).toBe('error');
  expect(kindOf({ type: 'navigation' })).toBe('navigation');
  expect(kindOf({ category: 'cart' })).toBe('other');
});

test('every word of the filter must occur', () => {
  const crumb = { category: 'fetch', data: { url: '/api/cart', status_code: 500 } };
  expect(matches(crumb, '')).toBe(true);
  expect(matches(crumb, 'CART 500')).toBe(true);
  expect(matches(crumb, 'cart 404')).toBe(false);
});

test('levels that occur can be selected, and worse ones stay visible', () => {
  const crumbs: Breadcrumb[] = [{ level: 'debug' }, {}, { level: 'warning' }, { level: 'fatal' }];
  expect(levelsOf(crumbs)).toEqual(['fatal', 'warning', 'info', 'debug']);
  const visibleCount = (level: string) => crumbs.filter((crumb) => isAtLeast(crumb, level)).length;
  expect(['', 'debug', 'info', 'warning', 'fatal'].map(visibleCount)).toEqual([4, 4, 3, 2, 1]);
});
