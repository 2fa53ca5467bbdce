import { describe, expect, test } from 'vitest';
import { shareChange, speedChange } from './share-change.ts';

const share = (part: number, whole: number) => ({ part, whole });

describe('whether a share has changed', () => {
  // z calculated by hand, apart from the code: prop.test(c(a, c), c(b, d), correct = FALSE) of R is its square.
  test.each([
    { current: share(40, 200), previous: share(15, 200), z: 3.6298, change: 'higher' },
    { current: share(15, 200), previous: share(40, 200), z: -3.6298, change: 'lower' },
    { current: share(32, 200), previous: share(12, 200), z: 3.196, change: null },
    { current: share(33, 200), previous: share(12, 200), z: 3.323, change: 'higher' },
    { current: share(600, 10_000), previous: share(500, 10_000), z: 3.1016, change: null },
    { current: share(610, 10_000), previous: share(500, 10_000), z: 3.3973, change: 'higher' },
    { current: share(100, 1000), previous: share(100, 1000), z: 0, change: null },
  ] as const)('$current after $previous (z = $z): $change', ({ current, previous, change }) => {
    expect(shareChange(current, previous)).toBe(change);
  });

  test('few spans tell nothing, however large the difference', () => {
    expect(shareChange(share(9, 18), share(0, 18))).toBeNull();
    expect(shareChange(share(20, 20), share(0, 20))).toBe('higher');
    expect(shareChange(share(5, 5), share(0, 1000))).toBeNull();
    expect(shareChange(share(1, 1), share(0, 0))).toBeNull();
    expect(shareChange(share(0, 0), share(0, 0))).toBeNull();
  });
});

describe('whether spans became slower', () => {
  const before = { count: 1000, slowCount: 20, p95: 100 };

  test('they did if more of them take long, and by a tenth at least', () => {
    expect(speedChange({ count: 1000, slowCount: 80, p95: 110 }, before)).toBe('slower');
    expect(speedChange({ count: 1000, slowCount: 80, p95: 109 }, before)).toBeNull();
    expect(speedChange({ count: 1000, slowCount: 25, p95: 300 }, before)).toBeNull();
  });

  test('they became faster the other way around', () => {
    expect(speedChange(before, { count: 1000, slowCount: 80, p95: 110 })).toBe('faster');
    expect(speedChange(before, { count: 1000, slowCount: 80, p95: 109 })).toBeNull();
  });

  test('without spans before, there is nothing to compare with', () => {
    expect(speedChange(before, { count: 0, slowCount: 0, p95: null })).toBeNull();
  });
});
