import fc from 'fast-check';
import { expect, test } from 'vitest';
import { limits, type Json } from '@seismo/protocol';
import { attributeJson, typedName, type AttributeValue } from '#domain/spans/typed-name.ts';
import { itemOf } from '../../testing/items.ts';
import { rowsOf } from './rows.ts';
import type { Attributes, Span } from './span.ts';
import { limitAttributes } from './steps/limit-attributes.ts';

const name = fc.oneof(
  fc.constantFrom('__proto__', 'constructor', 'user.id', 'user.email', '7', 'toString', 'service.name', 'a\ud83d', ''),
  fc.string({ maxLength: 12, unit: 'binary' }),
  fc.string({
    minLength: limits.SPAN_ATTRIBUTE_NAME_CHARS_MAX - 1,
    maxLength: limits.SPAN_ATTRIBUTE_NAME_CHARS_MAX + 2,
  }),
);
const value = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.boolean(),
  fc.constant(null),
  fc.constantFrom('x'.repeat(limits.SPAN_ATTRIBUTE_CHARS_MAX), 'y'.repeat(limits.SPAN_ATTRIBUTE_CHARS_MAX + 1)),
  fc.array(fc.string(), { maxLength: 2 }),
);
const entry = fc.tuple(name, value);
const attributes = fc
  .oneof(
    fc.array(entry, { maxLength: 5 }),
    fc.array(entry, { maxLength: limits.SPAN_ATTRIBUTE_COUNT_MAX + 20, size: 'max' }),
  )
  .map((entries): Attributes => new Map(entries));

function storedOf(of: Attributes): string {
  const span: Span = {
    traceId: 'a'.repeat(32),
    spanId: 'b'.repeat(16),
    parentSpanId: '',
    isSegment: true,
    segmentId: '',
    startUs: 1,
    endUs: 2,
    name: 'x',
    kind: '',
    status: 'unset',
    attributes: new Map(of),
    events: [],
    links: [],
  };
  const item = itemOf('span', new Uint8Array());
  const work = limitAttributes({ ...item, spans: [span], inferIp: null, isBrowser: false });
  return rowsOf(work)[0]!.attributes;
}

/** The rules in the simplest form: lists of entries, and an object at the end. */
function expectedOf(of: Attributes): string {
  const columns = ['service.name'];
  const entries: [string, Json][] = [];
  let chars = 0;
  let dropped = 0;
  for (const [key, given] of of) {
    const first = Array.isArray(given) && given.length === 1 ? given[0]! : given;
    if (columns.includes(key) || key === '' || given === null) continue;
    const text = typeof first === 'object' ? JSON.stringify(first) : first;
    const fitted = typeof text === 'string' ? fitting(text, limits.SPAN_ATTRIBUTE_CHARS_MAX) : text;
    const size = key.length + (typeof fitted === 'string' ? fitted.length : 8);
    if (entries.length === limits.SPAN_ATTRIBUTE_COUNT_MAX || chars + size > limits.SPAN_ATTRIBUTES_CHARS_MAX) {
      dropped += 1;
      continue;
    }
    chars += size;
    entries.push([fitting(key, limits.SPAN_ATTRIBUTE_NAME_CHARS_MAX), fitted]);
  }
  if (dropped > 0) entries.push(['seismo.dropped_attributes', dropped]);
  const values = Object.entries(Object.fromEntries(entries)) as [string, AttributeValue][];
  const isText = /^user\.(?:id|email|name|ip_address)$/;
  return JSON.stringify(
    Object.fromEntries(
      values.map(([key, given]) => {
        const stored = isText.test(key) ? String(given) : given;
        return [typedName(key, stored), stored];
      }),
    ),
  );
}

const fitting = (text: string, charsMax: number) =>
  (text.length > charsMax ? `${text.slice(0, charsMax - 1)}…` : text).toWellFormed();

test('any attributes are stored under their types and names, within the limits', () => {
  fc.assert(
    fc.property(attributes, (of) => {
      expect(storedOf(of)).toBe(expectedOf(of));
    }),
  );
});

test('a name that is cached for one type gets the prefix of each other type', () => {
  expect(['x', 1, true, 'y', 2].map((given) => attributeJson('cache.hit', given))).toEqual([
    '"s:cache.hit":"x"',
    '"n:cache.hit":1',
    '"b:cache.hit":true',
    '"s:cache.hit":"y"',
    '"n:cache.hit":2',
  ]);
});

test('any name and value are written as JSON.stringify writes them', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({
      unit: fc.constantFrom('"', '\\', '\n', '\u0000', '\u001f', ' ', '\u007f', '\ud83d', '\ude00', '\ue000', 'a'),
    }),
  );
  const any = fc.oneof(text, fc.double(), fc.integer(), fc.boolean(), fc.constantFrom(-0, 1e21, 5e-324));
  fc.assert(
    fc.property(text, any, (key, given) => {
      expect(`{${attributeJson(key, given)}}`).toBe(JSON.stringify({ [typedName(key, given)]: given }));
    }),
    { numRuns: 1000 },
  );
});
