import { beforeEach, describe, expect, test } from 'vitest';
import { limits, type OrganizationId } from '@seismo/protocol';
import { anonymous, type Viewer } from '#domain/permissions/viewer.ts';
import type { ProjectView } from '#query/projects/views.ts';
import type { SpanRow } from '#store/telemetry/contract.ts';
import { span as spanRow, spanIdOf } from '#store/telemetry/sample-rows.ts';
import { refuses } from '../../testing/refuses.ts';
import { openTestServer, withScopes } from '../../testing/test-server.ts';
import type { TracedError } from './views.ts';

const traceId = 'ab'.repeat(16);
const server = await openTestServer();
const { query, command } = server;
const dayMs = 24 * 3600 * 1000;

let owner: Viewer;
let shop: ProjectView;
let api: ProjectView;
let organizationId: OrganizationId;
let startMs: number;
let count = 0;
beforeEach(async () => {
  organizationId = await server.organization(`acme-${++count}`);
  owner = await server.user(organizationId, 'owner');
  shop = await command.createProject(owner, { slug: 'shop', name: 'Shop', platform: 'javascript' });
  api = await command.createProject(owner, { slug: 'api', name: 'API', platform: 'node' });
  startMs = server.clock.now() - 10 * 60_000;
});

/** A span whose times are milliseconds after the start of the trace. */
function span(n: number, [from, to]: [number, number], row: Partial<SpanRow> = {}): SpanRow {
  return spanRow(n, {
    organizationId,
    projectId: shop.id,
    traceId,
    startUs: (startMs + from) * 1000,
    durationUs: (to - from) * 1000,
    name: `span ${n}`,
    op: '',
    kind: '',
    ...row,
  });
}

const below = (n: number) => ({ parentSpanId: spanIdOf(n) });
const ofApi = () => ({ projectId: api.id, service: 'cart' });

/** A page whose request failed in a query of the API, whose clock is five seconds ahead. */
async function addTrace(): Promise<void> {
  const ahead = 5000;
  await server.addRows({
    spans: [
      span(1, [0, 1000], { isSegment: true, name: '/cart', op: 'pageload' }),
      span(2, [100, 900], { ...below(1), op: 'http.client', name: 'GET' }),
      span(3, [ahead + 200, ahead + 800], {
        ...below(2),
        ...ofApi(),
        isSegment: true,
        kind: 'server',
        status: 'error',
      }),
      span(4, [ahead + 300, ahead + 700], {
        ...below(3),
        ...ofApi(),
        op: 'db',
        name: 'SELECT',
        status: 'error',
        attributes: JSON.stringify({ 's:db.query.text': 'SELECT 1' }),
      }),
      ...[0, 10, 20].map((at, n) =>
        span(10 + n, [at, at + 10 * n + 10], { ...below(1), op: 'resource', name: 'icon' }),
      ),
    ],
  });
}

/** Of the failed query. */
const error = (): TracedError => ({
  traceId,
  spanId: spanIdOf(4),
  eventId: 'e'.repeat(32),
  projectId: api.id,
  atMs: startMs + 5690,
});

