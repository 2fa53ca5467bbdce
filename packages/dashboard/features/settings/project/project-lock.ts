import type { PermissionName } from '@seismo/server';
import { readProject } from '#features/home/read.ts';
import { readOnlyReason } from '#server/viewer.ts';

/** Why a form of a project's settings is only to be read; nothing for who may. */
export async function projectLock(permission: PermissionName, slug: string): Promise<string | null> {
  return readOnlyReason(permission, (await readProject(slug)).organization);
}
