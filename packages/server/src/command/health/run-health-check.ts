import type { OrganizationId } from '@seismo/protocol';
import { permissions } from '#domain/permissions/permissions.ts';
import { requirePermission, requireSignedIn, type Viewer } from '#domain/permissions/viewer.ts';
import { healthChecks } from '#health/all.ts';
import { runHealthCheck as runOne, type HealthResult } from '#health/run.ts';
import { Refusal } from '#platform/refusal.ts';
import { isSystem, mainOrganization } from '#query/system-viewer.ts';
import type { ServerCommandDeps } from '../deps.ts';

/**
 * Runs one check of the server, and with `fix` repairs what is safe to repair. The server belongs to the owners of its
 * first organization: findings contain paths, and names of projects and identity providers of all organizations.
 */
export async function runHealthCheck(
  deps: ServerCommandDeps,
  viewer: Viewer,
  id: string,
  { fix = false }: { fix?: boolean } = {},
): Promise<HealthResult> {
  requireSignedIn(viewer);
  const main = await mainOrganization(deps.state);
  // Before set-up, only the command line has access.
  if (main || !isSystem(viewer))
    requirePermission(viewer, permissions.runHealthCheck, main?.id ?? noOrganization, 'server');
  const check = healthChecks.find((candidate) => candidate.id === id);
  if (!check) throw new Refusal('not-found', 'No health check has this name.');
  return runOne(check, deps.health, { fix });
}

const noOrganization = 0 as OrganizationId;
