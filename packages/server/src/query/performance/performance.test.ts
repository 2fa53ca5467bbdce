import { beforeEach, describe, expect, test } from 'vitest';
import type { OrganizationId } from '@seismo/protocol';
import type { Viewer } from '#domain/permissions/viewer.ts';
import { SearchLimitExceeded } from '#domain/search/search-limit-exceeded.ts';
import type { ProjectView } from '#query/projects/views.ts';
import type { SpanRow } from '#store/telemetry/contract.ts';
import { span as spanRow, spanIdOf } from '#store/telemetry/sample-rows.ts';
import { refuses } from '../../testing/refuses.ts';
import { openTestServer } from '../../testing/test-server.ts';
import type { PerformanceFilter, PerformanceGroupFilter } from './views.ts';

const server = await openTestServer();
const { query, command, clock } = server;
const HOUR_MS = 3_600_000;
/** Twelve hours and a half, of which the current bucket has half an hour. */
const range = { fromMs: clock.now() - 12 * HOUR_MS, toMs: clock.now() + HOUR_MS };

let owner: Viewer;
let shop: ProjectView;
let organizationId: OrganizationId;
let count = 0;
beforeEach(async () => {
  organizationId = await server.organization(`acme-${++count}`);
  owner = await server.user(organizationId, 'owner');
  shop = await command.createProject(owner, { slug: 'shop', name: 'Shop', platform: 'javascript' });
});
/** Spans of an endpoint that took this many milliseconds each, this long ago. */
function requests(name: string, agoMs: number, ms: number[], row: Partial<SpanRow> = {}): SpanRow[] {
  return ms.map((each, index) =>
    spanRow(index + 1, {
      organizationId,
      projectId: shop.id,
      traceId: (count * 1000 + index).toString(16).padStart(32, 'a'),
      name: 'GET',
      segmentName: name,
      op: 'http.server',
      isSegment: true,
      startUs: (clock.now() - agoMs) * 1000 + index,
      durationUs: each * 1000,
      release: 'shop@1.9.0',
      ...row,
    }),
  );
}
const times = (n: number, ms: number): number[] => Array.from({ length: n }, () => ms);

const filter: PerformanceFilter = { kind: 'endpoints', projects: [], environments: [], range, sort: 'time' };
const performance = (change: Partial<PerformanceFilter> = {}) => query.performance(owner, { ...filter, ...change });
const group = (change: Partial<PerformanceGroupFilter> = {}) =>
  query.performanceGroup(owner, {
    kind: 'endpoints',
    project: 'shop',
    service: '',
    name: 'GET /cart',
    environments: [],
    range,
    ...change,
  });

