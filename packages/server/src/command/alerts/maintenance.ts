import { limits, type OrganizationId, type ProjectId } from '@seismo/protocol';
import type { z } from 'zod';
import { maintenancePeriod, type MaintenanceTimes } from '#domain/alerts/maintenance.ts';
import { scheduleText } from '#domain/alerts/schedule.ts';
import { permissions } from '#domain/permissions/permissions.ts';
import { onlyOrganization, requirePermission, requireSignedIn, type Viewer } from '#domain/permissions/viewer.ts';
import { maintenanceNamed } from '#query/alerts/maintenance.ts';
import { maintenanceSchema } from '#query/alerts/maintenance-schema.ts';
import { readInput } from '#platform/read-input.ts';
import { Refusal } from '#platform/refusal.ts';
import type { MaintenanceWindow, StateTx } from '#store/state/contract.ts';
import { audit } from '../audit.ts';
import type { CommandDeps } from '../deps.ts';

export type MaintenanceInput = z.input<typeof maintenanceSchema>;

/** In the viewer's organization. Returns its ID. */
export async function createMaintenanceWindow(
  deps: CommandDeps,
  viewer: Viewer,
  input: MaintenanceInput,
): Promise<number> {
  requireSignedIn(viewer);
  const organizationId = onlyOrganization(viewer, permissions.createMaintenanceWindow);
  if (organizationId === null) throw new Refusal('forbidden', 'You are not in an organization.');
  requirePermission(viewer, permissions.createMaintenanceWindow, organizationId, 'organization');
  const { name, projectIds, times } = readInput(maintenanceSchema, input);
  const nowMs = deps.clock.now();
  requireFutureEnd(times, nowMs);
  return deps.state.write(async (tx) => {
    if ((await tx.listMaintenanceWindows([organizationId])).length >= limits.MAINTENANCE_WINDOW_COUNT_MAX) {
      throw new Refusal(
        'invalid',
        `An organization can have at most ${limits.MAINTENANCE_WINDOW_COUNT_MAX} maintenance windows. Delete one that has ended.`,
      );
    }
    const window = { organizationId, name, projectIds: projectIds ?? [], times, createdAtMs: nowMs };
    await requireProjects(tx, organizationId, window.projectIds);
    const id = await tx.addMaintenanceWindow(window);
    await audit(deps, tx, viewer, organizationId, 'maintenance-create', name, await auditDetail(tx, window));
    return id;
  });
}

/** Changes what is given. */
export async function setMaintenanceWindow(
  deps: CommandDeps,
  viewer: Viewer,
  id: number,
  change: Partial<MaintenanceInput>,
): Promise<void> {
  const { organizationId } = await maintenanceNamed(deps, viewer, permissions.setMaintenanceWindow, id);
  const { projectIds, ...read } = readInput(maintenanceSchema.partial(), change);
  if (read.times) requireFutureEnd(read.times, deps.clock.now());
  await deps.state.write(async (tx) => {
    await requireWindow(tx, id);
    const ids = projectIds === null ? [] : projectIds;
    await requireProjects(tx, organizationId, ids ?? []);
    await tx.changeMaintenanceWindow(id, { ...read, projectIds: ids });
    const changed = await requireWindow(tx, id);
    await audit(deps, tx, viewer, organizationId, 'maintenance-change', changed.name, await auditDetail(tx, changed));
  });
}

/** Ends a window now that is active once. */
export async function endMaintenanceWindow(deps: CommandDeps, viewer: Viewer, id: number): Promise<void> {
  const { organizationId, name } = await maintenanceNamed(deps, viewer, permissions.endMaintenanceWindow, id);
  await deps.state.write(async (tx) => {
    const { times } = await requireWindow(tx, id);
    const nowMs = deps.clock.now();
    if (times.kind === 'weekly') {
      throw new Refusal('conflict', 'This maintenance window repeats every week. Change or delete it.');
    }
    const period = maintenancePeriod(times, nowMs);
    if (period === null || period.fromMs > nowMs) {
      throw new Refusal('conflict', 'This maintenance window is not active.');
    }
    await tx.changeMaintenanceWindow(id, { times: { ...times, endsAtMs: nowMs } });
    await audit(deps, tx, viewer, organizationId, 'maintenance-end', name);
  });
}

export async function deleteMaintenanceWindow(deps: CommandDeps, viewer: Viewer, id: number): Promise<void> {
  const { organizationId, name } = await maintenanceNamed(deps, viewer, permissions.deleteMaintenanceWindow, id);
  await deps.state.write(async (tx) => {
    await requireWindow(tx, id);
    await tx.deleteMaintenanceWindow(id);
    await audit(deps, tx, viewer, organizationId, 'maintenance-delete', name);
  });
}

function requireFutureEnd(times: MaintenanceTimes, nowMs: number): void {
  if (maintenancePeriod(times, nowMs) === null) {
    throw new Refusal('invalid', 'The end must be in the future.', 'times.endsAtMs');
  }
}

/** One may have been deleted, or belong to another organization. */
async function requireProjects(tx: StateTx, organizationId: OrganizationId, projectIds: ProjectId[]): Promise<void> {
  const known = new Set((await tx.listProjects([organizationId])).map(({ id }) => id));
  if (!projectIds.every((id) => known.has(id))) {
    throw new Refusal('conflict', 'One of these projects was deleted. Reload the page.', 'projectIds');
  }
}

/** It may have been deleted meanwhile. */
async function requireWindow(tx: StateTx, id: number): Promise<MaintenanceWindow> {
  const window = await tx.maintenanceWindow(id);
  if (!window) throw new Refusal('conflict', 'This maintenance window was deleted.');
  return window;
}

/** Its projects and times: `shop, web: 2026-11-29T02:00:00.000Z to 2026-11-29T04:00:00.000Z`. */
async function auditDetail(
  tx: StateTx,
  { organizationId, projectIds, times }: Pick<MaintenanceWindow, 'organizationId' | 'projectIds' | 'times'>,
): Promise<string> {
  const projects = (await tx.listProjects([organizationId])).filter(({ id }) => projectIds.includes(id));
  const iso = (atMs: number) => new Date(atMs).toISOString();
  const when =
    times.kind === 'once' ? `${iso(times.startsAtMs)} to ${iso(times.endsAtMs)}` : scheduleText(times.schedule);
  return `${projectIds.length === 0 ? 'all projects' : projects.map(({ slug }) => slug).join(', ')}: ${when}`;
}
