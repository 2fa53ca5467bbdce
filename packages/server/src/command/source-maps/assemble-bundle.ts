import { limits } from '@seismo/protocol';
import { z } from 'zod';
import type { AssemblyEnd } from '#assemble/contract.ts';
import { reprocessEntry } from '#journal/reprocess-entry.ts';
import { permissions } from '#domain/permissions/permissions.ts';
import { projectsNamed } from '#query/projects/projects.ts';
import type { Viewer } from '#domain/permissions/viewer.ts';
import type { ServerCommandDeps } from '../deps.ts';
import { uploadsTo } from './save-chunk.ts';
import { readInput } from '#platform/read-input.ts';
import { versionSchema } from '../releases/release-input.ts';

export interface BundleInput {
  /** SHA-1 of the whole, and of its pieces in order. */
  checksum: string;
  chunks: string[];
  projects: string[];
  release: string;
  dist: string;
}

export type BundleState = AssemblyEnd | { state: 'not_found'; missingChunks: string[] };

const sha1 = z.string().regex(/^[0-9a-f]{40}$/, 'Use a SHA-1 checksum of 40 hexadecimal digits.');
const bundleSchema = z.object({
  checksum: sha1,
  chunks: z
    .array(sha1)
    .min(1, 'Send at least one chunk.')
    // A client may cut smaller chunks than requested.
    .max(limits.BUNDLE_CHUNK_COUNT_MAX, `Send at most ${limits.BUNDLE_CHUNK_COUNT_MAX} chunks.`),
  projects: z
    .array(z.string())
    .min(1, 'Name the project of the upload, for instance with --project.')
    .max(limits.FILTER_NAME_COUNT_MAX),
  release: z.union([z.literal(''), versionSchema]),
  dist: z.string().trim().max(limits.DIST_CHARS_MAX, `Use at most ${limits.DIST_CHARS_MAX} characters.`),
});

/**
 * Idempotent, for one client or several: an existing bundle is linked to the named projects and release, one with
 * missing chunks returns them, and any other is assembled.
 */
export async function assembleBundle(
  deps: ServerCommandDeps,
  viewer: Viewer,
  input: BundleInput,
): Promise<BundleState> {
  deps.space.requireRoom();
  const organizationId = uploadsTo(viewer);
  const { checksum, chunks, projects, release, dist } = readInput(bundleSchema, input);
  const { state, clock } = deps;
  const named = await projectsNamed(deps, viewer, permissions.assembleBundle, projects);
  const projectIds = named.filter((project) => project.organizationId === organizationId).map(({ id }) => id);

  const used = await state.write(async (tx) => {
    const bundleId = await tx.bundleByChecksum(organizationId, checksum);
    if (bundleId === null) return null;
    const uploadedAtMs = clock.now();
    const uses = projectIds.map((projectId) => ({ projectId, release, dist, uploadedAtMs }));
    await tx.useBundle(bundleId, uses);
    if (release !== '')
      await tx.ensureRelease({ organizationId, version: release, projectIds, createdAtMs: uploadedAtMs });
    return tx.requestReprocessing(
      uses.map((use) => ({ ...use, bundleId })),
      uploadedAtMs,
    );
  });
  if (used) {
    for (const task of used) await deps.journal.append(reprocessEntry(task, clock.now()));
    return { state: 'ok' };
  }

  const stored = new Set((await state.storedChunks(organizationId, chunks)).map((chunk) => chunk.checksum));
  const missingChunks = [...new Set(chunks)].filter((chunk) => !stored.has(chunk));
  if (missingChunks.length > 0) return { state: 'not_found', missingChunks };
  return deps.assembler.assemble({ organizationId, checksum, chunks, projectIds, release, dist });
}
