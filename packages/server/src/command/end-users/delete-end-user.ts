import { endUserDeletionEntry } from '#journal/end-user-deletion-entry.ts';
import { maskedIdentifier, readIdentifiers } from '#domain/end-users/identifiers.ts';
import { permissions } from '#domain/permissions/permissions.ts';
import type { Viewer } from '#domain/permissions/viewer.ts';
import { Refusal } from '#platform/refusal.ts';
import type { EndUserRequest } from '#query/end-users/views.ts';
import { projectsNamed } from '#query/projects/projects.ts';
import { audit } from '../audit.ts';
import type { ServerCommandDeps } from '../deps.ts';

/**
 * Deletes all data of one end user, in each project in the pipeline's order: what was received before is deleted. The
 * audit log records the masked identifiers and the numbers of the deletions.
 */
export async function deleteEndUser(
  deps: ServerCommandDeps,
  viewer: Viewer,
  request: EndUserRequest,
): Promise<{ ids: number[] }> {
  const { state, journal, clock, space } = deps;
  const identifiers = readIdentifiers(request.identifiers);
  const projects = await projectsNamed(deps, viewer, permissions.deleteEndUser, request.projects);
  if (projects.length === 0) throw new Refusal('forbidden', 'There is no project in which you may delete data.');
  await space.releaseReserve();
  const label = identifiers.map(maskedIdentifier).join(', ');
  const requestedAtMs = clock.now();
  const ids: number[] = [];
  for (const { id: projectId, organizationId, slug } of projects) {
    const request = { projectId, userId: viewer.userId, requestedAtMs, label, identifiers };
    const id = await state.write(async (tx) => {
      const deletion = await tx.requestEndUserDeletion(request);
      await audit(deps, tx, viewer, organizationId, 'end-user-delete', label, `${slug}, deletion ${deletion}`);
      return deletion;
    });
    await journal.append(endUserDeletionEntry({ id, projectId }, requestedAtMs));
    ids.push(id);
  }
  return { ids };
}
