import { expect, test } from 'vitest';
import type { EventId } from '@seismo/protocol';
import { dayMs, openShop, type TestServer } from '../../testing/test-server.ts';
import type { EventSelector } from './event.ts';
import type { EventScope } from './views.ts';

/** The oldest first. */
const events: EventId[] = [];

const { server, owner: viewer, shop } = await openShop();
const report = async (daysAgo: number, given: Parameters<TestServer['report']>[2]) =>
  events.push(...(await server.report(shop, 'pay', { atMs: server.clock.now() - daysAgo * dayMs, ...given })));
await report(20, { release: '1.0', environment: 'staging', tags: { plan: 'team' }, user: { id: '1' } });
await report(3, { release: '1.1', environment: 'production', tags: { plan: 'free' }, user: { id: '1' } });
await report(2, { release: '1.1', environment: 'production', tags: { plan: 'team' }, user: { id: '2' } });
await report(1, { release: '1.2', environment: 'staging', breadcrumbs: { values: [] }, user: { id: '2' } });

const scope = (given: Partial<EventScope>): EventScope => ({ query: '', environments: [], range: null, ...given });

async function stands(selector: EventSelector, given: Partial<EventScope> = {}) {
  const event = await server.query.event(viewer, 'SHOP-1', selector, scope(given));
  const nth = (id: EventId | null) => (id === null ? null : events.indexOf(id));
  const { previous, next, position, total } = await server.query.eventNeighbors(viewer, 'SHOP-1', event, scope(given));
  return { at: nth(event.eventId), previous: nth(previous), next: nth(next), position, total };
}

test('an event has its position among the filtered events', async () => {
  expect(await stands(events[2]!)).toEqual({ at: 2, previous: 1, next: 3, position: 3, total: 4 });
  expect(await stands(events[2]!, { query: 'plan:team' })).toEqual({
    at: 2,
    previous: 0,
    next: null,
    position: 2,
    total: 2,
  });
  expect(await stands('latest', { environments: ['production'] })).toMatchObject({ at: 2, previous: 1, total: 2 });
  expect(await stands('oldest', { range: '7d' })).toMatchObject({ at: 1, next: 2, total: 3 });
  const third = server.clock.now() - 3 * dayMs;
  expect(await stands('latest', { range: { fromMs: third, toMs: third + 1 } })).toMatchObject({ at: 1, total: 1 });
});

test('an event outside the filter appears between its neighbors, and so does the newest where none match', async () => {
  expect(await stands(events[1]!, { query: 'plan:team' })).toEqual({
    at: 1,
    previous: 0,
    next: 2,
    position: 1,
    total: 2,
  });
  expect(await stands('latest', { query: 'plan:none' })).toMatchObject({ at: 3, position: 0, total: 0 });
  expect(await stands('oldest', { query: 'plan:none' })).toMatchObject({ at: 3, total: 0 });
  expect(await stands('recommended', { query: '(' })).toMatchObject({ at: 3, total: 0 });
});

test('among equally helpful events the newest is recommended, else the more helpful one', async () => {
  expect(await stands('recommended')).toMatchObject({ at: 2 });
  expect(await stands('recommended', { range: '24h' })).toMatchObject({ at: 3 });
});

test('frequency is returned for any range and event filter, with the releases of that time', async () => {
  const all = await server.query.issueFrequency(viewer, 'SHOP-1', scope({}));
  expect(all).toMatchObject({ events: 4, users: 2, problem: null });
  expect(all.series.values.reduce((sum, value) => sum + value, 0)).toBe(4);
  expect(all.releases.map(({ version }) => version)).toEqual(['1.0', '1.1', '1.2']);
  const week = await server.query.issueFrequency(viewer, 'SHOP-1', scope({ range: '7d', query: 'plan:team' }));
  expect(week).toMatchObject({ events: 1, users: 1 });
  expect(week.releases.map(({ version }) => version)).toEqual(['1.1', '1.2']);
  const zoomed = await server.query.issueFrequency(
    viewer,
    'SHOP-1',
    scope({ range: { fromMs: server.clock.now() - 3 * dayMs, toMs: server.clock.now() - 2 * dayMs } }),
  );
  expect(zoomed).toMatchObject({ events: 1, series: { bucketMs: 30 * 60_000 } });
  expect(await server.query.issueFrequency(viewer, 'SHOP-1', scope({ query: '(' }))).toMatchObject({
    events: 0,
    problem: { from: 0, to: 1 },
  });
});
