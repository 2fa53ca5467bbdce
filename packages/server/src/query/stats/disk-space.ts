import type { DiskStatus } from '#platform/disk-space.ts';
import type { QueryDeps } from '../deps.ts';
import { needs } from '#domain/permissions/needs.ts';
import { organizationsFor, type Viewer } from '#domain/permissions/viewer.ts';

/** For those who can do something about it; `null` for everyone else. */
export async function diskSpace({ space }: QueryDeps, viewer: Viewer): Promise<DiskStatus | null> {
  return organizationsFor(viewer, needs.diskSpace).length > 0 ? space.status() : null;
}
