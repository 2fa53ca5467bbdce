import { expect, test } from 'vitest';
import { writeRateLimits } from './rate-limits.ts';

test('limits are written in the grammar that SDKs read', () => {
  expect(
    writeRateLimits([
      { retryAfterS: 4, categories: ['transaction', 'span'], scope: 'organization', reason: 'spike' },
      { retryAfterS: 0.2, categories: ['error'], scope: 'key', reason: 'key_rate' },
      { retryAfterS: 3, categories: [], scope: 'project', reason: 'backlog' },
    ]),
  ).toBe('4:transaction;span:organization:spike, 1:error:key:key_rate, 3::project:backlog');
});
