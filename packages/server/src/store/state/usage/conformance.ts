import assert from 'node:assert/strict';
import { seedProject } from '../projects/seeds.ts';
import type { StatePromises } from '../state.conformance.ts';

export const usageConformance: StatePromises = {
  'sums the bytes of each project, day and key, and deletes old days': async (state, { projectId }) => {
    const { projectId: other } = await seedProject(state, 'other');
    const of = (keyId: number, day: number, bytes: number) => ({ projectId, keyId, day, bytes });
    await state.write((tx) => tx.addUsage([of(1, 100, 10), of(2, 100, 5), of(1, 99, 7)], 90));
    await state.write((tx) => tx.addUsage([of(1, 100, 1), { ...of(1, 100, 3), projectId: other }], 90));
    assert.deepEqual(await state.usageSince(99, projectId), [of(1, 99, 7), of(1, 100, 11), of(2, 100, 5)]);
    assert.deepEqual(await state.usageSince(100), [
      of(1, 100, 11),
      of(2, 100, 5),
      { ...of(1, 100, 3), projectId: other },
    ]);
    await state.write((tx) => tx.addUsage([], 100));
    assert.deepEqual(await state.usageSince(0, projectId), [of(1, 100, 11), of(2, 100, 5)]);
    await state.write((tx) => tx.deleteProject(projectId));
    assert.deepEqual(await state.usageSince(0, projectId), []);
    assert.equal((await state.usageSince(0)).length, 1);
  },
};
