import { permissions } from '#domain/permissions/permissions.ts';
import { releaseNamed } from '#query/releases/releases.ts';
import type { Viewer } from '#domain/permissions/viewer.ts';
import { Refusal } from '#platform/refusal.ts';
import { audit } from '../audit.ts';
import type { ServerCommandDeps } from '../deps.ts';

/** A release with events or sessions cannot be deleted: the next one would create it again. */
export async function deleteRelease(deps: ServerCommandDeps, viewer: Viewer, version: string): Promise<void> {
  await deps.space.releaseReserve();
  const { state } = deps;
  const release = await releaseNamed({ state }, viewer, permissions.deleteRelease, version);
  const stats = await state.releaseEventStats(release.projectIds, [release.version]);
  if (stats.length > 0) {
    throw new Refusal(
      'conflict',
      'A release with events or sessions cannot be deleted. Archive it instead: sentry-cli releases archive.',
    );
  }
  const files = await state.releasesWithArtifacts(release.projectIds, [release.version]);
  if (files.length > 0) {
    throw new Refusal('conflict', 'This release has source maps and cannot be deleted. Delete them first.');
  }
  await state.write(async (tx) => {
    await tx.deleteRelease(release.id);
    await audit(deps, tx, viewer, release.organizationId, 'release-delete', release.version);
  });
}
