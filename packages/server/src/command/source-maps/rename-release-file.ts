import { limits } from '@seismo/protocol';
import { permissions } from '#domain/permissions/permissions.ts';
import { artifactNamed } from '#query/source-maps/artifacts.ts';
import type { ArtifactView } from '#query/source-maps/views.ts';
import type { Viewer } from '#domain/permissions/viewer.ts';
import { readArtifact } from '#store/blobs/artifact-bytes.ts';
import { Refusal } from '#platform/refusal.ts';
import type { ServerCommandDeps } from '../deps.ts';
import { deleteReleaseFile } from './delete-release-file.ts';
import { putReleaseFile } from './put-release-file.ts';

/** Changes the URL of a file and finds its map again. */
export async function renameReleaseFile(
  deps: ServerCommandDeps,
  viewer: Viewer,
  project: string,
  fileId: number,
  name: string,
): Promise<ArtifactView> {
  const file = await artifactNamed(deps, viewer, permissions.renameReleaseFile, project, fileId);
  if (file.bytes > limits.RELEASE_FILE_BYTES_MAX) {
    throw new Refusal(
      'invalid',
      `The file is larger than ${limits.RELEASE_FILE_BYTES_MAX / 2 ** 20} MiB, the limit for renaming. Upload it again under its new name.`,
    );
  }
  const body = await readArtifact(deps.blobs, file);
  if (!body) throw new Refusal('not-found', 'File not found, or you do not have access to it.');
  const { release: version, dist, mapUrl: mapReference } = file;
  const put = await putReleaseFile(deps, viewer, { project, version, name, dist, mapReference, body });
  if (name !== file.url) await deleteReleaseFile(deps, viewer, project, fileId);
  return put;
}
