import fc from 'fast-check';
import { expect, test } from 'vitest';
import { differencesOf, FALSE_DISCOVERY_RATE, type Counts } from './differences.ts';

const counts = (...pairs: [number, number][]): Counts[] => pairs.map(([selected, rest]) => ({ selected, rest }));

test('the guilty value is larger than one that is a little more frequent', () => {
  const guilty = counts([30, 600], [0, 19_400]);
  const little = counts([20, 10_000], [10, 10_000]);
  const same = counts([15, 10_000], [15, 10_000]);
  const single = counts([30, 20_000], [0, 0]);
  const found = differencesOf([guilty, little, same, single], { selected: 30, rest: 20_000 });
  expect(found[3]).toBeNull();
  expect(found[0]!.size).toBeGreaterThan(0.95);
  // Two values, three fields that can differ: 8.6e-46 × 2 × 3 × (1 + 1/2 + 1/3).
  expect(found[0]!.pValue / (8.621665189948591e-46 * 11)).toBeCloseTo(1, 9);
  expect(found[1]!.size).toBeGreaterThan(0);
  expect(found[1]!.pValue).toBeGreaterThan(FALSE_DISCOVERY_RATE);
  expect(found[2]).toEqual({ size: 0, pValue: 1 });
});

test('a size is the distance of the shares beyond chance', () => {
  const [found] = differencesOf([counts([600, 200], [400, 800])], { selected: 1000, rest: 1000 });
  // Half of |0.6 - 0.2| + |0.4 - 0.8|, and 2 × √(0.4 × 0.6) × √(2 / π × 2 / 1000) / 2 by chance.
  expect(found!.size).toBeCloseTo((0.4 - 0.0174809) / (1 - 0.0174809), 6);
});

test('spans of few traces are few observations', () => {
  const field = [counts([200, 0], [0, 200])];
  expect(differencesOf(field, { selected: 200, rest: 200 })[0]!.pValue).toBeLessThan(1e-100);
  expect(differencesOf(field, { selected: 2, rest: 200 })[0]!.pValue).toBeGreaterThan(1e-5);
  expect(differencesOf(field, { selected: 2, rest: 2 })[0]!.pValue).toBeCloseTo(2 / 3);
});

test('where nothing differs, hardly any field is significant', () => {
  // 2,000 fields of a random value each, the same in 100 selected spans and the 900 others.
  let state = 88_172_645;
  const random = (below: number) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % below;
  };
  const fields = Array.from({ length: 2000 }, () => {
    const field = Array.from({ length: 8 }, () => ({ selected: 0, rest: 0 }));
    for (let span = 0; span < 1000; span += 1) field[random(8)]![span < 100 ? 'selected' : 'rest'] += 1;
    return field;
  });
  const found = differencesOf(fields, { selected: 100, rest: 900 });
  expect(found.filter((one) => one!.pValue <= FALSE_DISCOVERY_RATE)).toEqual([]);
  const mean = found.reduce((sum, one) => sum + one!.size, 0) / found.length;
  expect(mean).toBeLessThan(0.03);
});

test('sizes and p-values are from 0 to 1, whatever the counts', () => {
  const one = fc.nat({ max: 300 });
  const field = fc.array(fc.record({ selected: one, rest: one }), { minLength: 1, maxLength: 22 });
  fc.assert(
    fc.property(fc.array(field, { maxLength: 5 }), (fields) => {
      // Each field has every span.
      const complete = fields.map((values) => {
        const totals = values.reduce((a, b) => ({ selected: a.selected + b.selected, rest: a.rest + b.rest }));
        return [...values, { selected: 7000 - totals.selected, rest: 7000 - totals.rest }];
      });
      for (const found of differencesOf(complete, { selected: 5000, rest: 9000 })) {
        if (found === null) continue;
        for (const value of [found.size, found.pValue]) expect(value >= 0 && value <= 1).toBe(true);
      }
    }),
  );
});
