import { permissions } from '#domain/permissions/permissions.ts';
import { projectNamed } from '#query/projects/projects.ts';
import type { Viewer } from '#domain/permissions/viewer.ts';
import { Refusal } from '#platform/refusal.ts';
import type { ServerCommandDeps } from '../deps.ts';

export async function deleteReleaseFile(
  deps: ServerCommandDeps,
  viewer: Viewer,
  projectSlug: string,
  fileId: number,
): Promise<void> {
  await deps.space.releaseReserve();
  const { state, blobs, assembler } = deps;
  const project = await projectNamed(deps, viewer, permissions.deleteReleaseFile, projectSlug);
  await assembler.alone(async () => {
    const file = Number.isSafeInteger(fileId) ? await state.artifactById(project.id, fileId) : null;
    if (!file) throw new Refusal('not-found', 'File not found, or you do not have access to it.');
    const orphans = await state.write((tx) => tx.deleteReleaseFile(project.id, fileId));
    if (await state.artifactById(project.id, fileId)) {
      throw new Refusal('conflict', 'This file is part of a bundle. Delete the whole bundle instead.');
    }
    for (const key of orphans) await blobs.delete(key);
  });
}
