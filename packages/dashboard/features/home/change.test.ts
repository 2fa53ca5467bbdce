import { expect, test } from 'vitest';
import { change } from './change.ts';

test.each([
  [0, 0, 'none before either'],
  [7, 0, 'none before'],
  [7, 7, 'as many as before'],
  [112, 100, '12% more than before'],
  [60, 100, '40% fewer than before'],
  [1000, 1001, '1% fewer than before'],
  [0, 5, '100% fewer than before'],
  [310, 100, '3.1 times as many as before'],
  [12_345, 1, '1 before'],
])('%d after %d: %s', (now, before, said) => expect(change(now, before)).toBe(said));
