import fc from 'fast-check';
import { expect, test } from 'vitest';
import { foldRuns } from './fold-runs.ts';

const keyOf = (item: string) => (item === '!' ? null : item);

test('three equal parts are folded, two are not, and parts without a key stay alone', () => {
  expect(foldRuns(['a', 'a', 'b', 'b', 'b', '!', '!', '!', 'd'], keyOf)).toEqual([
    'a',
    'a',
    ['b', 'b', 'b'],
    '!',
    '!',
    '!',
    'd',
  ]);
});

test('no item is lost or moved', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('a', 'b', '!')), (items) => {
      expect(foldRuns(items, keyOf).flat()).toEqual(items);
    }),
  );
});
