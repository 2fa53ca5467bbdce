import { limits } from '@seismo/protocol';
import { beforeEach, expect, test } from 'vitest';
import type { SessionRow } from '#store/telemetry/contract.ts';
import { dayMs, openShop, type TestServer } from '../../testing/test-server.ts';
import type { ProjectView } from '../projects/views.ts';
import { lastDay } from './release-health.ts';
import type { Viewer } from '#domain/permissions/viewer.ts';

let server: TestServer;
let owner: Viewer;
let shop: ProjectView;

beforeEach(async () => {
  ({ server, owner, shop } = await openShop());
});

type Minute = Partial<Pick<SessionRow, 'release' | 'environment' | 'startedAtMs' | 'exited' | 'crashed'>>;

async function sessions(...given: Minute[]): Promise<void> {
  for (const { release = '1.0', environment = 'production', startedAtMs, ...counts } of given) {
    const started = (startedAtMs ?? server.clock.now() - 60_000) / 1000;
    const payload = { attrs: { release, environment }, aggregates: [{ started, ...counts }] };
    await server.sendItem(shop, { type: 'sessions' }, payload);
  }
}

const everything = { projects: [], environments: [], health: true, status: null, text: '', cursor: null, count: 50 };
const firstPage = { environments: [], cursor: null, count: 10 };

test('adoption is the share of sessions, and crashes are counted by them', async () => {
  await server.report(shop, 'a', { release: '1.0' });
  await server.report(shop, 'b', { release: '2.0' });
  await sessions(
    { release: '1.0', exited: 6 },
    { release: '2.0', environment: 'dev', exited: 2 },
    { release: '2.0', exited: 90, startedAtMs: server.clock.now() - 2 * dayMs },
  );
  const attrs = { release: '2.0', environment: 'production' };
  await server.sendItem(shop, { type: 'session' }, { sid: 'a'.repeat(32), did: '1', status: 'exited', attrs });
  await server.sendItem(shop, { type: 'session' }, { sid: 'b'.repeat(32), did: '2', status: 'crashed', attrs });
  const { releases } = await server.query.releases(owner, everything);
  const health = new Map(releases.map((release) => [release.version, release.health]));
  expect(health.get('1.0')).toMatchObject({
    by: 'sessions',
    adoption: 0.6,
    crashFreeSessions: 1,
    crashFreeUsers: null,
  });
  expect(health.get('2.0')).toMatchObject({ adoption: 0.4, userAdoption: 1, crashFreeSessions: 0.75 });
  expect(health.get('2.0')).toMatchObject({ crashFreeUsers: 0.5, crashed: 1, count: 4, projectCount: 10 });
  const inDev = await server.query.release(owner, '2.0', { environments: ['dev'], health: true });
  expect(inDev).toMatchObject({ events: 0, health: { adoption: 1, count: 2 } });
  expect((await server.query.release(owner, '2.0')).health).toBeNull();

  const adoption = await server.query.releaseAdoption(owner, '2.0', { environments: [], range: '7d' });
  expect(adoption).toMatchObject({ by: 'sessions', total: { count: 94, projectCount: 100 } });
  expect(adoption.own.at(-1)).toBe(4);
  expect(adoption.own.reduce((sum, value) => sum + value)).toBe(94);
  expect(adoption.all.at(-1)).toBe(10);
  expect(adoption.crashed.at(-1)).toBe(1);
});

test('the last day begins on a half hour, so that requests within it are equal', () => {
  const half = { fromMs: Date.UTC(2026, 0, 2, 12, 30), lastMs: Date.UTC(2026, 0, 2, 13) - 1 };
  const { fromMs, toMs } = lastDay(half.fromMs);
  expect(lastDay(half.lastMs)).toEqual({ fromMs, toMs });
  expect(fromMs).toBe(half.fromMs - dayMs);
  // Tolerates clients whose clock is ahead.
  expect(toMs).toBeGreaterThan(half.lastMs + limits.CLOCK_AHEAD_MS_MAX);
});

