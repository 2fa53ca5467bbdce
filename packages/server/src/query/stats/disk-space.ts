import { isBudgetUsed, type DiskStatus } from '#platform/disk-space.ts';
import type { ServerQueryDeps } from '../deps.ts';
import { permissions } from '#domain/permissions/permissions.ts';
import { organizationsFor, type Viewer } from '#domain/permissions/viewer.ts';

/** For viewers who manage storage; `null` for all others. */
export async function diskSpace(
  { space }: ServerQueryDeps,
  viewer: Viewer,
): Promise<(DiskStatus & { isBudgetUsed: boolean }) | null> {
  if (organizationsFor(viewer, permissions.diskSpace).length === 0) return null;
  const status = space.status();
  return { ...status, isBudgetUsed: isBudgetUsed(status) };
}
