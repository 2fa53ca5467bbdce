import { limits, type ProjectId } from '@seismo/protocol';
import { z } from 'zod';
import { describeFile } from '#assemble/describe.ts';
import { kindOf } from '#assemble/file-references.ts';
import { reprocessEntry } from '#journal/reprocess-entry.ts';
import { permissions } from '#domain/permissions/permissions.ts';
import { artifactView } from '#query/source-maps/artifacts.ts';
import { projectNamed } from '#query/projects/projects.ts';
import { releaseNamed } from '#query/releases/releases.ts';
import type { Viewer } from '#domain/permissions/viewer.ts';
import type { ArtifactView } from '#query/source-maps/views.ts';
import type { RequestedReprocess } from '#store/state/contract.ts';
import { putArtifact } from '#store/blobs/artifact-bytes.ts';
import type { ServerCommandDeps } from '../deps.ts';
import { readInput } from '#platform/read-input.ts';
import { versionSchema } from '../releases/release-input.ts';
import { Refusal } from '#platform/refusal.ts';

export interface ReleaseFileInput {
  /** `null`: every project of the release. */
  project: string | null;
  version: string;
  /** The file's URL. */
  name: string;
  dist: string;
  /** From its `SourceMap` header. */
  mapReference: string;
  body: Uint8Array;
}

const fileSchema = z.object({
  version: versionSchema,
  name: z
    .string()
    .min(1, 'name: Use the URL of the file, such as ~/static/app.js.')
    .max(limits.ARTIFACT_URL_CHARS_MAX, `Use at most ${limits.ARTIFACT_URL_CHARS_MAX} characters.`),
  dist: z.string().trim().max(limits.DIST_CHARS_MAX, `Use at most ${limits.DIST_CHARS_MAX} characters.`),
  mapReference: z.string().max(limits.ARTIFACT_URL_CHARS_MAX),
});

/** Creates the release if necessary, and replaces a file with the same name and dist. */
export async function putReleaseFile(
  deps: ServerCommandDeps,
  viewer: Viewer,
  input: ReleaseFileInput,
): Promise<ArtifactView> {
  deps.space.requireRoom();
  const { organizationId, projectIds } = await scopeOf(deps, viewer, input);
  const { version, name: url, dist, mapReference } = readInput(fileSchema, input);
  const { state, blobs, clock } = deps;
  const facts = { kind: kindOf(url, input.body), url, debugId: null, mapReference };
  const described = describeFile(facts, input.body);
  return deps.assembler.alone(async () => {
    const file = { ...described, blobKey: await putArtifact(blobs, organizationId, input.body) };
    const uploadedAtMs = clock.now();
    const orphans: string[] = [];
    const repairs: RequestedReprocess[] = [];
    const id = await state.write(async (tx) => {
      await tx.ensureRelease({ organizationId, version, projectIds, createdAtMs: uploadedAtMs });
      let last = 0;
      for (const projectId of projectIds) {
        const put = await tx.putReleaseFile({
          organizationId,
          file,
          use: { projectId, release: version, dist, uploadedAtMs },
        });
        orphans.push(...put.orphans);
        last = put.id;
        const { bundleId } = (await tx.artifactById(projectId, put.id))!;
        repairs.push(
          ...(await tx.requestReprocessing([{ bundleId, projectId, release: version, dist }], uploadedAtMs)),
        );
      }
      return last;
    });
    for (const key of orphans) await blobs.delete(key);
    for (const task of repairs) await deps.journal.append(reprocessEntry(task, uploadedAtMs));
    return artifactView((await state.artifactById(projectIds.at(-1)!, id))!);
  });
}

async function scopeOf(deps: ServerCommandDeps, viewer: Viewer, { project, version }: ReleaseFileInput) {
  if (project !== null) {
    const { id, organizationId } = await projectNamed(deps, viewer, permissions.putReleaseFile, project);
    return { organizationId, projectIds: [id] as ProjectId[] };
  }
  const { organizationId, projectIds } = await releaseNamed(deps, viewer, permissions.putReleaseFile, version);
  if (projectIds.length === 0) throw new Refusal('invalid', 'The release has no project to upload the file to.');
  return { organizationId, projectIds };
}
