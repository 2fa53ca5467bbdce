import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { limits, otlpTraces, writeEnvelope, type Json } from '@seismo/protocol';
import { defaultFilters, defaultPrivacy } from '#domain/configuration/documents.ts';
import { plainName } from '#domain/spans/typed-name.ts';
import { readOutline } from '#store/telemetry/queries/trace-outline.ts';
import { nothingApplied } from '#store/state/batch/contract.ts';
import { eventEnvelope, nowMs, openPipeline, type Pipeline } from '../../testing/pipeline.ts';

const golden = join(import.meta.dirname, '../../../../../tests/golden');
const traceId = 'a1b2c3d4e5f60718293a4b5c6d7e8f90';

let pipeline: Pipeline;
beforeEach(async () => void (pipeline = await openPipeline()));
afterEach(() => pipeline.state.close());

type Attributes = Record<string, unknown>;

/** A span of a container. Times are seconds before now. */
function span(n: number, { attributes = {}, start = 2, end = 1, ...fields }: Record<string, unknown> & Times = {}) {
  return {
    trace_id: traceId,
    span_id: idOf(n),
    name: `span ${n}`,
    status: 'ok',
    is_segment: false,
    start_timestamp: nowMs / 1000 - start,
    end_timestamp: nowMs / 1000 - end,
    attributes: Object.fromEntries(Object.entries(attributes).map(([key, value]) => [key, { value, type: 'string' }])),
    ...fields,
  };
}

interface Times {
  attributes?: Attributes;
  start?: number;
  end?: number;
}

const idOf = (n: number) => n.toString(16).padStart(16, '0');

function container(items: unknown[], { header = {}, ...fields }: { header?: object; ingest_settings?: object } = {}) {
  const item = { type: 'span', item_count: items.length, content_type: 'application/vnd.sentry.items.span.v2+json' };
  return `${JSON.stringify(header)}\n${JSON.stringify(item)}\n${JSON.stringify({ version: 2, ...fields, items })}`;
}

function otlp(attributes: Attributes, span: object, resource: Attributes = {}) {
  const listed = (of: Attributes) =>
    Object.entries(of).map(([key, value]) => ({
      key,
      value: typeof value === 'string' ? { stringValue: value } : { intValue: value },
    }));
  const times = { startTimeUnixNano: `${nowMs - 2000}000000`, endTimeUnixNano: `${nowMs - 1000}000000` };
  const whole = { traceId, spanId: idOf(1), name: 'x', ...times, attributes: listed(attributes), ...span };
  const body = { resourceSpans: [{ resource: { attributes: listed(resource) }, scopeSpans: [{ spans: [whole] }] }] };
  const payload = new TextEncoder().encode(JSON.stringify(body));
  return writeEnvelope({}, [{ type: 'span', contentType: otlpTraces.json, itemCount: 1, payload }]);
}

async function spansOf(trace = traceId) {
  const of = { projectIds: [pipeline.projectId], traceId: trace };
  const outline = await pipeline.telemetry.query('traceOutline', { ...of, count: 10_000 });
  const rows = await Promise.all(
    readOutline(outline).map(({ spanId }) => pipeline.telemetry.query('spanById', { ...of, spanId })),
  );
  return rows.flat().map(({ attributes, ...row }) => ({ ...row, attributes: untyped(attributes) }));
}

function untyped(attributes: Attributes): Attributes {
  return Object.fromEntries(Object.entries(attributes).map(([name, value]) => [plainName(name), value]));
}

async function stored(body: string | Uint8Array, change: Parameters<Pipeline['send']>[2] = {}) {
  await pipeline.send(body, pipeline.projectId, change);
  await pipeline.drain();
  return spansOf();
}

