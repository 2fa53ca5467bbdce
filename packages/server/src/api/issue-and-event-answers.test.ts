import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import type { EventId } from '@seismo/protocol';
import { scopes } from '#domain/permissions/viewer.ts';
import { openApi } from '../testing/api.ts';
import { openShop } from '../testing/test-server.ts';

async function request(path: string, { method = 'GET', body }: { method?: string; body?: unknown } = {}) {
  const headers = { authorization: `Bearer ${token}` };
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  const response = await api.request(`http://seismo.test:8300/api/0${path}`, { method, headers, ...sent });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text === '' ? null : JSON.parse(text) };
}

const { server, owner, shop } = await openShop();
const { token } = await server.command.createApiToken(owner, { label: 'test', scopes: [...scopes], expiresAtMs: null });
const api = openApi(server, () => {});

test('an issue has the platform that its events named, not that of its project', async () => {
  await server.report(shop, 'server', { value: 'on the server', platform: 'node' });
  const { body } = await request('/organizations/acme/issues/?query=platform:node');
  expect(body).toMatchObject([{ platform: 'node', project: { platform: 'javascript' }, issueCategory: 'error' }]);
  expect((await request(`/issues/${body[0].id}/`)).body).toMatchObject({
    platform: 'node',
    metadata: { type: 'TypeError', value: 'on the server', filename: 'cart.js', function: 'pay' },
  });
});

test('an event in a list has the complete user, and whether it is an error', async () => {
  const ann = { id: '7', email: 'ann@example.com', username: 'ann' };
  await server.report(shop, 'user', { user: ann, exception: { values: [] }, logentry: { formatted: 'hello' } });
  const [event] = (await request('/projects/acme/shop/events/?query=user.email:ann@example.com')).body;
  expect(event).toMatchObject({
    'event.type': 'default',
    user: { id: '7', email: 'ann@example.com', username: 'ann', ip_address: null },
  });
  expect((await request('/projects/acme/shop/events/?query=event.type:default')).body).toHaveLength(1);
  const errors = (await request('/projects/acme/shop/events/?query=event.type:error')).body;
  expect(errors.map((each: { 'event.type': string }) => each['event.type'])).toEqual(['error']);
});

test('an issue has the logger of its newest event', async () => {
  const [event] = (await server.report(shop, 'logged', { value: 'logged', logger: 'shop.cart' })) as [EventId];
  const [{ id }] = (await request(`/organizations/acme/issues/?query=${event}`)).body;
  expect((await request(`/issues/${id}/`)).body.logger).toBe('shop.cart');
  expect((await request(`/issues/${id}/events/latest/`)).body.logger).toBe('shop.cart');
});

test("a bare event ID is a direct hit; Sentry's keys that Seismo lacks are refused by name", async () => {
  const [event] = (await server.report(shop, 'hit', { value: 'hit' })) as [EventId];
  const { body, headers } = await request(`/organizations/acme/issues/?query=${event}`);
  expect(body).toMatchObject([{ title: 'TypeError: hit' }]);
  expect(headers.get('x-sentry-direct-hit')).toBe('1');
  for (const path of ['/organizations/acme/issues/', '/projects/acme/shop/issues/', '/projects/acme/shop/events/']) {
    const refused = await request(`${path}?query=stack.lineno:7`);
    expect(refused).toMatchObject({ status: 400, body: { detail: expect.stringContaining('"stack.lineno"') } });
  }
  expect(
    (await request('/organizations/acme/issues/?query=is:resolved')).headers.get('x-sentry-direct-hit'),
  ).toBeNull();
});

test('an event has its culprit and logger', async () => {
  const { body } = await request('/issues/SHOP-1/events/latest/');
  expect(body.metadata).toEqual({
    type: 'TypeError',
    value: 'on the server',
    filename: 'cart.js',
    function: 'pay',
  });
  expect(body).toHaveProperty('logger', null);
});

