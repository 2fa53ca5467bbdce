import { expect, test } from 'vitest';
import { changeText, exceededText, intervalText, rateText } from './rating-words.ts';

const change = (value: number, before: number, low = 0, high = 0) => ({ value, before, low, high });

test('a share of sessions is never rounded up', () => {
  expect([1, 0.99999, 1 - 0.0278, 0.29, 0].map(rateText)).toEqual(['100%', '99.99%', '97.22%', '29%', '0%']);
});

test('a change is in percentage points, with its sign and the bounds of its interval', () => {
  expect(changeText(change(0.9722, 0.9961))).toBe('−2.39 points');
  expect(changeText(change(0.99, 0.98))).toBe('+1 point');
  expect(changeText(change(0.99, 0.99001))).toBe('0 points');
  expect(intervalText(change(0, 0, -0.0312, -0.017))).toBe('between −3.12 and −1.7');
  expect(intervalText(change(0, 0, -0.000001, 0.004))).toBe('between 0 and +0.4');
});

test('events are compared with the periods before', () => {
  const events = { value: 240, median: 12, exceeded: 1160, windowCount: 1168 };
  expect(exceededText(events)).toBe('fewer in 1,160 of 1,168 periods before');
  expect(exceededText({ ...events, exceeded: 0, windowCount: 1 })).toBe('fewer in 0 of 1 period before');
  expect(exceededText({ ...events, exceeded: 0, windowCount: 0 })).toBe('no data from before');
});