describe('the part of a trace that explains an error', () => {
  test('has the path from its span to the root and spans beside it, with corrected clocks', async () => {
    await addTrace();
    const excerpt = await query.traceExcerpt(owner, error());
    expect(excerpt).toMatchObject({
      spanCount: 7,
      durationUs: 1_000_000,
      hasSpan: true,
      expiredDays: null,
      traceShare: null,
      services: [
        { name: '', project: { slug: 'shop', name: 'Shop' } },
        { name: 'cart', project: { slug: 'api', name: 'API' } },
      ],
      errorOffsetUs: 690_000,
    });
    expect(
      excerpt.rows.map((row) => [row.name, row.depth, row.alike, row.offsetUs / 1000, row.durationUs / 1000]),
    ).toEqual([
      ['/cart', 0, 1, 0, 1000],
      ['icon', 1, 3, 20, 30],
      ['GET', 1, 1, 100, 800],
      ['span 3', 2, 1, 200, 600],
      ['SELECT', 3, 1, 300, 400],
    ]);
    expect(excerpt.rows[1]).toMatchObject({ alikeOffsetUs: 0, alikeDurationUs: 50_000, service: 0, hasError: false });
    expect(excerpt.rows[4]).toMatchObject({ about: 'SELECT 1', service: 1, hasFailed: true, hasError: true });
  });

  test('has other errors of its rows, and not itself again', async () => {
    await addTrace();
    const trace = (n: number) => ({ trace: { trace_id: traceId, span_id: spanIdOf(n) } });
    const [eventId] = await server.report(api, 'a', { value: 'this one', contexts: trace(4) });
    await server.report(api, 'b', { value: 'another', contexts: trace(4) });
    await server.report(shop, 'c', { value: 'of the page', contexts: trace(1) });
    const { rows } = await query.traceExcerpt(owner, { ...error(), eventId: eventId! });
    expect(rows.map(({ otherErrors }) => otherErrors.map(({ title }) => title))).toEqual([
      ['TypeError: of the page'],
      [],
      [],
      [],
      ['TypeError: another'],
    ]);
  });

  test('is no longer than a dozen rows in a trace of hundreds of failed spans', async () => {
    await addTrace();
    await server.addRows({
      spans: Array.from({ length: 300 }, (_, n) =>
        span(100 + n, [n, n + 1], { ...below(1 + (n % 4)), status: 'error' }),
      ),
    });
    const { rows, spanCount } = await query.traceExcerpt(owner, error());
    expect([rows.length, spanCount]).toEqual([limits.TRACE_EXCERPT_ROW_COUNT_MAX, 307]);
    expect(rows.map(({ spanId }) => spanId)).toEqual(expect.arrayContaining([1, 2, 3, 4].map(spanIdOf)));
  });

  test('does not become tiny beside an error long after it', async () => {
    await addTrace();
    const late = await query.traceExcerpt(owner, { ...error(), spanId: spanIdOf(1), atMs: startMs + 1500 });
    expect([late.durationUs, late.errorOffsetUs]).toEqual([1_500_000, 1_500_000]);
    const far = await query.traceExcerpt(owner, { ...error(), spanId: spanIdOf(1), atMs: startMs + 90_000 });
    expect([far.durationUs, far.errorOffsetUs]).toEqual([1_000_000, 90_000_000]);
  });
});

describe('without the span of the error', () => {
  test('it shows the longest root, with failed spans', async () => {
    await addTrace();
    await server.addRows({ spans: [span(20, [0, 1], below(98))] });
    for (const spanId of [spanIdOf(99), 'x', null]) {
      const { hasSpan, rows } = await query.traceExcerpt(owner, { ...error(), spanId });
      expect([hasSpan, rows.map(({ name }) => name)]).toEqual([
        false,
        ['/cart', 'icon', 'GET', 'span 3', 'SELECT', 'span 20'],
      ]);
      expect(rows.map(({ isOrphan }) => isOrphan)).toEqual([false, false, false, false, false, true]);
    }
  });

  test('it says whether spans may still arrive, or were deleted because of their age', async () => {
    const old = { ...error(), atMs: server.clock.now() - 31 * dayMs };
    const none = { spanCount: 0, durationUs: 0, rows: [], hasSpan: false };
    expect(await query.traceExcerpt(owner, error())).toMatchObject({ ...none, isRecent: false, expiredDays: null });
    expect(await query.traceExcerpt(owner, old)).toMatchObject({ ...none, isRecent: false, expiredDays: 30 });
    const now = { ...error(), atMs: server.clock.now() };
    expect(await query.traceExcerpt(owner, now)).toMatchObject({ ...none, isRecent: true, expiredDays: null });
  });
});

describe('access', () => {
  test('a viewer sees the spans of readable projects only', async () => {
    await addTrace();
    const stranger = await server.user(await server.organization(`other-${count}`), 'owner');
    const old = { ...error(), atMs: server.clock.now() - 31 * dayMs };
    for (const viewer of [stranger, await server.user(organizationId, 'support'), withScopes(owner, ['team:read'])]) {
      expect(await query.traceExcerpt(viewer, old)).toMatchObject({ spanCount: 0, rows: [], expiredDays: null });
    }
    await refuses(query.traceExcerpt(anonymous, error()), 'not-signed-in');
    await refuses(query.traceExcerpt(owner, { ...error(), traceId: 'x' }), 'not-found');
  });
});
