import type { DiskStatus } from '#watch/disk-space.ts';
import type { QueryDeps } from '../deps.ts';
import { needs } from '../needs.ts';
import { organizationsFor, type Viewer } from '../viewer.ts';

/** For those who can do something about it; `null` for everyone else. */
export async function diskSpace({ space }: QueryDeps, viewer: Viewer): Promise<DiskStatus | null> {
  return organizationsFor(viewer, needs.diskSpace).length > 0 ? space.status() : null;
}
