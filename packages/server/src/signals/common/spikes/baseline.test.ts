import { limits } from '@seismo/protocol';
import { expect, test } from 'vitest';
import { spikeLimit } from './baseline.ts';

const hourMs = 3_600_000;
const toMs = 1000 * hourMs;
/** From the newest hour backward. */
const hours = (...events: number[]) =>
  events.map((count, index) => ({ hourAtMs: toMs - (index + 1) * hourMs, quantity: count }));

test('there is no spike limit in the first day', () => {
  expect(spikeLimit('events', [], toMs)).toBeNull();
  expect(spikeLimit('events', hours(...Array.from({ length: 23 }, () => 1)), toMs)).toBeNull();
});

test('a quiet project has the least limit, a busy one a multiple of its busy hours', () => {
  expect(spikeLimit('events', hours(...Array.from({ length: 48 }, () => 60)), toMs)).toBe(limits.SPIKE_PER_MINUTE_MIN);
  expect(spikeLimit('events', hours(...Array.from({ length: 48 }, () => 60_000)), toMs)).toBe(
    1000 * limits.SPIKE_FACTOR,
  );
});

test('one past spike does not raise the baseline; hours without events count', () => {
  const quiet = Array.from({ length: 99 }, () => 6000);
  expect(spikeLimit('events', hours(...quiet, 9_000_000), toMs)).toBe(100 * limits.SPIKE_FACTOR);
  const sparse = [{ hourAtMs: toMs - 100 * hourMs, quantity: 9_000_000 }];
  expect(spikeLimit('events', sparse, toMs)).toBe(limits.SPIKE_PER_MINUTE_MIN);
});