describe('what clients send', () => {
  const envelopes = readdirSync(join(golden, 'envelopes')).filter((name) =>
    /\.\d+-[a-z_+]*(span|transaction)[a-z_+]*\.envelope$/.test(name),
  );
  test.each(envelopes)('every span of %s is stored', async (name) => {
    await pipeline.send(readFileSync(join(golden, 'envelopes', name)));
    await pipeline.drain();
    const ledger = await pipeline.ledger();
    for (const kind of ['span', 'transaction']) {
      expect(ledger[`${kind} stored`]).toBe(ledger[`${kind} received`]);
    }
  });

  const requests = readdirSync(join(golden, 'otlp')).filter((name) => name.endsWith('.bin'));
  test.each(requests)('every span of %s is stored', async (name) => {
    const sent = readFileSync(join(golden, 'otlp', name));
    const payload = sent[0] === 0x1f ? gunzipSync(sent) : sent;
    const contentType = payload[0] === 0x7b ? otlpTraces.json : otlpTraces.protobuf;
    await pipeline.send(writeEnvelope({}, [{ type: 'span', contentType, payload }]));
    await pipeline.drain();
    const ledger = await pipeline.ledger();
    expect(ledger['span received']).toBeGreaterThan(2);
    expect(ledger['span stored']).toBe(ledger['span received']);
  });
});

describe('the share of traces that a client sends', () => {
  const rate = async (body: string | Uint8Array) => (await stored(body)).map((row) => row.clientSampleRate);
  const header = (sampleRate: unknown) => ({ header: { trace: { trace_id: traceId, sample_rate: sampleRate } } });

  test.each([
    ['0.25', 0.25],
    [0.5, 0.5],
    ['0', 1],
    ['1e-9', 1],
    [2, 1],
    [null, 1],
  ])('is in the header of an envelope: %j', async (given, expected) => {
    expect(await rate(container([span(1)], header(given)))).toEqual([expected]);
    const attributes = { 'sentry.sample_rate': 0.1 };
    expect(await rate(container([span(2, { attributes })], header(0.5)))).toEqual([expected, 0.5]);
  });

  test('is an attribute', async () => {
    const attributes = (name: string, value: unknown) => span(1, { attributes: { [name]: value } });
    expect(await rate(container([attributes('sentry.sample_rate', 0.1)]))).toEqual([0.1]);
    expect(await rate(container([{ ...attributes('sentry.client_sample_rate', '0.2'), span_id: idOf(2) }]))).toContain(
      0.2,
    );
    const rows = await stored(container([{ ...attributes('sentry.client_sample_rate', 'x'), span_id: idOf(3) }]));
    expect(rows.map((row) => row.clientSampleRate)).toContain(1);
    for (const row of rows) expect(row.attributes).not.toHaveProperty('sentry.client_sample_rate');
  });

  test('is that of a transaction in all of its spans', async () => {
    const trace = { trace_id: traceId, span_id: idOf(1), data: { 'sentry.sample_rate': 0.25 } };
    const times = { start_timestamp: nowMs / 1000 - 2, timestamp: nowMs / 1000 - 1 };
    const spans = [{ trace_id: traceId, span_id: idOf(2), parent_span_id: idOf(1), ...times }];
    const payload = JSON.stringify({ transaction: 'GET /', contexts: { trace }, ...times, spans });
    expect(await rate(`{}\n{"type":"transaction"}\n${payload}`)).toEqual([0.25, 0.25]);
  });

  test.each([
    ['ot=th:8', 0.5],
    ['vendor=1, ot=rv:6e6d1a75832a2f;th:c', 0.25],
    ['ot=th:0', 1],
    ['ot=th:fffffffffffff8', 1],
    ['ot=th:', 1],
    ['ot=th:80000000000000000', 1],
    ['ot=th:G', 1],
    ['xot=th:8', 1],
    ['', 1],
  ])('is the threshold of a tracestate: %s', async (traceState, expected) => {
    expect(await rate(otlp({}, { traceState }))).toEqual([expected]);
  });
});

