import { expect, test } from 'vitest';
import { dayMs, openShop } from '../../testing/test-server.ts';

const { server, owner: viewer, shop } = await openShop();

test('a project without built code has no findings', async () => {
  expect(await server.query.sourceMapCheck(viewer, 'shop')).toMatchObject({
    newestUploadAtMs: null,
    events: 0,
    mapped: 0,
    unmapped: 0,
    releases: [],
    errors: [],
    reprocessTasks: [],
  });
});

test('the last day is added up per release and per reason, with an event to look at', async () => {
  const report = async (
    name: string,
    mapped: number,
    errors: Record<string, number>,
    sent: Parameters<typeof server.report>[2],
  ) => {
    const [eventId] = await server.report(shop, name, sent);
    const maps = { mapped, errors, unmappedDebugIds: [] };
    await server.addRows({}, [{ projectId: shop.id, eventId: eventId!, set: { maps } }]);
  };
  const atMs = server.clock.now() - 1000;
  await report('old', 0, { 'no-debug-id': 90 }, { atMs: server.clock.now() - 2 * dayMs });
  await report('a', 3, { 'no-debug-id': 1 }, { atMs, release: 'shop@1' });
  await report('b', 0, { 'url-mismatch': 5 }, { atMs, release: 'shop@2' });
  await report('c', 2, { 'source-content-missing': 2 }, { atMs, release: 'shop@2' });
  await report('d', 0, { 'no-position': 7 }, { atMs, release: 'shop@2' });
  const check = await server.query.sourceMapCheck(viewer, 'shop');
  expect(check).toMatchObject({ events: 4, mapped: 5, unmapped: 13 });
  expect(check.releases).toMatchObject([
    { release: 'shop@2', events: 3, mapped: 2, unmapped: 12 },
    { release: 'shop@1', events: 1, mapped: 3, unmapped: 1 },
  ]);
  expect(check.errors.map(({ error, frames, events }) => [error, frames, events])).toEqual([
    ['url-mismatch', 5, 1],
    // Errors that hide in-app code come before those that hide text; errors without a fix come last.
    ['no-debug-id', 1, 1],
    ['source-content-missing', 2, 1],
    ['no-position', 7, 1],
  ]);
  expect(check.errors[0]!.todo).toContain('--url-prefix');
  expect(check.errors[0]!.examples).toMatchObject([{ release: 'shop@2', issueShortId: 'SHOP-3' }]);
});
