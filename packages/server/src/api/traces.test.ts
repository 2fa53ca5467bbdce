import { beforeEach, describe, expect, test } from 'vitest';
import type { OrganizationId } from '@seismo/protocol';
import type { Viewer } from '#domain/permissions/viewer.ts';
import type { ProjectView } from '#query/projects/views.ts';
import type { SpanRow } from '#store/telemetry/contract.ts';
import { span as spanRow, spanIdOf } from '#store/telemetry/sample-rows.ts';
import { openSender } from '../testing/api.ts';
import { openTestServer } from '../testing/test-server.ts';

const traceId = 'ab'.repeat(16);
/** The span in which `server.report` has errors of this trace happen. */
const spanOfErrors = traceId.slice(16);

const server = await openTestServer();
const startUs = (server.clock.now() - 60_000) * 1000;
let organizationId: OrganizationId;
let owner: Viewer;
let shop: ProjectView;
let api: ProjectView;
let send: Awaited<ReturnType<typeof openSender>>;
let slug = '';
let count = 0;
beforeEach(async () => {
  slug = `acme-${++count}`;
  organizationId = await server.organization(slug);
  owner = await server.user(organizationId, 'owner');
  shop = await server.command.createProject(owner, { slug: 'shop', name: 'Shop', platform: 'javascript' });
  api = await server.command.createProject(owner, { slug: 'api', name: 'API', platform: 'node' });
  send = await openSender(server, owner);
});

const get = (path: string) => send('GET', `/organizations/${slug}${path}`);

function span(n: number, row: Partial<SpanRow> = {}): SpanRow {
  return spanRow(n, { organizationId, projectId: shop.id, traceId, startUs: startUs + n * 1000, ...row });
}

async function addTrace(): Promise<void> {
  await server.addRows({
    spans: [
      span(1, { isSegment: true, name: '/cart', op: 'pageload', durationUs: 9_500_000 }),
      span(2, { parentSpanId: spanIdOf(1), name: 'GET /api/cart', op: 'http.client' }),
      span(3, { parentSpanId: spanIdOf(1), spanId: spanOfErrors, name: 'render', op: 'ui' }),
      span(4, { parentSpanId: spanIdOf(2), isSegment: true, projectId: api.id, name: 'GET /cart', durationUs: 8 }),
      span(5, { parentSpanId: 'f'.repeat(16), name: 'alone', op: 'ui' }),
    ],
  });
}

describe('a trace', () => {
  test('is nested, with times in seconds and the segment of each span', async () => {
    await addTrace();
    const { status, body } = await get(`/trace/${traceId}/?limit=10000&project=-1&statsPeriod=14d&timestamp=1`);
    expect(status).toBe(200);
    expect(body).toEqual([
      {
        event_id: spanIdOf(1),
        event_type: 'span',
        transaction_id: spanIdOf(1),
        transaction: '/cart',
        is_transaction: true,
        project_id: shop.id,
        project_slug: 'shop',
        parent_span_id: null,
        start_timestamp: (startUs + 1000) / 1_000_000,
        end_timestamp: (startUs + 1000 + 9_500_000) / 1_000_000,
        duration: 9500,
        op: 'pageload',
        name: '/cart',
        description: '/cart',
        sdk_name: '',
        profile_id: '',
        profiler_id: '',
        measurements: {},
        additional_attributes: {},
        errors: [],
        occurrences: [],
        children: [
          expect.objectContaining({
            event_id: spanIdOf(2),
            parent_span_id: spanIdOf(1),
            is_transaction: false,
            transaction: '/cart',
            children: [expect.objectContaining({ transaction: 'GET /cart', project_slug: 'api', children: [] })],
          }),
          expect.objectContaining({ event_id: spanOfErrors, children: [] }),
        ],
      },
      expect.objectContaining({ event_id: spanIdOf(5), transaction: '', transaction_id: '', children: [] }),
    ]);
  });

  test('has its errors in their spans, and beside them if the span is not there', async () => {
    const [eventId] = await server.report(shop, 'a', { traceId, value: 'not a function', level: 'fatal' });
    const [error] = (await get(`/trace/${traceId}/`)).body;
    expect(error).toEqual({
      event_id: eventId,
      event_type: 'error',
      issue_id: expect.any(Number),
      short_id: 'SHOP-1',
      issue_type: 'error',
      level: 'fatal',
      start_timestamp: expect.any(Number),
      description: 'TypeError: not a function',
      culprit: expect.any(String),
      transaction: expect.any(String),
      project_id: shop.id,
      project_slug: 'shop',
    });
    await addTrace();
    const { body } = await get(`/trace/${traceId}/`);
    expect(body).toHaveLength(2);
    expect(body[0].children[1].errors).toEqual([error]);
  });

  test('has the attributes that are asked for, under these names', async () => {
    const attributes = { 'n:http.response.status_code': 500, 's:a': '' };
    await server.addRows({ spans: [span(1, { attributes: JSON.stringify(attributes) }), span(2)] });
    const names = ['http.status_code', 'a', 'none', 'release'].map((name) => `additional_attributes=${name}`).join('&');
    const { body } = await get(`/trace/${traceId}/?${names}`);
    expect(body.map((one: { additional_attributes: object }) => one.additional_attributes)).toEqual([
      { 'http.status_code': 500, a: '', release: '1.0.0' },
      { release: '1.0.0' },
    ]);
    for (const name of ['count()', 'x'.repeat(201)]) {
      const detail = expect.stringContaining('additional_attributes: ');
      expect(await get(`/trace/${traceId}/?additional_attributes=${name}`)).toMatchObject({
        status: 400,
        body: { detail },
      });
    }
  });

  test('has numbers', async () => {
    await addTrace();
    await server.report(shop, 'a', { traceId });
    expect((await get(`/trace-meta/${traceId}/?statsPeriod=14d`)).body).toEqual({
      errors: 1,
      performance_issues: 0,
      logs: 0,
      span_count: 5,
      span_count_map: { pageload: 1, 'http.client': 1, 'http.server': 1, ui: 2 },
      transaction_child_count_map: [
        { 'transaction.event_id': spanIdOf(1), 'count()': 3 },
        { 'transaction.event_id': spanIdOf(4), 'count()': 1 },
        { 'transaction.event_id': null, 'count()': 1 },
      ],
    });
  });

  test('is an empty list if it is unknown, and 404 if the ID is none', async () => {
    expect(await get(`/trace/${'c'.repeat(32)}/`)).toEqual({ status: 200, body: [] });
    expect((await get('/trace/1/')).status).toBe(404);
  });

  test.each([
    ['one below the other', (n: number) => spanIdOf(n - 1)],
    ['all below one', () => spanIdOf(1)],
  ])('may have 100,000 spans, %s', { timeout: 60_000 }, async (_shape, parentOf) => {
    const countOf = 100_000;
    const spans = Array.from({ length: countOf }, (_, index) =>
      span(index + 1, {
        startUs: startUs + index,
        durationUs: countOf,
        parentSpanId: index === 0 ? '' : parentOf(index + 1),
      }),
    );
    await server.addRows({ spans });
    const { body } = await get(`/trace/${traceId}/`);
    let found = 0;
    const waiting = [...body];
    for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) {
      found += 1;
      for (const child of one.children) waiting.push(child);
    }
    expect(found).toBe(countOf);
  });
});
