import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareReleases, inOrder, newestRelease } from './order.ts';

const order = (one: string, other: string, oneAtMs = 0, otherAtMs = 0) =>
  Math.sign(compareReleases({ version: one, firstSeenAtMs: oneAtMs }, { version: other, firstSeenAtMs: otherAtMs }));

test.each([
  // The example of https://semver.org/#spec-item-11.
  ['1.0.0-alpha', '1.0.0-alpha.1'],
  ['1.0.0-alpha.1', '1.0.0-alpha.beta'],
  ['1.0.0-alpha.beta', '1.0.0-beta'],
  ['1.0.0-beta', '1.0.0-beta.2'],
  ['1.0.0-beta.2', '1.0.0-beta.11'],
  ['1.0.0-beta.11', '1.0.0-rc.1'],
  ['1.0.0-rc.1', '1.0.0'],
  ['shop@1.9.0', 'shop@1.10.0'],
  ['@acme/shop@2.0.0', '@acme/shop@2.0.1'],
  ['v1.2', '1.2.1'],
  ['app@1.2.3+9', 'app@1.2.3+10'],
  ['1.2.3.4', '1.2.3.5'],
])('%s comes before %s, whatever was seen first', (older, newer) => {
  expect(order(older, newer, 9, 1)).toBe(-1);
  expect(order(newer, older, 1, 9)).toBe(1);
});

test.each([
  ['commit hashes', '8f2c1aa', 'b01d5e7'],
  ['different packages', 'web@9.0.0', 'api@1.0.0'],
  ['a semver and something else', '9.0.0', 'nightly'],
  ['builds that are no numbers', '1.0.0+zeta', '1.0.0+alpha'],
  ['single numbers, which are dates or counters', '20261102', '20261101'],
])('%s are ordered by date', (_what, older, newer) => {
  expect(order(older, newer, 1, 9)).toBe(-1);
  expect(order(older, newer, 9, 1)).toBe(1);
  expect(order(older, newer)).toBe(0);
});

test('releases stand in their order', () => {
  const versions = ['shop@1.10.0', 'nightly', 'shop@1.9.0', 'shop@1.10.0-rc.1'];
  const releases = versions.map((version, index) => ({ version, firstSeenAtMs: version === 'nightly' ? 9 : index }));
  const ordered = ['shop@1.9.0', 'shop@1.10.0-rc.1', 'shop@1.10.0', 'nightly'];
  expect(inOrder(releases).map(({ version }) => version)).toEqual(ordered);
});

test('the order of releases of one package is transitive', () => {
  const part = fc.constantFrom('alpha', 'rc', '1', '2', '10');
  const version = fc
    .tuple(
      fc.array(fc.integer({ min: 0, max: 12 }), { minLength: 3, maxLength: 3 }),
      fc.array(part, { maxLength: 3 }),
      fc.integer({ min: 1, max: 3 }),
    )
    .map(([numbers, pre, firstSeenAtMs]) => ({
      version: `shop@${numbers.join('.')}${pre.length > 0 ? `-${pre.join('.')}` : ''}`,
      firstSeenAtMs,
    }));
  fc.assert(
    fc.property(version, version, version, (a, b, c) => {
      expect(Math.sign(compareReleases(a, b)) + Math.sign(compareReleases(b, a))).toBe(0);
      if (compareReleases(a, b) <= 0 && compareReleases(b, c) <= 0)
        expect(compareReleases(a, c)).toBeLessThanOrEqual(0);
    }),
  );
});

test('a later patch of an old release is not the newest release', () => {
  const release = (version: string, firstSeenAtMs: number) => ({ version, firstSeenAtMs });
  expect(newestRelease([])).toBeNull();
  expect(newestRelease([release('shop@2.0.0', 1), release('shop@1.9.9', 2)])!.version).toBe('shop@2.0.0');
  expect(newestRelease([release('old@9.0.0', 1), release('new@1.0.0', 2)])!.version).toBe('new@1.0.0');
  expect(newestRelease([release('9.0.0', 1), release('c0ffee', 2)])!.version).toBe('c0ffee');
});
