import assert from 'node:assert/strict';
import type { OrganizationId, ProjectId } from '@seismo/protocol';
import { pluck } from '../../../testing/pluck.ts';
import type { MaintenanceWindow } from '../contract.ts';
import { projectFacts, seedProject } from '../projects/seeds.ts';
import type { StatePromises } from '../state.conformance.ts';

const once = { kind: 'once' as const, startsAtMs: 10, endsAtMs: 20 };
const schedule = { timeZone: 'Europe/Berlin', days: [6, 7], from: '02:00', to: '04:00' };

const windowIn = (
  organizationId: OrganizationId,
  given: Partial<MaintenanceWindow> = {},
): Omit<MaintenanceWindow, 'id'> => ({
  organizationId,
  name: 'Database upgrade',
  projectIds: [],
  times: once,
  createdAtMs: 5,
  ...given,
});

export const maintenanceConformance: StatePromises = {
  'returns the maintenance windows of organizations, and changes and deletes them': async (state, project) => {
    const { organizationId, projectId } = project;
    const elsewhere = await seedProject(state, 'other');
    const first = windowIn(organizationId);
    const second = windowIn(organizationId, { name: 'Weekend', times: { kind: 'weekly', schedule } });
    const [a, b, c] = await state.write(async (tx) => [
      await tx.addMaintenanceWindow(first),
      await tx.addMaintenanceWindow(second),
      await tx.addMaintenanceWindow(windowIn(elsewhere.organizationId)),
    ]);
    assert.deepEqual(await state.listMaintenanceWindows([organizationId]), [
      { id: a, ...first },
      { id: b, ...second },
    ]);
    assert.equal((await state.listMaintenanceWindows([organizationId, elsewhere.organizationId])).length, 3);
    assert.deepEqual(await state.listMaintenanceWindows([]), []);
    await state.write((tx) => tx.changeMaintenanceWindow(a!, { name: 'Longer', projectIds: [projectId] }));
    assert.deepEqual(await state.maintenanceWindow(a!), { id: a, ...first, name: 'Longer', projectIds: [projectId] });
    await state.write(async (tx) => {
      await tx.changeMaintenanceWindow(a!, { times: { kind: 'weekly', schedule } });
      await tx.changeMaintenanceWindow(b!, { times: once });
      await tx.changeMaintenanceWindow(b!, {});
    });
    assert.deepEqual(pluck(await state.listMaintenanceWindows([organizationId]), 'times'), [
      { kind: 'weekly', schedule },
      once,
    ]);
    await state.write((tx) => tx.deleteMaintenanceWindow(a!));
    assert.equal(await state.maintenanceWindow(a!), null);
    assert.deepEqual(pluck(await state.listMaintenanceWindows([organizationId]), 'id'), [b]);
    assert.notEqual(await state.maintenanceWindow(c!), null);
  },

  'trims maintenance windows that ended before a time, and none that repeat': async (state, { organizationId }) => {
    const ids = await state.write(async (tx) => [
      await tx.addMaintenanceWindow(windowIn(organizationId)),
      await tx.addMaintenanceWindow(windowIn(organizationId, { times: { ...once, endsAtMs: 21 } })),
      await tx.addMaintenanceWindow(windowIn(organizationId, { times: { kind: 'weekly', schedule } })),
    ]);
    await state.write((tx) => tx.trimMaintenanceWindows(20));
    assert.deepEqual(pluck(await state.listMaintenanceWindows([organizationId]), 'id'), ids);
    await state.write((tx) => tx.trimMaintenanceWindows(21));
    assert.deepEqual(pluck(await state.listMaintenanceWindows([organizationId]), 'id'), ids.slice(1));
  },

  'removes a deleted project from maintenance windows, and deletes those of no other project': async (
    state,
    { organizationId, projectId },
  ) => {
    const other = await state.write((tx) => tx.createProject({ ...projectFacts, organizationId, slug: 'api' }));
    const projectIds = async () => pluck(await state.listMaintenanceWindows([organizationId]), 'projectIds');
    await state.write(async (tx) => {
      for (const ids of [[], [projectId], [projectId, other], [other]] satisfies ProjectId[][]) {
        await tx.addMaintenanceWindow(windowIn(organizationId, { projectIds: ids }));
      }
    });
    await state.write((tx) => tx.deleteProject(projectId));
    assert.deepEqual(await projectIds(), [[], [other], [other]]);
    await state.write(async (tx) => {
      await tx.deleteProject(other);
      await tx.deleteOrganization(organizationId);
    });
    assert.deepEqual(await projectIds(), []);
  },
};
