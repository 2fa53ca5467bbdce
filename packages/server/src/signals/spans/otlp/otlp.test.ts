import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { PbfWriter } from 'pbf';
import { UnreadableOtlp, VALUE_DEPTH_MAX, type OtlpSpan, type OtlpSpans } from './otlp.ts';
import { readOtlpJson } from './read-json.ts';
import { readOtlpProtobuf } from './read-protobuf.ts';

const folder = join(import.meta.dirname, '../../../../../../tests/golden/otlp');
const recordings = readdirSync(folder)
  .filter((file) => file.endsWith('.bin'))
  .map((file) => file.slice(0, -4));

function read(name: string): OtlpSpans[] {
  const { headers } = JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8')) as {
    headers: Record<string, string>;
  };
  const sent = readFileSync(join(folder, `${name}.bin`));
  const body = headers['content-encoding'] === 'gzip' ? gunzipSync(sent) : sent;
  return headers['content-type'] === 'application/json' ? readOtlpJson(body) : readOtlpProtobuf(body);
}

describe.each(recordings)('the exporter of %s', (name) => {
  const requests = read(name);
  const spans = requests.flatMap((group) => group.spans);
  const span = (part: string): OtlpSpan => spans.find((some) => some.name === part)!;

  test('sends six spans of one trace, below the span of another service', () => {
    expect(spans.map((some) => some.name).toSorted()).toEqual(
      [
        'POST /api/checkout',
        'POST',
        'SELECT shop.carts',
        'cache lookup',
        'price cart',
        'send orders.failed',
      ].toSorted(),
    );
    expect(new Set(spans.map((some) => some.traceId))).toEqual(new Set(['4bf92f3577b34da6a3ce929d0e0e4736']));
    const root = span('POST /api/checkout');
    expect(root.parentSpanId).toBe('00f067aa0ba902b7');
    expect(spans.filter((some) => some !== root).every((some) => some.parentSpanId === root.spanId)).toBe(true);
    expect(new Set(spans.map((some) => some.spanId).filter((id) => /^[0-9a-f]{16}$/.test(id))).size).toBe(6);
    expect(root).toMatchObject({ kind: 2, status: { code: 2 } });
    // The parent of the root is in another process, those of the others are not.
    expect(spans.filter((some) => (some.flags & 0x300) === 0x300)).toEqual([root]);
    expect(Object.fromEntries(root.attributes)).toMatchObject({
      'http.request.method': 'POST',
      'http.response.status_code': 500,
      'client.address': '203.0.113.7',
    });
  });

  test('names its service and scopes', () => {
    for (const { resource } of requests) {
      expect(Object.fromEntries(resource)).toMatchObject({
        'service.name': 'checkout',
        'service.version': '2.4.1',
        'deployment.environment.name': 'production',
        'telemetry.sdk.name': 'opentelemetry',
      });
    }
    const scopes = requests.map(({ scope: { name: of, version } }) => `${of} ${version}`.trim());
    expect(scopes.toSorted()).toEqual(['shop.db', 'shop.http 1.3.0']);
  });

  test('sends times in microseconds that follow each other', () => {
    const root = span('POST /api/checkout');
    const yearsUs = (year: number) => Date.UTC(year, 0) * 1000;
    expect(root.startUs).toBeGreaterThan(yearsUs(2026));
    expect(root.startUs).toBeLessThan(yearsUs(2027));
    expect(root.endUs - root.startUs).toBeGreaterThan(25_000);
    expect(root.endUs - root.startUs).toBeLessThan(10_000_000);
    const lookup = span('cache lookup');
    expect(lookup.endUs).toBe(lookup.startUs);
  });

  test('sends attributes of every type', () => {
    const attributes = Object.fromEntries(span('price cart').attributes);
    expect(attributes).toMatchObject({
      'cart.id': 'c-1042',
      'cart.gift': true,
      'cart.items': 3,
      'cart.balance': -1,
      'cart.total': 129.9,
      'cart.skus': ['bike-7', 'lock-2'],
      'cart.quantities': [1, 2],
      'cart.weights': [12.5, 0.75],
      'cart.in_stock': [true, false],
      'cart.no_skus': [],
      'cart.coupon': '',
      'cart.note': 'Grüße aus Köln – 東京 🚲',
      'cart.payload': '0123456789'.repeat(500),
    });
    // JavaScript and Rust write NaN as null in JSON.
    expect(['NaN', null]).toContain(attributes['cart.ratio']);
    // 2^53 + 1 where the language has such integers: all digits, as text. JavaScript sends the number 2^53 + 2.
    expect([9_007_199_254_740_994, '9007199254740993', '9007199254740994']).toContain(attributes['cart.sequence']);
    if (/python--1.45|go|java--/.test(name)) {
      expect(attributes).toMatchObject({ 'cart.token': 'AAH+/w==', 'cart.address': { city: 'Köln', zip: 50_667 } });
    }
  });

  test('sends the link, the event and the exception', () => {
    const cart = span('price cart');
    expect(cart.links).toMatchObject([{ traceId: '0af7651916cd43dd8448eb211c80319c', spanId: 'b7ad6b7169203331' }]);
    expect(Object.fromEntries(cart.links[0]!.attributes)).toEqual({
      'link.reason': 'cart was filled here',
      'link.items': 3,
    });
    expect(cart.events.map((event) => [event.name, Object.fromEntries(event.attributes)])).toEqual([
      ['coupon.rejected', { 'coupon.code': 'SUMMER', 'coupon.tries': 2 }],
    ]);
    expect(cart.events[0]!.atUs).toBeGreaterThanOrEqual(cart.startUs);
    const payment = span('POST');
    expect(payment.status).toEqual({ code: 2, message: expect.stringContaining('payment provider sent no answer') });
    expect(payment.events.map((event) => event.name)).toEqual(['exception']);
    expect(payment.events[0]!.attributes.get('exception.message')).toContain('payment provider sent no answer');
  });
});

