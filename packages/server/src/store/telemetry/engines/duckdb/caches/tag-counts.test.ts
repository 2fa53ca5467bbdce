import { expect, test } from 'vitest';
import { batch, event, project } from '../../../sample-rows.ts';
import { storeBehind } from './store-behind.ts';
import { tagCounts } from './tag-counts.ts';

const params = {
  projectId: project(1),
  range: { fromMs: 0, toMs: 100_000 },
  tags: [{ key: 'n7', value: 'x' }],
  sinceSequence: null,
  count: 5,
};

async function storeWith(valueCount: number) {
  const { telemetry, passed } = await storeBehind(tagCounts());
  const tags = Object.fromEntries(Array.from({ length: valueCount }, (_, n) => [`n${n}`, 'x']));
  await telemetry.append(batch(1, { events: [event(1, { tags })] }));
  const counts = async () => (await telemetry.query('tagCounts', params)).map(({ events: of }) => of);
  return { telemetry, passed, counts };
}

test('the values of a project are counted once, and later events on top', async () => {
  const { telemetry, passed, counts } = await storeWith(10);
  expect([await counts(), await counts()]).toEqual([
    [1, 1],
    [1, 1],
  ]);
  expect(passed).toMatchObject([{ params: { tags: [], sinceSequence: null } }]);
  await telemetry.append(batch(2, { events: [event(2, { tags: { n7: 'x' } })] }));
  expect(await counts()).toEqual([2, 2]);
  expect(passed.slice(1)).toMatchObject([{ params: { tags: [], sinceSequence: 1 } }]);
});

test('a project with too many values has the same counts', async () => {
  const { passed, counts } = await storeWith(50_001);
  for (let again = 0; again < 2; again += 1) expect(await counts()).toEqual([1, 1]);
  expect(passed).toMatchObject([{ params: { tags: [] } }, { params }, { params }]);
});
