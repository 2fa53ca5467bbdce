import { permissions } from '#domain/permissions/permissions.ts';
import { projectsNamed } from '#query/projects/projects.ts';
import { releaseNamed } from '#query/releases/releases.ts';
import type { Viewer } from '#domain/permissions/viewer.ts';
import type { CommandDeps } from '../deps.ts';
import { readInput } from '#platform/read-input.ts';
import { applyReleaseInput, releaseSchema, type ReleaseInput } from './release-input.ts';

export async function updateRelease(
  deps: CommandDeps,
  viewer: Viewer,
  version: string,
  input: ReleaseInput,
): Promise<void> {
  const { organizationId, createdAtMs } = await releaseNamed(deps, viewer, permissions.updateRelease, version);
  const read = readInput(releaseSchema, input);
  const named = read.projects ?? [];
  const projects = named.length === 0 ? [] : await projectsNamed(deps, viewer, permissions.updateRelease, named);
  const projectIds = projects.filter((project) => project.organizationId === organizationId).map(({ id }) => id);
  await deps.state.write(async (tx) => {
    const id = await tx.ensureRelease({ organizationId, version, projectIds, createdAtMs });
    await applyReleaseInput(tx, { id, organizationId, version }, read);
  });
}
