import { expect, test } from 'vitest';
import { openSender } from '../testing/api.ts';
import { openTestServer } from '../testing/test-server.ts';

const server = await openTestServer();
const owner = await server.user(await server.organization('acme'), 'owner');
const [shop, blog] = [
  await server.command.createProject(owner, { slug: 'shop', name: 'Shop', platform: 'node' }),
  await server.command.createProject(owner, { slug: 'blog', name: 'Blog', platform: 'node' }),
];
const hourAgo = server.clock.now() - 3_600_000;
await server.report(shop, 'a', { count: 3, level: 'error', user: { id: '1' } });
await server.report(shop, 'a', { count: 2, level: 'error', atMs: hourAgo, user: { id: '2' } });
await server.report(blog, 'b', { count: 1, level: 'warning' });
const send = await openSender(server, owner);

const get = (path: string) => send('GET', `/organizations/acme${path}`);

const time = 'start=2026-11-21T11:00:00Z&end=2026-11-21T13:00:00Z&interval=3600&excludeOther=1';
const countsOf = ({ data }: { data: [number, { count: number }[]][] }) => data.map(([, [value]]) => value!.count);

test('the groups with most events have a series each, in the shape of events-stats', async () => {
  const path = `/events-stats/?${time}&topEvents=5&yAxis=count()&field=count()&field=level&field=project`;
  const { body } = await get(path);
  expect(Object.entries(body).map(([name, series]) => [name, countsOf(series as never)])).toEqual([
    ['error,shop', [2, 3]],
    ['warning,blog', [0, 1]],
  ]);
  const two = (await get(`${path}&yAxis=count_unique(user)&topEvents=1`.replace('topEvents=5&', ''))).body;
  expect(Object.keys(two)).toEqual(['error,shop']);
  expect(countsOf(two['error,shop']['count_unique(user)'])).toEqual([1, 1]);
  expect(countsOf((await get(`/events-stats/?${time}&yAxis=count()&topEvents=5`)).body)).toEqual([2, 4]);
});

test('series have the shape of events-timeseries, sorted as requested', async () => {
  const { body } = await get(`/events-timeseries/?${time}&topEvents=5&yAxis=count()&groupBy=level&sort=count()`);
  expect(body.timeSeries).toMatchObject([
    { yAxis: 'count()', groupBy: [{ key: 'level', value: 'warning' }], meta: { order: 0, interval: 3_600_000 } },
    { yAxis: 'count()', groupBy: [{ key: 'level', value: 'error' }], values: [{ value: 2 }, { value: 3 }] },
  ]);
});

test.each([
  [`/events-timeseries/?${time}&yAxis=count()&groupBy=level`, 'topEvents: '],
  ['/events-timeseries/?yAxis=count()&groupBy=level&topEvents=2', 'excludeOther: '],
  [`/events-timeseries/?${time}&yAxis=count()&groupBy=trace&topEvents=2`, 'groupBy: trace: '],
  [`/events-timeseries/?${time}&yAxis=count()&groupBy=level&topEvents=2&sort=level`, 'sort: '],
])('%s is refused', async (path, detail) => {
  expect(await get(path)).toMatchObject({ status: 400, body: { detail: expect.stringContaining(detail) } });
});