describe('outcomes', () => {
  test('a span that is none ends by itself', async () => {
    const rows = await stored(container([span(1), { ...span(2), trace_id: 'x' }, null, span(3)]));
    expect(rows.map(({ spanId }) => spanId)).toEqual([idOf(1), idOf(3)]);
    expect(await pipeline.ledger()).toEqual({ 'span received': 4, 'span stored': 2, 'span invalid:span': 2 });
  });

  test('spans above the limit of a container end as too many', async () => {
    const items = Array.from({ length: limits.CONTAINER_ITEM_COUNT_MAX + 2 }, (_, n) => ({ span_id: idOf(n + 1) }));
    await stored(container(items));
    expect(await pipeline.ledger()).toEqual({
      'span received': limits.CONTAINER_ITEM_COUNT_MAX + 2,
      'span invalid:span': limits.CONTAINER_ITEM_COUNT_MAX,
      'span too-large:count': 2,
    });
  });

  test('what is no span in a request of OpenTelemetry has an outcome, too', async () => {
    const payload = new TextEncoder().encode('{"resourceSpans":[{"scopeSpans":[{"spans":[null,5,{}]}]}]}');
    await stored(writeEnvelope({}, [{ type: 'span', contentType: otlpTraces.json, itemCount: 1, payload }]));
    expect(await pipeline.ledger()).toEqual({ 'span received': 3, 'span invalid:span': 3 });
  });

  test.each([
    ['{', 'application/vnd.sentry.items.span.v2+json', 'json'],
    ['[]', null, 'shape'],
    ['{}', otlpTraces.protobuf, 'protobuf'],
    [`${'['.repeat(200)}${']'.repeat(200)}`, otlpTraces.json, 'nesting'],
  ])('%s of type %s is invalid', async (text, contentType, reason) => {
    const payload = new TextEncoder().encode(text);
    await stored(writeEnvelope({}, [{ type: 'span', contentType, payload }]));
    expect(await pipeline.ledger()).toEqual({ 'span received': 1, [`span invalid:${reason}`]: 1 });
  });

  test('a transaction counts its own span and those below it', async () => {
    const trace = { trace_id: traceId, span_id: idOf(1), op: 'http.server' };
    const times = { start_timestamp: nowMs / 1000 - 2, timestamp: nowMs / 1000 - 1 };
    const child = { trace_id: traceId, span_id: idOf(2), parent_span_id: idOf(1), ...times, op: 'db' };
    const payload = {
      transaction: 'GET /cart',
      contexts: { trace },
      ...times,
      spans: [child, { ...child, span_id: 1 }],
    };
    const [segment, below] = await stored(`{}\n{"type":"transaction"}\n${JSON.stringify(payload)}`);
    expect(segment).toMatchObject({ isSegment: true, segmentId: idOf(1), segmentName: 'GET /cart', op: 'http.server' });
    expect(below).toMatchObject({ isSegment: false, segmentId: idOf(1), segmentName: 'GET /cart', op: 'db' });
    expect(await pipeline.ledger()).toEqual({
      'transaction received': 3,
      'transaction stored': 2,
      'transaction invalid:span': 1,
    });
  });
});

