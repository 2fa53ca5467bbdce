import { describe, expect, test } from 'vitest';
import type { SpanRow } from '#store/telemetry/contract.ts';
import { span as spanRow, spanIdOf } from '#store/telemetry/sample-rows.ts';
import { openSender } from '../testing/api.ts';
import { openTestServer } from '../testing/test-server.ts';

const traceId = 'ab'.repeat(16);
const status = 'http.response.status_code';

const server = await openTestServer();
const organizationId = await server.organization('acme');
const owner = await server.user(organizationId, 'owner');
const shop = await server.command.createProject(owner, { slug: 'shop', name: 'Shop', platform: 'javascript' });
const api = await server.command.createProject(owner, { slug: 'api', name: 'API', platform: 'node' });
const send = await openSender(server, owner);
const startMs = server.clock.now() - 1_800_000;

function span(n: number, attributes: object, row: Partial<SpanRow> = {}): SpanRow {
  const columns = { organizationId, projectId: shop.id, traceId, op: '', status: 'ok', kind: '' };
  return spanRow(n, { ...columns, startUs: (startMs + n) * 1000, attributes: JSON.stringify(attributes), ...row });
}

await server.addRows({
  spans: [
    span(1, { 's:user.id': '1' }, { isSegment: true, name: '/cart', op: 'pageload', durationUs: 900_000 }),
    span(
      2,
      { [`n:${status}`]: 200 },
      { name: 'GET /api', op: 'http.client', durationUs: 100_000, segmentName: '/cart' },
    ),
    span(3, { [`n:${status}`]: 500 }, { name: 'GET /api', op: 'http.client', durationUs: 300_000, status: 'error' }),
    span(
      4,
      { [`s:${status}`]: '500', 'n:rows': 3 },
      { name: 'select 1', op: 'db', projectId: api.id, durationUs: 1500 },
    ),
    span(
      5,
      { 'n:rows': 4, 'b:cache.hit': true, 's:Rows': 'x', 's:name': 'y' },
      { op: 'db', projectId: api.id, durationUs: 500 },
    ),
  ],
});

const get = (path: string) => send('GET', `/organizations/acme${path}`);
const url = (route: string, parameters: [string, string][]) =>
  `/${route}/?${new URLSearchParams([['dataset', 'spans'], ['statsPeriod', '1h'], ...parameters]).toString()}`;
const table = (fields: string[], more: Record<string, string> = {}) =>
  get(url('events', [...fields.map((field): [string, string] => ['field', field]), ...Object.entries(more)]));
const rowsOf = async (...request: Parameters<typeof table>) => (await table(...request)).body.data;
const idsOf = async (query: string) =>
  (await rowsOf(['id'], { query })).map(({ id }: { id: string }) => Number(`0x${id}`));

