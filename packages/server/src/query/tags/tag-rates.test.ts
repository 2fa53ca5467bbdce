import { expect, test } from 'vitest';
import { dayMs, openShop } from '../../testing/test-server.ts';
import { overRepresented } from './tag-rates.ts';

const { server, owner: viewer, shop } = await openShop();
const safari = { browser: 'Safari 19', 'browser.name': 'Safari', plan: 'free' };
const chrome = { browser: 'Chrome 156', 'browser.name': 'Chrome', plan: 'free' };
await server.report(shop, 'pay', { tags: safari, count: 47 });
await server.report(shop, 'pay', { tags: chrome, count: 3 });
await server.report(shop, 'pay', { tags: { browser: 'Lynx' }, count: 20, atMs: server.clock.now() - 40 * dayMs });
await server.report(shop, 'other', { tags: chrome, count: 340 });
await server.report(shop, 'other', { tags: safari, count: 10 });

test('tags that are frequent only in the issue are listed, with exact shares of the range', async () => {
  const rates = await server.query.tagRates(viewer, 'SHOP-1', '14d');
  expect(rates).toMatchObject({ events: 50, projectEvents: 400 });
  expect(rates.tags.find(({ key }) => key === 'browser')).toEqual({
    key: 'browser',
    distinctValues: 2,
    values: [
      { value: 'Safari 19', events: 47, projectEvents: 57 },
      { value: 'Chrome 156', events: 3, projectEvents: 343 },
    ],
  });
  // One entry for browser and browser.name, and none for the plan that all users have.
  expect(rates.overRepresented).toEqual([
    { key: 'browser', value: 'Safari 19', events: 47, share: 0.94, projectShare: 57 / 400 },
  ]);
  expect((await server.query.tagRates(viewer, 'SHOP-2', '14d')).overRepresented).toMatchObject([
    { value: 'Chrome 156' },
  ]);
});

test.each([
  ['few events may be chance', { issueEvents: 4, projectEvents: 4, issueTotal: 4, projectTotal: 1000 }, 0],
  ['five of five against none are not', { issueEvents: 5, projectEvents: 5, issueTotal: 5, projectTotal: 1000 }, 1],
  ['half against a third of few are', { issueEvents: 10, projectEvents: 20, issueTotal: 20, projectTotal: 50 }, 0],
  [
    'an issue alone has nothing beside it',
    { issueEvents: 90, projectEvents: 90, issueTotal: 100, projectTotal: 100 },
    0,
  ],
  [
    'nearly all against most says little',
    { issueEvents: 99, projectEvents: 940, issueTotal: 100, projectTotal: 1000 },
    0,
  ],
])('%s', (_name, counts, expected) => {
  expect(overRepresented([{ key: 'plan', value: 'x', distinctValues: 1, ...counts }])).toHaveLength(expected);
});