describe('the row of a span', () => {
  test('has its columns, and the other attributes under their current names', async () => {
    const [row] = await stored(
      otlp(
        { 'http.method': 'GET', 'http.status_code': 500, 'net.peer.name': 'a', 'http.host': 'b' },
        { kind: 2, status: { code: 2, message: 'no' }, events: [{ timeUnixNano: '1', name: 'e' }] },
        { 'service.name': 'cart', 'service.version': '1.2.0', 'deployment.environment.name': 'staging' },
      ),
    );
    expect(row).toMatchObject({
      op: 'http.server',
      kind: 'server',
      status: 'error',
      service: 'cart',
      environment: 'staging',
      release: '1.2.0',
      isSegment: true,
      segmentId: idOf(1),
      segmentName: 'x',
      startUs: (nowMs - 2000) * 1000,
      durationUs: 1_000_000,
    });
    expect(row!.attributes).toEqual({
      'deployment.environment.name': 'staging',
      'http.host': 'b',
      'http.request.method': 'GET',
      'http.response.status_code': 500,
      'sentry.status.message': 'no',
      'server.address': 'a',
      'service.version': '1.2.0',
    });
    expect(JSON.parse(row!.events)).toMatchObject([{ name: 'e', data: {} }]);
    expect(row!.links).toBe('');
  });

  test('has the attributes of its events and links under their current names', async () => {
    const attributes = [{ key: 'http.method', value: { stringValue: 'GET' } }];
    const events = [{ timeUnixNano: '1', name: 'e', attributes }];
    const [row] = await stored(otlp({}, { events, links: [{ traceId, spanId: idOf(2), attributes }] }));
    const data = { 'http.request.method': 'GET' };
    expect(JSON.parse(row!.events)).toMatchObject([{ data }]);
    expect(JSON.parse(row!.links)).toMatchObject([{ data }]);
  });

  test('has each attribute under the type of its value, and what names a user as text', async () => {
    await stored(otlp({ text: 'a', number: 1, 'user.id': 7 }, {}));
    const of = { projectIds: [pipeline.projectId], traceId, spanId: idOf(1) };
    const [row] = await pipeline.telemetry.query('spanById', of);
    expect(row!.attributes).toEqual({ 's:text': 'a', 'n:number': 1, 's:user.id': '7' });
  });

  test.each([
    [0x300, 1, true],
    [0x100, 2, false],
    [0, 2, true],
    [0, 1, false],
  ])('with a parent, the flags %i and the kind %i is a segment: %s', async (flags, kind, isSegment) => {
    const [row] = await stored(otlp({}, { parentSpanId: idOf(9), flags, kind }));
    expect(row!.isSegment).toBe(isSegment);
  });

  test.each([
    [{ 'sentry.op': 'cache.get', 'db.system': 'redis' }, 0, 'cache.get'],
    [{ 'http.request.method': 'GET' }, 3, 'http.client'],
    [{ 'http.request.method': 'GET' }, 1, 'http'],
    [{ 'db.system.name': 'postgresql' }, 3, 'db'],
    [{ 'rpc.system': 'grpc' }, 3, 'rpc'],
    [{ 'messaging.system': 'kafka' }, 4, 'queue.publish'],
    [{ 'messaging.system': 'kafka' }, 5, 'queue.process'],
    [{ 'gen_ai.operation.name': 'chat' }, 3, 'gen_ai.chat'],
    [{ 'faas.trigger': 'timer' }, 2, 'timer'],
    [{}, 1, ''],
  ])('with %j of kind %i has the operation "%s"', async (attributes, kind, op) => {
    expect((await stored(otlp(attributes, { kind })))[0]!.op).toBe(op);
  });

  test('a segment of another trace is above no span, even with the ID of its parent', async () => {
    const segment = span(1, { trace_id: 'b'.repeat(32), is_segment: true, name: 'GET /' });
    const [row] = await stored(container([segment, span(2, { parent_span_id: idOf(1) })]));
    expect(row).toMatchObject({ spanId: idOf(2), segmentId: '', segmentName: '' });
  });

  test('a span below others belongs to the nearest segment above it, even if it arrived before', async () => {
    const rows = await stored(
      container([
        span(3, { parent_span_id: idOf(2) }),
        span(2, { parent_span_id: idOf(1) }),
        span(1, { is_segment: true, name: 'GET /', start: 3 }),
        span(5, { parent_span_id: idOf(6) }),
        span(6, { parent_span_id: idOf(5) }),
        span(7, { attributes: { 'sentry.segment.id': idOf(9), 'sentry.segment.name': 'POST /' } }),
      ]),
    );
    expect(rows.map(({ spanId, segmentId, segmentName }) => [spanId, segmentId, segmentName])).toEqual([
      [idOf(1), idOf(1), 'GET /'],
      [idOf(2), idOf(1), 'GET /'],
      [idOf(3), idOf(1), 'GET /'],
      [idOf(5), '', ''],
      [idOf(6), '', ''],
      [idOf(7), idOf(9), 'POST /'],
    ]);
  });

  test.each([
    ['Pageload', { 'url.path': '/cart' }, '/cart'],
    ['Pageload', { 'url.path': '/orders/10482/edit', 'http.route': '/orders/[id]/edit' }, '/orders/[id]/edit'],
    ['GET', { 'url.path': '/orders/10482', 'http.request.method': 'GET' }, 'GET /orders/*'],
    ['POST', { 'url.path': '/u/1b4e28ba-2fa1-11d2-883f-0016d3cca427', 'http.request.method': 'POST' }, 'POST /u/*'],
    ['Navigation', {}, 'Navigation'],
    ['GET /orders/7', { 'url.path': '/orders/7' }, 'GET /orders/7'],
  ])('a segment called %s with %j is called %s, also by the spans below it', async (name, attributes, expected) => {
    const segment = span(1, { name, is_segment: true, attributes: { ...attributes, 'sentry.segment.name': name } });
    const under = span(2, { parent_span_id: idOf(1), attributes: { 'sentry.segment.name': name } });
    const rows = await stored(container([under, segment]));
    expect(rows.map((row) => [row.name, row.segmentName])).toEqual([
      [expected, expected],
      ['span 2', expected],
    ]);
  });

  test('a list of one value is that value', async () => {
    const attributes = { 'http.request.header.accept': ['*/*'], many: [1, 2] };
    const [row] = await stored(container([span(1, { attributes })]));
    expect(row!.attributes).toEqual({ 'http.request.header.accept': '*/*', many: '[1,2]' });
  });

  test('times are moved by the difference of the clocks, and impossible ones to the arrival', async () => {
    const sentAt = new Date(nowMs - 3_600_000).toISOString();
    const late = [span(1, { start: 3602, end: 3601 })];
    const [moved] = await stored(container(late, { header: { sent_at: sentAt } }));
    expect(moved).toMatchObject({ startUs: (nowMs - 2000) * 1000, durationUs: 1_000_000 });
    const future = [span(2, { start: -500, end: -600, trace_id: 'f'.repeat(32) }), span(3, { start: -500, end: -550 })];
    await stored(container(future));
    const [row] = await spansOf('f'.repeat(32));
    expect(row).toMatchObject({ startUs: (nowMs - 100_000) * 1000, durationUs: 100_000_000 });
    expect((await spansOf())[0]).toMatchObject({ spanId: idOf(3), startUs: (nowMs - 100_000) * 1000 });
  });

  test('a wrong time moves no other spans: neither of another service, nor those that are far from it', async () => {
    const year = 365 * 86_400;
    const named = (name: string) => ({ attributes: { 'service.name': name } });
    const startsOf = async (spans: unknown[]) => {
      const trace_id = randomUUID().replaceAll('-', '');
      await stored(container(spans.map((one) => Object.assign(one as object, { trace_id }))));
      const rows = await spansOf(trace_id);
      return Object.fromEntries(rows.map((row) => [row.name, nowMs - row.startUs / 1000]));
    };
    expect(await startsOf([span(1, named('web')), span(2, { ...named('api'), start: -500, end: -600 })])).toEqual({
      'span 1': 2000,
      'span 2': 100_000,
    });
    const ahead = { start: -year, end: -year - 3 };
    const old = { start: year, end: year - 4 };
    expect(await startsOf([span(1), span(2, ahead), span(3, { start: 5, end: 1 })])).toEqual({
      'span 1': 2000,
      'span 2': 3000,
      'span 3': 5000,
    });
    expect(await startsOf([span(1), span(2, old)])).toEqual({ 'span 1': 2000, 'span 2': 4000 });
  });

  test('long and many attributes are cut, and the span says how many are missing', async () => {
    const many = Object.fromEntries(Array.from({ length: 300 }, (_, n) => [`k${n}`, 'v']));
    const [row] = await stored(
      container([span(1, { name: 'n'.repeat(5000), attributes: { long: 'x'.repeat(20_000), ...many } })]),
    );
    expect(row!.name).toHaveLength(limits.SPAN_NAME_CHARS_MAX);
    expect(row!.attributes['long']).toHaveLength(limits.SPAN_ATTRIBUTE_CHARS_MAX);
    expect(Object.keys(row!.attributes)).toHaveLength(limits.SPAN_ATTRIBUTE_COUNT_MAX + 1);
    expect(row!.attributes['seismo.dropped_attributes']).toBe(301 - limits.SPAN_ATTRIBUTE_COUNT_MAX);
    const large = Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`k${n}`, 'x'.repeat(8000)]));
    await stored(container([span(2, { start: 1, attributes: large })]));
    const text = JSON.stringify((await spansOf()).at(-1)!.attributes);
    expect(text.length).toBeLessThan(limits.SPAN_ATTRIBUTES_CHARS_MAX + 1000);
  });
});

