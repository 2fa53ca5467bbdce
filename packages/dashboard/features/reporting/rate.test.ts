import { expect, test } from 'vitest';
import { rateLimit } from './rate.ts';

test('never more than the count in any window', () => {
  let nowMs = 0;
  const admit = rateLimit(3, 1000, () => nowMs);
  const admitted: number[] = [];
  for (nowMs = 0; nowMs < 5000; nowMs += 90) if (admit()) admitted.push(nowMs);
  for (const from of admitted) {
    expect(admitted.filter((at) => at >= from && at < from + 1000).length).toBeLessThanOrEqual(3);
  }
  expect(admitted.length).toBeGreaterThanOrEqual(12);
});
