import { beforeEach, expect, test } from 'vitest';
import type { EventPayload } from '@seismo/protocol';
import { openShop, type TestServer } from '../../testing/test-server.ts';
import type { ProjectView } from '#query/projects/views.ts';
import type { Viewer } from '#domain/permissions/viewer.ts';
import { ACTIONS_URL, readActionManifest } from './manifest.ts';
import { ActionNames } from './name-actions.ts';

const [add, pay] = ['a'.repeat(42), 'b'.repeat(42)];

let server: TestServer;
let owner: Viewer;
let shop: ProjectView;
beforeEach(async () => {
  ({ server, owner, shop } = await openShop());
});

async function upload(version: string, actions: object): Promise<void> {
  await server.command.createRelease(owner, { version, projects: ['shop'] });
  await server.command.putReleaseFile(owner, {
    project: 'shop',
    version,
    name: ACTIONS_URL,
    dist: '',
    mapReference: '',
    body: Buffer.from(JSON.stringify({ version: 1, actions })),
  });
}

function failed(id: string, more: object = {}): EventPayload {
  return { contexts: { nextjs: { action_id: id } }, tags: { action: id }, ...more } as unknown as EventPayload;
}

async function named(event: EventPayload): Promise<EventPayload> {
  await new ActionNames(server.deps).name(event, shop.id);
  return event;
}

test('the failed action and those of breadcrumbs get their names', async () => {
  await upload('1.0', {
    [add]: { name: 'addToCart', file: 'app/cart.ts' },
    [pay]: { name: 'pay', file: 'app/pay.ts' },
  });
  const values = [
    { category: 'fetch', data: { method: 'POST', 'http.action_id': add } },
    { category: 'fetch', data: { 'next-action': pay } },
    { category: 'fetch', data: { 'http.action_id': 'nobody' } },
    { category: 'console' },
  ];
  const event = await named(failed(pay, { breadcrumbs: { values } }));
  expect(event.contexts['nextjs']).toEqual({ action_id: pay, action_name: 'pay', action_file: 'app/pay.ts' });
  expect(event.tags['action']).toBe('pay');
  expect(event.breadcrumbs!.values.map(({ data }) => data?.['http.action_name'])).toEqual([
    'addToCart',
    'pay',
    undefined,
    undefined,
  ]);
});

test("the list of the event's own release comes first, then the newest", async () => {
  await upload('1.0', { [add]: { name: 'old', file: 'a.ts' }, [pay]: { name: 'pay', file: 'a.ts' } });
  server.clock.nowMs += 1000;
  await upload('2.0', { [add]: { name: 'new', file: 'a.ts' } });
  expect((await named(failed(add, { release: '1.0' }))).tags['action']).toBe('old');
  expect((await named(failed(add, { release: '3.0' }))).tags['action']).toBe('new');
  expect((await named(failed(pay, { release: '2.0' }))).tags['action']).toBe('pay');
});

test('named actions keep their name without a lookup', () => {
  const event = failed(add);
  event.contexts['nextjs']!['action_name'] = 'mine';
  expect(new ActionNames(server.deps).name(event, shop.id)).toBeUndefined();
  expect(new ActionNames(server.deps).name(failed('not an id'), shop.id)).toBeUndefined();
});

test('names that come after the event are shown on it all the same', async () => {
  const [eventId] = await server.report(shop, 'a', { contexts: { nextjs: { action_id: add } } });
  const seen = async () => (await server.query.event(owner, 'SHOP-1', eventId!)).stored.event.contexts['nextjs'];
  expect(await seen()).toEqual({ action_id: add });
  await upload('1.0', { [add]: { name: 'addToCart', file: 'app/cart.ts' } });
  expect(await seen()).toMatchObject({ action_name: 'addToCart' });
});

test.each([
  'nonsense',
  '[]',
  '{"version":2,"actions":{}}',
  '{"version":1,"actions":[1]}',
  `{"version":1,"actions":{"__proto__":{"name":"x"},"${'a'.repeat(42)}":{"name":7},"short":{"name":"y"}}}`,
  JSON.stringify({ node: { ['a'.repeat(42)]: { exportedName: 'x' } }, encryptionKey: 'secret' }),
])('%s names nothing', (text) => expect(readActionManifest(Buffer.from(text)).size).toBe(0));
