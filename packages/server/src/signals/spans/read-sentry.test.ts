import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseJson, readEnvelope, type Fields } from '@seismo/protocol';
import { readSingleSpan, readSpanContainer, readTransaction } from './read-sentry.ts';
import type { Span } from './span.ts';

const folder = join(import.meta.dirname, '../../../../../tests/golden/envelopes');
const recordings = readdirSync(folder).filter((name) =>
  /\.\d+-[a-z_+]*(span|transaction)[a-z_+]*\.envelope$/.test(name),
);

function read(name: string): (Span | null)[] {
  return readEnvelope(readFileSync(join(folder, name))).items.flatMap(({ kind, contentType, payload }) => {
    if (kind !== 'span' && kind !== 'transaction') return [];
    const parsed = parseJson(payload);
    if (!parsed.ok) throw new Error(parsed.why);
    const raw = parsed.value as Fields;
    if (kind === 'transaction') return readTransaction(raw).spans;
    return (contentType === null ? readSingleSpan(raw) : readSpanContainer(raw)).spans;
  });
}

test.each(recordings)('every span of %s is read', (name) => {
  const spans = read(name);
  expect(spans.length).toBeGreaterThan(0);
  for (const span of spans) {
    expect(span).toMatchObject({
      traceId: expect.stringMatching(/^[0-9a-f]{32}$/),
      spanId: expect.stringMatching(/^[0-9a-f]{16}$/),
    });
    expect(span!.endUs).toBeGreaterThanOrEqual(span!.startUs);
    expect(span!.name).not.toBe('');
    expect(span!.attributes.get('sentry.op') ?? span!.attributes.get('sentry.origin')).toBeDefined();
  }
});

const only = (name: string): Span[] => read(name) as Span[];
const short = ({ name, isSegment, segmentId, status, attributes }: Span) => [
  name,
  attributes.get('sentry.op'),
  isSegment ? 'segment' : segmentId,
  status,
];

describe('the shapes of SDK versions', () => {
  test('a container of 11', () => {
    const spans = only('node--11.12.0--express-default.04-span.envelope');
    expect(spans.map(short)).toEqual([
      ['jsonParser', 'middleware', '9677a4d20b8467c9', 'ok'],
      ['/boom', 'handler', '9677a4d20b8467c9', 'error'],
      ['GET /boom', 'http.server', 'segment', 'error'],
    ]);
    expect(spans[1]!.attributes.get('sentry.status.message')).toBe('express boom');
    expect(spans[1]!.parentSpanId).toBe('9677a4d20b8467c9');
    expect(spans[0]!.startUs).toBe(1_795_253_542_288_600);
  });

  test('a transaction of 9 with its spans, which get its release, segment and SDK', () => {
    const [segment, ...children] = only('browser--9.47.2--tracing.02-transaction.envelope');
    expect(short(segment!)).toEqual(['/shop', 'pageload', 'segment', 'unset']);
    expect(Object.fromEntries(segment!.attributes)).toMatchObject({
      lcp: 160,
      'sentry.segment.name': '/shop',
      'sentry.segment.name.source': 'url',
      'sentry.release': 'shop-web@5.1.0',
      'sentry.environment': 'staging',
      'sentry.sdk.version': '9.47.2',
    });
    expect(children.length).toBeGreaterThan(2);
    for (const child of children) {
      expect(child).toMatchObject({ isSegment: false, segmentId: segment!.spanId, traceId: segment!.traceId });
      expect(child.attributes.get('sentry.release')).toBe('shop-web@5.1.0');
    }
    expect(short(children[0]!)).toEqual(['GET /api/cart', 'http.client', segment!.spanId, 'ok']);
  });

  test('a web vital of 9, a span of its own', () => {
    const [vital] = only('browser--9.47.2--tracing.04-span.envelope');
    expect(short(vital!)).toEqual(['<unknown>', 'ui.interaction.click', 'segment', 'unset']);
    expect(vital!.attributes.get('inp')).toBe(8);
  });
});