describe('a protobuf body that is damaged or hostile', () => {
  const sound = gunzipSync(readFileSync(join(folder, 'go--1.47.0--protobuf-gzip.bin')));

  test('is read or refused, whatever bytes it has', () => {
    const damaged = fc
      .tuple(fc.nat(sound.length - 1), fc.uint8Array({ minLength: 1, maxLength: 12 }), fc.nat(sound.length))
      .map(([at, bytes, length]) => {
        const copy = Buffer.from(sound.subarray(0, Math.max(at, length)));
        copy.set(bytes.subarray(0, copy.length - at), at);
        return copy;
      });
    fc.assert(
      fc.property(fc.oneof(damaged, fc.uint8Array({ maxLength: 400 })), (bytes) => {
        try {
          readOtlpProtobuf(bytes);
        } catch (error) {
          expect(error).toBeInstanceOf(UnreadableOtlp);
        }
      }),
      { numRuns: 3000 },
    );
  });

  test('is refused when it is cut off', () => {
    for (let length = 1; length < sound.length; length += 97) {
      expect(() => readOtlpProtobuf(sound.subarray(0, length))).toThrow(UnreadableOtlp);
    }
  });

  test('does not exhaust the stack with lists in lists', () => {
    let value: Uint8Array = writeField(1, Buffer.from('bottom'));
    for (let depth = 0; depth < 3000; depth += 1) value = writeField(5, writeField(1, value));
    const attribute = Buffer.concat([writeField(1, Buffer.from('deep')), writeField(2, value)]);
    const body = writeField(1, writeField(2, writeField(2, writeField(9, attribute))));
    let read = readOtlpProtobuf(body)[0]!.spans[0]!.attributes.get('deep');
    let depth = 0;
    for (; Array.isArray(read); depth += 1) read = read[0];
    expect([read, depth]).toEqual([null, VALUE_DEPTH_MAX + 1]);
  });
});

test('the trace state is read', () => {
  const span = writeField(2, writeField(3, Buffer.from('ot=th:8')));
  expect(readOtlpProtobuf(writeField(1, writeField(2, span)))[0]!.spans[0]!.traceState).toBe('ot=th:8');
});

function writeField(field: number, bytes: Uint8Array): Uint8Array {
  const writer = new PbfWriter();
  writer.writeBytesField(field, bytes);
  return writer.finish();
}

describe('JSON', () => {
  const one = (span: object) =>
    readOtlpJson(Buffer.from(JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans: [span] }] }] })))[0]!.spans[0]!;

  test.each([
    ['"no"', 'shape'],
    ['{', 'json'],
    [`{"resourceSpans":${'['.repeat(200)}${']'.repeat(200)}}`, 'nesting'],
  ])('%s is refused: %s', (body, reason) => {
    expect(() => readOtlpJson(Buffer.from(body))).toThrow(expect.objectContaining({ reason }));
  });

  test.each([{}, { resourceSpans: null }, { resourceSpans: [1, { scopeSpans: 'x' }, { scopeSpans: [null] }] }])(
    'without spans, it has none: %j',
    (body) => {
      expect(readOtlpJson(Buffer.from(JSON.stringify(body)))).toEqual([]);
    },
  );

  test('fields of wrong types are absent', () => {
    expect(one({ traceId: 1, name: {}, kind: 'x', startTimeUnixNano: '-5', attributes: {}, status: [] })).toMatchObject(
      {
        traceId: '',
        name: '',
        kind: 0,
        startUs: 0,
        status: { code: 0, message: '' },
      },
    );
  });

  test('names of enumerations and numbers as text are read', () => {
    const span = one({
      kind: 'SPAN_KIND_CLIENT',
      status: { code: 'STATUS_CODE_ERROR' },
      startTimeUnixNano: '1795978130453624355',
      endTimeUnixNano: 1_795_978_130_465_898_000,
      attributes: [
        { key: 'small', value: { intValue: '12' } },
        { key: 'large', value: { intValue: '-9223372036854775808' } },
        { key: 'none', value: {} },
        { key: '__proto__', value: { stringValue: 'kept' } },
      ],
    });
    expect(span).toMatchObject({
      kind: 3,
      status: { code: 2 },
      startUs: 1_795_978_130_453_624,
      endUs: 1_795_978_130_465_898,
    });
    expect([...span.attributes]).toEqual([
      ['small', 12],
      ['large', '-9223372036854775808'],
      ['none', null],
      ['__proto__', 'kept'],
    ]);
  });
});
