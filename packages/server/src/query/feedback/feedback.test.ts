import type { EventId } from '@seismo/protocol';
import { beforeEach, expect, test } from 'vitest';
import type { ProjectView } from '../projects/views.ts';
import type { Viewer } from '#domain/permissions/viewer.ts';
import { dayMs, openTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let ada: Viewer;
let shop: ProjectView;
let docs: ProjectView;
beforeEach(async () => {
  server = await openTestServer();
  ada = await server.user(await server.organization('acme'), 'member');
  const owner = { ...ada, memberships: ada.memberships.map((each) => ({ ...each, role: 'owner' as const })) };
  shop = await server.command.createProject(owner, { slug: 'shop', name: 'Shop', platform: 'javascript' });
  docs = await server.command.createProject(owner, { slug: 'docs', name: 'Docs', platform: 'javascript' });
});

const all = {
  projects: [],
  environments: [],
  range: null,
  text: '',
  issue: null,
  status: null,
  cursor: null,
  count: 50,
};
const list = (filter: Partial<Parameters<TestServer['query']['listFeedback']>[1]> = {}) =>
  server.query.listFeedback(ada, { ...all, ...filter });
const marksOf = async (answer: ReturnType<typeof list>) =>
  (await answer).feedback.map(({ feedbackId }) => feedbackId[0]);

test('a page lists feedback with author and issue, and the next page follows until the end', async () => {
  const [about] = (await server.report(shop, 'a')) as [EventId];
  const nowMs = server.clock.now();
  await server.sendFeedback(shop, 'a', { about });
  await server.sendFeedback(docs, 'b', { atMs: nowMs - 2 * dayMs, environment: 'staging' });
  await server.sendFeedback(shop, 'c', { atMs: nowMs - 40 * dayMs });
  const first = await list({ count: 2 });
  expect(first.feedback[0]).toMatchObject({
    project: { slug: 'shop', name: 'Shop' },
    issue: { shortId: 'SHOP-1', title: 'TypeError: x is not a function', status: 'unresolved' },
    eventIsStored: true,
    status: 'open',
    statusBy: null,
  });
  expect(first.counts).toEqual({ open: 3, done: 0, spam: 0 });
  expect(await marksOf(list({ count: 2, cursor: first.next }))).toEqual(['c']);
  expect((await list({ count: 3 })).next).toBeNull();
  expect(await marksOf(list({ projects: ['docs'] }))).toEqual(['b']);
  expect(await marksOf(list({ environments: ['staging'] }))).toEqual(['b']);
  expect(await marksOf(list({ range: '24h' }))).toEqual(['a']);
  const between = { fromMs: nowMs - 3 * dayMs, toMs: nowMs };
  expect(await marksOf(list({ range: between }))).toEqual(['b']);
  expect(await marksOf(list({ issue: 'SHOP-1' }))).toEqual(['a']);
  await expect(list({ cursor: 'nonsense' })).rejects.toMatchObject({ code: 'invalid' });
});

test('messages are found by words and by phrases, and counted so', async () => {
  await server.sendFeedback(shop, 'a', { message: 'The basket is empty' });
  await server.sendFeedback(shop, 'b', { message: 'Is the basket blue? Not empty' });
  expect(await marksOf(list({ text: 'EMPTY basket' }))).toEqual(['b', 'a']);
  expect(await marksOf(list({ text: '"is empty" basket' }))).toEqual(['a']);
  expect((await list({ text: '"is empty"' })).counts).toEqual({ open: 1, done: 0, spam: 0 });
  expect(await marksOf(list({ text: '" ' }))).toEqual(['b', 'a']);
  expect(await marksOf(list({ text: 'x'.repeat(100_000) }))).toEqual([]);
});

test('done, spam and reopened feedback records who changed it, and the previous status can be restored', async () => {
  await server.sendFeedback(shop, 'a');
  await server.sendFeedback(shop, 'b', { atMs: 2 });
  await server.sendFeedback(shop, 'c', { atMs: 3 });
  const ids = (await list()).feedback.map(({ id }) => id);
  const change = server.command.changeFeedback;
  expect(await change(ada, ids.slice(0, 1), 'spam')).toEqual([{ id: ids[0], from: 'open' }]);
  expect(await change(ada, ids, 'spam')).toEqual(
    ids
      .slice(1)
      .toReversed()
      .map((id) => ({ id, from: 'open' })),
  );
  expect(await list({ status: 'open' })).toMatchObject({ feedback: [], counts: { open: 0, done: 0, spam: 3 } });
  expect(await server.query.feedback(ada, ids[0]!)).toMatchObject({
    statusBy: 'member',
    statusAtMs: server.clock.now(),
  });
  await change(ada, ids, 'open');
  expect((await list({ status: 'open' })).counts.open).toBe(3);
});

test('a change that fails for one item changes none', async () => {
  const theirs = await server.user(await server.organization('other'), 'owner');
  const their = await server.command.createProject(theirs, { slug: 'their', name: 'Their', platform: 'node' });
  await server.sendFeedback(shop, 'a');
  await server.sendFeedback(their, 'b');
  const [mine] = (await list()).feedback;
  const [other] = (await server.query.listFeedback(theirs, all)).feedback;
  for (const ids of [[mine!.id, other!.id], [mine!.id, 999], [], [Number.NaN], [0.5]]) {
    await expect(server.command.changeFeedback(ada, ids, 'done')).rejects.toMatchObject({ name: 'Refusal' });
  }
  await expect(server.command.changeFeedback(ada, [mine!.id], 'gone' as never)).rejects.toMatchObject({
    code: 'invalid',
  });
  expect((await list()).counts).toEqual({ open: 1, done: 0, spam: 0 });
});

test('attachments are listed, and returned to viewers who may read them', async () => {
  await server.sendFeedback(shop, 'a');
  const { id, feedbackId } = (await list()).feedback[0]!;
  const shot = { type: 'attachment', filename: 'shot.png', content_type: 'image/png' };
  await server.sendItem(shop, shot, '\u0001\u0002', { eventId: feedbackId });
  const { attachments } = await server.query.feedback(ada, id);
  expect(attachments).toMatchObject([{ index: 0, filename: 'shot.png', contentType: 'image/png', bytes: 2 }]);
  const { body } = await server.query.attachment(ada, feedbackId, 'shop', 0);
  expect(new Uint8Array(await new Response(body).arrayBuffer())).toEqual(new Uint8Array([1, 2]));
});
