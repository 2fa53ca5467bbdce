import { expect, test } from 'vitest';
import { seedProject } from '#store/state/projects/seeds.ts';
import { openTestState } from '../testing/new-stores.ts';
import { withSharedReads } from '#platform/page-scope.ts';
import { sharedReads } from './shared-reads.ts';

test('within a page, equal reads run once, and each caller gets an answer of its own', async () => {
  const state = await openTestState();
  const { organizationId } = await seedProject(state);
  let reads = 0;
  const counted = sharedReads({
    ...state,
    listProjects: (ids) => {
      reads++;
      return state.listProjects(ids);
    },
  });
  const [one, other] = await withSharedReads(() =>
    Promise.all([counted.listProjects([organizationId]), counted.listProjects([organizationId])]),
  );
  expect([reads, one.length]).toEqual([1, 1]);
  one[0]!.slug = 'changed';
  expect(other[0]!.slug).not.toBe('changed');
  await withSharedReads(() => counted.listProjects([]));
  expect(reads).toBe(2);
  await counted.listProjects([organizationId]);
  await counted.listProjects([organizationId]);
  expect(reads).toBe(4);
});
