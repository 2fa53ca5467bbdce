import type { Deed } from '@seismo/server';
import { readProject } from '#features/home/read.ts';
import { lockOf } from '#server/viewer.ts';

/** Why a form of a project's settings is only to be read; nothing for who may. */
export async function projectLock(deed: Deed, slug: string): Promise<string | null> {
  return lockOf(deed, (await readProject(slug)).organization);
}