test('events of an issue are returned in full, in one order, and from the requested environments', async () => {
  const [event] = await server.report(shop, 'full', { environment: 'staging', count: 2 });
  const path = `/issues/${(await request(`/organizations/acme/issues/?query=${event}`)).body[0].id}/events/`;
  const full = (await request(`${path}?full=1&sort=-timestamp&environment=staging`)).body;
  expect(full).toHaveLength(2);
  expect(full[0]).toMatchObject({ type: 'error', entries: expect.any(Array), contexts: expect.any(Object) });
  expect(full[0]).not.toHaveProperty('nextEventID');
  expect((await request(`${path}?environment=production`)).body).toEqual([]);
  const ordered = async (sort: string) => {
    const first = await request(`${path}?sort=${sort}&limit=1`);
    const cursor = /rel="next"; results="true"; cursor="([^"]+)"/.exec(first.headers.get('link')!)![1]!;
    const second = await request(`${path}?sort=${sort}&limit=1&cursor=${encodeURIComponent(cursor)}`);
    return [...first.body, ...second.body].map(({ eventID }: { eventID: string }) => eventID);
  };
  expect(await ordered('timestamp')).toEqual((await ordered('-timestamp')).toReversed());
  expect((await request(`${path}?sort=title`)).status).toBe(400);
  expect((await request('/projects/acme/shop/events/?sort=timestamp')).status).toBe(400);
  expect((await request(`${path}latest/?environment=staging`)).body.environment).toBe('staging');
});

describe('files of an event', () => {
  let event: EventId;
  const file = { type: 'attachment', filename: 'log "1".txt\r\n', content_type: 'text/html' };
  const bytesOf = (text: string) =>
    server.blobs.get(`attachments/${shop.id}/${createHash('sha256').update(text).digest('hex')}`);

  beforeAll(async () => {
    [event] = (await server.report(shop, 'files')) as [EventId];
    await server.sendItem(shop, file, '<b>', { eventId: event });
  });

  test('are part of the event and of a list, and are downloads that no browser runs', async () => {
    const listed = (await request(`/projects/acme/shop/events/${event}/attachments/`)).body;
    expect(listed).toEqual([
      {
        id: expect.stringMatching(/^\d{5,15}$/),
        event_id: event,
        name: file.filename,
        type: 'event.attachment',
        mimetype: 'text/html',
        headers: { 'Content-Type': 'text/html' },
        size: 3,
        dateCreated: '2026-11-21T12:30:00.000Z',
      },
    ]);
    expect((await request(`/projects/acme/shop/events/${event}/`)).body.attachments).toEqual(listed);
    expect((await request(`/projects/acme/shop/events/${event}/attachments/${listed[0].id}/`)).body).toEqual(listed[0]);
    const path = `http://seismo.test:8300/api/0/projects/acme/shop/events/${event}/attachments/${listed[0].id}/?download=1`;
    const response = await api.request(path, { headers: { authorization: `Bearer ${token}` } });
    expect(Buffer.from(await response.arrayBuffer()).toString()).toBe('<b>');
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-length': '3',
      'content-disposition': `attachment; filename="log _1_.txt__"; filename*=UTF-8''log%20%221%22.txt%0D%0A`,
      'x-content-type-options': 'nosniff',
    });
  });

  test('are deleted one by one by stable IDs, with bytes that no other attachment shares', async () => {
    const [other] = (await server.report(shop, 'other files')) as [EventId];
    await server.sendItem(shop, { ...file, filename: 'own' }, 'o', { eventId: event });
    await server.sendItem(shop, file, '<b>', { eventId: other });
    expect(await bytesOf('o')).not.toBeNull();
    const path = `/projects/acme/shop/events/${event}/attachments/`;
    const [log, own] = (await request(path)).body;
    const remove = async (id: string) => {
      const { status } = await request(`${path}${id}/`, { method: 'DELETE' });
      await server.drain();
      return status;
    };
    expect(await remove(log.id)).toBe(204);
    expect((await request(path)).body).toEqual([own]);
    expect(await bytesOf('<b>')).not.toBeNull();
    expect(await remove(log.id)).toBe(404);
    expect(await remove(own.id)).toBe(204);
    expect(await bytesOf('o')).toBeNull();
    expect((await request(path)).body).toEqual([]);
    expect((await request(`/projects/acme/shop/events/${event}/`)).status).toBe(200);
  });

  test('exist only for stored events and viewers who may read events', async () => {
    expect((await request(`/projects/acme/shop/events/${event}/attachments/2/`)).status).toBe(404);
    expect((await request(`/projects/acme/shop/events/${'0'.repeat(32)}/attachments/`)).status).toBe(404);
    const narrow = await server.command.createApiToken(owner, { label: 'x', scopes: ['org:read'], expiresAtMs: null });
    for (const end of ['', '1/', '1/?download=1']) {
      const path = `http://seismo.test:8300/api/0/projects/acme/shop/events/${event}/attachments/${end}`;
      const response = await api.request(path, { headers: { authorization: `Bearer ${narrow.token}` } });
      expect({ end, status: response.status }).toEqual({ end, status: 403 });
    }
  });
});

