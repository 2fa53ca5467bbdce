import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compileGlob } from './glob.ts';

/** The same, the plain way: a regular expression, which is exact and may take for ever. */
function plain(pattern: string, path: boolean): RegExp {
  const source = pattern
    .replaceAll(/[.+^${}()|[\]\\]/g, '\\$&')
    .replaceAll(/\*+/g, (stars) => (path && stars.length === 1 ? '[^/]*' : '.*'))
    .replaceAll('?', '.');
  return new RegExp(`^${source}$`, 's');
}

const letters = fc.string({ unit: fc.constantFrom('a', 'b', '/', '.'), maxLength: 12 });
const patterns = fc.string({ unit: fc.constantFrom('a', 'b', '/', '.', '*', '*', '?'), maxLength: 8 });

test('a glob finds what the plain way finds', () => {
  fc.assert(
    fc.property(patterns, letters, (pattern, text) => {
      expect(compileGlob(pattern)(text)).toBe(plain(pattern, false).test(text));
      const expected =
        plain(pattern, true).test(text) || (!text.startsWith('/') && plain(pattern, true).test(`/${text}`));
      expect(compileGlob(pattern, { path: true })(text)).toBe(expected);
    }),
    { numRuns: 5000 },
  );
});

test('a pattern made to take long takes milliseconds', () => {
  const glob = compileGlob(`${'*a'.repeat(200)}b`);
  const startedAt = performance.now();
  expect(glob('a'.repeat(8000))).toBe(false);
  expect(glob(`${'a'.repeat(8000)}b`)).toBe(true);
  expect(compileGlob('**a*b**a*b', { path: true })('a'.repeat(8000))).toBe(false);
  expect(performance.now() - startedAt).toBeLessThan(2000);
});

test('case and backslashes count only where they are told to', () => {
  expect(compileGlob('*ERROR*')('an error')).toBe(false);
  expect(compileGlob('*ERROR*', { ignoreCase: true })('an Error')).toBe(true);
  expect(compileGlob('**/src/*.ts', { path: true })('C:\\app\\src\\a.ts')).toBe(true);
  expect(compileGlob('**/src/*.ts', { path: true })('src/deep/a.ts')).toBe(false);
  expect(compileGlob('[object Object]*')('[object Object] is thrown')).toBe(true);
});
