import type { PermissionName } from '@seismo/server';
import { readProject } from '#features/home/read.ts';
import { readOnlyReason } from '#server/viewer.ts';

/** Why a project settings form is read-only; nothing if the viewer may edit it. */
export async function projectLock(permission: PermissionName, slug: string): Promise<string | null> {
  return readOnlyReason(permission, (await readProject(slug)).organization);
}
