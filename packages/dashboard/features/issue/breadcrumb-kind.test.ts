import { expect, test } from 'vitest';
import { kindOf, matches } from './breadcrumb-kind.ts';

test('the category says what a breadcrumb is about, then the type', () => {
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
