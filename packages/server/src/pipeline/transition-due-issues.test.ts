import { expect, test } from 'vitest';
import { apply } from '#store/state/batch/seeds.ts';
import { facts, seed } from '#store/state/issues/seeds.ts';
import { seedProject } from '#store/state/projects/seeds.ts';
import { openSqliteState } from '#store/state/engines/sqlite/open.ts';
import { newStatePath, openTestState } from '../testing/state.ts';
import { startScheduler, transitionDueIssues } from './transition-due-issues.ts';

const weekMs = 7 * 24 * 3_600_000;

test('all due issues change once, however many there are', async () => {
  const state = await openTestState();
  const place = await seedProject(state);
  const hashes = Array.from({ length: 1_201 }, (_, index) => `h${index}`);
  const ids = await state.write((tx) => tx.ensureIssues(hashes.map((hash) => seed(place, hash))));
  await apply(
    state,
    1,
    [...ids.values()].map((id) => facts(id, {})),
  );
  expect(await transitionDueIssues(state, weekMs)).toEqual([]);
  expect(await transitionDueIssues(state, 2 * weekMs)).toEqual([place.projectId]);
  const issues = await state.issuesByIds([...ids.values()]);
  expect(new Set(issues.map(({ substate }) => substate))).toEqual(new Set(['ongoing']));
  expect(await transitionDueIssues(state, 3 * weekMs)).toEqual([]);
});

test('issues that came due while the server was stopped are changed at the start, and an error does not stop the timer', async () => {
  const state = await openSqliteState(await newStatePath());
  const place = await seedProject(state);
  const ids = await state.write((tx) => tx.ensureIssues([seed(place, 'a')]));
  await apply(state, 1, [facts(ids.get('a')!, {})]);
  const failed: unknown[] = [];
  const options = {
    clock: { now: () => 2 * weekMs },
    failed: (error: unknown) => void failed.push(error),
  };
  await startScheduler(state, options).stop();
  expect((await state.issueById(ids.get('a')!))?.substate).toBe('ongoing');
  expect(failed).toEqual([]);
  await state.close();
  await startScheduler(state, options).stop();
  expect(failed).toHaveLength(1);
});