test('without sessions adoption is the share of events, and is labeled so', async () => {
  await server.report(shop, 'a', { release: '1.0', count: 3 });
  await server.report(shop, 'b', { release: '2.0', user: { id: '2' } });
  await server.command.createRelease(owner, { version: '3.0', projects: ['shop'] });
  const health = async (version: string) => (await server.query.release(owner, version, { health: true })).health;
  expect(await health('1.0')).toMatchObject({ by: 'events', adoption: 0.75, userAdoption: 0.5 });
  expect(await health('3.0')).toMatchObject({ by: 'events', adoption: 0, crashFreeSessions: null });
  const adoption = await server.query.releaseAdoption(owner, '1.0', { environments: [], range: '24h' });
  expect([adoption.by, adoption.own.at(-1), adoption.all.at(-1)]).toEqual(['events', 3, 4]);
  server.clock.nowMs += 2 * dayMs;
  expect(await health('1.0')).toMatchObject({ by: null, adoption: null, userAdoption: null });
});

test('releases of an environment were seen in it or deployed to it', async () => {
  await server.report(shop, 'a', { release: '1.0', environment: 'dev', count: 2 });
  await server.report(shop, 'a', { release: '1.0' });
  await server.report(shop, 'a', { release: '2.0' });
  await server.command.createRelease(owner, { version: '3.0', projects: ['shop'] });
  await server.command.createRelease(owner, { version: '4.0', projects: ['shop'] });
  const deploy = { name: '', url: '', startedAtMs: null, finishedAtMs: null };
  await server.command.addDeploy(owner, '3.0', { ...deploy, environment: 'dev' });
  await sessions({ release: '4.0', environment: 'dev', exited: 1 });
  const { releases } = await server.query.releases(owner, { ...everything, environments: ['dev'] });
  expect(releases.map(({ version, events }) => [version, events])).toEqual([
    ['4.0', 0],
    ['3.0', 0],
    ['1.0', 2],
  ]);
  expect(await server.query.releaseEnvironments(owner, '1.0')).toMatchObject([
    { name: 'dev', events: 2, sessions: 0, adoption: null, lastDeploy: null },
    { name: 'production', events: 1 },
  ]);
  expect(await server.query.releaseEnvironments(owner, '3.0')).toMatchObject([
    { name: 'dev', events: 0, lastSeenAtMs: null, lastDeploy: { environment: 'dev' } },
  ]);
  expect(await server.query.releaseEnvironments(owner, '4.0')).toMatchObject([
    { name: 'dev', sessions: 1, adoption: 1, crashFreeSessions: 1 },
  ]);
});

