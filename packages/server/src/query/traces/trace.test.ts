import { beforeEach, describe, expect, test } from 'vitest';
import type { OrganizationId } from '@seismo/protocol';
import { anonymous, type Viewer } from '#domain/permissions/viewer.ts';
import type { ProjectView } from '#query/projects/views.ts';
import type { SpanRow } from '#store/telemetry/contract.ts';
import { span as spanRow, spanIdOf } from '#store/telemetry/sample-rows.ts';
import { refuses } from '../../testing/refuses.ts';
import { openTestServer, withScopes } from '../../testing/test-server.ts';
import type { SegmentFilter, SegmentPage } from './views.ts';

const traceId = 'ab'.repeat(16);
const server = await openTestServer();
const { query, command } = server;
const startUs = (server.clock.now() - 60_000) * 1000;

let owner: Viewer;
let shop: ProjectView;
let api: ProjectView;
let organizationId: OrganizationId;
let count = 0;
beforeEach(async () => {
  organizationId = await server.organization(`acme-${++count}`);
  owner = await server.user(organizationId, 'owner');
  shop = await command.createProject(owner, { slug: 'shop', name: 'Shop', platform: 'javascript' });
  api = await command.createProject(owner, { slug: 'api', name: 'API', platform: 'node' });
});

/** A span whose times are microseconds after the start of the trace. */
function span(n: number, [from, to]: [number, number], row: Partial<SpanRow> = {}): SpanRow {
  return spanRow(n, {
    organizationId,
    projectId: shop.id,
    traceId,
    startUs: startUs + from,
    durationUs: to - from,
    name: `span ${n}`,
    op: '',
    kind: '',
    ...row,
  });
}

const below = (n: number) => ({ parentSpanId: spanIdOf(n) });

async function addTrace(): Promise<void> {
  await server.addRows({
    spans: [
      span(1, [0, 1000], { isSegment: true, name: '/cart', op: 'pageload' }),
      span(2, [100, 900], { ...below(1), op: 'http.client', name: 'GET /api/cart' }),
      span(3, [-400, 200], {
        ...below(2),
        projectId: api.id,
        service: 'cart',
        isSegment: true,
        kind: 'server',
        name: 'GET /cart',
        status: 'error',
      }),
      span(4, [-300, 100], { ...below(3), projectId: api.id, service: 'cart', op: 'db', name: 'SELECT 1' }),
      span(5, [950, 960], { parentSpanId: 'f'.repeat(16) }),
    ],
  });
}

const wholeView = {
  from: 0,
  count: 100,
  around: '',
  problemAfter: null as number | null,
  collapsed: [] as string[],
  find: '',
};

async function rowsOf(view: Partial<typeof wholeView> = {}, viewer = owner) {
  const trace = (await query.trace(viewer, traceId))!;
  return query.traceRows(viewer, traceId, { ...wholeView, ...view, version: trace.version });
}

