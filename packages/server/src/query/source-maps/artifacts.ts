import { limits } from '@seismo/protocol';
import { streamArtifact } from '#store/blobs/artifact-bytes.ts';
import type { Artifact } from '#store/state/contract.ts';
import { Refusal } from '#platform/refusal.ts';
import { readCursor, writeCursor } from '../cursor.ts';
import type { QueryDeps } from '../deps.ts';
import { projectNamed } from '../projects/projects.ts';
import { dayAndId } from '../releases/releases.ts';
import type { ArtifactView, UploadPage, UploadView } from './views.ts';
import type { Bytes } from '../paced-stream.ts';
import { readsReleases, readsSources, type Permission, type Viewer } from '#domain/permissions/viewer.ts';

/** The uploads of a project, newest first. */
export async function uploads(
  deps: QueryDeps,
  viewer: Viewer,
  projectSlug: string,
  page: { cursor: string | null; count: number },
): Promise<UploadPage> {
  const { id } = await projectNamed(deps, viewer, readsReleases, projectSlug);
  const cursor = readCursor(dayAndId, page.cursor);
  const count = Math.min(page.count, limits.API_PAGE_COUNT_MAX);
  const after = cursor && { uploadedAtMs: cursor.atMs, bundleId: cursor.id };
  const found = await deps.state.listUploads(id, { after, count: count + 1 });
  const visible = found.slice(0, count);
  const last = visible.at(-1);
  return {
    uploads: visible.map(({ projectId: _, ...upload }) => upload),
    next: found.length > count && last ? writeCursor({ atMs: last.uploadedAtMs, id: last.bundleId }) : null,
  };
}

/** The first thousand files of one upload, by URL. */
export async function uploadedFiles(
  deps: QueryDeps,
  viewer: Viewer,
  projectSlug: string,
  upload: Pick<UploadView, 'bundleId' | 'release' | 'dist'>,
): Promise<ArtifactView[]> {
  const { id: projectId } = await projectNamed(deps, viewer, readsReleases, projectSlug);
  const { bundleId, release, dist } = upload;
  const key = { bundleId, projectId, release, dist };
  return (await deps.state.artifactsOfUpload(key, limits.ARTIFACT_LIST_COUNT_MAX)).map(artifactView);
}

/** The first thousand files of a release in a project, uploaded in any way. */
export async function releaseFiles(
  deps: QueryDeps,
  viewer: Viewer,
  projectSlug: string,
  version: string,
): Promise<ArtifactView[]> {
  const { id } = await projectNamed(deps, viewer, readsReleases, projectSlug);
  return (await deps.state.artifactsOfRelease(id, version, limits.ARTIFACT_LIST_COUNT_MAX)).map(artifactView);
}

export async function releaseFile(
  deps: QueryDeps,
  viewer: Viewer,
  projectSlug: string,
  fileId: number,
): Promise<ArtifactView> {
  return artifactView(await artifactNamed(deps, viewer, readsReleases, projectSlug, fileId));
}

/** The file's content, unchanged. */
export async function releaseFileBody(
  deps: QueryDeps,
  viewer: Viewer,
  projectSlug: string,
  fileId: number,
): Promise<Bytes> {
  const file = await artifactNamed(deps, viewer, readsSources, projectSlug, fileId);
  const body = await streamArtifact(deps.blobs, file);
  if (!body) throw noSuchFile();
  return body as Bytes;
}

export async function artifactNamed(
  deps: Pick<QueryDeps, 'state'>,
  viewer: Viewer,
  need: Permission,
  projectSlug: string,
  fileId: number,
): Promise<Artifact> {
  const { id } = await projectNamed(deps, viewer, need, projectSlug);
  const file = Number.isSafeInteger(fileId) ? await deps.state.artifactById(id, fileId) : null;
  if (!file) throw noSuchFile();
  return file;
}

function noSuchFile(): Refusal {
  return new Refusal('not-found', 'File not found, or you do not have access to it.');
}

export function artifactView({ organizationId: _, blobKey, ...file }: Artifact): ArtifactView {
  return { ...file, sha256: blobKey.slice(blobKey.lastIndexOf('/') + 1) };
}
