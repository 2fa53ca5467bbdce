import { permissions } from '#domain/permissions/permissions.ts';
import { can, type Viewer } from '#domain/permissions/viewer.ts';
import type { QueryDeps } from '../deps.ts';
import { mainOrganization } from '../system-viewer.ts';

/** The server belongs to the owners of its first organization. */
export async function mayCheckServer({ state }: QueryDeps, viewer: Viewer): Promise<boolean> {
  const main = await mainOrganization(state);
  return main !== null && can(viewer, permissions.runHealthCheck, main.id);
}
