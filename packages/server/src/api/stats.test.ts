import { expect, test } from 'vitest';
import { openSender } from '../testing/api.ts';
import { openShop, openTestServer } from '../testing/test-server.ts';

const hourMs = 3_600_000;

const server = await openTestServer();
const organizationId = await server.organization('acme');
const owner = await server.user(organizationId, 'owner');
const [one, other] = [
  await server.command.createProject(owner, { slug: 'shop', name: 'Shop', platform: 'node' }),
  await server.command.createProject(owner, { slug: 'blog', name: 'Blog', platform: 'node' }),
];
const shop = one;
const now = server.clock.now();
const cell = { organizationId, projectId: one.id, keyId: 1, itemKind: 'event', atMs: now, reason: '', quantity: 1 };
const attrs = { release: '1.0', environment: 'production' };
const sessions = [
  [one, { sid: 'a'.repeat(32), status: 'crashed', attrs }],
  [one, { sid: 'b'.repeat(32), attrs }],
  [one, { sid: 'c'.repeat(32), attrs, started: (now - 2 * hourMs) / 1000 }],
  [other, { sid: 'd'.repeat(32), attrs: { ...attrs, environment: 'test' } }],
] as const;
for (const [project, session] of sessions) await server.sendItem(project, { type: 'session' }, session);
await server.addRows({
  ledger: [
    { ...cell, outcome: 'received', quantity: 17 },
    { ...cell, outcome: 'stored', quantity: 5 },
    { ...cell, outcome: 'stored', quantity: 2, atMs: now - 2 * hourMs },
    { ...cell, outcome: 'stored', quantity: 1, projectId: other.id },
    { ...cell, outcome: 'filtered', reason: 'crawler', quantity: 3 },
    { ...cell, outcome: 'too-large', reason: 'item', quantity: 6 },
    { ...cell, outcome: 'client-discard', itemKind: 'error', reason: 'sample_rate', quantity: 4 },
    // Not errors, like the sessions.
    { ...cell, outcome: 'stored', itemKind: 'span', quantity: 12 },
    { ...cell, outcome: 'stored', itemKind: 'transaction', quantity: 30 },
    { ...cell, outcome: 'client-discard', itemKind: 'span', reason: 'sample_rate', quantity: 200 },
  ],
});
const send = await openSender(server, owner);

const get = (path: string) => send('GET', `/organizations/acme${path}`);

const stats = '/stats_v2/?category=error&field=sum(quantity)';
const totalsOf = ({ body }: Awaited<ReturnType<typeof get>>, by: string) =>
  Object.fromEntries(
    (body.groups as { by: Record<string, string>; totals: Record<string, number> }[]).map((group) => [
      group.by[by],
      group.totals['sum(quantity)'],
    ]),
  );

test('errors and spans are counted by outcome, reason and project, each over time', async () => {
  const byOutcome = await get(`${stats}&groupBy=outcome&statsPeriod=24h`);
  expect(totalsOf(byOutcome, 'outcome')).toEqual({ accepted: 8, filtered: 3, invalid: 6, client_discard: 4 });
  const { intervals, groups } = byOutcome.body;
  expect(intervals).toHaveLength(24);
  const accepted = groups.find((group: { by: { outcome: string } }) => group.by.outcome === 'accepted');
  expect(accepted.series['sum(quantity)'].slice(-3)).toEqual([2, 0, 6]);
  expect(totalsOf(await get(`${stats}&groupBy=project&outcome=accepted`), 'project')).toEqual({
    [shop.id]: 7,
    [shop.id + 1]: 1,
  });
  expect(totalsOf(await get(`${stats}&groupBy=reason&outcome=invalid`), 'reason')).toEqual({ 'too-large-item': 6 });
  expect(totalsOf(await get(`${stats}&groupBy=category&project=shop`), 'category')).toEqual({ error: 20 });
  const spans = '/stats_v2/?category=span&category=transaction&field=sum(quantity)';
  expect(totalsOf(await get(`${spans}&groupBy=category`), 'category')).toEqual({ span: 212, transaction: 30 });
  expect(totalsOf(await get(`${spans}&groupBy=outcome`), 'outcome')).toEqual({ accepted: 42, client_discard: 200 });
  const noon = 'start=2026-11-21T12:00:00&end=2026-11-21T12:31:00&interval=30m';
  expect((await get(`${stats}&${noon}&outcome=filtered&field=sum(times_seen)`)).body).toMatchObject({
    intervals: ['2026-11-21T12:00:00.000Z', '2026-11-21T12:30:00.000Z'],
    groups: [{ by: {}, series: { 'sum(times_seen)': [0, 3] } }],
  });
});