describe('a table of spans', () => {
  test('has the fields that the sentry CLI lists, newest first, in pages', async () => {
    const fields = [
      'id',
      'parent_span',
      'span.op',
      'description',
      'span.duration',
      'timestamp',
      'project',
      'transaction',
      'trace',
    ];
    const { body } = await table(fields, { sort: '-timestamp', per_page: '4' });
    expect(body.data).toHaveLength(4);
    expect(body.data[3]).toEqual({
      id: spanIdOf(2),
      parent_span: null,
      'span.op': 'http.client',
      description: 'GET /api',
      'span.duration': 100,
      timestamp: new Date(startMs + 2).toISOString(),
      project: 'shop',
      transaction: '/cart',
      trace: traceId,
    });
    expect(body.meta).toMatchObject({
      dataset: 'spans',
      fields: { id: 'string', 'span.duration': 'duration', timestamp: 'date' },
      units: { id: null, 'span.duration': 'millisecond' },
    });
    const viewer = await server.query.viewerInOrganization(owner, 'acme');
    const filter = { projects: [], environments: [], range: null, query: '', fields: ['id'], sort: ['-span.duration'] };
    const first = await server.query.spanTable(viewer, { ...filter, cursor: null, count: 2 });
    const rest = await server.query.spanTable(viewer, { ...filter, cursor: first.next, count: 3 });
    expect([...first.rows, ...rest.rows].flat()).toEqual([1, 3, 2, 4, 5].map(spanIdOf));
    expect(rest.next).toBe(null);
  });

  test('has attributes of any type under either of their names', async () => {
    expect(await rowsOf(['http.status_code', `tags[${status},number]`, 'cache.hit', 'rows'])).toEqual([
      { 'http.status_code': null, [`tags[${status},number]`]: null, 'cache.hit': true, rows: 4 },
      { 'http.status_code': '500', [`tags[${status},number]`]: null, 'cache.hit': null, rows: 3 },
      { 'http.status_code': 500, [`tags[${status},number]`]: 500, 'cache.hit': null, rows: null },
      { 'http.status_code': 200, [`tags[${status},number]`]: 200, 'cache.hit': null, rows: null },
      { 'http.status_code': null, [`tags[${status},number]`]: null, 'cache.hit': null, rows: null },
    ]);
  });

  test.each([
    ['span.op:db span.duration:>1ms', [4]],
    ['http.status_code:500', [4, 3]],
    [`${status}:>=300`, [3]],
    ['!has:rows !is_transaction:true', [3, 2]],
    ['project:api', [5, 4]],
    ['"get /API"', [3, 2]],
    ['cache.hit:true OR name:sel*', [5, 4]],
    [`trace:${traceId} user.id:1`, [1]],
    ['tags[name]:y', [5]],
  ])('is searched: %s', async (query, ids) => expect(await idsOf(query)).toEqual(ids));

  test('measures durations if an aggregate names nothing else', async () => {
    const query = 'span.op:http.client';
    const functions = ['avg', 'sum', 'min', 'max', 'p75', 'count_sample'];
    const [short] = await rowsOf(
      functions.map((name) => `${name}()`),
      { query },
    );
    const [long] = await rowsOf(
      functions.map((name) => `${name}(span.duration)`),
      { query },
    );
    expect(Object.values(short!)).toEqual(Object.values(long!));
    expect(short).toMatchObject({ 'sum()': 400, 'max()': 300, 'count_sample()': 2 });
  });

  test('has aggregates of groups', async () => {
    const fields = ['span.op', 'count()', 'p50(span.duration)', 'p95()', 'avg(rows)', 'sum(rows)', 'failure_rate()'];
    expect(await rowsOf(fields, { sort: '-p50_span_duration' })).toEqual([
      {
        'span.op': 'pageload',
        'count()': 1,
        'p50(span.duration)': 900,
        'p95()': 900,
        'avg(rows)': null,
        'sum(rows)': null,
        'failure_rate()': 0,
      },
      {
        'span.op': 'http.client',
        'count()': 2,
        'p50(span.duration)': 100,
        'p95()': 300,
        'avg(rows)': null,
        'sum(rows)': null,
        'failure_rate()': 0.5,
      },
      {
        'span.op': 'db',
        'count()': 2,
        'p50(span.duration)': 0.5,
        'p95()': 1.5,
        'avg(rows)': 3.5,
        'sum(rows)': 7,
        'failure_rate()': 0,
      },
    ]);
    expect(
      await rowsOf(['http.status_code', 'project', 'count(span.op)', 'epm()'], {
        sort: '-count(span.op)',
        query: 'has:http.status_code',
      }),
    ).toEqual([
      { 'http.status_code': '500', project: 'api', 'count(span.op)': 1, 'epm()': 1 / 60 },
      { 'http.status_code': 200, project: 'shop', 'count(span.op)': 1, 'epm()': 1 / 60 },
      { 'http.status_code': 500, project: 'shop', 'count(span.op)': 1, 'epm()': 1 / 60 },
    ]);
    const [all] = await rowsOf([`count_unique(${status})`, 'count_unique(user.id)', 'max(timestamp)']);
    expect(all).toEqual({
      [`count_unique(${status})`]: 3,
      'count_unique(user.id)': 1,
      'max(timestamp)': new Date(startMs + 5).toISOString(),
    });
  });

  test.each([
    [['median(rows)'], {}, 'Seismo cannot calculate this of spans'],
    [['avg(span.op)'], {}, 'Seismo cannot calculate this of spans'],
    [['p95(timestamp)'], {}, 'Seismo cannot calculate this of spans'],
    [['rows', 'Rows'], {}, 'differ in upper and lower case only'],
    [['id'], { sort: 'span.op' }, 'Spans can only be sorted by'],
    [['id', 'count()'], { sort: '-timestamp' }, 'Sort groups by'],
    [['id'], { query: 'span.duration:long' }, 'needs a duration'],
    [['id'], { cursor: 'x' }, 'Invalid cursor'],
    [['x'.repeat(201)], {}, 'cannot be an attribute'],
    [[], {}, 'Name at least one'],
  ])('refuses %j %j', async (fields, more, detail) => {
    expect(await table(fields, more as Record<string, string>)).toMatchObject({
      status: 400,
      body: { detail: expect.stringContaining(detail) },
    });
  });

  test('takes any text as an attribute or a value, as nothing but text', async () => {
    const hostile = [`'; drop table spans; --`, `a"b`, `$x`, `a\\'b`, '__proto__', `s:a" from spans --`];
    for (const text of hostile) {
      expect((await rowsOf([text, 'id'])).length).toBe(5);
      expect((await rowsOf([text, `max(${text.replaceAll(/[()]/g, '')})`])).length).toBe(1);
      expect(await idsOf(`tags[${JSON.stringify(text)}]:${JSON.stringify(text)}`)).toEqual([]);
      expect(await idsOf(JSON.stringify(text))).toEqual([]);
    }
  });

  test('is validated before it is queried', async () => {
    const check = (parameters: [string, string][]) => get(url('events/validate', parameters));
    expect(
      await check([
        ['field', 'p95(rows)'],
        ['orderby', '-p95(rows)'],
        ['query', 'span.op:db'],
      ]),
    ).toMatchObject({
      status: 200,
      body: { valid: true },
    });
    expect(
      await check([
        ['field', 'p96(rows)'],
        ['query', 'trace:1'],
      ]),
    ).toMatchObject({
      status: 400,
      body: { field: [{ valid: false }], query: { valid: false } },
    });
  });
});

