import { afterAll, beforeAll, expect, test } from 'vitest';
import type { EventId } from '@seismo/protocol';
import type { ProjectView } from '#query/projects/views.ts';
import { scopes, type Viewer } from '#query/viewer.ts';
import { openWorld, type World } from '../testing/world.ts';
import { createApi } from './api.ts';

let world: World;
let owner: Viewer;
let shop: ProjectView;
let api: ReturnType<typeof createApi>;
let token: string;

async function ask(path: string, { method = 'GET', body }: { method?: string; body?: unknown } = {}) {
  const headers = { authorization: `Bearer ${token}` };
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  const response = await api.request(`http://seismo.test:8300/api/0${path}`, { method, headers, ...sent });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text === '' ? null : JSON.parse(text) };
}

beforeAll(async () => {
  world = await openWorld();
  owner = await world.person(await world.organization('acme'), 'owner');
  shop = await world.command.createProject(owner, { slug: 'shop', name: 'Shop', platform: 'javascript' });
  ({ token } = await world.command.createApiToken(owner, { label: 'test', scopes: [...scopes], expiresAtMs: null }));
  api = createApi({
    query: world.query,
    command: world.command,
    version: '0.1.0',
    publicUrl: 'http://seismo.test:8300',
    log: { error: () => {} },
  });
});
afterAll(() => world.close());

test('an issue has the platform that its events named, not that of its project', async () => {
  await world.report(shop, 'server', { value: 'on the server', platform: 'node' });
  const { body } = await ask('/organizations/acme/issues/?query=platform:node');
  expect(body).toMatchObject([{ platform: 'node', project: { platform: 'javascript' }, issueCategory: 'error' }]);
  expect((await ask(`/issues/${body[0].id}/`)).body.platform).toBe('node');
});

test('an event in a list has the whole user, and says whether it is an error', async () => {
  const attributes = { 'user.email': 'ann@example.com', 'user.username': 'ann', 'event.type': 'default' };
  await world.report(shop, 'user', { userKey: 'id:7', attributes });
  const [event] = (await ask('/projects/acme/shop/events/?query=user.email:ann@example.com')).body;
  expect(event).toMatchObject({
    'event.type': 'default',
    user: { id: '7', email: 'ann@example.com', username: 'ann', ip_address: null },
  });
  expect((await ask('/projects/acme/shop/events/?query=event.type:default')).body).toHaveLength(1);
  const errors = (await ask('/projects/acme/shop/events/?query=event.type:error')).body;
  expect(errors.map((each: { 'event.type': string }) => each['event.type'])).toEqual(['error']);
});

test('the bare id of an event is a direct hit; what Sentry could search by and Seismo cannot is refused by name', async () => {
  const [event] = (await world.report(shop, 'hit', { value: 'hit' })) as [EventId];
  const { body, headers } = await ask(`/organizations/acme/issues/?query=${event}`);
  expect(body).toMatchObject([{ title: 'TypeError: hit' }]);
  expect(headers.get('x-sentry-direct-hit')).toBe('1');
  for (const path of ['/organizations/acme/issues/', '/projects/acme/shop/issues/', '/projects/acme/shop/events/']) {
    const refused = await ask(`${path}?query=stack.lineno:7`);
    expect(refused).toMatchObject({ status: 400, body: { detail: expect.stringContaining('"stack.lineno"') } });
  }
  expect((await ask('/organizations/acme/issues/?query=is:resolved')).headers.get('x-sentry-direct-hit')).toBeNull();
});

test('an event says where it was thrown', async () => {
  const { body } = await ask('/issues/SHOP-1/events/latest/');
  expect(body.metadata).toEqual({
    type: 'TypeError',
    value: 'on the server',
    filename: 'cart.js',
    function: 'pay',
  });
});
