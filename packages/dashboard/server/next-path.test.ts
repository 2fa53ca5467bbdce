import { expect, test } from 'vitest';
import { safeNext } from './next-path.ts';

test('signing in leads to a path of ours and never to another site', () => {
  expect(safeNext('/issues/WEB-1?event=abc')).toBe('/issues/WEB-1?event=abc');
  for (const elsewhere of [
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    '',
    '/\t/evil.example',
  ]) {
    expect(safeNext(elsewhere)).toBe('/issues');
  }
  expect(safeNext(undefined)).toBe('/issues');
  expect(safeNext(['/a', '/b'])).toBe('/issues');
});

test('signing in never leads back to the sign-in page', () => {
  expect(safeNext('/sign-in?next=/issues')).toBe('/issues');
});