describe('spans over time', () => {
  const range: [string, string][] = [
    ['start', new Date(startMs - 3_600_000).toISOString()],
    ['end', new Date(startMs + 600_000).toISOString()],
    ['interval', '1h'],
    ['excludeOther', '1'],
  ];
  const path = (route: string, parameters: [string, string][]) =>
    `/${route}/?${new URLSearchParams([['dataset', 'spans'], ...range, ...parameters]).toString()}`;

  test('have the shape of events-timeseries', async () => {
    const parameters: [string, string][] = [
      ['yAxis', 'p95(span.duration)'],
      ['yAxis', 'count()'],
    ];
    const { body } = await get(path('events-timeseries', parameters));
    expect(body.meta.dataset).toBe('spans');
    expect(body.timeSeries[0].meta).toMatchObject({ valueType: 'duration', valueUnit: 'millisecond' });
    const values = body.timeSeries.map((series: { values: { value: number }[] }) =>
      series.values.map(({ value }) => value),
    );
    expect(values).toEqual([
      [null, 900],
      [0, 5],
    ]);
    const grouped = await get(
      path('events-timeseries', [
        ['yAxis', 'count()'],
        ['groupBy', 'span.op'],
        ['topEvents', '2'],
        ['sort', '-count()'],
      ]),
    );
    expect(grouped.body.timeSeries).toMatchObject([
      { groupBy: [{ key: 'span.op', value: 'db' }], values: [{ value: 0 }, { value: 2 }] },
      { groupBy: [{ key: 'span.op', value: 'http.client' }], values: [{ value: 0 }, { value: 2 }] },
    ]);
  });

  test.each([
    'span.op',
    'project',
    'id',
    'trace',
    'parent_span',
    'is_transaction',
    'span.duration',
    'timestamp',
    'user.id',
    status,
    'rows',
    'cache.hit',
  ])('are those of their group, by %s', async (field) => {
    const viewer = await server.query.viewerInOrganization(owner, 'acme');
    const filter = { projects: [], environments: [], range: '24h' as const, query: '' };
    const { rows } = await server.query.spanTable(viewer, {
      ...filter,
      fields: [field, 'count()'],
      sort: ['-count()'],
      cursor: null,
      count: 3,
    });
    const { series } = await server.query.spanTimeseries(viewer, {
      ...filter,
      yAxis: ['count()'],
      bucketMs: null,
      groups: { fields: [field], sort: '-count()', count: 3 },
    });
    const sums = series.map(({ group, values }) => [...group, values.reduce<number>((sum, value) => sum + value!, 0)]);
    expect(sums).toEqual(rows);
  });

  test.each(['spans', 'errors'])('up to now end with the interval of now, which is incomplete: %s', async (dataset) => {
    const parameters = new URLSearchParams({ dataset, yAxis: 'count()', interval: '5m', statsPeriod: '24h' });
    const { body } = await get(`/events-timeseries/?${parameters.toString()}`);
    const nowMs = server.clock.now();
    const values = body.timeSeries[0].values as { timestamp: number; incomplete: boolean }[];
    const last = values.at(-1)!;
    expect([last.timestamp <= nowMs, last.timestamp > nowMs - 300_000]).toEqual([true, true]);
    expect(values.filter(({ incomplete }) => incomplete)).toEqual([last]);
    expect(body.meta.end).toBe(nowMs);
  });

  test('have the shape of events-stats', async () => {
    const { body } = await get(
      path('events-stats', [
        ['yAxis', 'avg(span.duration)'],
        ['query', 'span.op:http.client'],
      ]),
    );
    expect(body.data.map(([, [value]]: [number, { count: number }[]]) => value!.count)).toEqual([null, 200]);
  });
});

