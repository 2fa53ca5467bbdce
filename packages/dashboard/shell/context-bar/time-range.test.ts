import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rangeSince, rangeText, readTimeRange, setTimeRange } from './time-range.ts';

const at = (text: string) => Date.parse(text);
const read = (from: unknown, to: unknown, range?: string) =>
  readTimeRange({ from: from as string, to: to as string, ...(range !== undefined && { range }) });

test('a URL holds a named range, or two timestamps in UTC', () => {
  expect(readTimeRange({})).toEqual({ range: null, problem: null });
  expect(readTimeRange({ range: '7d' })).toEqual({ range: '7d', problem: null });
  const stretch = { fromMs: at('2026-11-21T09:30Z'), toMs: at('2026-11-21T12:00Z') };
  expect(read('2026-11-21T09:30Z', '2026-11-21T12:00Z')).toEqual({ range: stretch, problem: null });
  expect(read('2026-11-21T09:30', '2026-11-21T12:00:00.000Z', '')).toEqual({ range: stretch, problem: null });
  expect(read('2026-11-21T09:30Z', '2026-11-21T12:00Z', '1h').range, 'what a form chose last').toBe('1h');
  expect(rangeText(stretch)).toBe('2026-11-21 09:30 to 12:00 UTC');
  expect(rangeText('7d')).toBe('last 7 days');
});

test('dates without time cover whole days', () => {
  const days = { fromMs: at('2026-11-01T00:00Z'), toMs: at('2026-11-04T00:00Z') };
  expect(read('2026-11-01', '2026-11-03')).toEqual({ range: days, problem: null });
});

test('an invalid range is explained', () => {
  const swapped = read('2026-11-21T12:00Z', '2026-11-21T09:30Z');
  expect(swapped.range).toEqual({ fromMs: at('2026-11-21T09:30Z'), toMs: at('2026-11-21T12:00Z') });
  expect(swapped.problem).toContain('swapped');
  expect(read('2026-11-21T12:00Z', '').problem).toContain('“to” is missing');
  expect(read('yesterday', '2026-11-21').problem).toContain('“from” is not a valid timestamp: yesterday');
  expect(read('2026-02-30', '2026-11-21').problem).toContain('“from” is not a valid timestamp');
  expect(read('2026-11-21T09:30Z', '2026-11-21T09:30Z').problem).toContain('are the same');
  expect(readTimeRange({ range: 'forever' })).toEqual({ range: null, problem: 'Unknown time range: forever.' });
  expect(read(['2026-11-01', 'x'], '2026-11-03').problem).toBeNull();
});

test('a written range is read back, and no URL throws', () => {
  const minute = fc.integer({ min: 0, max: 60_000_000 }).map((minutes) => minutes * 60_000);
  fc.assert(
    fc.property(minute, minute, (one, other) => {
      fc.pre(one !== other);
      const range = { fromMs: Math.min(one, other), toMs: Math.max(one, other) };
      const params = new URLSearchParams();
      setTimeRange(params, range);
      expect(readTimeRange(Object.fromEntries(params))).toEqual({ range, problem: null });
    }),
  );
  fc.assert(fc.property(fc.string(), fc.string(), fc.string(), (from, to, range) => void read(from, to, range)));
});

test('rangeSince keeps the current range if it is long enough, else returns the shortest', () => {
  const nowMs = at('2026-11-22T15:10Z');
  const since = (hours: number, current?: Parameters<typeof rangeSince>[2]) =>
    rangeSince(nowMs - hours * 3_600_000, nowMs, current);
  expect(since(1)).toBe('14d');
  expect(since(1, '24h')).toBe('24h');
  // The first bar of 24 is gone as soon as the last begins.
  expect(since(24, '24h')).toBe('7d');
  expect(since(24, { fromMs: 0, toMs: 1 })).toBe('7d');
  expect(since(13.5 * 24)).toBe('14d');
  expect(since(14 * 24)).toBe('30d');
  expect(since(87 * 24)).toBe('90d');
  expect(since(88 * 24)).toEqual({ fromMs: at('2026-08-26T00:00Z'), toMs: at('2026-11-23T00:00Z') });
});
