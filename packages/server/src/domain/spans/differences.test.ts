import fc from 'fast-check';
import { expect, test } from 'vitest';
import { differencesOf, FALSE_DISCOVERY_RATE, observationsOf, type Counts, type FieldCounts } from './differences.ts';

const others = { selected: 0, rest: 0, count: 0 };
const counts = (...pairs: [number, number][]): FieldCounts => ({
  values: pairs.map(([selected, rest]) => ({ selected, rest })),
  others,
});

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

test('a value counts for as many tests as there are values, listed or not', () => {
  const field = { ...counts([30, 600]), others: { selected: 0, rest: 19_400, count: 1000 } };
  const [found] = differencesOf([field], { selected: 30, rest: 20_000 });
  expect(found!.pValue / (8.621665189948591e-46 * 1001)).toBeCloseTo(1, 9);
});

test('observations are traces, fewer if their spans stand for different numbers', () => {
  expect(observationsOf({ spans: 200, traces: 200, weight: 200, squares: 200 })).toBe(200);
  expect(observationsOf({ spans: 200, traces: 50, weight: 400, squares: 800 })).toBe(50);
  // Half of them stand for 9 each: 1,000² / 8,200 of 200.
  expect(observationsOf({ spans: 200, traces: 200, weight: 1000, squares: 8200 })).toBe(121);
  expect(observationsOf({ spans: 0, traces: 0, weight: 0, squares: 0 })).toBe(0);
});

test('few observations are hardly significant', () => {
  const field = [counts([200, 0], [0, 200])];
  expect(differencesOf(field, { selected: 200, rest: 200 })[0]!.pValue).toBeLessThan(1e-100);
  expect(differencesOf(field, { selected: 2, rest: 200 })[0]!.pValue).toBeGreaterThan(1e-5);
  expect(differencesOf(field, { selected: 2, rest: 2 })[0]!.pValue).toBeCloseTo(2 / 3);
});

/** Fields of a random value each, the same in 100 selected spans and the 900 others, with the 20 that differ most listed. */
function randomFields(count: number, values: number): FieldCounts[] {
  let state = 88_172_645;
  const random = (below: number) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % below;
  };
  return Array.from({ length: count }, () => {
    const field = Array.from({ length: values }, () => ({ selected: 0, rest: 0 }));
    for (let span = 0; span < 1000; span += 1) field[random(values)]![span < 100 ? 'selected' : 'rest'] += 1;
    const known = field.filter(({ selected, rest }) => selected + rest > 0);
    const share = ({ selected, rest }: Counts) => Math.max(selected / 100, rest / 900);
    const listed = known.toSorted((a, b) => share(b) - share(a)).slice(0, 20);
    const left = known.filter((one) => !listed.includes(one));
    const sum = (side: keyof Counts) => left.reduce((total, one) => total + one[side], 0);
    return { values: listed, others: { selected: sum('selected'), rest: sum('rest'), count: left.length } };
  });
}

test.each([8, 400])('where nothing differs, hardly any field of %d values is significant', (values) => {
  const found = differencesOf(randomFields(1000, values), { selected: 100, rest: 900 });
  expect(found.filter((one) => one!.pValue <= FALSE_DISCOVERY_RATE)).toEqual([]);
});

test('where nothing differs, sizes are small', () => {
  const found = differencesOf(randomFields(1000, 8), { selected: 100, rest: 900 });
  expect(found.reduce((sum, one) => sum + one!.size, 0) / found.length).toBeLessThan(0.03);
});

test('sizes and p-values are from 0 to 1, whatever the counts', () => {
  const one = fc.nat({ max: 300 });
  const field = fc.array(fc.record({ selected: one, rest: one }), { minLength: 1, maxLength: 22 });
  fc.assert(
    fc.property(fc.array(field, { maxLength: 5 }), (fields) => {
      // Each field has every span.
      const complete = fields.map((values) => {
        const totals = values.reduce((a, b) => ({ selected: a.selected + b.selected, rest: a.rest + b.rest }));
        const left = { selected: 7000 - totals.selected, rest: 7000 - totals.rest, count: 3 };
        return { values, others: left };
      });
      for (const found of differencesOf(complete, { selected: 5000, rest: 9000 })) {
        if (found === null) continue;
        for (const value of [found.size, found.pValue]) expect(value >= 0 && value <= 1).toBe(true);
      }
    }),
  );
});