describe('the visitor', () => {
  const browser = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
  const from = { clientAddress: '203.0.113.7', userAgent: browser };

  test.each([
    ['auto', {}, '203.0.113.7'],
    ['never', { 'user.ip_address': '{{auto}}' }, undefined],
    [undefined, { 'user.ip_address': '{{auto}}' }, '203.0.113.7'],
    [undefined, {}, undefined],
    ['auto', { 'user.ip_address': '198.51.100.1' }, '198.51.100.1'],
  ])('with infer_ip %s and %j has the address %s', async (inferIp, attributes, address) => {
    const settings = inferIp === undefined ? {} : { ingest_settings: { infer_ip: inferIp } };
    const [row] = await stored(container([span(1, { attributes })], settings), from);
    expect(row!.attributes['user.ip_address']).toBe(address);
  });

  test('the browser of a browser is described, and not that of an exporter', async () => {
    const settings = { ingest_settings: { infer_user_agent: 'auto' } };
    const [row] = await stored(container([span(1)], settings), from);
    expect(row!.attributes).toMatchObject({
      'browser.name': 'Firefox',
      'browser.version': '140.0',
      'os.name': 'Linux',
    });
    await stored(container([span(2, { start: 1 })]), from);
    expect((await spansOf()).at(-1)!.attributes).toEqual({});
  });

  const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';

  test.each([
    ['auto', {}, ['Firefox', '140.0', 'Windows', 'NT 10.0']],
    ['auto', { 'browser.name': 'Shop' }, ['Shop', undefined, 'Windows', 'NT 10.0']],
    ['auto', { 'os.name': 'Plan 9' }, ['Firefox', '140.0', 'Plan 9', undefined]],
    ['never', {}, ['Firefox', '140.0', undefined, undefined]],
  ])('with infer_user_agent %s and %j has the browser and the system %j', async (setting, stated, expected) => {
    const attributes = { 'user_agent.original': windows, ...stated };
    const [row] = await stored(
      container([span(1, { attributes })], { ingest_settings: { infer_user_agent: setting } }),
    );
    const names = ['browser.name', 'browser.version', 'os.name', 'os.version'];
    expect(names.map((name) => row!.attributes[name])).toEqual(expected);
  });

  test('the row has the key of the end user, and the release and environment are known', async () => {
    const attributes = { 'user.id': '7', 'user.email': 'a@b.c', 'sentry.release': 'web@3' };
    await stored(container([span(1, { is_segment: true, attributes: { ...attributes, 'sentry.environment': 'qa' } })]));
    const { projectId, organizationId } = pipeline;
    expect((await pipeline.state.environmentsOf(projectId)).map(({ name }) => name)).toContain('qa');
    const keys = { is: ['email:a@b.c'], isIgnoringCase: [] };
    const change = { projectId, delete: { eventIds: [], userKeys: { events: keys, sessions: keys } } };
    await pipeline.telemetry.append({ sequence: 99, rows: {}, changes: [change] });
    expect(await spansOf()).toEqual([]);
    expect(organizationId).toBeGreaterThan(0);
  });
});