describe('feedback', () => {
  let id: string;
  beforeAll(async () => {
    const [about] = (await server.report(shop, 'a', { value: 'annoying' })) as [EventId];
    const ann = { name: 'Ann', contact_email: 'ann@example.com' };
    const planted = { ...ann, about, message: 'The planted checkout is blue', environment: 'kiosk' };
    await server.sendFeedback(shop, 'a', planted);
    await server.sendFeedback(shop, 'b', { atMs: server.clock.now() - 1000, message: 'All is well' });
  });

  const list = (query: string) => request(`/organizations/acme/issues/?${new URLSearchParams({ query }).toString()}`);

  test('is listed among issues under its category, and searched by message, status, environment and project', async () => {
    const { body, headers } = await list('issue.category:feedback is:unresolved planted');
    expect(headers.get('x-hits')).toBe('1');
    expect(body).toMatchObject([
      {
        issueCategory: 'feedback',
        issueType: 'feedback',
        status: 'unresolved',
        shortId: expect.stringMatching(/^SHOP-0\d+$/),
        metadata: { message: 'The planted checkout is blue', name: 'Ann', contact_email: 'ann@example.com' },
        project: { id: String(shop.id), slug: 'shop' },
      },
    ]);
    id = body[0].id;
    const count = async (query: string) => (await list(`issue.category:feedback ${query}`)).body.length;
    expect(await count('')).toBe(2);
    expect(await count('message:*checkout*')).toBe(1);
    expect(await count('environment:kiosk project:shop')).toBe(1);
    expect(await count('is:resolved')).toBe(0);
    expect((await list('!issue.category:feedback annoying')).body).toMatchObject([{ issueCategory: 'error' }]);
  });

  test.each([
    ['issue.category:[error,feedback]', 'cannot be combined with issues'],
    ['issue.category:feedback OR is:resolved', 'cannot be combined with issues'],
    ['issue.category:feedback level:error', 'cannot be searched by "level:"'],
    ['issue.category:feedback !planted', 'cannot be searched by'],
    ['issue.category:feedback is:escalating', 'cannot be searched by "is:"'],
  ])('is not searched by %s', async (query, words) => {
    expect(await list(query)).toMatchObject({ status: 400, body: { detail: expect.stringContaining(words) } });
  });

  test('is opened, has an event, and is resolved, opened again and spam', async () => {
    const { body } = await request(`/organizations/acme/issues/${id}/`);
    for (const name of [id, body.shortId]) {
      expect((await request(`/issues/${name}/`)).body).toMatchObject({ id, issueCategory: 'feedback' });
      expect((await request(`/organizations/acme/issues/${name}/events/latest/`)).body).toMatchObject({
        groupID: id,
        message: 'The planted checkout is blue',
        contexts: { feedback: { contact_email: 'ann@example.com' } },
        attachments: [],
      });
    }
    expect((await request(`/organizations/acme/shortids/${body.shortId}/`)).body.groupId).toBe(id);
    for (const status of ['resolved', 'ignored', 'unresolved']) {
      expect((await request(`/issues/${id}/`, { method: 'PUT', body: { status } })).body.status).toBe(status);
      expect((await list(`issue.category:feedback is:${status} planted`)).body).toHaveLength(1);
    }
    for (const body of [{ priority: 'low' }, { status: 'resolved', isSubscribed: true }])
      expect((await request(`/issues/${id}/`, { method: 'PUT', body })).status).toBe(400);
    expect((await request(`/issues/${Number(id) + 500}/`)).status).toBe(404);
  });

  test('of an issue are its user reports; notes are comments by the name that clients use', async () => {
    const { body } = await list('annoying');
    const issue = body[0].id as string;
    expect((await request(`/organizations/acme/issues/${issue}/user-reports/`)).body).toMatchObject([
      { comments: 'The planted checkout is blue', email: 'ann@example.com', event: { id: expect.any(String) } },
    ]);
    const note = await request(`/issues/${issue}/notes/`, { method: 'POST', body: { text: 'planted note' } });
    expect(note).toMatchObject({ status: 201, body: { type: 'note', data: { text: 'planted note' } } });
    expect((await request(`/organizations/acme/issues/${issue}/notes/?per_page=10`)).body).toMatchObject([
      { id: note.body.id },
    ]);
    expect((await request(`/issues/${issue}/notes/${note.body.id}/`, { method: 'DELETE' })).status).toBe(204);
    expect((await request(`/issues/${issue}/external-issues/`)).body).toEqual([]);
  });
});

