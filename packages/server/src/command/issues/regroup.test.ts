import type { EventId } from '@seismo/protocol';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Viewer } from '#domain/permissions/viewer.ts';
import type { ProjectView } from '#query/projects/views.ts';
import { refuses } from '../../testing/refuses.ts';
import { hashOf, openShop, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let owner: Viewer;
let shop: ProjectView;
beforeEach(async () => {
  ({ server, owner, shop } = await openShop());
});

async function tasks(): Promise<object[]> {
  const records = await server.journal.read({ entriesMax: 100, bytesMax: 1e6 });
  return records.map(({ kind, projectId, body }) => ({
    kind,
    projectId,
    ...JSON.parse(new TextDecoder().decode(body)),
  }));
}

test('issues merge into the largest, or into the named one', async () => {
  await server.report(shop, 'a');
  await server.report(shop, 'b', { count: 3 });
  await server.report(shop, 'c');
  const merged = await server.command.mergeIssues(owner, ['SHOP-1', 'SHOP-2', 'shop-3', 'SHOP-3']);
  expect(merged.into.shortId).toBe('SHOP-2');
  expect(merged.from.map(({ shortId }) => shortId)).toEqual(['SHOP-1', 'SHOP-3']);
  const named = await server.command.mergeIssues(owner, ['SHOP-2'], 'SHOP-1');
  expect(named.into.shortId).toBe('SHOP-1');
  expect(await tasks()).toMatchObject([
    {
      kind: 'regroup',
      projectId: shop.id,
      id: merged.id,
      by: owner.userId,
      operation: 'merge',
      targetId: merged.into.id,
    },
    { id: named.id, targetId: named.into.id },
  ]);
});

test('a single issue, or issues of two projects, cannot be merged', async () => {
  const other = await server.command.createProject(owner, { slug: 'blog', name: 'Blog', platform: 'node' });
  await server.report(shop, 'a');
  await server.report(other, 'a');
  await refuses(server.command.mergeIssues(owner, ['SHOP-1', 'shop-1']), 'invalid');
  await refuses(server.command.mergeIssues(owner, []), 'invalid');
  await refuses(server.command.mergeIssues(owner, ['SHOP-1', 'BLOG-1']), 'invalid');
  await refuses(server.command.mergeIssues(owner, ['SHOP-1', 'SHOP-9']), 'not-found');
  expect(await tasks()).toEqual([]);
});

test('a split takes hashes of the issue, and leaves at least one', async () => {
  const [first, second] = await server.report(shop, 'a', { count: 2 });
  const [elsewhere] = await server.report(shop, 'b');
  const split = (what: Parameters<TestServer['command']['splitIssue']>[2]) =>
    server.command.splitIssue(owner, 'SHOP-1', what);
  await refuses(split({ hashes: [] }), 'invalid');
  await refuses(split({ hashes: [hashOf('b')] }), 'not-found');
  await refuses(split({ hashes: [hashOf('a')] }), 'invalid');
  await refuses(split({ eventIds: [elsewhere!, '../x'] }), 'not-found');
  await refuses(split({ eventIds: [first!, second!] }), 'invalid');
  await refuses(split({ eventIds: Array.from({ length: 501 }, () => first!) }), 'invalid');
  await split({ eventIds: [first!, elsewhere!] });
  expect(await tasks()).toMatchObject([{ operation: 'split-events', events: [{ eventId: first, hash: hashOf('a') }] }]);
});

test('an event leads to the issue that has it', async () => {
  const [one] = await server.report(shop, 'a');
  const [two] = await server.report(shop, 'b');
  const named = async (shortId: string, eventId: EventId) =>
    (await server.query.issueOfEvent(owner, shortId, eventId))?.shortId ?? null;
  expect(await named('SHOP-1', one!)).toBe('SHOP-1');
  expect(await named('SHOP-1', two!)).toBe('SHOP-2');
  expect(await named('SHOP-1', '0'.repeat(32) as EventId)).toBeNull();
  const blog = await server.command.createProject(owner, { slug: 'blog', name: '', platform: 'node' });
  const [elsewhere] = await server.report(blog, 'c');
  expect(await named('SHOP-1', elsewhere!)).toBeNull();
});

test('an issue can be merged into another of its project: by short ID, by words, or a similar one', async () => {
  await server.report(shop, 'a');
  await server.report(shop, 'b');
  await server.report(shop, 'c', { type: 'RangeError', value: 'The basket is empty' });
  await server.report(await server.command.createProject(owner, { slug: 'blog', name: '', platform: 'node' }), 'd');
  const targets = async (text: string) =>
    (await server.query.mergeTargets(owner, 'SHOP-1', text)).map(({ shortId, why }) =>
      why ? `${shortId}: ${why}` : shortId,
    );
  expect(await targets('')).toEqual(['SHOP-2: same type, message and location', 'SHOP-3']);
  expect(await targets(' shop-3 ')).toEqual(['SHOP-3']);
  expect(await targets('empty Basket')).toEqual(['SHOP-3']);
  // Not the issue itself, nor one of another project.
  expect(await targets('shop-1')).toEqual([]);
  expect(await targets('blog-1')).toEqual([]);
});

test('a merged issue redirects to its target, and a comparison names the user who merged it', async () => {
  const [one] = await server.report(shop, 'a');
  const [two] = await server.report(shop, 'b');
  const compared = await server.query.compareGrouping(owner, 'SHOP-1', one!, two!);
  expect(compared).toMatchObject({
    together: false,
    events: [{ issue: { shortId: 'SHOP-1' } }, { issue: { shortId: 'SHOP-2' } }],
  });
  await refuses(server.query.compareGrouping(owner, 'SHOP-1', one!, '0'.repeat(32)), 'not-found');
  const [similar] = await server.query.similarIssues(owner, 'SHOP-1');
  expect(similar).toMatchObject({ shortId: 'SHOP-2', why: 'same type, message and location' });

  const source = (await server.query.issue(owner, 'SHOP-2')).issue.id;
  const target = (await server.query.issue(owner, 'SHOP-1')).issue.id;
  await server.state.write(async (tx) => {
    const empty = { issueId: source, events: 0, userKeys: [], hours: [], firstSeen: [], seen: null };
    await tx.recountIssues([empty], server.clock.now());
    await tx.redirectIssue(source, target);
  });
  expect((await server.query.issue(owner, 'SHOP-2')).issue.shortId).toBe('SHOP-1');
  expect((await server.query.issue(owner, String(source))).issue.id).toBe(target);
});

describe('events whose source maps arrived late', () => {
  const map = async (eventIds: EventId[], mappedHash: string) => {
    const changes = eventIds.map((eventId) => ({ projectId: shop.id, eventId, set: { mappedHash } }));
    await server.addRows({}, changes);
  };

  test('are offered to regroup by their mapped frames, and the operation matches the preview', async () => {
    const sent = await server.report(shop, 'a', { count: 9 });
    const [first] = await server.report(shop, 'b', { type: 'RangeError', value: 'empty' });
    expect(await server.query.previewRegroupBySourceMap(owner, 'SHOP-1')).toBeNull();
    await refuses(server.command.regroupBySourceMap(owner, 'SHOP-1'), 'conflict');
    await map(sent.slice(0, 3), hashOf('x'));
    await map(sent.slice(3, 5), hashOf('y'));
    await map(sent.slice(5, 6), hashOf('b'));
    await map([first!], hashOf('b'));
    expect(await server.query.previewRegroupBySourceMap(owner, 'SHOP-1')).toMatchObject({
      events: 6,
      staying: 3,
      groups: [
        { hash: hashOf('x'), to: 'here', events: 3, eventId: sent[2], title: 'TypeError: x is not a function' },
        { hash: hashOf('y'), to: 'new-issue', events: 2 },
        { hash: hashOf('b'), to: { shortId: 'SHOP-2', title: 'RangeError: empty', culprit: 'checkout' }, events: 1 },
      ],
    });
    expect(await server.query.previewRegroupBySourceMap(owner, 'SHOP-2')).toBeNull();
    const { id } = await server.command.regroupBySourceMap(owner, 'SHOP-1');
    expect(await tasks()).toMatchObject([
      {
        id,
        operation: 'regroup-by-source-map',
        groups: [
          { from: hashOf('a'), to: hashOf('x'), events: 3 },
          { from: hashOf('a'), to: hashOf('y'), events: 2 },
          { from: hashOf('a'), to: hashOf('b'), events: 1 },
        ],
        ownHash: hashOf('x'),
      },
    ]);
  });

  test('are visible and movable only with permission', async () => {
    const [sent] = await server.report(shop, 'a');
    await map([sent!], hashOf('x'));
    const stranger = await server.user(await server.organization('other'), 'owner');
    const reader: Viewer = { ...owner, scopes: ['event:read'] };
    await refuses(server.query.previewRegroupBySourceMap(stranger, 'SHOP-1'), 'not-found');
    await refuses(server.command.regroupBySourceMap(stranger, 'SHOP-1'), 'not-found');
    await refuses(server.command.regroupBySourceMap(reader, 'SHOP-1'), 'forbidden');
  });
});

test('only a merge or a split that is not undone yet can be undone', async () => {
  await refuses(server.command.undoRegroup(owner, 'd'.repeat(32)), 'not-found');
  await server.report(shop, 'a');
  const { id } = (await server.query.issue(owner, 'SHOP-1')).issue;
  const done = { id: 'd'.repeat(32), projectId: shop.id, userId: null, atMs: 1, issueId: id, moves: [], events: [] };
  await server.state.write((tx) => tx.saveRegroup({ ...done, operation: 'split', undoneAtMs: null }));
  await server.command.undoRegroup(owner, done.id);
  expect(await tasks()).toMatchObject([{ operation: 'undo', of: done.id }]);
  await server.state.write((tx) => tx.saveRegroup({ ...done, operation: 'split', undoneAtMs: 5 }));
  await refuses(server.command.undoRegroup(owner, done.id), 'conflict');
});