describe('the rules of the project', () => {
  const configure = (name: 'filters' | 'privacy', document: object) =>
    pipeline.state.write((tx) =>
      tx.writeConfiguration({
        projectId: pipeline.projectId,
        name,
        atMs: nowMs,
        userId: null,
        document: document as Json,
      }),
    );

  test('filters discard spans of a sender or release, with the spans below', async () => {
    await configure('filters', {
      ...defaultFilters,
      releases: ['bad*'],
      localhost: true,
      addresses: ['198.51.100.0/24'],
    });
    const segment = (n: number, attributes: Attributes) => span(n, { is_segment: true, attributes });
    const rows = await stored(
      container([
        segment(1, { 'sentry.release': 'bad@1' }),
        span(2, { parent_span_id: idOf(1) }),
        segment(3, { 'url.full': 'http://localhost:3000/' }),
        span(4, { parent_span_id: idOf(3), attributes: { 'url.full': 'https://api.example/' } }),
        segment(5, { 'user.ip_address': '198.51.100.9' }),
        segment(6, {
          'user_agent.original': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
        }),
        span(7, { attributes: { 'url.full': 'http://localhost/callee' } }),
        span(8, { attributes: { 'sentry.is_localhost': true } }),
        span(9, { attributes: { 'sentry.is_localhost': false } }),
      ]),
    );
    expect(rows.map(({ spanId }) => spanId)).toEqual([7, 9].map(idOf));
    expect(await pipeline.ledger()).toEqual({
      'span received': 9,
      'span stored': 2,
      'span filtered:release': 2,
      'span filtered:localhost': 3,
      'span filtered:address': 1,
      'span filtered:crawler': 1,
    });
  });

  test('secrets are removed from names, attributes, events, links and segments', async () => {
    const secret = 'https://u:hunter2@shop.example/?token=hunter2';
    const name = `GET ${secret}`;
    const link = { trace_id: traceId, span_id: idOf(8), attributes: { password: { value: 'hunter2' } } };
    const attributes = {
      'url.full': secret,
      'http.request.header.authorization': 'hunter2',
      'sentry.segment.name': name,
    };
    const rows = await stored(
      container([span(1, { is_segment: true, name, attributes, links: [link] }), span(2, { attributes })]),
    );
    expect(rows).toHaveLength(2);
    expect(JSON.stringify(rows)).not.toContain('hunter2');
    expect(JSON.stringify(rows)).toContain('[Filtered]');
  });

  test('secrets are removed from the events of a span', async () => {
    const attributes = [{ key: 'password', value: { stringValue: 'hunter2' } }];
    const event = { timeUnixNano: `${nowMs - 1500}000000`, name: 'sent https://u:hunter2@shop.example/', attributes };
    const [row] = await stored(otlp({}, { events: [event] }));
    expect(row!.events).not.toContain('hunter2');
    expect(row!.events).toContain('"password":"[Filtered]"');
  });

  test('its own rules select spans, and addresses are shortened', async () => {
    await configure('privacy', {
      ...defaultPrivacy,
      userAddress: 'shorten',
      rules: [
        { type: 'email', pattern: '', source: '$span', method: 'mask' },
        { type: 'anything', pattern: '', source: "span.data.'cart.id'", method: 'remove' },
      ],
    });
    const attributes = {
      'user.ip_address': '203.0.113.9',
      'client.address': '203.0.113.9',
      'http.request.header.x_forwarded_for': '203.0.113.9',
      'cart.id': '5',
      note: 'a@b.cd',
    };
    const [row] = await stored(container([span(1, { name: 'mail a@b.cd', attributes })]));
    expect(row!.attributes).toEqual({
      'cart.id': '[Filtered]',
      'client.address': '203.0.113.0',
      'http.request.header.x_forwarded_for': '[Filtered]',
      'user.ip_address': '203.0.113.0',
      note: '*@*.**',
    });
    expect(row!.name).toBe('mail *@*.**');
  });
});

