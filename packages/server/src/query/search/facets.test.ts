import { describe, expect, test } from 'vitest';
import { openShop } from '../../testing/test-server.ts';
import { refuses } from '../../testing/refuses.ts';
import type { Facet } from './views.ts';

const { server, organizationId, owner: viewer, shop } = await openShop();
const { query, command } = server;
const chrome = { 'browser.name': 'Chrome', plan: 'free' };
await server.report(shop, 'pay', { level: 'error', release: '1.0', tags: chrome, count: 3 });
await server.report(shop, 'pay', { level: 'error', release: '1.1', tags: { 'browser.name': 'Safari', plan: 'team' } });
await server.report(shop, 'slow', { level: 'warning', release: '1.1', tags: chrome });
await server.report(shop, 'none', { level: 'warning', release: '1.2', tags: { 'browser.name': 'Firefox' } });
await command.changeIssues(viewer, ['SHOP-2'], { assignTo: 'me' });

const everything = { projects: ['shop'], environments: [], range: '24h' as const };
const textOf = ({ values }: Facet) => values.map(({ value, count }) => `${value} ${count}`).join(', ');

describe('a list of issues', () => {
  const facet = (key: string, text: string, count = 8) =>
    query.issueFacet(viewer, { ...everything, query: text }, key, count);

  test.each([
    ['level', '', 'fatal 0, error 1, warning 2, info 0, debug 0'],
    ['level', 'browser.name:Safari', 'fatal 0, error 1, warning 0, info 0, debug 0'],
    ['level', 'nothing', 'fatal 0, error 0, warning 0, info 0, debug 0'],
    ['level', 'level:error assigned:me', 'fatal 0, error 0, warning 1, info 0, debug 0'],
    ['assigned', '', 'none 2, me 1'],
    ['assigned', 'level:error', 'none 1'],
    ['issue.priority', '', 'high 1, medium 2, low 0'],
    ['substatus', '', 'new 3'],
    ['release', '', '1.1 2, 1.0 1, 1.2 1'],
    ['release', 'level:error', '1.0 1, 1.1 1'],
    ['browser.name', '', 'Chrome 2, Firefox 1, Safari 1'],
    ['tags[browser.name]', 'level:warning', 'Chrome 1, Firefox 1'],
    // Only events that match the search are counted, and issues with such an event.
    ['plan', 'browser.name:Safari', 'team 1'],
    ['level', 'plan:free level:error', 'fatal 0, error 1, warning 1, info 0, debug 0'],
    ['plan', 'nothing', ''],
    // An invalid search has its own message.
    ['plan', 'times_seen:x', ''],
  ])('has the values of %s, found by %j', async (key, text, values) => {
    expect(textOf(await facet(key, text))).toBe(values);
  });

  test('offers what is not selected', async () => {
    expect((await facet('browser.name', 'browser.name:[Safari,Chrome] level:error')).values).toEqual([
      { value: 'Chrome', count: 1, isSelected: true },
      { value: 'Safari', count: 1, isSelected: true },
    ]);
    expect((await facet('level', 'level:error')).values).toContainEqual({ value: 'error', count: 1, isSelected: true });
    expect((await facet('level', 'level:error')).values).toContainEqual({
      value: 'warning',
      count: 2,
      isSelected: false,
    });
  });

  test('has more values than requested, and always the selected ones', async () => {
    const some = await facet('release', 'release:[1.2,0.9]', 1);
    expect(textOf(some)).toBe('1.1 2, 1.2 1, 0.9 0');
    expect(some.hasMore).toBe(true);
    expect((await facet('release', '', 3)).hasMore).toBe(false);
  });

  test.each(['timestamp', 'two words', '', '('])('has no values of %j', async (key) => {
    await refuses(facet(key, ''), 'invalid');
  });
});

test.each([
  ['release', '', '1.0 3, 1.1 1'],
  ['release', 'browser.name:Safari', '1.1 1'],
  ['browser.name', 'browser.name:Safari', 'Chrome 3, Safari 1'],
  ['plan', 'release:9', ''],
])('the events of an issue have the values of %s, found by %j', async (key, text, values) => {
  const filter = { environments: [], range: null, query: text };
  expect(textOf(await query.eventFacet(viewer, 'SHOP-1', filter, key, 8))).toBe(values);
});

test('members and teams have names, without a match if they are selected', async () => {
  await server.user(organizationId, 'member');
  await command.createTeam(viewer, { slug: 'checkout', name: 'Checkout' });
  const text = 'assigned:[member-2@example.com,#checkout]';
  const { values } = await query.issueFacet(viewer, { ...everything, query: text }, 'assigned', 8);
  expect(values.slice(2)).toEqual([
    { value: 'member-2@example.com', name: 'member', count: 0, isSelected: true },
    { value: '#checkout', name: 'Checkout', count: 0, isSelected: true },
  ]);
});

test.each([
  ['level', 'level:error', 'fatal 0, error 4, warning 2, info 0, debug 0'],
  ['release', '', '1.0 3, 1.1 2, 1.2 1'],
  ['browser.name', 'browser.name:Safari level:error', 'Chrome 3, Safari 1'],
  ['plan', 'assigned:me', 'free 1'],
  ['plan', 'times_seen:x', ''],
])('errors have the values of %s, found by %j', async (key, text, values) => {
  expect(textOf(await query.errorFacet(viewer, { ...everything, query: text }, key, 8))).toBe(values);
});

test('an issue has the keys of its own events', async () => {
  expect(await query.issueFacetKeys(viewer, 'SHOP-1')).toEqual(['release', 'browser', 'browser.name', 'plan', 'user']);
  expect(await query.issueFacetKeys(viewer, 'SHOP-3')).toEqual(['release', 'browser', 'browser.name', 'user']);
});

test('the keys are the release, the route and the most frequent tags that tell events apart', async () => {
  expect(await query.facetKeys(viewer, ['shop'])).toEqual([
    'release',
    'transaction',
    'browser',
    'browser.name',
    'user',
    'plan',
  ]);
});

test('a selection is written into the search, unless that cannot be read or would be too long', async () => {
  const selecting = (text: string, values: string[]) => query.searchSelecting(text, 'plan', { values });
  expect(await selecting('boom plan:free', ['free', 'a b'])).toBe('boom plan:[free,"a b"]');
  expect(await selecting('level:[error', ['free'])).toBe('level:[error');
  await refuses(selecting('', ['x'.repeat(2000)]), 'invalid');
  expect(await query.searchSelecting('boom plan:free', 'plan', { without: 'free' })).toBe('boom !plan:free');
});