test('a container counts as its records on the Stats page, in the API and in client drops', async () => {
  const { server: own, owner: viewer, shop: project } = await openShop();
  const aggregates = Array.from({ length: 100 }, (_, index) => ({ exited: index < 3 ? 0 : 1 }));
  await own.sendItem(project, { type: 'sessions' }, { aggregates, attrs });
  const discarded_events = [{ reason: 'sample_rate', category: 'session', quantity: 40 }];
  await own.sendItem(project, { type: 'client_report' }, { discarded_events });
  const view = await own.query.outcomes(viewer, ['shop'], '24h');
  expect(view).toMatchObject({ inFlight: 0, clientDiscards: discarded_events });
  expect(view.kinds[0]).toMatchObject({
    itemKind: 'sessions',
    received: 100,
    outcomes: [{ quantity: 97 }, { outcome: 'invalid', reason: 'shape', quantity: 3 }],
  });
  const api = await openSender(own, viewer);
  const found = await api('GET', `/organizations/acme${stats}&category=session&groupBy=outcome&groupBy=category`);
  expect(totalsOf(found, 'outcome')).toEqual({ accepted: 97, invalid: 3, client_discard: 40 });
  expect(totalsOf(found, 'category')).toEqual({ session: expect.any(Number) });
});

test('dropped items are listed beside accepted ones', async () => {
  const { body } = await get('/events-dropped/?dataset=errors&interval=1h&statsPeriod=24h&outcome=filtered');
  expect(body).toMatchObject({
    meta: { dataset: 'errors', interval: hourMs },
    droppedEvents: [{ category: 'error', outcome: 'filtered', reason: 'crawler', count: 3 }],
    acceptedEvents: [{ count: 2 }, { count: 6 }],
  });
  const { start, end } = body.droppedEvents[0];
  expect(end - start).toBe(hourMs);
});

test('sessions are counted over time, with the crash rate, and by project on request', async () => {
  const time = 'start=2026-11-21T10:00:00&end=2026-11-21T13:00:00&interval=1h';
  const path = `/sessions/?${time}&field=sum(session)&field=crash_free_rate(session)`;
  expect((await get(path)).body.groups).toEqual([
    {
      by: {},
      totals: { 'sum(session)': 4, 'crash_free_rate(session)': 0.75 },
      series: { 'sum(session)': [1, 0, 3], 'crash_free_rate(session)': [1, null, 2 / 3] },
    },
  ]);
  expect((await get(`${path}&groupBy=project&environment=production`)).body.groups).toMatchObject([
    { by: { project: shop.id + 1 }, totals: { 'sum(session)': 0, 'crash_free_rate(session)': null } },
    { by: { project: shop.id }, totals: { 'sum(session)': 3 } },
  ]);
});

test.each([
  ['/sessions/?field=count_unique(user)', 400, 'Use these fields: sum(session)'],
  ['/sessions/?field=sum(session)&groupBy=release', 400, 'by project only'],
  ['/sessions/?field=sum(session)&query=release:1', 400, 'Unknown parameter "query"'],
  ['/stats_v2/?field=sum(quantity)', 400, 'category: One or more of error, attachment, internal, session'],
  ['/stats_v2/?field=sum(quantity)&category=error&category=issue', 400, 'category: One or more of'],
  ['/stats_v2/?field=sum(quantity)&category=log_item', 501, 'Seismo does not store logs yet.'],
  ['/stats_v2/?category=error', 400, 'field: '],
  [`${stats}&interval=10s`, 400, 'Use whole minutes'],
  [`${stats}&interval=1m&statsPeriod=14d`, 400, 'at most 2000'],
  ['/events-dropped/?dataset=spans', 400, 'dataset: '],
  ['/events-dropped/', 400, 'dataset: '],
])('%s is refused', async (path, status, detail) => {
  expect(await get(path)).toMatchObject({ status, body: { detail: expect.stringContaining(detail) } });
});