describe('a trace', () => {
  test('has its services, bounds and segments, with corrected clocks', async () => {
    await addTrace();
    const trace = (await query.trace(owner, traceId))!;
    expect(trace).toMatchObject({
      traceId,
      name: '/cart',
      startUs,
      durationUs: 1000,
      spanCount: 5,
      hasMore: false,
      failedCount: 1,
      orphanCount: 1,
      services: [
        { name: '', project: { slug: 'shop', name: 'Shop' }, spanCount: 3, shiftUs: 0 },
        { name: 'cart', project: { slug: 'api', name: 'API' }, spanCount: 2, shiftUs: 600 },
      ],
      segments: [
        { service: 0, startUs, durationUs: 1000, hasFailed: false },
        { service: 1, startUs: startUs + 200, durationUs: 600, hasFailed: true },
      ],
      errors: [],
    });
  });

  test('has the rows of a waterfall', async () => {
    await addTrace();
    const { rows, total, index } = await rowsOf();
    expect([total, index]).toEqual([5, null]);
    expect(rows.map((row) => [row.spanId, row.depth, row.parent, row.below, row.offsetUs, row.selfUs])).toEqual([
      [spanIdOf(1), 0, -1, 3, 0, 200],
      [spanIdOf(2), 1, 0, 2, 100, 200],
      [spanIdOf(3), 2, 1, 1, 200, 200],
      [spanIdOf(4), 3, 2, 0, 300, 400],
      [spanIdOf(5), 0, -1, 0, 950, 10],
    ]);
    expect(rows[2]).toMatchObject({ service: 1, shiftUs: 600, hasFailed: true, isSegment: true, name: 'GET /cart' });
    expect(rows[1]!.critical).toEqual([100, 200, 800, 900]);
    expect(rows[4]!.isOrphan).toBe(true);
  });

  test('leads from one failed span or span with an error to the next, and from the last to the first', async () => {
    await addTrace();
    const next = async (problemAfter: number, view: Partial<typeof wholeView> = {}) =>
      (await rowsOf({ ...view, problemAfter })).index;
    expect([await next(-1), await next(1), await next(2), await next(4)]).toEqual([2, 2, 2, 2]);
    await server.report(shop, 'a', { contexts: { trace: { trace_id: traceId, span_id: spanIdOf(5) } } });
    expect([await next(-1), await next(2), await next(3), await next(4)]).toEqual([2, 4, 4, 2]);
    expect(await next(-1, { find: 'select' })).toBe(2);
    expect(await next(-1, { find: 'span 5' })).toBe(0);
    expect(await next(-1, { collapsed: [spanIdOf(1)] })).toBe(1);
  });

  test('joins the segments of a service that are near to each other, if they are many', async () => {
    const segment = (n: number, fromUs: number, row: Partial<SpanRow> = {}) =>
      span(n, [fromUs, fromUs + 10], { isSegment: true, ...row });
    await server.addRows({
      spans: [
        ...Array.from({ length: 600 }, (_, n) => segment(n + 1, n * 11, { status: n === 300 ? 'error' : 'ok' })),
        segment(601, 100_000),
      ],
    });
    const { segments } = (await query.trace(owner, traceId))!;
    expect(segments).toEqual([
      { service: 0, startUs, durationUs: 599 * 11 + 10, hasFailed: false },
      { service: 0, startUs: startUs + 3300, durationUs: 10, hasFailed: true },
      { service: 0, startUs: startUs + 100_000, durationUs: 10, hasFailed: false },
    ]);
  });

  test('hides what is collapsed, and finds spans with those above them', async () => {
    await addTrace();
    const collapsed = await rowsOf({ collapsed: [spanIdOf(2)] });
    expect(collapsed.rows.map((row) => [row.spanId, row.isCollapsed])).toEqual([
      [spanIdOf(1), false],
      [spanIdOf(2), true],
      [spanIdOf(5), false],
    ]);
    const found = await rowsOf({ collapsed: [spanIdOf(2)], find: ' CART ' });
    expect(found.rows.map((row) => [row.spanId, row.parent, row.isFound, row.isCollapsed])).toEqual([
      [spanIdOf(1), -1, true, false],
      [spanIdOf(2), 0, true, false],
      [spanIdOf(3), 1, true, false],
      [spanIdOf(4), 2, true, false],
    ]);
    const query1 = await rowsOf({ find: 'select' });
    expect(query1.rows.map((row) => [row.spanId, row.isFound])).toEqual([
      [spanIdOf(1), false],
      [spanIdOf(2), false],
      [spanIdOf(3), false],
      [spanIdOf(4), true],
    ]);
    expect((await rowsOf({ find: 'nowhere' })).total).toBe(0);
  });

  test('gives any part of its rows, also around a span', async () => {
    const spans = Array.from({ length: 1000 }, (_, n) => span(n + 1, [n, n + 1]));
    await server.addRows({ spans });
    const part = await rowsOf({ from: 500, count: 3 });
    expect([part.total, part.from, part.rows.map(({ spanId }) => spanId)]).toEqual([
      1000,
      500,
      [501, 502, 503].map(spanIdOf),
    ]);
    const around = await rowsOf({ around: spanIdOf(700), count: 50 });
    expect([around.index, around.from]).toEqual([699, 679]);
    expect((await rowsOf({ from: 2000 })).rows).toEqual([]);
  });

  test('stays as it was opened while its version is known', async () => {
    await server.addRows({ spans: [span(1, [0, 10])] });
    const trace = (await query.trace(owner, traceId))!;
    await server.addRows({ spans: [span(2, [1, 2], below(1))] });
    const rows = (version: number) => query.traceRows(owner, traceId, { ...wholeView, version });
    expect((await rows(trace.version)).total).toBe(1);
    expect((await rows(-1)).total).toBe(2);
    expect((await query.trace(owner, traceId))!.spanCount).toBe(2);
  });

  test('shows its errors, with their spans', async () => {
    await server.addRows({ spans: [span(1, [0, 10])] });
    const trace = { trace_id: traceId, span_id: spanIdOf(1) };
    await server.report(shop, 'a', { value: 'known', contexts: { trace } });
    await server.report(shop, 'b', { value: 'elsewhere', contexts: { trace: { ...trace, span_id: spanIdOf(9) } } });
    const { errors } = (await query.trace(owner, traceId))!;
    expect(Object.fromEntries(errors.map(({ title, spanId }) => [title, spanId]))).toEqual({
      'TypeError: elsewhere': null,
      'TypeError: known': spanIdOf(1),
    });
  });

  test('shows an error at the corrected time of its span', async () => {
    await addTrace();
    const atMs = startUs / 1000 + 2;
    const report = (value: string, spanId: string) =>
      server.report(api, value, {
        value,
        timestamp: atMs / 1000,
        contexts: { trace: { trace_id: traceId, span_id: spanId } },
      });
    await report('below a moved span', spanIdOf(4));
    await report('not moved', spanIdOf(2));
    await report('elsewhere', spanIdOf(9));
    const { errors } = (await query.trace(owner, traceId))!;
    expect(Object.fromEntries(errors.map(({ title, offsetUs }) => [title, offsetUs]))).toEqual({
      'TypeError: below a moved span': 2600,
      'TypeError: not moved': 2000,
      'TypeError: elsewhere': 2000,
    });
  });

  test('without spans has its errors, and without anything is none', async () => {
    expect(await query.trace(owner, traceId)).toBeNull();
    await server.report(shop, 'a', { value: 'alone', contexts: { trace: { trace_id: traceId } } });
    expect(await query.trace(owner, traceId)).toMatchObject({
      spanCount: 0,
      durationUs: 0,
      errors: [{ title: 'TypeError: alone', offsetUs: 0 }],
    });
  });
});

