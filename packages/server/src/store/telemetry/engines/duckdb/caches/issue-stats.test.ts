import { expect, test } from 'vitest';
import { batch, event, eventIdOf, issue, project } from '../../../sample-rows.ts';
import { issueStats } from './issue-stats.ts';
import { storeBehind } from './store-behind.ts';

const dayMs = 86_400_000;
const projectId = project(1);

/** A store with five events of issue 1 and seven of issue 3. `ask` returns their numbers by issue. */
async function fixture() {
  const { telemetry, passed, hooks } = await storeBehind(issueStats());
  const ids = [1, 1, 1, 1, 1, 3, 3, 3, 3, 3, 3, 3];
  await telemetry.append(batch(1, { events: ids.map((id, n) => event(n, { issueId: issue(id) })) }));
  let sequence = 1;
  return {
    hooks,
    counted: () => passed.map(({ params }) => ('issueIds' in params ? params.issueIds : [])),
    add: (id: number) =>
      telemetry.append(batch(++sequence, { events: [event(100 + sequence, { issueId: issue(id) })] })),
    change: () =>
      telemetry.append(batch(++sequence, { changes: [{ projectId, eventId: eventIdOf(0), set: { title: 'other' } }] })),
    async countsOf(ids: number[], { fromMs = 0, environments = [] as string[] } = {}) {
      const rows = await telemetry.query('issueStats', {
        projectIds: [projectId],
        issueIds: ids.map(issue),
        environments,
        releases: [],
        where: null,
        range: { fromMs, toMs: dayMs },
        bucketMs: dayMs,
      });
      return rows.map(({ issueId, events }) => [issueId, events]);
    },
  };
}

test('only issues that were not counted before are counted, also those without events', async () => {
  const { countsOf, counted } = await fixture();
  await countsOf([1, 2]);
  expect(await countsOf([3, 2, 1])).toEqual([
    [1, 5],
    [3, 7],
  ]);
  expect(counted()).toEqual([[1, 2], [3]]);
});

test('an issue is counted again after an event was added, and other parameters are another count', async () => {
  const { countsOf, add, change, counted } = await fixture();
  await countsOf([1, 2]);
  await add(2);
  expect(await countsOf([1, 2])).toEqual([
    [1, 5],
    [2, 1],
  ]);
  await countsOf([1], { environments: ['production'] });
  await change();
  await countsOf([1]);
  expect(counted()).toEqual([[1, 2], [2], [1], [1]]);
});

test('counts that change while they are computed are not cached', async () => {
  const { countsOf, add, change, counted, hooks } = await fixture();
  for (const during of [() => add(1), change, async () => {}]) {
    hooks.before = during;
    await countsOf([1, 2]);
  }
  expect(counted()).toEqual([[1, 2], [1], [1, 2]]);
});

test('a failed count is not cached', async () => {
  const { countsOf, counted, hooks } = await fixture();
  hooks.before = () => Promise.reject(new Error('out of memory'));
  await expect(countsOf([1])).rejects.toThrow('out of memory');
  hooks.before = async () => {};
  expect(await countsOf([1])).toEqual([[1, 5]]);
  expect(counted()).toEqual([[1], [1]]);
});
