import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compileGlob } from './glob.ts';
import { cpuMs } from '../../testing/cpu.ts';

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

test('a glob matches the same as the naive implementation', () => {
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

test('patterns longer than one word of bits, and with non-ASCII characters, match the same', () => {
  const long = fc.tuple(patterns, fc.nat(40), patterns, fc.nat(40), patterns);
  fc.assert(
    fc.property(long, letters, letters, letters, ([one, a, two, b, three], x, y, z) => {
      const pattern = `${one}${'äb'.repeat(a)}${two}${'€?'.repeat(b)}${three}`;
      for (const text of [`${x}${'äb'.repeat(a)}${y}${'€/'.repeat(b)}${z}`, pattern, x]) {
        expect(compileGlob(pattern)(text)).toBe(plain(pattern, false).test(text));
        const expected =
          plain(pattern, true).test(text) || (!text.startsWith('/') && plain(pattern, true).test(`/${text}`));
        expect(compileGlob(pattern, { path: true })(text)).toBe(expected);
      }
    }),
    { numRuns: 2000 },
  );
});

test.each([
  [`${'*a'.repeat(200)}b`, false],
  [`${'*a'.repeat(15)}b*`, false],
  [`*${'?'.repeat(498)}b`, false],
  ['**a*b**a*b', true],
])('a pattern made to take long takes milliseconds: %s', (pattern, path) => {
  const glob = compileGlob(pattern, { path });
  const text = `${'a'.repeat(7998)}bc`;
  expect(glob(text)).toBe(pattern.endsWith('*'));
  // A hundred texts of the longest: 2 to 40 ms.
  expect(cpuMs(() => Array.from({ length: 100 }, () => glob(text)))).toBeLessThan(400);
});

test('case and backslashes count only when enabled', () => {
  expect(compileGlob('*ERROR*')('an error')).toBe(false);
  expect(compileGlob('*ERROR*', { ignoreCase: true })('an Error')).toBe(true);
  expect(compileGlob('**/src/*.ts', { path: true })('C:\\app\\src\\a.ts')).toBe(true);
  expect(compileGlob('**/src/*.ts', { path: true })('src/deep/a.ts')).toBe(false);
  expect(compileGlob('[object Object]*')('[object Object] is thrown')).toBe(true);
});
