import fc from 'fast-check';
import { anyCharacter } from '../../testing/any-character.ts';
import { expect, test } from 'vitest';
import { levels, limits, readEventId, type EventPayload } from '@seismo/protocol';
import { scrubEvent } from '../scrubbing/scrub.ts';
import { culpritOf, headlineOf } from './headline.ts';
import { normalizeEvent } from './normalize.ts';

const context = {
  eventId: readEventId('0123456789abcdef0123456789abcdef')!,
  receivedAtMs: Date.parse('2026-11-21T10:00:00Z'),
  clockSkewMs: 0,
  clientAddress: null,
  userAgent: null,
  inferIp: null,
};
const anything = fc.oneof(
  { weight: 3, arbitrary: fc.jsonValue({ maxDepth: 4 }) },
  fc.string({ unit: anyCharacter }),
  fc.constantFrom<unknown>(Number.NaN, Infinity, -1, 1e300, '\uD800', 'a\0', [[]], [null], { values: [null, 1, {}] }),
);
const fieldsOf = (...keys: string[]): fc.Arbitrary<unknown> =>
  fc.oneof(anything, fc.record(Object.fromEntries(keys.map((key) => [key, anything])), { requiredKeys: [] }));
const frame = fieldsOf('function', 'filename', 'lineno', 'colno', 'pre_context', 'context_line', 'vars', 'in_app');
const stacktrace = fc.oneof(anything, fc.record({ frames: fc.oneof(anything, fc.array(frame)) }));
const exception = fc.oneof(
  anything,
  fc.record({
    type: anything,
    value: anything,
    mechanism: fieldsOf('type', 'handled', 'synthetic', 'data'),
    stacktrace,
  }),
);
const hostileEvent = fc.record(
  {
    timestamp: anything,
    level: anything,
    platform: anything,
    release: anything,
    transaction: anything,
    message: fieldsOf('message', 'formatted', 'params'),
    logentry: fieldsOf('message', 'formatted', 'params'),
    exception: fc.oneof(anything, fc.array(exception), fc.record({ values: fc.array(exception) })),
    threads: fc.oneof(anything, fc.array(fieldsOf('id', 'name', 'crashed', 'stacktrace'))),
    breadcrumbs: fc.oneof(anything, fc.array(fieldsOf('timestamp', 'message', 'level', 'data', 'category'))),
    contexts: fc.oneof(anything, fc.dictionary(fc.string(), anything)),
    tags: anything,
    extra: anything,
    user: fieldsOf('id', 'email', 'ip_address', 'geo', 'data', 'plan'),
    request: fieldsOf('url', 'method', 'query_string', 'headers', 'cookies', 'data', 'env'),
    fingerprint: anything,
    modules: anything,
    sdk: fieldsOf('name', 'version', 'integrations', 'packages', 'settings'),
    debug_meta: fieldsOf('images'),
  },
  { requiredKeys: [] },
);

test('any input becomes a valid event within limits that survives JSON', () => {
  fc.assert(
    fc.property(hostileEvent, (raw) => {
      const event = normalizeEvent(raw, context);
      if ('invalid' in event) throw new Error('an object is never refused');
      scrubEvent(event);
      expect(levels).toContain(event.level);
      expect(Number.isFinite(event.timestamp)).toBe(true);
      expect(Object.values(event.tags).every((value) => typeof value === 'string')).toBe(true);
      expect(event._meta.length).toBeLessThanOrEqual(limits.META_NOTE_COUNT_MAX + 1);
      expect(headlineOf(event).title).not.toBe('');
      expect(typeof culpritOf(event)).toBe('string');
      const text = JSON.stringify(event);
      expect(text.isWellFormed()).toBe(true);
      expect(JSON.stringify(JSON.parse(text))).toBe(text);
      expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
    }),
    { numRuns: 300 },
  );
});

/**
 * Without the input of grouping v1: it depends on the fields that the SDK omitted, and normalization fills those in.
 */
function readable(event: EventPayload): unknown {
  return JSON.parse(
    JSON.stringify(event.exception ?? null, (name, value) => (name === 'in_app_v1' ? undefined : value)),
  );
}

test('normalizing twice changes nothing visible', () => {
  fc.assert(
    fc.property(hostileEvent, (raw) => {
      const once = normalizeEvent(raw, context);
      if ('invalid' in once) return;
      const twice = normalizeEvent(JSON.parse(JSON.stringify(once)), context);
      if ('invalid' in twice) throw new Error('refused');
      expect(headlineOf(twice)).toEqual(headlineOf(once));
      expect(readable(twice)).toEqual(readable(once));
      expect(twice.timestamp).toBe(once.timestamp);
    }),
    { numRuns: 100 },
  );
});