describe('what no SDK sends', () => {
  const span = { trace_id: 'a'.repeat(32), span_id: 'b'.repeat(16), start_timestamp: 100.5, end_timestamp: 101 };

  test.each([
    [{ trace_id: '0'.repeat(32) }],
    [{ trace_id: 'a' }],
    [{ span_id: null }],
    [{ span_id: '0'.repeat(16) }],
    [{ start_timestamp: 'x' }],
    [{ start_timestamp: -1 }],
    [{ end_timestamp: undefined }],
  ])('a span with %j is no span', (fields) => {
    expect(readSpanContainer({ items: [{ ...span, ...fields }, null, 7] }).spans).toEqual([null, null, null]);
  });

  test('times are milliseconds or texts, too', () => {
    const times = { start_timestamp: 1_795_253_542_288.5, end_timestamp: '2026-11-21T12:00:00Z' };
    expect(readSpanContainer({ items: [{ ...span, ...times }] }).spans).toMatchObject([
      { startUs: 1_795_253_542_288_500, endUs: Date.UTC(2026, 10, 21, 12) * 1000 },
    ]);
  });

  test('fields of wrong types are absent, and a span never ends before it starts', () => {
    const {
      spans: [read],
    } = readSpanContainer({
      items: [{ ...span, name: 5, end_timestamp: 99, status: 'x', attributes: { a: 1, b: { value: [1] } }, links: {} }],
    });
    expect(read).toMatchObject({ name: '', status: 'unset', links: [], startUs: 100_500_000, endUs: 100_500_000 });
    expect([...read!.attributes]).toEqual([['b', [1]]]);
  });

  test.each([{}, { items: null }, { items: {} }])('a container without a list has no spans: %j', (raw) => {
    expect(readSpanContainer(raw).spans).toEqual([]);
  });

  test('a transaction without a trace has no segment, but its spans', () => {
    expect(readTransaction({ transaction: 'x', spans: [{ ...span, timestamp: 101 }, 1] }).spans).toMatchObject([
      null,
      { segmentId: '', name: '' },
      null,
    ]);
  });
});

test('the span of a transaction has what the transaction says of all, then its fields, its data and its measurements', () => {
  const value = fc.option(fc.oneof(fc.string({ maxLength: 2 }), fc.integer(), fc.boolean()));
  const key = fc.oneof(
    fc.constantFrom('sentry.op', 'sentry.origin', 'sentry.exclusive_time', 'sentry.release', '7', 'lcp', 'toString'),
    fc.string({ maxLength: 3 }).filter((text) => text !== '__proto__'),
  );
  const fields = fc.record({ op: value, origin: value, exclusive_time: value }, { requiredKeys: [] });
  fc.assert(
    fc.property(fields, fc.dictionary(key, value), fc.dictionary(key, fc.integer()), (own, data, measured) => {
      const ids = { trace_id: 'a'.repeat(32), span_id: 'b'.repeat(16), start_timestamp: 1, timestamp: 2 };
      const measurements = Object.fromEntries(Object.entries(measured).map(([name, of]) => [name, { value: of }]));
      const transaction = { release: '1.0', transaction: '/', spans: [{ ...ids, ...own, data, measurements }] };
      const present = Object.entries({
        'sentry.op': own.op,
        'sentry.origin': own.origin,
        'sentry.exclusive_time': own.exclusive_time,
        ...data,
      }).filter(([, of]) => of !== undefined && of !== null && of !== '');
      const shared = [
        ['sentry.segment.name', '/'],
        ['sentry.release', '1.0'],
      ] as const;
      const expected = new Map<string, unknown>([...shared, ...new Map([...present, ...Object.entries(measured)])]);
      const { attributes } = readTransaction(transaction as Fields).spans[1]!;
      expect(Object.fromEntries(attributes)).toEqual(Object.fromEntries(expected));
      expect(Object.keys(Object.fromEntries(attributes))).toEqual(Object.keys(Object.fromEntries(expected)));
    }),
  );
});
