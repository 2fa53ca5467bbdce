import { expect, test } from 'vitest';
import { BAGGAGE_CHARS_MAX } from './limits.ts';
import { readBaggage, readSampleRate, readSentryTrace, readTraceparent } from './trace.ts';

const traceId = 'c8454b0692d2412a8454a61c8da77c6a';
const spanId = 'b7ad6b7169203331';

test('sentry-trace with, without and against sampling', () => {
  expect(readSentryTrace(`${traceId}-${spanId}-1`)).toEqual({ traceId, spanId, sampled: true });
  expect(readSentryTrace(` ${traceId.toUpperCase()}-${spanId}-0 `)).toEqual({ traceId, spanId, sampled: false });
  expect(readSentryTrace(`${traceId}-${spanId}`)).toEqual({ traceId, spanId, sampled: null });
});

test('traceparent of this version and of later ones', () => {
  expect(readTraceparent(`00-${traceId}-${spanId}-01`)).toEqual({ traceId, spanId, sampled: true });
  expect(readTraceparent(`00-${traceId}-${spanId}-02`)).toEqual({ traceId, spanId, sampled: false });
  expect(readTraceparent(`cc-${traceId}-${spanId}-01-what-comes-later`)).toEqual({ traceId, spanId, sampled: true });
});

test('an invalid trace is null', () => {
  const zero = '0'.repeat(32);
  for (const header of ['', '-', `${traceId}`, `${zero}-${spanId}-1`, `${traceId}-${spanId}-2`, 'a'.repeat(100_000)]) {
    expect(readSentryTrace(header)).toBeNull();
  }
  for (const header of [
    '',
    `ff-${traceId}-${spanId}-01`,
    `00-${traceId}-${spanId}-01-more`,
    `00-${zero}-${spanId}-01`,
    `00-${traceId.toUpperCase()}-${spanId}-01`,
  ]) {
    expect(readTraceparent(header)).toBeNull();
  }
});

test('a sample rate is above 0 and at most 1', () => {
  expect(['0.25', 0.5, 1, '1', 1e-6].map(readSampleRate)).toEqual([0.25, 0.5, 1, 1, 1e-6]);
  for (const rate of [0, -1, 1.01, 1e-7, '', ' ', 'x', '0', NaN, null, undefined, [0.5], `0.${'1'.repeat(99)}`]) {
    expect(readSampleRate(rate)).toBeNull();
  }
});

test('baggage members are decoded, their properties and nonsense left out', () => {
  const baggage = readBaggage(
    'sentry-release=web%401.4.0, sentry-sampled = true;prop=1,broken,=x,bad=%E0%A4,__proto__=1',
  );
  expect([...baggage]).toEqual([
    ['sentry-release', 'web@1.4.0'],
    ['sentry-sampled', 'true'],
    ['bad', '%E0%A4'],
    ['__proto__', '1'],
  ]);
});

test('baggage beyond 8192 characters loses whole members, never halves', () => {
  const member = (index: number) => `m${index}=${'v'.repeat(90)}`;
  const header = Array.from({ length: 200 }, (_, index) => member(index)).join(',');
  const baggage = readBaggage(header);
  expect(BAGGAGE_CHARS_MAX).toBe(8192);
  expect(baggage.size).toBeGreaterThan(80);
  expect(baggage.size).toBeLessThan(90);
  expect(new Set(baggage.values())).toEqual(new Set(['v'.repeat(90)]));
  expect(readBaggage(`m=${'v'.repeat(9000)}`).size).toBe(0);
  expect(readBaggage(header.slice(0, 8192)).size).toBeGreaterThan(80);
});
