import type { DiskStatus } from '#platform/disk-space.ts';
import type { ServerQueryDeps } from '../deps.ts';
import { permissions } from '#domain/permissions/permissions.ts';
import { organizationsFor, type Viewer } from '#domain/permissions/viewer.ts';

/** For viewers who manage storage; `null` for all others. */
export async function diskSpace({ space }: ServerQueryDeps, viewer: Viewer): Promise<DiskStatus | null> {
  return organizationsFor(viewer, permissions.diskSpace).length > 0 ? space.status() : null;
}
