import { permissions } from '#domain/permissions/permissions.ts';
import { requirePermission, requireSignedIn, type Viewer } from '#domain/permissions/viewer.ts';
import { lastBackup, scheduleStatus } from '#store/state/settings/backups.ts';
import { pausedSinceRestore, type RestoredFrom } from '#store/state/settings/restored.ts';
import type { ServerQueryDeps } from '../deps.ts';
import type { BackupHealth } from '../stats/attention.ts';
import { mainOrganization } from '../system-viewer.ts';

/** For owners of the server's first organization: paths are of no concern to others. */
export async function backupHealth(
  { state, serverHealth, clock }: ServerQueryDeps,
  viewer: Viewer,
): Promise<BackupHealth & { restored: RestoredFrom | null }> {
  requireSignedIn(viewer);
  const main = await mainOrganization(state);
  if (main) requirePermission(viewer, permissions.runHealthCheck, main.id, 'server');
  const { schedule, ...running } = serverHealth().backups;
  const nowMs = clock.now();
  const [last, restored, status] = await Promise.all([
    lastBackup(state, nowMs),
    pausedSinceRestore(state),
    schedule && scheduleStatus(state, schedule, nowMs),
  ]);
  return { ...running, last, schedule: schedule && { ...schedule, ...status }, restored };
}
