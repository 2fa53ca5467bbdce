import { expect, test } from 'vitest';
import { apply } from '#store/state/batch/seeds.ts';
import { facts, seed } from '#store/state/issues/seeds.ts';
import { seedProject } from '#store/state/projects/seeds.ts';
import { openTestState } from '../../testing/new-stores.ts';
import { transitionDueIssues } from './transition-due-issues.ts';

const weekMs = 7 * 24 * 3_600_000;

test('all due issues change once, however many there are', async () => {
  const state = await openTestState();
  const project = await seedProject(state);
  const hashes = Array.from({ length: 1_201 }, (_, index) => `h${index}`);
  const ids = await state.write((tx) => tx.ensureIssues(hashes.map((hash) => seed(project, hash))));
  await apply(
    state,
    1,
    [...ids.values()].map((id) => facts(id, {})),
  );
  expect(await transitionDueIssues(state, weekMs)).toEqual([]);
  expect(await transitionDueIssues(state, 2 * weekMs)).toEqual([project.projectId]);
  const issues = await state.issuesByIds([...ids.values()]);
  expect(new Set(issues.map(({ substate }) => substate))).toEqual(new Set(['ongoing']));
  expect(await transitionDueIssues(state, 3 * weekMs)).toEqual([]);
});
