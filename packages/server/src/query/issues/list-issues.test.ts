import { expect, test } from 'vitest';
import { limits } from '@seismo/protocol';
import type { IssueFilter } from './views.ts';
import { eventIdOf } from '../../testing/pipeline.ts';
import { dayMs, openShop } from '../../testing/test-server.ts';

const { server, owner: viewer, shop } = await openShop();
const blog = await server.command.createProject(viewer, { slug: 'blog', name: 'Blog', platform: 'node' });
const now = server.clock.now();
const at = (days: number) => now - days * dayMs;
await server.report(shop, 'old', { value: 'forty days ago', atMs: at(40) });
await server.report(shop, 'busy', { value: 'busy', count: 5, atMs: at(3), user: { id: '1' } });
await server.report(shop, 'busy', {
  value: 'busy',
  count: 2,
  atMs: at(0.9),
  user: { id: '2' },
  environment: 'staging',
  release: 'shop@1.1.0',
});
await server.report(shop, 'fresh', {
  type: 'RangeError',
  value: 'fresh',
  level: 'warning',
  handled: true,
  release: 'shop@2.0.0',
  atMs: now - 1000,
});
const words = { type: '', value: 'Cannot 100% read', release: 'blog@1', environment: 'live' };
const [eventId] = await server.report(blog, 'words', words);
// Only stores from before events had a default environment have such a row.
const [row] = await server.telemetry.query('eventById', { projectId: blog.id, eventId: eventId!, atMs: null });
const missing = { organizationId: blog.organization.id, maps: { mapped: 0, errors: {}, unmappedDebugIds: [] } };
await server.addRows({ events: [{ ...row!, ...missing, eventId: eventIdOf(1), environment: '' }] });
await server.command.changeIssues(viewer, ['BLOG-1'], { status: { to: 'resolved', in: 'now' } });

function list(change: Partial<IssueFilter> = {}) {
  const filter = {
    projects: [],
    environments: [],
    range: '14d',
    query: '',
    sort: 'last-seen',
    cursor: null,
    count: 50,
  };
  return server.query.listIssues(viewer, { ...(filter as IssueFilter), ...change });
}

async function found(query: string, change: Partial<IssueFilter> = {}): Promise<string[]> {
  const page = await list({ query, ...change });
  expect(page.problem).toBeNull();
  expect(page.total).toBe(page.issues.length);
  return page.issues.map(({ value }) => value);
}

test('has the issues with an event in the range, newest first', async () => {
  expect(await found('')).toEqual(['Cannot 100% read', 'fresh', 'busy']);
  expect(await found('', { range: '90d' })).toEqual(['Cannot 100% read', 'fresh', 'busy', 'forty days ago']);
  expect(await found('', { range: '1h' })).toEqual(['Cannot 100% read', 'fresh']);
});

