import { expect, test } from 'vitest';
import { changeText, ratioText } from './change-text.ts';

test.each([
  [0, 0, 'unchanged'],
  [7, 0, 'previously 0'],
  [7, 7, 'unchanged'],
  [112, 100, 'up 12%'],
  [60, 100, 'down 40%'],
  [1000, 1001, 'down 1%'],
  [1, 1000, 'down 99%'],
  [115, 100, 'up 15%'],
  [0, 5, 'down 100%'],
  [310, 100, '3.1 times as many'],
  [12_345, 1, 'previously 1'],
])('%d after %d: %s', (now, previous, text) => expect(changeText(now, previous)).toBe(text));

test.each([
  [0.5, 'down 50%'],
  [0.0001, 'down 99%'],
  [1.999, 'up 99%'],
  [2.57, '2.5 times as many'],
  [1234.5, '1,234 times as many'],
])('a ratio of %d: %s', (ratio, text) => expect(ratioText(ratio)).toBe(text));
