import { readBaggage, readSentryTrace } from '@seismo/protocol';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { propagationFrom, withBaggage } from './headers.ts';

const dsc = fc.dictionary(fc.stringMatching(/^[a-z_]{1,20}$/), fc.string({ maxLength: 6000, unit: 'grapheme' }));

test('baggage stays within 8192 characters, keeps members of others, and reads back complete (observed.md row 8)', () => {
  fc.assert(
    fc.property(dsc, fc.string({ unit: fc.constantFrom('a', '=', '%', '1'), maxLength: 9000 }), (fields, text) => {
      const existing = text && `other=${text.replaceAll('%', '%25')}`;
      const baggage = withBaggage(existing, fields);
      expect(baggage.startsWith(existing)).toBe(true);
      expect(baggage.length).toBeLessThanOrEqual(Math.max(8192, existing.length));
      if (existing.length >= 8192) return;
      const read = readBaggage(baggage);
      for (const [name, value] of read) if (name.startsWith('sentry-')) expect(value).toBe(fields[name.slice(7)]);
      // Only members that do not fit are left out.
      for (const [name, value] of Object.entries(fields)) {
        const room = `sentry-${name}=${encodeURIComponent(value)}`.length + baggage.length + 1 <= 8192;
        if (value && room) expect(read.get(`sentry-${name}`)).toBe(value);
      }
    }),
  );
});

test('the page has a trace for any trace header of a server', () => {
  const hostile = fc.oneof(fc.string(), fc.stringMatching(/^[\da-f]{32}-[\da-f]{16}(-[01])?$/));
  fc.assert(
    fc.property(
      hostile,
      fc.oneof(
        fc.string(),
        fc.string().map((text) => `sentry-release=%${text},sentry-__proto__=x`),
      ),
      (sentryTrace, baggage) => {
        const { traceId, spanId, parentSpanId } = propagationFrom(sentryTrace, baggage);
        expect(readSentryTrace(`${traceId}-${spanId}`)).not.toBeNull();
        const trace = readSentryTrace(sentryTrace);
        if (trace) expect([traceId, parentSpanId]).toEqual([trace.traceId, trace.spanId]);
      },
    ),
  );
});
