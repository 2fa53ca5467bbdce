import { expect, test } from 'vitest';
import { limits } from '@seismo/protocol';
import { openTestServer } from '../testing/test-server.ts';

const server = await openTestServer();
const owner = await server.user(await server.organization('acme'), 'owner');
const shop = await server.command.createProject(owner, { slug: 'shop', name: 'Shop window', platform: '' });

test('words find projects, releases, teams, people and issues, in this order', async () => {
  await server.command.createRelease(owner, { version: 'window@1.4.2', projects: ['shop'] });
  await server.command.createTeam(owner, { slug: 'windows', name: 'Window cleaners' });
  await server.report(shop, 'a', { type: 'TypeError', value: 'window is not defined' });
  expect(await server.query.find(owner, 'WINDOW')).toEqual([
    { kind: 'project', slug: 'shop', name: 'Shop window' },
    { kind: 'release', version: 'window@1.4.2', projects: ['Shop window'] },
    { kind: 'team', slug: 'windows', name: 'Window cleaners' },
    { kind: 'issue', shortId: 'SHOP-1', title: 'TypeError: window is not defined', project: 'shop' },
  ]);
  expect(await server.query.find(owner, 'shop-1')).toMatchObject([{ kind: 'issue', shortId: 'SHOP-1' }]);
  expect(await server.query.find(owner, '1.4')).toMatchObject([{ kind: 'release' }]);
  expect(await server.query.find(owner, '#wind')).toMatchObject([{ kind: 'team' }]);
  expect(await server.query.find(owner, 'owner-1@')).toMatchObject([{ kind: 'user', email: 'owner-1@example.com' }]);
});

test("a trace ID finds its errors, named by the server's error", async () => {
  const traceId = 'ab'.repeat(16);
  await server.report(shop, 'c', {
    type: 'TypeError',
    value: 'no total',
    traceId,
    tags: { runtime: 'node' },
  });
  await server.report(shop, 'd', { type: 'Error', value: 'the page failed', traceId });
  for (const typed of [traceId, 'ABABABAB-abab-abab-abab-abababababab']) {
    expect(await server.query.find(owner, typed)).toEqual([{ kind: 'trace', traceId, title: 'TypeError: no total' }]);
  }
  const [byEvent] = await server.report(shop, 'c', { traceId });
  expect(await server.query.find(owner, byEvent!)).toMatchObject([{ kind: 'event' }]);
  expect(await server.query.find(owner, 'f'.repeat(32))).toEqual([]);
});

test('no kind crowds the others out', async () => {
  for (let nth = 0; nth < 2 * limits.FIND_KIND_COUNT_MAX; nth += 1) {
    await server.command.createRelease(owner, { version: `crowd@${nth}`, projects: ['shop'] });
  }
  await server.report(shop, 'b', { type: 'Crowd', value: '' });
  const kinds = (await server.query.find(owner, 'crowd')).map(({ kind }) => kind);
  expect(kinds).toEqual([...Array<string>(limits.FIND_KIND_COUNT_MAX).fill('release'), 'issue']);
});

test('search never finds data of other organizations', async () => {
  const stranger = await server.user(await server.organization('other'), 'owner');
  for (const text of ['window', '1.4.2', 'owner-1', '#wind', 'ab'.repeat(16)]) {
    expect(await server.query.find(stranger, text), text).toEqual([]);
  }
  const support = await server.user(owner.memberships[0]!.organizationId, 'support');
  for (const text of ['window', '1.4.2', 'owner-1', 'ab'.repeat(16)])
    expect(await server.query.find(support, text), text).toEqual([]);
});
