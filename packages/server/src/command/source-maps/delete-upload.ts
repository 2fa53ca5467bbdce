import { permissions } from '#domain/permissions/permissions.ts';
import { projectNamed } from '#query/projects/projects.ts';
import type { Viewer } from '#domain/permissions/viewer.ts';
import type { UploadView } from '#query/source-maps/views.ts';
import { Refusal } from '#platform/refusal.ts';
import { audit } from '../audit.ts';
import type { ServerCommandDeps } from '../deps.ts';

/** Removes the upload from the project; other projects keep it. */
export async function deleteUpload(
  deps: ServerCommandDeps,
  viewer: Viewer,
  projectSlug: string,
  { bundleId, release, dist }: Pick<UploadView, 'bundleId' | 'release' | 'dist'>,
): Promise<void> {
  await deps.space.releaseReserve();
  const { state, blobs, assembler } = deps;
  const {
    id: projectId,
    organizationId,
    slug,
  } = await projectNamed(deps, viewer, permissions.deleteUpload, projectSlug);
  const key = { bundleId, projectId, release, dist };
  await assembler.alone(async () => {
    if ((await state.artifactsOfUpload(key, 1)).length === 0) {
      throw new Refusal('not-found', 'Upload not found, or you do not have access to it.');
    }
    const orphans = await state.write(async (tx) => {
      await audit(deps, tx, viewer, organizationId, 'upload-delete', slug, [release, dist].filter(Boolean).join(', '));
      return tx.deleteUpload(key);
    });
    for (const orphan of orphans) await blobs.delete(orphan);
  });
}
