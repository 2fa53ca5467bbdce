import { beforeEach, expect, test } from 'vitest';
import { limits, type EventId } from '@seismo/protocol';
import { openTestServer, withScopes, type TestServer } from '../../testing/test-server.ts';
import type { ProjectView } from '../projects/views.ts';
import type { Viewer } from '#domain/permissions/viewer.ts';

let testServer: TestServer;
let owner: Viewer;
let support: Viewer;
let web: ProjectView;
const traceId = 'ab'.repeat(16);
const server = {
  digest: '4711',
  traceId,
  value: 'invoice 5 not loadable',
  tags: { runtime: 'node', route: '/invoice' },
};
const browser = { digest: '4711', type: 'Server error', value: 'digest 4711', user: { id: '7' } };

beforeEach(async () => {
  testServer = await openTestServer();
  const acme = await testServer.organization('acme');
  owner = await testServer.user(acme, 'owner');
  support = await testServer.user(acme, 'support');
  web = await testServer.command.createProject(owner, { slug: 'web', name: 'Web', platform: 'node' });
});

test("one digest finds the browser's and the server's event, the issue, and the rest of the trace", async () => {
  await testServer.report(web, 'a', { ...server, atMs: testServer.clock.now() - 5000 });
  const [event] = await testServer.report(web, 'a', browser);
  const api = await testServer.command.createProject(owner, { slug: 'api', name: 'API', platform: 'node' });
  await testServer.report(api, 'c', { traceId, type: 'Timeout', value: 'database' });
  const found = await testServer.query.errorCode(owner, ' 4711 ');
  expect(found).toMatchObject({ code: '4711', digest: '4711', more: false });
  expect(found.events.map(({ side, location, userKey }) => [side, location, userKey])).toEqual([
    ['browser', 'checkout', 'id:7'],
    ['server', '/invoice', 'id:1'],
  ]);
  expect(found.events[0]!.open).toEqual({ shortId: 'WEB-1', eventId: event });
  expect(found.events[1]).toMatchObject({ traceId, title: 'TypeError: invoice 5 not loadable' });
  expect(found.issues).toMatchObject([{ shortId: 'WEB-1', events: 2, users: 2, status: 'unresolved' }]);
  expect(found.otherTraceEvents.map(({ project, title }) => [project.slug, title])).toEqual([
    ['api', 'Timeout: database'],
  ]);
});

test('the support role sees the error without links', async () => {
  await testServer.report(web, 'a', server);
  await testServer.report(web, 'b', { traceId, type: 'Other' });
  const found = await testServer.query.errorCode(support, '4711');
  expect(found.events).toMatchObject([{ title: 'TypeError: invoice 5 not loadable', open: null, traceId: null }]);
  expect(found.issues).toMatchObject([{ status: 'unresolved', shortId: null }]);
  expect(found.otherTraceEvents).toEqual([]);
  expect(JSON.stringify(found)).not.toMatch(/WEB-1|"eventId"/);
  expect(await testServer.query.find(support, '4711')).toMatchObject([{ kind: 'error-code', code: '4711' }]);
  for (const nothing of ['WEB-1', 'invoice', 'web']) expect(await testServer.query.find(support, nothing)).toEqual([]);
  expect(await testServer.query.listProjects(support)).toEqual([]);
  const assignees = await testServer.query.assignees(owner, 'WEB-1');
  expect(assignees.map((who) => who.kind === 'user' && who.userId)).toEqual([owner.userId]);
});

test('an event ID works as a code and finds events with its digest', async () => {
  const [plain] = await testServer.report(web, 'a');
  const [event] = await testServer.report(web, 'b', browser);
  await testServer.report(web, 'c', server);
  expect(await testServer.query.errorCode(owner, plain!)).toMatchObject({ code: plain, digest: null });
  expect((await testServer.query.errorCode(owner, event!)).events).toHaveLength(2);
});

test('an unknown code and one of another organization get the same message', async () => {
  await testServer.report(web, 'a', server);
  const stranger = await testServer.user(await testServer.organization('other'), 'owner');
  const messageOf = (answer: Promise<unknown>) => answer.then(String, (error: Error) => error.message);
  expect(await messageOf(testServer.query.errorCode(stranger, '4711'))).toBe(
    await messageOf(testServer.query.errorCode(owner, '4712')),
  );
  for (const hostile of ['', ' ', '*', "4711' or 1=1", 'x'.repeat(10_000), '%', 'NEXT_REDIRECT;/']) {
    await expect(testServer.query.errorCode(owner, hostile)).rejects.toMatchObject({ code: 'not-found' });
  }
});

test('of very many events the newest are shown, and that there are more', async () => {
  await testServer.report(web, 'a', { ...server, count: limits.LINKED_EVENT_COUNT_MAX + 1 });
  const found = await testServer.query.errorCode(owner, '4711');
  expect([found.events.length, found.more]).toEqual([limits.LINKED_EVENT_COUNT_MAX, true]);
  expect(found.otherTraceEvents).toEqual([]);
});

test('an event leads to the other side of its error, first in its own trace, and to the rest of the trace', async () => {
  const other = 'cd'.repeat(16);
  await testServer.report(web, 'a', server);
  await testServer.report(web, 'a', { ...server, traceId: other, atMs: testServer.clock.now() + 5 });
  const [event] = await testServer.report(web, 'a', { ...browser, traceId });
  await testServer.report(web, 'b', { traceId, type: 'Other' });
  const linksOf = async (shortId: string, id: EventId) => {
    const { eventId, linkedBy } = await testServer.query.event(owner, shortId, id);
    return testServer.query.eventLinks(owner, shortId, eventId, linkedBy);
  };
  const links = (await linksOf('WEB-1', event!))!;
  expect(links).toMatchObject({ digest: '4711', traceId, side: 'browser', otherSideHasMore: false });
  expect(links.otherSide.map((each) => [each.side, each.traceId])).toEqual([
    ['server', traceId],
    ['server', other],
  ]);
  expect(links.otherTraceEvents.map(({ open }) => open!.shortId)).toEqual(['WEB-2']);
  const [alone] = await testServer.report(web, 'b');
  expect(await linksOf('WEB-2', alone!)).toBeNull();
});

test('digests, routes and actions are searched for', async () => {
  const [shop] = await testServer.report(web, 'a', {
    digest: '4711',
    tags: { route: '/shop/[id]', action: 'addToCart' },
    contexts: { nextjs: { action_id: 'f'.repeat(42) } },
  });
  await testServer.report(web, 'b', { digest: '815', tags: { route: '/' } });
  const search = async (query: string) =>
    (await testServer.query.eventsOfProject(owner, 'web', { query, range: null, cursor: null, count: 9 })).events.map(
      ({ eventId }) => eventId,
    );
  for (const query of ['digest:4711', 'digest:47*', 'route:/shop/*', 'action:addToCart', `action:${'f'.repeat(42)}`]) {
    expect(await search(query), query).toEqual([shop]);
  }
  expect(await search('has:action')).toEqual([shop]);
  expect(await search('!has:action')).toHaveLength(1);
  expect(await search('has:digest')).toHaveLength(2);
  expect(await search('digest:[4711,815]')).toHaveLength(2);
});

test('a token needs the one scope for codes, and no other', async () => {
  await testServer.report(web, 'a', server);
  const found = await testServer.query.errorCode(withScopes(owner, ['error-code:read']), '4711');
  expect(found.events[0]!.open).toBeNull();
  await expect(testServer.query.errorCode(withScopes(owner, ['event:read']), '4711')).rejects.toMatchObject({
    code: 'forbidden',
  });
});
