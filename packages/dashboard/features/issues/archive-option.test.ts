import { expect, test } from 'vitest';
import { archiveOption, durationText } from './archive-option.ts';

test.each([
  ['time', 3, 'day', { to: 'archived', until: 'time', forMs: 3 * 86_400_000 }, 'archived for 3 days'],
  ['time', 1, 'week', { to: 'archived', until: 'time', forMs: 7 * 86_400_000 }, 'archived for 1 week'],
  ['events', 50, '', { to: 'archived', until: 'events', more: 50 }, 'archived until 50 more events'],
  [
    'events',
    50,
    'hour',
    { to: 'archived', until: 'events', more: 50, windowMs: 3_600_000 },
    'archived until 50 more events within an hour',
  ],
  ['users', 1, '', { to: 'archived', until: 'users', more: 1 }, 'archived until 1 more user'],
] as const)('archived by %s, %d %s', (until, amount, unit, status, message) => {
  expect(archiveOption(until, amount, unit)).toEqual({ message, status });
});

test.each([
  [60_000, '1 minute'],
  [90 * 60_000, '90 minutes'],
  [3_600_000, '1 hour'],
  [3 * 86_400_000, '3 days'],
  [14 * 86_400_000, '2 weeks'],
  [61_000, '1 minute'],
])('%d ms are %s', (ms, words) => expect(durationText(ms)).toBe(words));