describe('the overview', () => {
  test('measures groups, and compares them with as much time before', async () => {
    await server.addRows({
      spans: [
        ...requests('GET /cart', HOUR_MS, [100, 200, 300, 400]),
        ...requests('GET /cart', 13 * HOUR_MS, [100, 100], { status: 'error' }),
        ...requests('GET /cart', 25 * HOUR_MS, [9000]),
        ...requests('GET /', HOUR_MS, [600], { status: 'error' }),
        ...requests('GET /', HOUR_MS, [7], { isSegment: false }),
        ...requests('GET /gone', 13 * HOUR_MS, [50]),
      ],
    });
    const { groups, groupCount } = await performance();
    expect(groupCount).toBe(2);
    expect(groups).toEqual([
      {
        name: 'GET /cart',
        service: '',
        project: { slug: 'shop', name: 'Shop' },
        search: expect.stringContaining('"GET /cart"'),
        current: { count: 4, spans: 4, perMinute: 4 / 720, failureRate: 0, p50: 200_000, p75: 300_000, p95: 400_000 },
        previous: { count: 2, spans: 2, perMinute: 2 / 720, failureRate: 1, p50: 100_000, p75: 100_000, p95: 100_000 },
        hasAllBefore: true,
        timeShare: 0.625,
        speed: null,
        failures: null,
      },
      expect.objectContaining({
        name: 'GET /',
        timeShare: 0.375,
        current: expect.objectContaining({ failureRate: 1 }),
      }),
    ]);
  });

  test('numbers are not compared with a time before of which only a part is stored', async () => {
    const known = async () => {
      const { groups } = await performance();
      return groups.map(({ name, hasAllBefore }) => [name, hasAllBefore]);
    };
    await server.addRows({ spans: requests('GET /', 13 * HOUR_MS, [1]) });
    await server.addRows({ spans: requests('GET /', HOUR_MS, [1]) });
    expect(await known()).toEqual([['GET /', false]]);
    expect((await group({ name: 'GET /' })).group).toMatchObject({ hasAllBefore: false });
    await server.addRows({ spans: requests('another job', 25 * HOUR_MS, [1], { op: 'queue.task' }) });
    expect(await known()).toEqual([['GET /', true]]);
    expect((await group({ name: 'GET /' })).group).toMatchObject({ hasAllBefore: true });
  });

  test('sorts by what is asked for', async () => {
    await server.addRows({
      spans: [
        ...requests('often', HOUR_MS, times(300, 1)),
        ...requests('slow', HOUR_MS, [900]),
        ...requests('slower than before', HOUR_MS, times(200, 3)),
        ...requests('slower than before', 13 * HOUR_MS, times(200, 1)),
        ...requests('faster than before', HOUR_MS, times(200, 1)),
        ...requests('faster than before', 13 * HOUR_MS, times(200, 3)),
        ...requests('fails', HOUR_MS, [2], { status: 'error' }),
      ],
    });
    const first = async (sort: PerformanceFilter['sort']) => (await performance({ sort })).groups[0]!.name;
    expect(await first('time')).toBe('slow');
    expect(await first('p95')).toBe('slow');
    expect(await first('throughput')).toBe('often');
    expect(await first('failures')).toBe('fails');
    expect(await first('change')).toBe('slower than before');
    const { groups } = await performance({ sort: 'change' });
    expect([groups[0]!.speed, groups.at(-1)!.name, groups.at(-1)!.speed]).toEqual([
      'slower',
      'faster than before',
      'faster',
    ]);
  });

  test('says what is worth a look, each group once', async () => {
    const failing = { status: 'error' };
    await server.addRows({
      spans: [
        ...requests('regressed', HOUR_MS, times(200, 300)),
        ...requests('regressed', 13 * HOUR_MS, times(200, 100)),
        ...requests('failing', HOUR_MS, times(50, 1), failing),
        ...requests('failing', HOUR_MS + 1, times(150, 1)),
        ...requests('failing', 13 * HOUR_MS, times(200, 1)),
        ...requests('once', HOUR_MS, [5000]),
        ...requests('slowest', HOUR_MS, times(20, 400)),
        ...requests('much', HOUR_MS, times(2000, 90)),
      ],
    });
    const { notable } = await performance();
    expect(notable.map(({ why, group: { name } }) => [why, name])).toEqual([
      ['slower', 'regressed'],
      ['failing', 'failing'],
      ['slowest', 'slowest'],
      ['time', 'much'],
    ]);
  });

  test('names a group for its first reason only', async () => {
    await server.addRows({ spans: requests('GET /', HOUR_MS, times(20, 50)) });
    expect((await performance()).notable.map(({ why }) => why)).toEqual(['slowest']);
  });

  test('counts what sampled spans stand for, and is as sure as their number allows', async () => {
    const sampled = { clientSampleRate: 0.1 };
    await server.addRows({
      spans: [
        ...requests('GET /cart', HOUR_MS, times(40, 300), sampled),
        ...requests('GET /cart', 13 * HOUR_MS, times(40, 100), sampled),
        ...requests('GET /few', HOUR_MS, times(3, 1), { clientSampleRate: 0.01, status: 'error' }),
        ...requests('GET /few', HOUR_MS + 1, times(12, 1), { clientSampleRate: 0.01 }),
        ...requests('GET /few', 13 * HOUR_MS, times(15, 1), { clientSampleRate: 0.01 }),
        ...requests('GET /', HOUR_MS, times(10, 1000), { ...sampled, status: 'error' }),
        ...requests('GET /', HOUR_MS + 1, times(100, 10)),
      ],
    });
    const { groups } = await performance();
    const of = (name: string) => groups.find((each) => each.name === name)!;
    expect(of('GET /cart').current).toMatchObject({ count: 400, spans: 40, perMinute: 400 / 720, p95: 300_000 });
    expect(of('GET /cart').speed).toBe('slower');
    expect(of('GET /few')).toMatchObject({ current: { count: 1500, failureRate: 0.2 }, failures: null });
    expect(of('GET /').current).toMatchObject({
      count: 200,
      spans: 110,
      failureRate: 0.5,
      p50: 10_000,
      p75: 1_000_000,
    });
  });

  test('without spans, it is empty', async () => {
    expect(await performance()).toEqual({ groups: [], groupCount: 0, notable: [], problem: null });
  });

  test('that takes too long is a problem, whatever else fails', async () => {
    const read = server.telemetry.query;
    // Not a spy, which would handle the rejection.
    server.telemetry.query = async (name) => {
      if (name === 'spanGroups') throw new SearchLimitExceeded('time');
      await new Promise(setImmediate);
      throw new Error('the store is closed');
    };
    const { groups, problem } = await performance();
    await new Promise((resolve) => setTimeout(resolve, 10));
    server.telemetry.query = read;
    expect([groups, problem?.message]).toEqual([[], expect.stringContaining('took longer than')]);
  });

  test('of spans that are deleted meanwhile does not compare how many there were', async () => {
    await server.addRows({ spans: requests('GET /cart', HOUR_MS, [100]) });
    const read = server.telemetry.query;
    server.telemetry.query = async (name, params) => (name === 'firstSpans' ? [] : read(name, params));
    const all = Promise.all([performance(), group()]);
    const [{ groups }, { group: one }] = await all.finally(() => (server.telemetry.query = read));
    expect([groups[0]!.hasAllBefore, one!.hasAllBefore]).toEqual([false, false]);
  });
});