test.each([
  ['is:unresolved', ['fresh', 'busy']],
  ['is:resolved', ['Cannot 100% read']],
  ['is:resolved is:unresolved', []],
  ['is:handled', ['fresh']],
  ['is:unhandled is:unresolved', ['busy']],
  ['level:warning', ['fresh']],
  ['!level:warning project:shop', ['busy']],
  ['project:blog', ['Cannot 100% read']],
  ['!project:blog', ['fresh', 'busy']],
  ['project:nothing', []],
  ['release:shop@2.0.0', ['fresh']],
  ['release:shop@*', ['fresh', 'busy']],
  ['!release:shop@*', ['Cannot 100% read']],
  ['release:none', []],
  ['release:none*', []],
  ['environment:staging', ['busy']],
  ['environment:""', ['Cannot 100% read']],
  ['!environment:[staging,production]', ['Cannot 100% read']],
  ['firstRelease:shop@2.0.0', ['fresh']],
  ['firstRelease:a firstRelease:b', []],
  ['RANGEerror', ['fresh']],
  ['"100% read"', ['Cannot 100% read']],
  ['100_x', []],
  ['stack.function:pay', ['Cannot 100% read', 'fresh', 'busy']],
  ['error.type:Range*', ['fresh']],
  ['error.type:Error', []],
  ['button pay is:resolved', ['Cannot 100% read']],
  ['title:"100% read"', ['Cannot 100% read']],
  ['!fresh !busy', ['Cannot 100% read']],
  ['fresh OR is:resolved', ['Cannot 100% read', 'fresh']],
  ['level:warning OR environment:staging', ['fresh', 'busy']],
  ['!(is:resolved OR fresh)', ['busy']],
  ['is:resolved OR (environment:staging user.id:1)', ['Cannot 100% read']],
  ['environment:staging user.id:2', ['busy']],
  ['release:latest', ['Cannot 100% read', 'fresh']],
  ['release.version:>=1.1', ['fresh', 'busy']],
  ['release.version:<2 release.package:shop', ['busy']],
  ['browser:Fire*', ['Cannot 100% read', 'fresh', 'busy']],
  ['!browser:Firefox', []],
  ['status:resolved', ['Cannot 100% read']],
  ['status:[unresolved,muted] substatus:new', ['fresh', 'busy']],
  ['substatus:archived_forever', []],
  ['is:unlinked issue.category:[error,outage] issue.type:error', ['Cannot 100% read', 'fresh', 'busy']],
  ['issue.category:performance', []],
  ['!issue.category:feedback !issue.type:performance_n_plus_one_db_queries', ['Cannot 100% read', 'fresh', 'busy']],
  ['last_seen:-1h', ['Cannot 100% read', 'fresh']],
  ['first_seen:+2d', ['busy']],
  ['event.timestamp:-1h project_id:1', ['fresh']],
  ['event.type:error', ['Cannot 100% read', 'fresh', 'busy']],
  ['event.type:default', []],
  ['user.display:1', ['Cannot 100% read', 'fresh', 'busy']],
  ['user.display:9', []],
  ['platform.name:javascript', ['Cannot 100% read', 'fresh', 'busy']],
  ['has:release browser:[Firefox,Safari] error.unhandled:true', ['Cannot 100% read', 'busy']],
  ['timesSeen:>5', ['busy']],
  ['lastSeen:-1h', ['Cannot 100% read', 'fresh']],
  ['firstSeen:+2d', ['busy']],
  ['issue:shop-2', ['busy']],
  ['is:new !is:resolved', ['fresh', 'busy']],
  ['nosuchtag:x', []],
])('finds by %s', async (query, expected) => {
  expect(await found(query)).toEqual(expected);
  expect(await found(query, { sort: 'events' })).toEqual(expect.arrayContaining(expected));
});

test('environments in the filter and in the query must both match', async () => {
  expect(await found('', { environments: ['staging'] })).toEqual(['busy']);
  expect(await found('environment:production', { environments: ['staging'] })).toEqual([]);
  expect(await found('environment:sta*', { environments: ['staging', 'production'] })).toEqual(['busy']);
});

test('a range lists and counts only its own events', async () => {
  const now = server.clock.now();
  const between = (days: number, until: number) => ({
    range: { fromMs: now - days * dayMs, toMs: now - until * dayMs },
  });
  expect(await found('', between(41, 39))).toEqual(['forty days ago']);
  expect(await found('', between(41, 2))).toEqual(['busy', 'forty days ago']);
  const [busy] = (await list({ query: 'busy', ...between(4, 2.9) })).issues;
  expect(busy).toMatchObject({ events: 5, users: 1, eventsTotal: 7 });
  expect(busy!.series.values.reduce((sum, value) => sum + value, 0)).toBe(5);
  const exact = { range: { fromMs: now - 3 * dayMs, toMs: now - 3 * dayMs + 2 } };
  expect((await list({ query: 'busy', ...exact })).issues[0]!.events).toBe(2);
});

test('counts and bars cover the range and the environments', async () => {
  const [busy] = (await list({ query: 'busy' })).issues;
  expect(busy).toMatchObject({ events: 7, users: 2, eventsTotal: 7, substate: 'new', seen: false, bookmarked: false });
  expect(busy!.series.values).toHaveLength(28);
  expect(sum(busy!.series.values)).toBe(7);
  const [release] = (await list({ query: 'release:shop@1.1.*' })).issues;
  expect(release).toMatchObject({ value: 'busy', events: 2 });
  expect(sum(release!.series.values)).toBe(2);
  const [staging] = (await list({ query: 'busy', environments: ['staging'] })).issues;
  expect(staging).toMatchObject({ events: 2, users: 1, eventsTotal: 7 });
  expect(sum(staging!.series.values)).toBe(2);
  const [lately] = (await list({ query: 'busy', range: '24h' })).issues;
  expect(lately).toMatchObject({ events: 2 });
});

test('the unresolved and new counts cover the selected projects, not the query', async () => {
  expect(await list({ query: 'nothing at all' })).toMatchObject({ total: 0, unresolved: 3, newToday: 2 });
  expect(await list({ projects: ['blog'] })).toMatchObject({
    total: 1,
    unresolved: 0,
    unresolvedSinceMs: null,
    newToday: 1,
  });
});

