import assert from 'node:assert/strict';
import { apply } from '../batch/seeds.ts';
import { seedProject } from '../projects/seeds.ts';
import type { StatePromises } from '../state.conformance.ts';

export const releaseConformance: StatePromises = {
  'keeps releases, environments and the time of the first event': async (open) => {
    const state = await open();
    const { organizationId, projectId } = await seedProject(state);
    const other = await seedProject(state, 'acme', 'web');
    const release = { projectId, organizationId, version: '1.0', firstSeenAtMs: 50, lastSeenAtMs: 60, events: 2 };
    await apply(state, 1, [], {
      releases: [release, { ...release, version: '1.1', firstSeenAtMs: 55 }],
      environments: ['production', 'dev', 'dev', ''].map((name) => ({ projectId, name })),
      firstEvents: [{ projectId, atMs: 50 }],
    });
    await apply(state, 2, [], {
      releases: [{ ...release, firstSeenAtMs: 40, lastSeenAtMs: 55, events: 5 }],
      environments: [
        { projectId, name: 'dev' },
        { projectId: other.projectId, name: 'staging' },
      ],
      firstEvents: [{ projectId, atMs: 10 }],
    });
    assert.deepEqual(await state.listReleases(projectId), [
      { projectId, version: '1.1', firstSeenAtMs: 55, lastSeenAtMs: 60, eventCount: 2 },
      { projectId, version: '1.0', firstSeenAtMs: 40, lastSeenAtMs: 60, eventCount: 7 },
    ]);
    assert.deepEqual(await state.listEnvironments([projectId]), ['dev', 'production']);
    assert.deepEqual(await state.listEnvironments([projectId, other.projectId]), ['dev', 'production', 'staging']);
    assert.deepEqual(await state.listEnvironments([]), []);
    assert.equal((await state.projectById(projectId))?.firstEventAtMs, 50);
    assert.equal((await state.projectById(other.projectId))?.firstEventAtMs, null);
  },
};
