import fc from 'fast-check';
import { expect, test } from 'vitest';
import { itemCategories, limits, type EnvelopeItem, type KnownItemKind } from '@seismo/protocol';
import { createAdmission } from './admit.ts';
import { RateWindow } from './rate-window.ts';
import { clientKey } from './test-server.ts';

const nowMs = Date.UTC(2026, 10, 21);

/** Times as parts of the window: next to its end is where a limiter would err. */
const steps = fc.array(
  fc.record({
    after: fc.oneof(
      fc.double({ min: 0, max: 0.02, noNaN: true }),
      fc.double({ min: 0.97, max: 1.02, noNaN: true }),
      fc.double({ min: 0, max: 3, noNaN: true }),
    ),
    quantity: fc.integer({ min: 1, max: 5 }),
  }),
  { maxLength: 100 },
);

test('no window, wherever it starts, ever holds more than was allowed', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 90 }), steps, (countMax, windowS, list) => {
      const windowMs = windowS * 1000;
      const window = new RateWindow(windowMs);
      const admitted: { atMs: number; quantity: number }[] = [];
      let nowMs = Date.UTC(2026, 10, 21);
      for (const { after, quantity } of list) {
        nowMs += Math.round(after * windowMs);
        if (window.take(quantity, countMax, nowMs) === 0) admitted.push({ atMs: nowMs, quantity });
        let inWindow = 0;
        for (const other of admitted) if (other.atMs > nowMs - windowMs) inWindow += other.quantity;
        expect(inWindow).toBeLessThanOrEqual(countMax);
      }
    }),
  );
});

test('a sender that waits for Retry-After is admitted, and a quiet window admits the whole quota', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 90 }), steps, (countMax, windowS, list) => {
      const window = new RateWindow(windowS * 1000);
      let nowMs = Date.UTC(2026, 10, 21);
      for (const { after } of list) {
        nowMs += Math.round(after * windowS * 1000);
        const waitMs = window.take(1, countMax, nowMs);
        if (waitMs === 0) continue;
        nowMs = Math.ceil(nowMs + waitMs);
        expect(window.take(1, countMax, nowMs)).toBe(0);
      }
      expect(window.take(countMax, countMax, nowMs + windowS * 1100)).toBe(0);
    }),
  );
});

test('a clock that is set back opens no window anew, unless it was wrong by more than a window', () => {
  const window = new RateWindow(60_000);
  expect(window.take(5, 5, nowMs)).toBe(0);
  expect(window.take(1, 5, nowMs - 30_000)).toBeGreaterThan(0);
  expect(window.take(5, 5, nowMs - 24 * 3600_000)).toBe(0);
  expect(window.take(1, 5, nowMs - 24 * 3600_000)).toBeGreaterThan(0);
});

const itemOf = (kind: KnownItemKind, itemCount = 1, bytes = 0): EnvelopeItem => {
  const names = { filename: null, contentType: null, attachmentType: null };
  return { kind, type: kind, ...names, itemCount, payload: new Uint8Array(bytes) };
};

const items = fc.array(
  fc.constantFrom(...(Object.keys(itemCategories) as KnownItemKind[])).map((kind) => itemOf(kind)),
  { minLength: 1, maxLength: 5 },
);

test('a container is charged the records that it claims, at most as many as its bytes can contain', () => {
  const admit = createAdmission();
  const key = clientKey({ rateLimit: { count: 10, windowS: 60 } });
  expect(admit(key, [itemOf('log', 1_000, 3 * 4), itemOf('log', 1_000, 3 * 5)], nowMs).allLimited).toBe(false);
  expect(admit(key, [itemOf('log', 2, 1_000)], nowMs).allLimited).toBe(true);
  expect(admit(key, [itemOf('log', 1, 1_000)], nowMs).allLimited).toBe(false);
});

test('each category is held to the quota by itself, and client reports never are', () => {
  fc.assert(
    fc.property(fc.nat(4), fc.array(items, { maxLength: 30 }), (count, envelopes) => {
      const admit = createAdmission();
      const key = clientKey({ rateLimit: { count, windowS: 60 } });
      const admitted = new Map<string, number>();
      for (const envelope of envelopes) {
        const { limitedCategories, allLimited, rateLimits } = admit(key, envelope, nowMs);
        expect(limitedCategories).not.toContain('internal');
        expect(rateLimits.flatMap(({ categories }) => categories)).toEqual(limitedCategories);
        if (envelope.some(({ kind }) => kind === 'client_report')) expect(allLimited).toBe(false);
        const hasParent = envelope.some(({ kind }) => ['event', 'transaction', 'feedback'].includes(kind));
        for (const { kind } of envelope) {
          const category = itemCategories[kind as KnownItemKind];
          if (kind === 'client_report' || (kind === 'attachment' && hasParent)) continue;
          if (!limitedCategories.includes(category)) admitted.set(category, (admitted.get(category) ?? 0) + 1);
        }
      }
      for (const total of admitted.values()) expect(total).toBeLessThanOrEqual(count);
    }),
  );
});

test('beyond a number of windows, the least recently used one is removed', () => {
  const admit = createAdmission();
  const isLimited = (id: number) =>
    admit(clientKey({ id, rateLimit: { count: 1, windowS: 60 } }), [itemOf('event')], 0).allLimited;
  expect([isLimited(1), isLimited(2), isLimited(1), isLimited(2)]).toEqual([false, false, true, true]);
  for (let id = 3; id <= limits.RATE_WINDOW_COUNT_MAX + 1; id++) isLimited(id);
  expect([isLimited(2), isLimited(1)]).toEqual([true, false]);
});
