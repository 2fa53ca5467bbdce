import { beforeEach, expect, test } from 'vitest';
import type { MeasuredHealth } from '#domain/releases/measured-health.ts';
import { dayMs, openShop, type TestServer } from '../../testing/test-server.ts';
import type { Viewer } from '#domain/permissions/viewer.ts';
import type { ProjectView } from '../projects/views.ts';
import { measureRelease } from './measure-release.ts';

const minuteMs = 60_000;
const windowMs = 15 * minuteMs;

let server: TestServer;
let owner: Viewer;
let shop: ProjectView;
let startedAtMs: number;

beforeEach(async () => {
  ({ server, owner, shop } = await openShop());
  startedAtMs = server.clock.now();
});

const measure = (environment = '', version = '2.0'): Promise<MeasuredHealth> =>
  measureRelease(server.deps, { projectId: shop.id, version, environment, startedAtMs }, windowMs);

/** Sessions that began then, relative to the start of the release. */
async function sessions(
  release: string,
  atMs: number,
  counts: { exited?: number; crashed?: number; errored?: number; abnormal?: number },
  environment = 'production',
): Promise<void> {
  const aggregates = [{ started: (startedAtMs + atMs) / 1000, ...counts }];
  await at(atMs, () => server.sendItem(shop, { type: 'sessions' }, { attrs: { release, environment }, aggregates }));
}

type Report = Parameters<TestServer['report']> extends [unknown, ...infer Rest] ? Rest : never;

const report = (atMs: number, ...sent: Report) => at(atMs, () => server.report(shop, ...sent));

/** Relative to the start of the release: nothing is from the future of its server. */
async function at(atMs: number, send: () => Promise<unknown>): Promise<void> {
  server.clock.nowMs = startedAtMs + atMs;
  await send();
  server.clock.nowMs = startedAtMs;
}

test('sessions count since the start, and those of other releases in the 24 hours before', async () => {
  await sessions('1.0', -dayMs - minuteMs, { exited: 1000 });
  await sessions('1.0', -dayMs + minuteMs, { exited: 100, crashed: 1, errored: 2, abnormal: 3 });
  await sessions('2.0', -minuteMs, { exited: 50 });
  await sessions('2.0', 0, { exited: 10, crashed: 1, errored: 2, abnormal: 3 });
  await sessions('1.0', minuteMs, { exited: 7 });
  await sessions('2.0', windowMs, { exited: 500 });
  const { sessions: own, sessionsBefore, crashed, errored } = await measure();
  expect([own, sessionsBefore]).toEqual([16, 106]);
  expect([crashed!.value, crashed!.before]).toEqual([1 / 16, 1 / 106]);
  expect([errored!.value, errored!.before]).toEqual([6 / 16, 6 / 106]);
});

test('a deploy counts in its environment, and a first sight in all', async () => {
  await sessions('1.0', -minuteMs, { exited: 100 });
  await sessions('1.0', -minuteMs, { exited: 30 }, 'staging');
  await sessions('2.0', 0, { exited: 10 });
  await sessions('2.0', 0, { exited: 3 }, 'staging');
  const counts = async (environment: string) => {
    const { sessions: own, sessionsBefore } = await measure(environment);
    return [own, sessionsBefore];
  };
  expect(await counts('')).toEqual([13, 130]);
  expect(await counts('staging')).toEqual([3, 30]);
  await report(minuteMs, 'a', { release: '2.0', environment: 'staging' });
  expect((await measure('production')).newIssues.count).toBe(0);
  expect((await measure('staging')).newIssues.count).toBe(1);
});

test('without sessions, the windows before begin with the first event of the week', async () => {
  await report(-8 * dayMs, 'old', { release: '1.0', count: 9 });
  await report(-10 * windowMs - minuteMs, 'a', { release: '1.0', count: 3 });
  await report(-10 * windowMs, 'a', { release: '1.0', count: 4 });
  await report(-minuteMs, 'a', { release: '1.0', count: 5 });
  await report(0, 'a', { release: '1.0', count: 2 });
  await report(windowMs - minuteMs, 'a', { release: '2.0', count: 4 });
  await report(windowMs, 'a', { release: '2.0', count: 8 });
  const { events, sessions: own, crashed } = await measure();
  expect([own, crashed]).toEqual([null, null]);
  // Ten whole windows: one with 4 events, one with 5, eight without any. The 3 are before them.
  expect(events).toEqual({ value: 6, median: 0, exceeded: 10, windowCount: 10 });
});

test('issues are new or regressed in the release, or were not seen since', async () => {
  await sessions('1.0', -minuteMs, { exited: 10 });
  await sessions('2.0', 0, { exited: 10 });
  await report(-2 * dayMs, 'long gone', { release: '1.0', count: 50 });
  await report(-minuteMs, 'gone', { release: '1.0', count: 6, user: { id: '1' } });
  await report(-minuteMs, 'in the old release', { release: '1.0', count: 6 });
  await report(-minuteMs, 'archived', { release: '1.0', count: 6 });
  await report(-minuteMs, 'back', { release: '1.0', count: 6 });
  await report(-minuteMs, 'steady', { release: '1.0', count: 6 });
  await report(0, 'in the old release', { release: '1.0' });
  await report(0, 'steady', { release: '2.0' });
  for (let user = 0; user < 3; user++) {
    await report(minuteMs, 'new', { release: '2.0', level: 'fatal', user: { id: String(user) } });
  }
  await report(minuteMs, 'mild', { release: '2.0', level: 'warning', count: 20 });
  await server.command.changeIssues(owner, ['SHOP-4'], { status: { to: 'archived', until: 'forever' } });
  await server.command.changeIssues(owner, ['SHOP-5'], { status: { to: 'resolved', in: 'now' } });
  await report(2 * minuteMs, 'back', { release: '2.0', count: 2, user: { id: '7' } });
  const { newIssues, regressedIssues, goneIssues, rating, reasons } = await measure();
  expect(newIssues).toEqual({
    count: 2,
    issues: [
      { id: 8, events: 20, users: 1 },
      { id: 7, events: 3, users: 3 },
    ],
  });
  expect(regressedIssues).toEqual({ count: 1, issues: [{ id: 5, events: 2, users: 1 }] });
  // With sessions, the release itself must not have them.
  expect(goneIssues).toEqual({
    count: 2,
    issues: [
      { id: 3, events: 6, users: 1 },
      { id: 2, events: 6, users: 1 },
    ],
  });
  expect([rating, reasons]).toEqual(['bad', ['serious-issues']]);
});

test('without sessions, no release may have had an issue since that is gone', async () => {
  await report(-minuteMs, 'gone', { release: '1.0', count: 500 });
  await report(-minuteMs, 'in the old release', { release: '1.0', count: 500 });
  await report(0, 'in the old release', { release: '1.0' });
  await report(0, 'new', { release: '2.0', level: 'warning', count: 20 });
  const { goneIssues, reasons } = await measure();
  expect(goneIssues).toMatchObject({ count: 1, issues: [{ id: 1 }] });
  // Frequent, but of low priority.
  expect(reasons).toEqual(['nothing-before']);
});
