import { permissions } from '#domain/permissions/permissions.ts';
import { projectNamed } from '#query/projects/projects.ts';
import type { Viewer } from '#domain/permissions/viewer.ts';
import { Refusal } from '#platform/refusal.ts';
import type { ServerCommandDeps } from '../deps.ts';

/** Moves a dead letter back to the journal's end. */
export async function replayDeadLetter(
  deps: ServerCommandDeps,
  viewer: Viewer,
  projectSlug: string,
  id: number,
): Promise<void> {
  const project = await projectNamed(deps, viewer, permissions.replayDeadLetter, projectSlug);
  const sequence = Number.isSafeInteger(id) ? await deps.journal.replay(project.id, id) : null;
  if (sequence === null) throw new Refusal('not-found', 'Dead letter not found. It may have been replayed.');
}