test('issues of a release: new, come back, resolved in it or as its next, and seen', async () => {
  await server.report(shop, 'old', { release: '1.0', value: 'old', environment: 'dev' });
  await server.report(shop, 'next', { release: '1.0', value: 'next' });
  await server.report(shop, 'named', { release: '1.0', value: 'named' });
  await server.command.changeIssues(owner, ['SHOP-1'], { status: { to: 'resolved', in: 'now' } });
  await server.command.changeIssues(owner, ['SHOP-2'], { status: { to: 'resolved', in: 'next-release' } });
  server.clock.nowMs += 60_000;
  await server.report(shop, 'old', { release: '2.0', value: 'old' });
  await server.report(shop, 'new', { release: '2.0', value: 'new' });
  await server.command.changeIssues(owner, ['SHOP-3'], { status: { to: 'resolved', in: 'release', release: '2.0' } });

  const [second, first] = (await server.query.releases(owner, everything)).releases;
  expect(first).toMatchObject({ version: '1.0', newIssues: 3, regressedIssues: 0, resolvedIssues: 0 });
  expect(second).toMatchObject({ version: '2.0', newIssues: 1, regressedIssues: 1, resolvedIssues: 2 });
  const found = async (kind: 'new' | 'regressed' | 'resolved' | 'seen', environments: string[] = []) => {
    const page = await server.query.releaseIssues(owner, '2.0', { ...firstPage, kind, environments });
    expect(page.totals[kind]).toBe(page.issues.length);
    return page.issues.map(({ shortId }) => shortId);
  };
  expect(await found('new')).toEqual(['SHOP-4']);
  expect(await found('regressed')).toEqual(['SHOP-1']);
  expect(await found('resolved')).toEqual(['SHOP-3', 'SHOP-2']);
  expect(await found('seen')).toEqual(['SHOP-4', 'SHOP-1']);
  expect(await found('seen', ['dev'])).toEqual([]);
  expect(await found('regressed', ['dev'])).toEqual([]);
  expect(await found('resolved', ['production'])).toEqual(['SHOP-3', 'SHOP-2']);
  expect(await found('resolved', ['dev'])).toEqual([]);

  const searched = async (query: string) => {
    const page = await server.query.listIssues(owner, {
      projects: [],
      environments: [],
      range: '24h',
      query,
      sort: 'last-seen',
      cursor: null,
      count: 10,
    });
    expect(page.problem).toBeNull();
    return page.issues.map(({ shortId }) => shortId);
  };
  expect(await searched('regressed_in_release:2.0')).toEqual(['SHOP-1']);
  expect(await searched('regressed_in_release:2.*')).toEqual(['SHOP-1']);
  expect(await searched('resolved_in_release:2.0')).toEqual(['SHOP-3', 'SHOP-2']);
  expect(await searched('!resolved_in_release:2.* !regressed_in_release:2.0')).toEqual(['SHOP-4']);

  const page = { ...firstPage, kind: 'resolved', count: 1 } as const;
  const one = await server.query.releaseIssues(owner, '2.0', page);
  const two = await server.query.releaseIssues(owner, '2.0', { ...page, cursor: one.next });
  expect([...one.issues, ...two.issues].map(({ shortId }) => shortId)).toEqual(['SHOP-3', 'SHOP-2']);
  expect(two.next).toBeNull();
});

test('two releases are compared by their shared issues, with the commits between them', async () => {
  await server.report(shop, 'both', { release: 'shop@1.9.0', count: 4 });
  await server.report(shop, 'gone', { release: 'shop@1.9.0', count: 2 });
  await server.report(shop, 'both', { release: 'shop@1.10.0', count: 1 });
  await server.report(shop, 'came', { release: 'shop@1.10.0', count: 5, environment: 'dev' });
  await sessions({ release: 'shop@1.9.0', exited: 90, crashed: 10 }, { release: 'shop@1.10.0', exited: 50 });
  const commit = (id: string, path: string) => ({
    id,
    message: id,
    authorName: 'Ada',
    authorEmail: 'ada@example.com',
    atMs: 1,
    repository: 'acme/shop',
    files: [{ path, change: 'modified' as const }],
  });
  for (const [version, commits] of [
    ['shop@1.9.0', [commit('a', 'src/a.ts')]],
    ['shop@1.9.1', [commit('b', 'src/b.ts'), commit('c', 'src/b.ts')]],
    ['shop@1.10.0', [commit('d', 'src/d.ts'), commit('b', 'src/b.ts')]],
    ['shop@1.11.0', [commit('e', 'src/e.ts')]],
  ] as const) {
    await server.command.createRelease(owner, { version, projects: ['shop'], commits: [...commits] });
  }
  const comparison = await server.query.releaseComparison(owner, 'shop@1.9.0', 'shop@1.10.0', { environments: [] });
  expect(comparison.newer).toBe('head');
  expect(comparison.base).toMatchObject({
    events: 6,
    eventsPerThousandSessions: 60,
    total: { crashFreeSessions: 0.9 },
  });
  expect(comparison.head).toMatchObject({ events: 6, eventsPerThousandSessions: 120, eventsPerDay: 6 });
  const seen = (kind: 'base' | 'head' | 'both', environments: string[] = []) =>
    server.query.comparedIssues(owner, 'shop@1.9.0', 'shop@1.10.0', { ...firstPage, kind, environments });
  const both = await seen('both');
  expect(both.totals).toEqual({ base: 1, head: 1, both: 1 });
  expect(both.issues).toMatchObject([{ shortId: 'SHOP-1', baseEvents: 4, headEvents: 1 }]);
  expect((await seen('base')).issues).toMatchObject([{ shortId: 'SHOP-2', baseEvents: 2, headEvents: 0 }]);
  expect((await seen('head')).issues).toMatchObject([{ shortId: 'SHOP-3', baseEvents: 0, headEvents: 5 }]);
  expect((await seen('head', ['production'])).totals).toEqual({ base: 1, head: 0, both: 1 });
  const between = await server.query.commitsBetween(owner, 'shop@1.9.0', 'shop@1.10.0');
  expect(between).toMatchObject({ releases: ['shop@1.10.0', 'shop@1.9.1'], commitCount: 3, fileCount: 2 });
  expect(between.commits.map(({ id }) => id).sort()).toEqual(['b', 'c', 'd']);
  expect(between.files).toEqual([
    { path: 'src/b.ts', commits: 2 },
    { path: 'src/d.ts', commits: 1 },
  ]);
  const turned = await server.query.releaseComparison(owner, 'shop@1.10.0', 'shop@1.9.0', { environments: [] });
  const betweenTurned = await server.query.commitsBetween(owner, 'shop@1.10.0', 'shop@1.9.0');
  expect([turned.newer, betweenTurned.commitCount]).toEqual(['base', 3]);
});

