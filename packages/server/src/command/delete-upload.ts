import { projectNamed } from '#query/projects.ts';
import { writesReleases, type Viewer } from '#query/viewer.ts';
import type { UploadView } from '#query/views.ts';
import { Refusal } from '#watch/refusal.ts';
import type { ServerCommandDeps } from './deps.ts';

/** The project has the upload no longer; other projects that have it keep it. */
export async function deleteUpload(
  deps: ServerCommandDeps,
  viewer: Viewer,
  projectSlug: string,
  { bundleId, release, dist }: Pick<UploadView, 'bundleId' | 'release' | 'dist'>,
): Promise<void> {
  const { state, blobs, assembler } = deps;
  const { id: projectId } = await projectNamed(deps, viewer, writesReleases, projectSlug);
  const key = { bundleId, projectId, release, dist };
  await assembler.alone(async () => {
    if ((await state.artifactsOfUpload(key, 1)).length === 0) {
      throw new Refusal('not-found', 'There is no such upload, or you may not see it.');
    }
    for (const orphan of await state.write((tx) => tx.deleteUpload(key))) await blobs.delete(orphan);
  });
}
