import { expect, test } from 'vitest';
import { offset, relative } from './relative.ts';

const now = Date.UTC(2026, 10, 21, 12);

test('ages are the largest whole unit, never rounded up', () => {
  expect(relative(now - 4000, now)).toBe('now');
  expect(relative(now + 60_000, now)).toBe('now');
  expect(relative(now - 59_999, now)).toBe('59 s');
  expect(relative(now - 60_000, now)).toBe('1 min');
  expect(relative(now - 3_599_999, now)).toBe('59 min');
  expect(relative(now - 47 * 3_600_000, now)).toBe('1 day');
  expect(relative(now - 75 * 86_400_000, now)).toBe('2 months');
  expect(relative(now - 400 * 86_400_000, now)).toBe('1 year');
});

test('offsets say before and after', () => {
  expect(offset(now, now)).toBe('0 ms');
  expect(offset(now - 2300, now)).toBe('−2.3 s');
  expect(offset(now + 72_000, now)).toBe('+1 m 12 s');
  expect(offset(now - 7_260_000, now)).toBe('−2 h 1 m');
});
