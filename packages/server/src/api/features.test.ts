import { expect, test } from 'vitest';
import { openSender } from '../testing/api.ts';
import { openTestServer } from '../testing/test-server.ts';
import { featurePaths, features, type Feature, type FeatureName } from './features.ts';

const server = await openTestServer();
const owner = await server.user(await server.organization('acme'), 'owner');
await server.organization('other');
const send = await openSender(server, owner);

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
  ['spansMetrics', 'traces'],
  ['logs', 'logs'],
  ['tracemetrics', 'metrics'],
])('the data set %s is not answered with other data', async (dataset, feature) => {
  expect(await send('GET', `/organizations/acme/events/?dataset=${dataset}&field=id`)).toMatchObject({
    status: 501,
    body: { feature },
  });
});

test("an organization outside the token's access is not found on any route", async () => {
  expect((await send('GET', '/organizations/other/replays/')).status).toBe(404);
});

test('a path unknown to Sentry is not found', async () => {
  const { status, body } = await send('GET', '/organizations/acme/unheard-of/');
  expect({ status, body }).toEqual({ status: 404, body: { detail: expect.stringContaining('No route matches GET') } });
});