describe('events as tables', () => {
  const path = (parameters: [string, string][]) =>
    `/organizations/acme/events/?${new URLSearchParams([['dataset', 'errors'], ['statsPeriod', '24h'], ...parameters]).toString()}`;

  beforeAll(async () => {
    const event = { type: 'TableError', release: 'table@1', tags: { plan: 'team' } };
    const email = 'table@example.com';
    await server.report(shop, 'table', { ...event, value: 'one', user: { id: '1', email }, count: 3 });
    await server.report(shop, 'table', { ...event, value: 'two', user: { id: '2', email }, tags: { plan: 'free' } });
  });

  test('have a row for each event, page by page, with the requested fields', async () => {
    const fields = [
      'id',
      'title',
      'issue',
      'project',
      'timestamp',
      'error.type',
      'error.value',
      'user.display',
      'plan',
    ];
    const parameters: [string, string][] = [
      ...fields.map((field): [string, string] => ['field', field]),
      ['query', 'release:table@1'],
      ['sort', '-timestamp'],
      ['per_page', '2'],
    ];
    const { body, headers } = await request(path(parameters));
    expect(body.data).toHaveLength(2);
    expect(body.data[0]).toMatchObject({
      title: expect.stringContaining('TableError: '),
      issue: expect.stringMatching(/^SHOP-/),
      project: 'shop',
      'error.type': ['TableError'],
      'user.display': 'table@example.com',
    });
    expect(body.meta.fields).toMatchObject({ id: 'string', timestamp: 'date' });
    const cursor = /rel="next"; results="true"; cursor="([^"]+)"/.exec(headers.get('link')!)![1]!;
    const second = (await request(path([...parameters, ['cursor', cursor]]))).body.data;
    expect(new Set([...body.data, ...second].map((row: { id: string }) => row.id)).size).toBe(4);
  });

  test('count each group exactly, in the order of an aggregate', async () => {
    const grouped = async (fields: string[], sort: string, query = 'release:table@1') => {
      const parameters = fields.map((field): [string, string] => ['field', field]);
      return (await request(path([...parameters, ['sort', sort], ['query', query]]))).body.data;
    };
    expect(await grouped(['plan', 'count()', 'count_unique(user)'], '-count()')).toEqual([
      { plan: 'team', 'count()': 3, 'count_unique(user)': 1 },
      { plan: 'free', 'count()': 1, 'count_unique(user)': 1 },
    ]);
    const [row] = await grouped(['issue', 'error.type', 'project', 'last_seen()', 'count()'], '-last_seen');
    expect(row).toMatchObject({ 'error.type': ['TableError'], project: 'shop', 'count()': 4 });
    expect(Date.parse(row['last_seen()'])).toBe(server.clock.now() + 2);
    expect(await grouped(['count()'], '-count')).toEqual([{ 'count()': 4 }]);
    expect(await grouped(['count()'], '-count', 'release:none')).toEqual([]);
    expect(await grouped(['count()', 'plan'], 'count()', 'release:table@1 plan:free')).toHaveLength(1);
  });

  test.each([
    [[['field', 'p95(transaction.duration)']], 'p95(transaction.duration)'],
    [[['field', 'device.arch']], 'device.arch'],
    [
      [
        ['field', 'trace'],
        ['field', 'count()'],
      ],
      'trace: Events cannot be grouped by this field',
    ],
    [
      [
        ['field', 'id'],
        ['sort', 'title'],
      ],
      'sort: title',
    ],
    [
      [
        ['field', 'count()'],
        ['sort', '-p95()'],
      ],
      'sort: -p95()',
    ],
    [
      [
        ['field', 'id'],
        ['query', 'count():>5'],
      ],
      'count():',
    ],
    [
      [
        ['field', 'id'],
        ['query', 'stack.lineno:5'],
      ],
      'stack.lineno',
    ],
    [[], 'field: Name at least one'],
  ] as [[string, string][], string][])('refuse %j', async (parameters, words) => {
    expect(await request(path(parameters))).toMatchObject({
      status: 400,
      body: { detail: expect.stringContaining(words) },
    });
  });

  test('of data that is not stored are refused by the name of the feature', async () => {
    for (const [dataset, feature] of [
      ['spansMetrics', 'traces'],
      ['logs', 'logs'],
      ['tracemetrics', 'metrics'],
    ]) {
      for (const route of ['events', 'events/validate', 'events-stats', 'events-timeseries']) {
        const { status, body } = await request(`/organizations/acme/${route}/?dataset=${dataset}`);
        expect({ route, status, feature: body.feature }).toEqual({ route, status: 501, feature });
      }
    }
  });

  test('are validated before they are queried', async () => {
    const check = async (parameters: [string, string][]) =>
      request(
        `/organizations/acme/events/validate/?${new URLSearchParams([['dataset', 'errors'], ...parameters]).toString()}`,
      );
    expect(
      await check([
        ['field', 'title'],
        ['orderby', '-timestamp'],
        ['query', 'level:error'],
      ]),
    ).toMatchObject({
      status: 200,
      body: {
        valid: true,
        field: [{ name: 'title', valid: true }],
        query: { valid: true },
        orderby: [{ valid: true }],
      },
    });
    expect(
      await check([
        ['field', 'p95()'],
        ['orderby', '-p95()'],
        ['query', 'stack.lineno:5'],
      ]),
    ).toMatchObject({
      status: 400,
      body: {
        valid: false,
        field: [{ name: 'p95()', valid: false, error: expect.stringContaining('cannot calculate') }],
        query: { valid: false, error: expect.stringContaining('stack.lineno') },
        orderby: [{ valid: false }],
      },
    });
  });

  test('have facets: the values of their tags, counted over the search', async () => {
    const { body } = await request('/organizations/acme/events-facets/?query=release:table@1&statsPeriod=24h');
    expect(body).toContainEqual({
      key: 'plan',
      topValues: [
        { name: 'team', value: 'team', count: 3 },
        { name: 'free', value: 'free', count: 1 },
      ],
    });
    expect((await request('/organizations/acme/events-facets/?query=stack.lineno:1')).status).toBe(400);
  });

  test('over time add up to the total', async () => {
    const about = 'query=release:table@1&statsPeriod=24h&interval=1h&yAxis=count()';
    const stats = (await request(`/organizations/acme/events-stats/?${about}`)).body;
    const sum = (values: number[]) => values.reduce((all, value) => all + value, 0);
    expect(sum(stats.data.map(([, [{ count }]]: [number, [{ count: number }]]) => count))).toBe(4);
    const { timeSeries, meta } = (
      await request(`/organizations/acme/events-timeseries/?${about}&yAxis=count_unique(user)`)
    ).body;
    expect(timeSeries.map(({ yAxis }: { yAxis: string }) => yAxis)).toEqual(['count()', 'count_unique(user)']);
    expect(sum(timeSeries[0].values.map(({ value }: { value: number }) => value))).toBe(4);
    expect(timeSeries[0].values[0].timestamp).toBeGreaterThanOrEqual(meta.start - 3_600_000);
    expect((await request('/organizations/acme/events-stats/?yAxis=p95()')).status).toBe(400);
    expect((await request('/organizations/acme/events-stats/?interval=1s&statsPeriod=90d')).status).toBe(400);
    expect((await request('/organizations/acme/events-stats/?topEvents=5&field=level')).status).toBe(400);
  });
});