describe('attributes of spans', () => {
  const names = async (parameters: string) =>
    (await get(`/trace-items/attributes/?itemType=spans&statsPeriod=1h&${parameters}`)).body.map(
      ({ key }: { key: string }) => key,
    );

  test('are listed by type, with the columns', async () => {
    const numbers = await get('/trace-items/attributes/?itemType=spans&attributeType=number&statsPeriod=1h');
    expect(numbers.body).toEqual([
      {
        key: 'span.duration',
        name: 'span.duration',
        attributeType: 'number',
        attributeSource: { source_type: 'sentry' },
        secondaryAliases: [],
      },
      {
        key: status,
        name: status,
        attributeType: 'number',
        attributeSource: { source_type: 'user' },
        secondaryAliases: ['http.status_code'],
      },
      {
        key: 'rows',
        name: 'rows',
        attributeType: 'number',
        attributeSource: { source_type: 'user' },
        secondaryAliases: [],
      },
    ]);
    expect(await names('attributeType=array&dataset=spans&expand=context')).toEqual([]);
    expect(await names('attributeType=boolean')).toEqual(['is_transaction', 'cache.hit']);
    expect(await names('attributeType=string&substringMatch=NAME')).toEqual([
      'span.name',
      'service.name',
      'tags[name]',
    ]);
    expect(await names('substringMatch=http.status')).toEqual([status, status]);
    expect(await names('attributeType=number&query=span.op:http.client')).toEqual(['span.duration', status]);
  });

  test('are checked, with their types', async () => {
    const check = (attributes: unknown, query = '?itemType=spans&statsPeriod=1h', more = {}) =>
      send('POST', `/organizations/acme/trace-items/attributes/validate/${query}`, { attributes, ...more });
    const names = ['span.duration', 'span.op', 'timestamp', 'is_transaction', 'rows', 'cache.hit', 'http.status_code'];
    const others = ['tags[rows,string]', 'tags[name]', 'nothing', 'p95(span.duration)', ''];
    const { status, body } = await check([...names, ...others]);
    expect([status, body]).toEqual([
      200,
      {
        attributes: {
          'span.duration': { valid: true, type: 'number' },
          'span.op': { valid: true, type: 'string' },
          timestamp: { valid: true, type: 'string' },
          is_transaction: { valid: true, type: 'boolean' },
          rows: { valid: true, type: 'number' },
          'cache.hit': { valid: true, type: 'boolean' },
          'http.status_code': { valid: true, type: 'string' },
          'tags[rows,string]': { valid: false, error: 'Unknown attribute: tags[rows,string]' },
          'tags[name]': { valid: true, type: 'string' },
          nothing: { valid: false, error: 'Unknown attribute: nothing' },
          'p95(span.duration)': { valid: false, error: 'Unknown attribute: p95(span.duration)' },
          '': { valid: false, error: 'Unknown attribute: ' },
        },
      },
    ]);
    expect((await check(['rows'], '', { itemType: 'spans' })).body.attributes.rows.valid).toBe(true);
    // Only spans in the time are looked at.
    const before = '?itemType=spans&start=2020-01-01&end=2020-01-02';
    expect((await check(['rows'], before)).body.attributes.rows.valid).toBe(false);
    for (const wrong of [[], ['x'.repeat(301)], Array.from({ length: 101 }, String), 'rows', [7]])
      expect((await check(wrong)).status).toBe(400);
    expect((await check(['rows'], '')).status).toBe(400);
    expect((await check(['rows'], '?itemType=logs')).status).toBe(400);
    expect((await check(['rows', 'Rows'])).status).toBe(400);
  });

  test('of one span have their types', async () => {
    const path = (project: string, n = 5) =>
      `/projects/acme/${project}/trace-items/${spanIdOf(n)}/?trace_id=${traceId}&item_type=spans`;
    const { body } = await send('GET', path('api'));
    expect(body).toMatchObject({ itemId: spanIdOf(5), timestamp: new Date(startMs + 5).toISOString() });
    expect(body.attributes).toEqual(
      expect.arrayContaining([
        { name: 'span.duration', type: 'float', value: 0.5 },
        { name: 'span.op', type: 'str', value: 'db' },
        { name: 'rows', type: 'int', value: 4 },
        { name: 'cache.hit', type: 'bool', value: true },
      ]),
    );
    expect((await send('GET', path('shop'))).status).toBe(404);
    expect((await send('GET', path('api', 9))).status).toBe(404);
  });

  test('are of spans only', async () => {
    expect((await get('/trace-items/attributes/')).status).toBe(400);
    expect((await get('/trace-items/attributes/?itemType=logs')).status).toBe(400);
  });
});