test('a span has every detail', async () => {
  await server.addRows({
    spans: [
      span(1, [0, 10], {
        attributes: '{"n:z":1,"s:a":"x"}',
        events: JSON.stringify([{ atUs: 5, name: 'e', data: { b: true } }]),
        links: JSON.stringify([{ traceId, spanId: spanIdOf(2), data: {} }]),
      }),
    ],
  });
  expect(await query.span(owner, traceId, spanIdOf(1).toUpperCase())).toMatchObject({
    spanId: spanIdOf(1),
    project: { slug: 'shop', name: 'Shop' },
    attributes: [
      ['a', 'x'],
      ['z', '1'],
    ],
    events: [{ atUs: 5, name: 'e', attributes: [['b', 'true']] }],
    links: [{ traceId, spanId: spanIdOf(2), attributes: [] }],
  });
  expect(await query.span(owner, traceId, spanIdOf(2))).toBeNull();
  expect(await query.span(owner, traceId, 'x')).toBeNull();
});

describe('segments', () => {
  const lastHour = { projects: [], environments: [], range: '1h', query: '', cursor: null, count: 2 } as const;
  const segmentsOf = (filter: Partial<SegmentFilter>) =>
    query.segments(owner, { ...lastHour, projects: [], environments: [], sort: 'newest', ...filter });
  const idsOf = ({ segments }: SegmentPage) => segments.map(({ spanId }) => spanId);

  test('are listed newest first or longest first, page after page', async () => {
    const durations = [5, 9, 7, 9, 3];
    await server.addRows({
      spans: [
        ...durations.map((us, n) => span(n + 1, [n * 10, n * 10 + us], { isSegment: true })),
        span(8, [900, 901], { isSegment: true, projectId: api.id }),
        span(9, [999, 1999]),
      ],
    });
    const ofShop = { projects: ['shop'] };
    const newest = await segmentsOf(ofShop);
    expect(newest.segments[0]).toEqual({
      traceId,
      spanId: spanIdOf(5),
      startUs: startUs + 40,
      durationUs: 3,
      name: 'span 5',
      op: '',
      status: 'ok',
      service: '',
      environment: 'production',
      release: '1.0.0',
      project: { slug: 'shop', name: 'Shop' },
    });
    expect(idsOf(newest)).toEqual([5, 4].map(spanIdOf));
    expect(idsOf(await segmentsOf({ ...ofShop, cursor: newest.next }))).toEqual([3, 2].map(spanIdOf));
    const longest = await segmentsOf({ ...ofShop, sort: 'longest' });
    expect(idsOf(longest)).toEqual([4, 2].map(spanIdOf));
    const rest = await segmentsOf({ ...ofShop, sort: 'longest', cursor: longest.next, count: 9 });
    expect([idsOf(rest), rest.next]).toEqual([[3, 1, 5].map(spanIdOf), null]);
    expect(idsOf(await segmentsOf({ count: 1 }))).toEqual([spanIdOf(8)]);
  });

  test('are found by the search of spans, and a search that cannot be read says why', async () => {
    const attributes = JSON.stringify({ 's:http.route': '/cart' });
    await server.addRows({
      spans: [
        span(1, [0, 900_000], { isSegment: true, attributes }),
        span(2, [0, 10], { isSegment: true, attributes }),
        span(3, [0, 900_000], { attributes }),
      ],
    });
    expect(idsOf(await segmentsOf({ query: 'http.route:/cart span.duration:>100ms' }))).toEqual([spanIdOf(1)]);
    expect(await segmentsOf({ query: 'span.duration:>x' })).toMatchObject({
      segments: [],
      next: null,
      problem: { message: expect.any(String) },
    });
  });
});