test('issues and commits are compared where sessions cannot be counted', async () => {
  await server.report(shop, 'a', { release: '1.0' });
  await server.report(shop, 'b', { release: '2.0' });
  const { query } = server.telemetry;
  server.telemetry.query = (name, params) => {
    if (name === 'releaseSessionStats') throw new Error('out of memory');
    return query(name, params);
  };
  await expect(server.query.releaseComparison(owner, '1.0', '2.0', { environments: [] })).rejects.toThrow(
    'out of memory',
  );
  const { totals } = await server.query.comparedIssues(owner, '1.0', '2.0', { ...firstPage, kind: 'head' });
  expect(totals).toEqual({ base: 1, head: 1, both: 0 });
  expect((await server.query.commitsBetween(owner, '1.0', '2.0')).commitCount).toBe(0);
});

test('a hidden environment leaves the selection, and its events stay', async () => {
  await server.report(shop, 'a', { environment: 'dev' });
  await server.report(shop, 'a', { environment: 'production' });
  await server.command.hideEnvironment(owner, 'shop', 'dev', true);
  expect(await server.query.environments(owner, [])).toEqual(['production']);
  expect(await server.query.projectEnvironments(owner, 'shop')).toEqual([
    { name: 'dev', hidden: true },
    { name: 'production', hidden: false },
  ]);
  const { releases } = await server.query.releases(owner, { ...everything, environments: ['dev'] });
  expect(releases.map(({ events }) => events)).toEqual([1]);
  await expect(server.command.hideEnvironment(owner, 'shop', 'never', true)).rejects.toMatchObject({
    code: 'not-found',
  });
});

test('hundreds of releases are turned page by page, each of them once', async () => {
  // Many with the same time, as from one build: the time alone does not define the end of a page.
  const sent = Array.from({ length: 430 }, (_, index) => {
    const atMs = server.clock.now() + 1000 * Math.floor(index / 7);
    return server.send(shop, 'a', { release: `shop@1.${index}.0`, atMs });
  });
  await Promise.all(sent);
  await server.drain();
  const seen: string[] = [];
  let cursor: string | null = null;
  do {
    const page = await server.query.releases(owner, { ...everything, cursor });
    expect(page.releases.length).toBeLessThanOrEqual(50);
    seen.push(...page.releases.map(({ version }) => version));
    cursor = page.next;
  } while (cursor !== null);
  expect(seen).toHaveLength(430);
  expect(new Set(seen).size).toBe(430);
  expect(seen[0]).toBe('shop@1.429.0');
});