// Last, because it adds spans.
test('estimates numbers of spans of sampled traces, and says how many there are', async () => {
  const rare = { op: 'queue.process', projectId: api.id, serverSampleRate: 0.3, startUs: startMs * 1000 };
  await server.addRows({ spans: [span(11, {}, rare), span(12, {}, { ...rare, durationUs: 7000 })] });
  const search: [string, string][] = [['query', 'span.op:queue.process']];
  const fields = ['span.op', 'count()', 'count_sample()', 'p50()'].map((name): [string, string] => ['field', name]);
  const { body } = await get(url('events', [...search, ...fields]));
  expect(body.data).toEqual([{ 'span.op': 'queue.process', 'count()': 7, 'count_sample()': 2, 'p50()': 0.01 }]);
  expect(body.meta.accuracy).toEqual({
    confidence: [{ 'count()': 'low', 'count_sample()': null, 'p50()': 'low' }],
    sampleCount: [2],
    samplingRate: [expect.closeTo(0.3, 5)],
  });
  const stats = await get(url('events-stats', [...search, ['interval', '1h']]));
  const values = (of: { value: number | null }[]) => of.map(({ value }) => value).filter((value) => value !== null);
  expect(values(stats.body.meta.accuracy.sampleCount)).toContain(2);
  expect(values(stats.body.meta.accuracy.confidence)).toEqual(['low']);
  expect(values(stats.body.meta.accuracy.samplingRate)).toEqual([expect.closeTo(0.3, 5)]);
  const { body: series } = await get(url('events-timeseries', [...search, ['interval', '1h']]));
  expect(series.timeSeries[0].values).toContainEqual(
    expect.objectContaining({ value: 7, sampleCount: 2, sampleRate: expect.closeTo(0.3, 5), confidence: 'low' }),
  );
  const all = await rowsOf(['sentry.server_sample_rate', 'sentry.client_sample_rate'], { query: search[0]![1] });
  expect(all[0]).toEqual({ 'sentry.server_sample_rate': 0.3, 'sentry.client_sample_rate': 1 });
  expect((await table(['count()'], { query: 'span.op:db' })).body.meta).not.toHaveProperty('accuracy');
});