test('an invalid query returns a problem with the position of the error', async () => {
  expect(await list({ query: 'is:unresolved level:eror' })).toMatchObject({
    issues: [],
    problem: { from: 20, to: 24, suggestion: 'error', message: expect.stringContaining('fatal, error') },
  });
});

test('an invalid cursor is refused, and a cursor of another sort starts over', async () => {
  for (const cursor of ['!', 'e30', 'x'.repeat(400), Buffer.from('{"__proto__":1}').toString('base64url')]) {
    await expect(list({ cursor })).rejects.toMatchObject({ code: 'invalid' });
  }
  const { next } = await list({ count: 1, sort: 'users' });
  expect((await list({ cursor: next, sort: 'last-seen' })).issues).toHaveLength(3);
});

test.each(['last-seen', 'first-seen', 'trends', 'events', 'users'] as const)(
  'pages by %s skip and repeat nothing',
  async (sort) => {
    const crowd = await server.command.createProject(viewer, {
      slug: `crowd-${sort}`,
      name: '',
      platform: '',
    });
    for (let index = 0; index < 23; index++) {
      await server.send(crowd, `h${index}`, {
        count: 1 + (index % 4),
        atMs: server.clock.now() - (index % 5) * 60_000,
      });
    }
    await server.drain();
    const all = (await list({ projects: [crowd.slug], sort, count: 100 })).issues.map(({ id }) => id);
    expect(new Set(all).size).toBe(23);
    const paged: number[] = [];
    let cursor: string | null = null;
    do {
      const page = await list({ projects: [crowd.slug], sort, count: 4, cursor });
      expect(page.total).toBe(23);
      paged.push(...page.issues.map(({ id }) => id));
      cursor = page.next;
      // A page is turned later, when the clock has gone on.
      server.clock.nowMs += 60_000;
    } while (cursor !== null);
    server.clock.nowMs -= 6 * 60_000;
    expect(paged).toEqual(all);
  },
);

test('issues that are new today are counted across pages', async () => {
  const many = await server.command.createProject(viewer, { slug: 'many', name: '', platform: '' });
  for (let index = 0; index < 60; index++) await server.send(many, `h${index}`);
  for (let index = 0; index < 3; index++) {
    await server.send(many, `old${index}`, { atMs: server.clock.now() - 2 * dayMs });
  }
  await server.drain();
  expect(await list({ projects: ['many'] })).toMatchObject({
    newToday: 60,
    unresolved: 63,
    unresolvedSinceMs: server.clock.now() - 2 * dayMs,
  });
});

test('trends sort by growth over the previous days', async () => {
  const trending = await server.command.createProject(viewer, { slug: 'trending', name: '', platform: '' });
  const now = server.clock.now();
  const days = { steady: [20, 20, 20, 20], rising: [30, 2, 2, 2], fresh: [9], fading: [1, 40, 40, 40] };
  for (const [value, counts] of Object.entries(days)) {
    for (const [day, count] of counts.entries()) {
      await server.send(trending, value, { value, count, atMs: now - (day + 0.5) * dayMs });
    }
  }
  await server.drain();
  expect(await found('', { projects: ['trending'], sort: 'trends' })).toEqual(['rising', 'fresh', 'steady', 'fading']);
});

test('rows are sorted by their visible value', async () => {
  for (const [sort, column] of [
    ['last-seen', 'lastSeenAtMs'],
    ['first-seen', 'firstSeenAtMs'],
    ['events', 'events'],
    ['users', 'users'],
  ] as const) {
    const values = (await list({ sort, range: '90d' })).issues.map((row) => row[column]);
    expect(values).toEqual(values.toSorted((a, b) => b - a));
  }
});

test('an event outside the range neither hides an issue with an event in the range nor lists an issue without one', async () => {
  const atMs = server.clock.now() + dayMs;
  await server.report(shop, 'fresh', { type: 'RangeError', value: 'fresh', level: 'warning', atMs });
  await server.report(shop, 'ahead', { value: 'ahead of its time', level: 'warning', atMs });
  const { issues, total } = await list({ range: '1h', query: 'level:warning' });
  expect({ issues: issues.map(({ value }) => value), total }).toEqual({ issues: ['fresh'], total: 1 });
  expect(issues[0]).toMatchObject({ events: 1, eventsTotal: 2 });
});

