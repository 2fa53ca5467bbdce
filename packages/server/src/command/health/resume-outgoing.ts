import { permissions } from '#domain/permissions/permissions.ts';
import { requirePermission, requireSignedIn, type Viewer } from '#domain/permissions/viewer.ts';
import { mainOrganization } from '#query/system-viewer.ts';
import { pausedSinceRestore, resumeAfterRestore } from '#store/state/settings/restored.ts';
import { audit } from '../audit.ts';
import type { CommandDeps } from '../deps.ts';

/** Lets a restored server connect to other hosts again. Resolves with whether it was paused. */
export async function resumeOutgoing(deps: CommandDeps, viewer: Viewer): Promise<{ wasPaused: boolean }> {
  requireSignedIn(viewer);
  const main = await mainOrganization(deps.state);
  if (main) requirePermission(viewer, permissions.runHealthCheck, main.id, 'server');
  const restored = await pausedSinceRestore(deps.state);
  if (restored === null) return { wasPaused: false };
  await deps.state.write(async (tx) => {
    await resumeAfterRestore(tx, deps.clock.now());
    const backup = `the backup of ${new Date(restored.backupAtMs).toISOString()}`;
    if (main) await audit(deps, tx, viewer, main.id, 'outgoing-resume', 'this server', backup);
  });
  return { wasPaused: true };
}