describe('the page of a group', () => {
  test('has only its spans: of its name, service and environments', async () => {
    await server.addRows({
      spans: [
        ...requests('GET /cart', HOUR_MS, [100, 200]),
        ...requests('GET /cart', HOUR_MS, [1], { service: 'other' }),
        ...requests('GET /cart', HOUR_MS, [1], { environment: 'staging' }),
        ...requests('GET /cart/2', HOUR_MS, [1]),
      ],
    });
    const { group: found, series, project } = await group({ environments: ['production'] });
    expect(project).toEqual({ slug: 'shop', name: 'Shop' });
    expect(found!.current.count).toBe(2);
    expect(found!.timeShare).toBe(1);
    expect(series.counts.reduce((sum, each) => sum + each, 0)).toBe(2);
    expect(series.p50.filter((each) => each !== null)).toEqual([100_000]);
    expect(series.p95.filter((each) => each !== null)).toEqual([200_000]);
    expect((await group({ service: 'other' })).group!.current.count).toBe(1);
    expect((await group({ name: 'GET /none' })).group).toBeNull();
  });

  test('has the slowest, typical and failed spans as examples', async () => {
    await server.addRows({
      spans: [
        ...requests('GET /cart', HOUR_MS, [10, 20, 30, 40, 50, 60, 70]),
        ...requests('GET /cart', 2 * HOUR_MS, [5], { status: 'error', spanId: spanIdOf(99) }),
      ],
    });
    const { slowest, typical, failed } = (await group()).examples;
    const msOf = (examples: typeof slowest) => examples.map(({ durationUs }) => durationUs / 1000);
    expect([msOf(slowest), msOf(typical), msOf(failed)]).toEqual([[70, 60, 50, 40, 30], [30, 20, 10, 5], [5]]);
    expect(failed[0]).toMatchObject({ spanId: spanIdOf(99), hasFailed: true, environment: 'production' });
  });

  test('compares the newest release with the one before, in the order of versions', async () => {
    await server.addRows({
      spans: [
        ...requests('GET /cart', 3 * HOUR_MS, times(200, 10), { release: 'shop@1.9.0' }),
        ...requests('GET /cart', 2 * HOUR_MS, times(200, 30), { release: 'shop@1.10.0', status: 'error' }),
        ...requests('GET /cart', 1 * HOUR_MS, times(3, 500), { release: 'shop@1.8.0' }),
        ...requests('GET /cart', 13 * HOUR_MS, times(3, 1), { release: '' }),
      ],
    });
    const { releases } = await group();
    expect(releases.map(({ version, p95, speed, failures }) => [version, p95, speed, failures])).toEqual([
      ['shop@1.10.0', 30_000, 'slower', 'higher'],
      ['shop@1.9.0', 10_000, null, null],
      ['shop@1.8.0', 500_000, null, null],
    ]);
  });

  test('lists the issues of the errors in its traces', async () => {
    const spans = requests('GET /cart', HOUR_MS, [10, 20]);
    await server.addRows({ spans });
    for (const { traceId, spanId } of spans) {
      const trace = { trace_id: traceId, span_id: spanId };
      await server.report(shop, 'locked', { value: 'the cart is locked', contexts: { trace } });
    }
    await server.report(shop, 'other', { value: 'elsewhere', contexts: { trace: { trace_id: 'f'.repeat(32) } } });
    const { issues } = await group();
    expect(issues.map(({ title, traces }) => [title, traces])).toEqual([['TypeError: the cart is locked', 2]]);
  });

  test('is refused for a project of others', async () => {
    const stranger = await server.user(await server.organization(`other-${count}`), 'owner');
    const ofGroup = { kind: 'endpoints' as const, service: '', name: 'x', environments: [], range };
    await refuses(query.performanceGroup(stranger, { ...ofGroup, project: 'shop' }), 'not-found');
    expect(await query.performance(stranger, filter)).toMatchObject({ groups: [] });
  });
});
