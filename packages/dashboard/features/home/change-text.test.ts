import { expect, test } from 'vitest';
import { changeText } from './change-text.ts';

test.each([
  [0, 0, 'unchanged'],
  [7, 0, 'previously 0'],
  [7, 7, 'unchanged'],
  [112, 100, 'up 12%'],
  [60, 100, 'down 40%'],
  [1000, 1001, 'down 1%'],
  [0, 5, 'down 100%'],
  [310, 100, '3.1 times as many'],
  [12_345, 1, 'previously 1'],
])('%d after %d: %s', (now, previous, text) => expect(changeText(now, previous)).toBe(text));
