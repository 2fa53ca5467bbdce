import type { IssueId, ProjectId } from '@seismo/protocol';
import { expect, test } from 'vitest';
import type { QueryParams, QueryRows } from '../../../queries/index.ts';
import { createIssueStatsCache } from './issue-stats.ts';

const dayMs = 86_400_000;
const id = (value: number) => value as IssueId;

function ask(...issueIds: number[]): QueryParams['issueStats'] {
  return {
    projectIds: [1 as ProjectId],
    issueIds: issueIds.map(id),
    environments: [],
    releases: [],
    where: null,
    range: { fromMs: 0, toMs: dayMs },
    bucketMs: dayMs,
  };
}

/** Counts what `events` says, and remembers which issues were counted. */
function counter(events: Record<number, number>) {
  const counted: number[][] = [];
  const count = async ({ issueIds }: QueryParams['issueStats']): Promise<QueryRows['issueStats'][]> => {
    counted.push([...issueIds]);
    return issueIds.flatMap((issueId) =>
      events[issueId] ? [{ issueId, bucketAtMs: 0, events: events[issueId], users: 0 }] : [],
    );
  };
  return { counted, count };
}

test('only issues that were not counted before are counted, also those without events', async () => {
  const figures = createIssueStatsCache();
  const { counted, count } = counter({ 1: 5, 3: 7 });
  await figures.answer(ask(1, 2), count);
  const rows = await figures.answer(ask(3, 2, 1), count);
  expect(counted).toEqual([[1, 2], [3]]);
  expect(rows.map(({ issueId, events }) => [issueId, events])).toEqual([
    [1, 5],
    [3, 7],
  ]);
});

test('an issue is counted again after an event was added, and another way to ask is another count', async () => {
  const figures = createIssueStatsCache();
  const { counted, count } = counter({ 1: 5 });
  await figures.answer(ask(1, 2), count);
  figures.added([id(2)]);
  await figures.answer(ask(1, 2), count);
  await figures.answer({ ...ask(1), environments: ['production'] }, count);
  figures.changed();
  await figures.answer(ask(1), count);
  expect(counted).toEqual([[1, 2], [2], [1], [1]]);
});

test('counts that change while they are computed are not cached', async () => {
  const figures = createIssueStatsCache();
  const { counted, count } = counter({ 1: 5, 2: 6 });
  await figures.answer(ask(1, 2), async (asked) => {
    figures.added([id(1)]);
    return count(asked);
  });
  await figures.answer(ask(1, 2), async (asked) => {
    figures.changed();
    return count(asked);
  });
  await figures.answer(ask(1, 2), count);
  expect(counted).toEqual([[1, 2], [1], [1, 2]]);
});

test('a failed count is not cached', async () => {
  const figures = createIssueStatsCache();
  const { counted, count } = counter({ 1: 5 });
  await expect(figures.answer(ask(1), () => Promise.reject(new Error('out of memory')))).rejects.toThrow(
    'out of memory',
  );
  await figures.answer(ask(1), count);
  expect(counted).toEqual([[1]]);
});

test('the oldest ways to ask are forgotten', async () => {
  const figures = createIssueStatsCache();
  const { counted, count } = counter({ 1: 5 });
  for (let from = 0; from < 20; from += 1)
    await figures.answer({ ...ask(1), range: { fromMs: from, toMs: dayMs } }, count);
  await figures.answer({ ...ask(1), range: { fromMs: 19, toMs: dayMs } }, count);
  expect(counted).toHaveLength(20);
  await figures.answer({ ...ask(1), range: { fromMs: 0, toMs: dayMs } }, count);
  expect(counted).toHaveLength(21);
});
