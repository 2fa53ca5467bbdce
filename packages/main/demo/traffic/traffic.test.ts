import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { otlpTraces, readEnvelope } from '@seismo/protocol';
import { DAY_MS, DEMO_SPAN_MS, HOUR_MS } from '../plan.ts';
import { demoProjects, type DemoEnvelope } from '../replay.ts';
import { REFUND_DIGEST } from './refund-error.ts';
import { demoTraffic } from './traffic.ts';

const nowMs = Date.UTC(2026, 10, 21, 15, 30);
const decoder = new TextDecoder();

interface Span {
  project: string;
  traceId: string;
  spanId: string;
  parentSpanId: string;
  name: string;
  op: string;
  startMs: number;
  endMs: number;
  failed: boolean;
  attributes: Record<string, unknown>;
}

interface Container {
  items: {
    trace_id: string;
    span_id: string;
    parent_span_id?: string;
    name: string;
    start_timestamp: number;
    end_timestamp: number;
    status: string;
    attributes: Record<string, { value: unknown }>;
  }[];
}

interface Otlp {
  resourceSpans: {
    scopeSpans: {
      spans: {
        traceId: string;
        spanId: string;
        parentSpanId: string;
        name: string;
        startTimeUnixNano: string;
        endTimeUnixNano: string;
      }[];
    }[];
  }[];
}

interface Event {
  exception: { values: { type: string }[] };
  contexts: { trace: { trace_id: string; span_id: string }; nextjs: { digest: string } };
}

const ofContainer = ({ items: own }: Container, project: string): Span[] =>
  own.map((span) => ({
    project,
    traceId: span.trace_id,
    spanId: span.span_id,
    parentSpanId: span.parent_span_id ?? '',
    name: span.name,
    op: String(span.attributes['sentry.op']!.value),
    startMs: span.start_timestamp * 1000,
    endMs: span.end_timestamp * 1000,
    failed: span.status === 'error',
    attributes: Object.fromEntries(Object.entries(span.attributes).map(([name, { value }]) => [name, value])),
  }));

const ofOtlp = ({ resourceSpans }: Otlp, project: string): Span[] =>
  resourceSpans.flatMap(({ scopeSpans }) =>
    scopeSpans.flatMap(({ spans: own }) =>
      own.map((span) => ({
        ...span,
        project,
        op: '',
        startMs: Number(span.startTimeUnixNano) / 1e6,
        endMs: Number(span.endTimeUnixNano) / 1e6,
        failed: false,
        attributes: {},
      })),
    ),
  );

const all = demoTraffic(nowMs, 7);
const items = all.flatMap(({ body, project }) => readEnvelope(body).items.map((item) => ({ ...item, project })));
const spans = items.flatMap(({ kind, contentType, payload, project }): Span[] => {
  if (kind !== 'span') return [];
  const read = JSON.parse(decoder.decode(payload)) as Container & Otlp;
  return contentType === otlpTraces.json ? ofOtlp(read, project) : ofContainer(read, project);
});
const byId = new Map(spans.map((span) => [span.traceId + span.spanId, span]));

function digest(of: Iterable<DemoEnvelope>): string {
  const hash = createHash('sha256');
  for (const { body, project, receivedAtMs } of of) hash.update(`${project} ${receivedAtMs}\n`).update(body);
  return hash.digest('hex');
}

test('the same hour and seed give the same bytes, another seed gives others', () => {
  expect(digest(demoTraffic(nowMs, 7))).toBe(digest(all));
  expect(digest(demoTraffic(nowMs, 8))).not.toBe(digest(all));
});

test('spans arrive in order, after they ended, on every one of the fourteen days', () => {
  const slugs = demoProjects.map(({ slug }) => slug);
  const times = all.map(({ receivedAtMs }) => receivedAtMs);
  expect(times).toEqual(times.toSorted((one, other) => one - other));
  expect(times.at(-1)).toBeLessThanOrEqual(nowMs);
  expect(times[0]).toBeGreaterThan(nowMs - DEMO_SPAN_MS);
  expect(new Set(times.map((atMs) => Math.floor((nowMs - atMs) / DAY_MS))).size).toBe(14);
  for (const { project } of all) expect(slugs).toContain(project);
  expect(spans.length).toBeGreaterThan(30_000);
  expect(spans.length).toBeLessThan(80_000);
  expect(byId.size).toBe(spans.length);
});

test('every span is within the one above, which is in the same trace', () => {
  for (const span of spans) {
    if (span.parentSpanId === '') continue;
    const above = byId.get(span.traceId + span.parentSpanId)!;
    expect(span.startMs).toBeGreaterThanOrEqual(above.startMs - 0.01);
    expect(span.endMs).toBeLessThanOrEqual(above.endMs + 0.01);
  }
});

