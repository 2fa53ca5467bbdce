import type { EventId } from '@seismo/protocol';
import { beforeEach, expect, test } from 'vitest';
import { createTunnelWriter } from '#command/projects/tunnel-used.ts';
import { dayMs, openShop, type TestServer } from '../../testing/test-server.ts';
import type { Viewer } from '#domain/permissions/viewer.ts';
import type { EventRow } from '#store/telemetry/contract.ts';
import type { ProjectView } from '../projects/views.ts';

let server: TestServer;
let owner: Viewer;
let project: ProjectView;
beforeEach(async () => {
  ({ server, owner, shop: project } = await openShop());
});

test('events and users of a project are compared with the previous period', async () => {
  const now = server.clock.now();
  await server.report(project, 'a', { count: 3, user: { id: '1' }, atMs: now - 1000 });
  await server.report(project, 'b', { count: 1, user: { id: '2' }, atMs: now - 5 * 3_600_000, environment: 'dev' });
  await server.report(project, 'b', { count: 2, user: { id: '2' }, atMs: now - dayMs - 1000 });
  const filter = { environments: [], range: '24h' as const };
  const { events, users } = await server.query.projectStats(owner, 'shop', filter);
  expect([events.total, events.totalBefore, users.total, users.totalBefore]).toEqual([4, 2, 2, 1]);
  expect(events.series.values.at(-1)).toBe(3);
  expect(events.before.at(-1)).toBe(2);
  expect(events.before.length).toBe(events.series.values.length);
  const narrowed = await server.query.projectStats(owner, 'shop', { ...filter, environments: ['dev'] });
  expect([narrowed.events.total, narrowed.users.total]).toEqual([1, 1]);
});

test('all projects are listed, including those without an event', async () => {
  await server.command.createProject(owner, { slug: 'api', name: 'API', platform: '' });
  await server.report(project, 'a', { count: 3, release: 'shop@2.0.0' });
  const cards = await server.query.projectCards(owner, { environments: [], range: '24h' });
  expect(cards.map(({ project: { slug }, eventsTotal, unresolved }) => [slug, eventsTotal, unresolved])).toEqual([
    ['api', 0, 0],
    ['shop', 3, 1],
  ]);
  expect(cards[1]).toMatchObject({ users: 1, newestRelease: 'shop@2.0.0' });
  expect(cards[0]!.newestRelease).toBeNull();
});

const statesOf = async () =>
  Object.fromEntries((await server.query.projectSetUp(owner, 'shop')).map(({ name, state }) => [name, state]));

const reprocess = (eventIds: EventId[], maps: EventRow['maps']) =>
  server.addRows(
    {},
    eventIds.map((eventId) => ({ projectId: project.id, eventId, set: { maps } })),
  );

test('a set-up step is done once its data has been seen', async () => {
  expect(await statesOf()).toEqual({
    'first-event': 'open',
    tunnel: 'open',
    'source-maps': 'open',
    release: 'open',
    environment: 'open',
    teammates: 'open',
  });
  createTunnelWriter(server.state, server.clock, { error: () => {} })(project.id);
  await reprocess(await server.report(project, 'a', { environment: 'staging' }), {
    mapped: 2,
    errors: {},
    unmappedDebugIds: [],
  });
  await server.command.invite(owner, 'acme', { email: 'ben@example.com', role: 'member' });
  expect(new Set(Object.values(await statesOf()))).toEqual(new Set(['done']));
});

test('frames that no map was found for, and events without a release, are counted', async () => {
  const eventIds = await server.report(project, 'a', { count: 3, release: '' });
  await reprocess(eventIds, { mapped: 1, errors: { 'no-map': 3 }, unmappedDebugIds: [] });
  await server.report(project, 'b');
  const steps = await server.query.projectSetUp(owner, 'shop');
  expect(steps.find(({ name }) => name === 'source-maps')).toMatchObject({ state: 'open', part: 3, whole: 12 });
  expect(steps.find(({ name }) => name === 'release')).toMatchObject({ state: 'open', part: 1, whole: 4 });
});

test('a server has no tunnel to set up and no source maps to upload', async () => {
  await server.state.write((tx) => tx.updateProject(project.id, { platform: 'python-django' }));
  expect(await statesOf()).toMatchObject({ tunnel: 'unneeded', 'source-maps': 'unneeded', release: 'open' });
});

test('a tunnel is noted once an hour, and again after it', async () => {
  let writes = 0;
  const counting: Pick<TestServer['state'], 'write'> = {
    write: (run) => {
      writes++;
      return server.state.write(run);
    },
  };
  const note = createTunnelWriter(counting, server.clock, { error: () => {} });
  note(project.id);
  note(project.id);
  expect(writes).toBe(1);
  server.clock.nowMs += 3_600_001;
  note(project.id);
  expect(writes).toBe(2);
});
