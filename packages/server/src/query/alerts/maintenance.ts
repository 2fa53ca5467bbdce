import { maintenancePeriod } from '#domain/alerts/maintenance.ts';
import { scheduleText } from '#domain/alerts/schedule.ts';
import { permissions } from '#domain/permissions/permissions.ts';
import {
  organizationsFor,
  requirePermission,
  requireSignedIn,
  type Permission,
  type Viewer,
} from '#domain/permissions/viewer.ts';
import { Refusal } from '#platform/refusal.ts';
import type { MaintenanceWindow } from '#store/state/contract.ts';
import type { QueryDeps } from '../deps.ts';
import { projectsOfRows } from '../projects/projects.ts';
import type { MaintenanceView } from './views.ts';

/** Of the viewer's organizations: the active windows, then the next ones in order of their start, then those that have ended, the latest first. */
export async function maintenanceWindows({ state, clock }: QueryDeps, viewer: Viewer): Promise<MaintenanceView[]> {
  requireSignedIn(viewer);
  const organizationIds = organizationsFor(viewer, permissions.maintenanceWindows);
  const [windows, projects] = await Promise.all([
    state.listMaintenanceWindows(organizationIds),
    state.listProjects(organizationIds),
  ]);
  const names = await projectsOfRows({ state }, projects);
  const nowMs = clock.now();
  const views = windows.map(({ id, name, projectIds, times }): MaintenanceView => {
    const period = maintenancePeriod(times, nowMs);
    return {
      id,
      name,
      projects: projectIds.length === 0 ? null : projectIds.flatMap((projectId) => names.get(projectId) ?? []),
      times,
      weekly: times.kind === 'weekly' ? scheduleText(times.schedule) : null,
      status: period === null ? 'ended' : period.fromMs <= nowMs ? 'active' : 'next',
      period,
    };
  });
  return views.toSorted(
    (one, other) =>
      order.indexOf(one.status) - order.indexOf(other.status) || startMs(one) - startMs(other) || one.id - other.id,
  );
}

const order: MaintenanceView['status'][] = ['active', 'next', 'ended'];

/** By which windows of the same status are sorted. */
const startMs = ({ period, times }: MaintenanceView): number =>
  period ? period.fromMs : times.kind === 'once' ? -times.endsAtMs : 0;

export async function maintenanceNamed(
  { state }: Pick<QueryDeps, 'state'>,
  viewer: Viewer,
  permission: Permission,
  id: number,
): Promise<MaintenanceWindow> {
  requireSignedIn(viewer);
  const found = Number.isSafeInteger(id) ? await state.maintenanceWindow(id) : null;
  if (!found) {
    throw new Refusal(
      'not-found',
      'No maintenance window with this name or ID exists, or you do not have access to it.',
    );
  }
  requirePermission(viewer, permission, found.organizationId, 'maintenance window');
  return found;
}
