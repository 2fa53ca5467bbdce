import { limits } from '@seismo/protocol';
import { expect, test } from 'vitest';
import { backoffMs, isLastBeforeQuiet, nextDueAtMs, whyNotAgain } from './timing.ts';

const minute = 60_000;
const hour = 60 * minute;

test('a rule tells of an issue twice a day, half an hour apart', () => {
  const now = 100 * hour;
  expect(whyNotAgain([], now)).toBeNull();
  expect(whyNotAgain([now - 29 * minute], now)).toBe('repeated');
  expect(whyNotAgain([now - 30 * minute], now)).toBeNull();
  expect(whyNotAgain([now - 5 * hour, now - 2 * hour], now)).toBe('flapping');
  expect(whyNotAgain([now - 24 * hour, now - 2 * hour], now)).toBeNull();
  expect([isLastBeforeQuiet([], now), isLastBeforeQuiet([now - 2 * hour], now)]).toEqual([false, true]);
  expect(isLastBeforeQuiet([now - 24 * hour], now)).toBe(false);
});

test('fifty regressions within an hour lead to two messages', () => {
  const sent: number[] = [];
  for (let index = 0; index < 50; index++) {
    const now = index * 72_000;
    if (whyNotAgain(sent, now) === null) sent.push(now);
  }
  expect(sent).toEqual([0, 25 * 72_000]);
});

test('a recipient gets at most three messages within a minute', () => {
  const due: number[] = [];
  for (let now = 0; now < 10 * minute; now += 1000) {
    // What is due later takes in what fires until then.
    if ((due.at(-1) ?? -Infinity) <= now - 1000) due.push(nextDueAtMs(due, now));
  }
  for (const [index, atMs] of due.entries())
    expect(atMs - (due[index - 3] ?? -Infinity)).toBeGreaterThanOrEqual(minute);
  expect(due.slice(0, 4)).toEqual([0, 1000, 2000, minute]);
});

test('attempts spread over about a day, each about four times later than the one before', () => {
  const waits = Array.from({ length: limits.DELIVERY_ATTEMPT_COUNT_MAX }, (_, index) => backoffMs(index + 1, 0.5));
  expect(waits.slice(0, 4)).toEqual([15_000, 60_000, 4 * minute, 16 * minute]);
  expect(waits.at(-1)).toBeNull();
  const whole = waits.reduce<number>((sum, wait) => sum + (wait ?? 0), 0);
  expect(whole).toBeGreaterThan(12 * hour);
  expect(whole).toBeLessThan(24 * hour);
  expect([backoffMs(1, 0), backoffMs(1, 0.999)]).toEqual([13_125, 16_871]);
});
