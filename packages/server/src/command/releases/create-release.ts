import { permissions } from '#domain/permissions/permissions.ts';
import { projectsNamed } from '#query/projects/projects.ts';
import { requireSignedIn, type Viewer } from '#domain/permissions/viewer.ts';
import { Refusal } from '#platform/refusal.ts';
import type { CommandDeps } from '../deps.ts';
import { readInput } from '#platform/read-input.ts';
import { applyReleaseInput, releaseSchema, versionSchema, type ReleaseInput } from './release-input.ts';
import { releaseNamed } from '#query/releases/releases.ts';

/**
 * Idempotent: builds create the same release repeatedly (Next's three compilers within one build), and tools also
 * archive a release in this way.
 */
export async function createRelease(
  deps: CommandDeps,
  viewer: Viewer,
  input: ReleaseInput & { version: string },
): Promise<{ created: boolean }> {
  requireSignedIn(viewer);
  const version = readInput(versionSchema, input.version);
  const read = readInput(releaseSchema, input);
  const known = await releaseNamed(deps, viewer, permissions.createRelease, version).catch(absent);
  const projects = await projectsOf(deps, viewer, read.projects ?? [], known !== null);
  const organizationId = known?.organizationId ?? projects[0]!.organizationId;
  if (projects.some((project) => project.organizationId !== organizationId)) {
    throw new Refusal('invalid', 'The projects of a release must belong to one organization.');
  }
  await deps.state.write(async (tx) => {
    const projectIds = projects.map(({ id }) => id);
    const id = await tx.ensureRelease({ organizationId, version, projectIds, createdAtMs: deps.clock.now() });
    await applyReleaseInput(tx, { id, organizationId, version }, read);
  });
  return { created: known === null };
}

/** A new release is of some project. With only one to choose, it need not be named. */
async function projectsOf(deps: CommandDeps, viewer: Viewer, names: string[], isKnown: boolean) {
  if (names.length > 0) return projectsNamed(deps, viewer, permissions.createRelease, names);
  if (isKnown) return [];
  const all = await projectsNamed(deps, viewer, permissions.createRelease, []);
  if (all.length === 1) return all;
  throw new Refusal('invalid', 'projects: Required. Send the projects of the release, such as {"projects": ["shop"]}.');
}

function absent(error: Error): null {
  if (error instanceof Refusal && error.code === 'not-found') return null;
  throw error;
}
