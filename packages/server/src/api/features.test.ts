import { afterAll, beforeAll, expect, test } from 'vitest';
import { scopes } from '#query/viewer.ts';
import { openWorld, type World } from '../testing/world.ts';
import { createApi } from './api.ts';
import { featurePaths, features, type Feature, type FeatureName } from './features.ts';

let world: World;
let api: ReturnType<typeof createApi>;
let token: string;

beforeAll(async () => {
  world = await openWorld();
  const owner = await world.person(await world.organization('acme'), 'owner');
  await world.organization('other');
  ({ token } = await world.command.createApiToken(owner, { label: 'test', scopes: [...scopes], expiresAtMs: null }));
  api = createApi({
    query: world.query,
    command: world.command,
    version: '0.1.0',
    publicUrl: 'http://seismo.test:8300',
    log: { error: () => undefined },
  });
});
afterAll(() => world.close());

async function send(method: string, path: string) {
  const headers = { authorization: `Bearer ${token}` };
  const response = await api.request(`http://seismo.test:8300/api/0${path}`, { method, headers });
  return { status: response.status, body: (await response.json()) as { detail: string; feature?: string } };
}

const names = Object.keys(features) as FeatureName[];

test.each(names)('%s: every path answers 501 with the sentence that names it', async (name) => {
  const feature: Feature = features[name];
  const paths = featurePaths(feature).map((path) => path.replace(':org', 'acme').replaceAll(/:\w+/g, '1'));
  expect(paths).not.toEqual([]);
  for (const path of paths) {
    for (const [method, below] of [
      ['GET', '/x/y/?statsPeriod=24h'],
      ['POST', '/'],
    ] as const) {
      expect(await send(method, path + below)).toEqual({
        status: 501,
        body: { feature: name, detail: `${feature.sentence} See "What Seismo does not have" in docs/api.md.` },
      });
    }
  }
});

test.each([
  ['spans', 'traces'],
  ['logs', 'logs'],
  ['tracemetrics', 'metrics'],
])('the data set %s is not answered with other data', async (dataset, feature) => {
  expect(await send('GET', `/organizations/acme/events/?dataset=${dataset}&field=id`)).toMatchObject({
    status: 501,
    body: { feature },
  });
});

test('an organization that the token may not see is not found, whatever is asked about it', async () => {
  expect((await send('GET', '/organizations/other/replays/')).status).toBe(404);
});

test('a path of which Sentry knows nothing is not found', async () => {
  const { status, body } = await send('GET', '/organizations/acme/unheard-of/');
  expect({ status, body }).toEqual({ status: 404, body: { detail: expect.stringContaining('There is no GET') } });
});