describe('access', () => {
  test('a viewer sees the spans of readable projects only', async () => {
    await addTrace();
    const stranger = await server.user(await server.organization(`other-${count}`), 'owner');
    for (const viewer of [stranger, await server.user(organizationId, 'support'), withScopes(owner, ['team:read'])]) {
      expect(await query.trace(viewer, traceId)).toBeNull();
      expect(await query.span(viewer, traceId, spanIdOf(1))).toBeNull();
      const { version } = (await query.trace(owner, traceId))!;
      expect((await query.traceRows(viewer, traceId, { ...wholeView, version })).rows).toEqual([]);
    }
    await refuses(query.trace(anonymous, traceId), 'not-signed-in');
    await refuses(query.traceRows(anonymous, traceId, { ...wholeView, version: 1 }), 'not-signed-in');
    await refuses(query.span(anonymous, traceId, spanIdOf(1)), 'not-signed-in');
  });

  test('no ID but a trace ID is looked up', async () => {
    await refuses(query.trace(owner, 'x'), 'not-found');
    await refuses(query.traceRows(owner, '0'.repeat(32), { ...wholeView, version: 1 }), 'not-found');
    expect(await query.exists(owner, 'trace', 'x')).toBe(false);
    expect(await query.exists(owner, 'trace', traceId)).toBe(false);
    await server.addRows({ spans: [span(1, [0, 1])] });
    expect(await query.exists(owner, 'trace', traceId)).toBe(true);
  });
});
