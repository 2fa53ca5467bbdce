import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { adjustedForDiscoveries, fisherExact } from './statistics.ts';

describe('the exact test of Fisher', () => {
  // With Python's integers as fractions, and the same with `hypergeom` of scipy 1.16.
  test.each([
    [3, 10, 1, 10, 0.5820433436532507],
    [30, 30, 600, 20_000, 8.621665189948591e-46],
    [5, 40, 2500, 20_000, 1],
    [0, 12, 300, 400, 2.0794396399018575e-7],
    [12, 20, 9, 17, 0.9203873215963945],
    [1, 1, 0, 1, 1],
    [980, 2000, 1100, 2000, 0.0001651106978940063],
    [7, 7, 7, 7, 1],
    [0, 5, 0, 9, 1],
    [20_000, 20_000, 0, 20_000, 0],
  ])('%d of %d against %d of %d', (selected, selectedTotal, rest, restTotal, expected) => {
    const found = fisherExact(selected, selectedTotal, rest, restTotal);
    expect(Math.abs(found - expected)).toBeLessThanOrEqual(1e-9 * expected);
  });

  test('it is the same for the sides exchanged, and for the spans without the value', () => {
    const counts = fc.integer({ min: 0, max: 400 });
    const of = fc.record({ selected: counts, noSelected: counts, rest: counts, noRest: counts });
    fc.assert(
      fc.property(of, ({ selected, noSelected, rest, noRest }) => {
        const p = fisherExact(selected, selected + noSelected, rest, rest + noRest);
        const others = [
          fisherExact(rest, rest + noRest, selected, selected + noSelected),
          fisherExact(noSelected, selected + noSelected, noRest, rest + noRest),
        ];
        for (const other of others) expect(Math.abs(Math.log((other + 1e-300) / (p + 1e-300)))).toBeLessThan(1e-8);
        expect(p).toBeLessThanOrEqual(1);
      }),
    );
  });
});

describe('p-values of several tests', () => {
  test('are adjusted as Benjamini and Yekutieli do', () => {
    // `false_discovery_control(…, method='by')` of scipy 1.16.
    const expected = [0.009075, 0.121, 0.0605, 0.121, 1, 0.0018149999999999998, 0.121];
    const found = adjustedForDiscoveries([0.001, 0.04, 0.01, 0.03, 0.5, 0.0001, 0.04]);
    expect(found.map((p) => p.toFixed(12))).toEqual(expected.map((p) => p.toFixed(12)));
  });

  test('a single one stays as it is, and none is none', () => {
    expect(adjustedForDiscoveries([0.03])).toEqual([0.03]);
    expect(adjustedForDiscoveries([])).toEqual([]);
  });
});
