import fc from 'fast-check';
import { expect, test } from 'vitest';
import { safeNext } from './next-path.ts';

test('sign-in redirects to a path of the dashboard', () => {
  for (const path of ['/issues/WEB-1?event=abc', '/', '/issues?query=a//b#c', '/issues/a%2Fb', '/sign-in-log'])
    expect(safeNext(path)).toBe(path);
});

test('sign-in never redirects to another site, in any spelling of its address', () => {
  for (const elsewhere of [
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    'issues',
    '',
    '/\t/evil.example',
    '/.//evil.example',
    '/..//evil.example',
    '/%2e//evil.example',
    '/%2E%2e//evil.example',
    '/issues/..//evil.example',
    '/issues/%2e%2e//evil.example',
    '/./\\evil.example',
    '/.\\/evil.example',
    '/issues/../\\evil.example',
    '/\n/evil.example',
    '/.\r\n//evil.example',
    '//',
  ]) {
    expect(safeNext(elsewhere), elsewhere).toBe('/issues');
  }
  for (const value of [undefined, null, 1, ['/a', '/b']]) expect(safeNext(value)).toBe('/issues');
});

test('any input keeps browsers on the same site', () => {
  const parts = fc.constantFrom(
    '/',
    '\\',
    '.',
    '..',
    '%2e',
    '%2E',
    '%2f',
    '%5c',
    '\t',
    '\n',
    '@',
    ':',
    '?',
    '#',
    'evil.example',
  );
  const hostile = fc.array(fc.oneof({ weight: 9, arbitrary: parts }, fc.string({ unit: 'binary' })), { maxLength: 12 });
  fc.assert(
    fc.property(hostile, (pieces) => {
      const next = safeNext(`/${pieces.join('')}`);
      const here = 'https://seismo.example';
      // Resolve it like a browser, then resolve the result again.
      const once = new URL(next, here);
      const twice = new URL(once.pathname + once.search + once.hash, here);
      expect([once.origin, twice.origin, safeNext(next)]).toEqual([here, here, next]);
    }),
    { numRuns: 1000 },
  );
});

test('signing in never leads back to the sign-in page', () => {
  for (const path of ['/sign-in', '/sign-in?next=/issues', '/sign-in/code', '/./sign-in', '/issues/../sign-in/code'])
    expect(safeNext(path)).toBe('/issues');
});