test('a trace leads from a page through the API and the stock service to a query', () => {
  const served = spans.find(({ name }) => name === 'GET /stock/{sku}')!;
  const query = spans.find(
    ({ traceId, parentSpanId }) => traceId === served.traceId && parentSpanId === served.spanId,
  )!;
  const names: string[] = [];
  for (let span: Span | undefined = query; span; span = byId.get(span.traceId + span.parentSpanId))
    names.push(span.name);
  expect(names.slice(1)).toEqual([
    'GET /stock/{sku}',
    'GET http://stock.internal/stock/SKU-2041',
    'GET /api/products/:sku',
    'GET https://shop.acme.example/api/products/SKU-2041',
    '/products/:sku',
  ]);
});

test('there is work of every kind that the performance pages measure', () => {
  const ops = new Set(spans.map(({ op }) => op));
  for (const op of ['pageload', 'navigation', 'http.server', 'http.client', 'db', 'queue.process', 'queue.publish'])
    expect(ops).toContain(op);
  const actions = spans.filter(
    ({ attributes }) => attributes['sentry.origin'] === 'auto.function.nextjs.server_action',
  );
  expect(new Set(actions.map(({ name }) => name))).toEqual(
    new Set(['serverAction/refundOrder', 'serverAction/addNote', 'serverAction/changePrice']),
  );
});

test('the slow queries of today are those of the stock database in one region', () => {
  const slow = spans.filter(
    ({ name, startMs, endMs }) =>
      /^select|^insert|^update/i.test(name) && endMs - startMs > 200 && startMs > nowMs - DAY_MS,
  );
  const services = slow.map(({ traceId, parentSpanId }) => byId.get(traceId + parentSpanId)!.name);
  expect(slow.length).toBeGreaterThan(12);
  expect(new Set(services)).toEqual(new Set(['GET /stock', 'GET /stock/{sku}']));
  const regions = slow.map(({ traceId }) =>
    spans.find((span) => span.traceId === traceId && span.attributes['cloud.region']),
  );
  expect(new Set(regions.map((span) => span!.attributes['cloud.region']))).toEqual(new Set(['us-east-1']));
});

test('each failed refund has an error with its digest in the span of the server action', () => {
  const errors = items
    .filter(({ kind }) => kind === 'event')
    .map(({ payload }) => JSON.parse(decoder.decode(payload)) as Event);
  const failed = spans.filter(({ name, failed: isFailed }) => isFailed && name === 'serverAction/refundOrder');
  expect(failed.length).toBeGreaterThan(5);
  expect(errors.map(({ contexts: { trace } }) => trace.trace_id + trace.span_id).toSorted()).toEqual(
    failed.map(({ traceId, spanId }) => traceId + spanId).toSorted(),
  );
  expect(new Set(errors.map(({ contexts }) => contexts.nextjs.digest))).toEqual(new Set([REFUND_DIGEST]));
});

const p95 = (of: readonly Span[]) => {
  const sorted = of.map(({ startMs, endMs }) => endMs - startMs).toSorted((a, b) => a - b);
  return sorted[Math.ceil(sorted.length * 0.95) - 1]!;
};

test.for([0, 12])('at any hour, the list of orders is slower than the day before: %i hours later', (hours) => {
  const atMs = nowMs + hours * HOUR_MS;
  const orders = demoTraffic(atMs, 7)
    .filter(({ project }) => project === 'shop-api')
    .flatMap(({ body }) => readEnvelope(body).items)
    .filter(({ contentType }) => contentType !== otlpTraces.json)
    .flatMap(({ payload }) => ofContainer(JSON.parse(decoder.decode(payload)) as Container, 'shop-api'))
    .filter(({ name }) => name === 'GET /api/orders');
  const of = (fromAgoMs: number, toAgoMs: number) =>
    orders.filter(({ startMs }) => atMs - fromAgoMs <= startMs && startMs < atMs - toAgoMs);
  const [today, yesterday] = [of(DAY_MS, 0), of(2 * DAY_MS, DAY_MS)];
  // So many that chance does not explain it: the slowest 5% of both days are those of today.
  expect(Math.min(today.length, yesterday.length)).toBeGreaterThan(150);
  const ms = ({ startMs, endMs }: Span) => endMs - startMs;
  const slowest = [...today, ...yesterday].toSorted((a, b) => ms(b) - ms(a)).slice(0, 16);
  expect(slowest.filter((span) => today.includes(span)).length).toBeGreaterThanOrEqual(15);
  expect(p95(today)).toBeGreaterThan(3 * p95(yesterday));
  const slow = today.filter(({ startMs, endMs }) => endMs - startMs > 200);
  expect(
    slow.filter(({ attributes }) => attributes['customer.plan'] === 'business').length / slow.length,
  ).toBeGreaterThan(0.9);
});
