import { limits } from '@seismo/protocol';
import { permissions } from '#domain/permissions/permissions.ts';
import { projectNamed } from '#query/projects/projects.ts';
import type { Viewer } from '#domain/permissions/viewer.ts';
import { Refusal } from '#platform/refusal.ts';
import { audit } from '../audit.ts';
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
  await deps.state.write((tx) =>
    audit(deps, tx, viewer, project.organizationId, 'dead-letter-replay', project.slug, `1 item`),
  );
}

/**
 * Moves the project's dead letters back to the journal's end, oldest first; of one reason or of all. Those that fail
 * again are new dead letters, and not replayed twice. Returns their number.
 */
export async function replayDeadLetters(
  deps: ServerCommandDeps,
  viewer: Viewer,
  projectSlug: string,
  reason: string | null,
): Promise<{ replayed: number }> {
  const project = await projectNamed(deps, viewer, permissions.replayDeadLetters, projectSlug);
  const all = await deps.journal.listDeadLetters(project.id, limits.DEAD_LETTER_REPLAY_COUNT_MAX);
  let replayed = 0;
  for (const letter of all.toReversed()) {
    if (reason !== null && letter.reason !== reason) continue;
    // Another replay may have taken it.
    if ((await deps.journal.replay(project.id, letter.id)) !== null) replayed++;
  }
  if (replayed > 0) {
    await deps.state.write((tx) =>
      audit(deps, tx, viewer, project.organizationId, 'dead-letter-replay', project.slug, `${replayed} items`),
    );
  }
  return { replayed };
}