describe('spike protection of spans', () => {
  const hourMs = 3_600_000;
  const limit = limits.SPAN_SPIKE_PER_MINUTE_MIN;

  /** Two days in which a project stored a few events and spans. */
  async function addUsual(projectId = pipeline.projectId): Promise<void> {
    const ledger = ['event', 'span'].flatMap((itemKind) =>
      Array.from({ length: 48 }, (_, hour) => ({
        organizationId: pipeline.organizationId,
        projectId,
        itemKind,
        keyId: 0,
        outcome: 'stored' as const,
        reason: '' as const,
        quantity: 1,
        atMs: nowMs - (hour + 1) * hourMs,
      })),
    );
    const sequence = (await pipeline.state.appliedSequence()) + 1;
    await pipeline.telemetry.append({ sequence, rows: { ledger }, changes: [] });
    await pipeline.state.write((tx) => tx.applyBatch({ ...nothingApplied, sequence, atMs: 1 }));
  }

  const sendSpans = async (count: number, to = pipeline.projectId) => {
    const each = 1000;
    for (let left = count; left > 0; left -= each) {
      await pipeline.send(container(Array.from({ length: Math.min(each, left) }, (_, n) => span(n + 1))), to);
    }
    await pipeline.drain();
  };
  const sendEvents = async (count: number) => {
    for (let n = 0; n < count; n++) {
      await pipeline.send(
        eventEnvelope({ event_id: traceId.slice(8) + n.toString(16).padStart(8, '0'), message: 'x' }),
      );
    }
    await pipeline.drain();
  };
  const started = async () =>
    (await pipeline.state.outboxAfter(0, 10_000)).flatMap((row) => (row.kind === 'spike-started' ? [row.of] : []));

  test('a flood of spans is limited with an outcome for each, and limits no events', async () => {
    await addUsual();
    await sendSpans(limit + 3500);
    const ledger = await pipeline.ledger();
    // The item that reaches the limit is stored whole.
    expect(ledger).toMatchObject({
      'span received': limit + 3500,
      'span stored': 48 + limit,
      'span limited:spike': 3500,
    });
    expect(await started()).toEqual(['spans']);
    await sendEvents(5);
    expect(await pipeline.ledger()).toMatchObject({ 'event stored': 53 });
  });

  test('a flood of events limits no spans', async () => {
    await addUsual();
    await sendEvents(limits.SPIKE_PER_MINUTE_MIN + 30);
    expect(await pipeline.ledger()).toMatchObject({ 'event limited:spike': 30 });
    await sendSpans(2000);
    expect(await pipeline.ledger()).toMatchObject({ 'span stored': 2048 });
    expect(await pipeline.ledger()).not.toHaveProperty('span limited:spike');
    expect(await started()).toEqual(['events']);
  });

  test('each project has its own limit, and none in its first day', async () => {
    await addUsual();
    await sendSpans(limit + 1000, pipeline.otherId);
    expect(await pipeline.ledger(pipeline.otherId)).toMatchObject({ 'span stored': limit + 1000 });
    await sendSpans(1000);
    expect(await pipeline.ledger()).toMatchObject({ 'span stored': 1048 });
  });

  test('the spans of a transaction count, too, and filtered ones do not', async () => {
    await addUsual();
    const { projectId } = pipeline;
    const document = { releases: ['bad'] };
    await pipeline.state.write((tx) =>
      tx.writeConfiguration({ projectId, name: 'filters', atMs: nowMs, userId: null, document }),
    );
    const transaction = (release: string, of: number) => {
      const child = { trace_id: traceId, start_timestamp: nowMs / 1000 - 2, timestamp: nowMs / 1000 - 1 };
      const spans = Array.from({ length: of - 1 }, (_, n) => ({ ...child, span_id: idOf(n + 2) }));
      const contexts = { trace: { trace_id: traceId, span_id: idOf(1) } };
      const body = { type: 'transaction', transaction: '/', release, ...child, contexts, spans };
      return `{}\n{"type":"transaction"}\n${JSON.stringify(body)}`;
    };
    for (let n = 0; n < limit / 1000; n++) await pipeline.send(transaction('bad', 1000));
    for (let n = 0; n < limit / 1000; n++) await pipeline.send(transaction('good', 1000));
    await pipeline.send(transaction('good', 7));
    await pipeline.drain();
    expect(await pipeline.ledger()).toMatchObject({
      'transaction filtered:release': limit,
      'transaction stored': limit,
      'transaction limited:spike': 7,
    });
  });

  test('an owner lets spans through', async () => {
    await addUsual();
    const { projectId } = pipeline;
    const document = { spikeProtection: true, spikeProtectionPausedUntilMs: nowMs + 1 };
    await pipeline.state.write((tx) =>
      tx.writeConfiguration({ projectId, name: 'limits', atMs: nowMs, userId: null, document }),
    );
    await sendSpans(limit + 2000);
    expect(await pipeline.ledger()).toMatchObject({ 'span stored': 48 + limit + 2000 });
    expect(await started()).toEqual([]);
  });
});