function sum(values: number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

test('changes since a list was loaded: new issues in it, regressed and changed ones, and none outside it', async () => {
  const filter = {
    projects: [],
    environments: [],
    range: '14d',
    query: 'is:unresolved',
    sort: 'events',
    cursor: null,
    count: 50,
  };
  const updates = (query: string, sinceMs: number) =>
    server.query.issueUpdateCounts(viewer, { ...(filter as IssueFilter), query }, sinceMs);
  await server.report(shop, 'comes back', { value: 'comes back', release: 'shop@3.0.0' });
  const { issues } = await list({ query: 'comes back' });
  await server.command.changeIssues(viewer, [issues[0]!.shortId], { status: { to: 'resolved', in: 'now' } });
  server.clock.nowMs += 60_000;
  const shownAtMs = server.clock.now();
  expect(await updates('is:unresolved', shownAtMs)).toEqual({ newCount: 0, changed: 0 });
  server.clock.nowMs += 60_000;
  await server.report(shop, 'comes back', { value: 'comes back', release: 'shop@3.0.0' });
  await server.report(shop, 'torn', { value: 'The coupon is torn' });
  // More events of a known issue do not count as new.
  await server.report(shop, 'fresh', { type: 'RangeError', value: 'fresh', level: 'warning' });
  expect(await updates('is:unresolved', shownAtMs)).toEqual({ newCount: 1, changed: 1 });
  expect(await updates('is:unresolved coupon', shownAtMs)).toEqual({ newCount: 1, changed: 0 });
  expect(await updates('is:resolved', shownAtMs)).toEqual({ newCount: 0, changed: 0 });
  expect(await updates('is:', shownAtMs)).toEqual({ newCount: 0, changed: 0 });
});

test('each search has the same count as its list, up to the maximum number of searches; invalid ones have none', async () => {
  const searches = [
    '',
    'is:resolved',
    'level:warning',
    'release:shop@1.1.0',
    '(',
    ...Array.from({ length: 40 }, () => ''),
  ];
  const of = { projects: [], environments: [], range: '14d' } as const;
  const counts = await server.query.issueCounts(viewer, { ...of, projects: [], environments: [] }, searches);
  const totals = await Promise.all(searches.slice(0, 4).map(async (query) => (await list({ query })).total));
  expect(totals).toEqual([expect.any(Number), 1, 1, 1]);
  expect(counts.slice(0, 6)).toEqual([...totals, null, totals[0]]);
  expect(counts).toHaveLength(limits.COUNTED_SEARCH_COUNT_MAX);
  const stranger = await server.user(await server.organization('elsewhere'), 'owner');
  expect(await server.query.issueCounts(stranger, { ...of, projects: [], environments: [] }, [''])).toEqual([0]);
});

test('a page has at most the maximum number of issues, and the next page continues after them', async () => {
  const organization = await server.organization('many');
  const viewer = await server.user(organization, 'owner');
  const shop = await server.command.createProject(viewer, { slug: 'many', name: '', platform: '' });
  const count = limits.ISSUE_PAGE_COUNT_MAX;
  for (let nth = 0; nth <= count; nth++) await server.send(shop, `hash ${nth}`);
  await server.drain();
  const filter = { projects: ['many'], environments: [], range: '24h', query: '', sort: 'last-seen' } as const;
  const loadPage = (cursor: string | null) =>
    server.query.listIssues(viewer, { ...filter, projects: ['many'], environments: [], cursor, count: 10 * count });
  const first = await loadPage(null);
  const second = await loadPage(first.next);
  expect([first.issues.length, second.issues.length, second.next]).toEqual([count, 1, null]);
  expect(new Set([...first.issues, ...second.issues].map(({ id }) => id)).size).toBe(count + 1);
});

test('a bare event ID finds its issue in any time range and environment', async () => {
  const [old] = await server.report(shop, 'ancient', { value: 'long ago', atMs: server.clock.now() - 80 * dayMs });
  const dashed = old!.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
  for (const query of [old!, dashed, old!.toUpperCase()]) {
    const page = await list({ query, environments: ['nowhere'], range: '1h' });
    expect(page.issues.map(({ value, events }) => [value, events])).toEqual([['long ago', 1]]);
    expect(page).toMatchObject({ eventFound: true, total: 1 });
  }
  const none = await list({ query: 'f'.repeat(32) });
  expect(none).toMatchObject({ eventFound: false, total: 0, problem: null });
  expect(await found(`${old!} is:resolved`, { range: { fromMs: 0, toMs: server.clock.now() } })).toEqual([]);
  expect(await found(`${old!} is:unresolved`, { range: { fromMs: 0, toMs: server.clock.now() } })).toEqual([
    'long ago',
  ]);
});

test('the bare ID of a trace finds the issues of its events', async () => {
  const traceId = 'ab'.repeat(16);
  await server.report(shop, 'traced', { value: 'traced', traceId });
  expect(await found(traceId)).toEqual(['traced']);
});
