import { limits } from '@seismo/protocol';
import type { Viewer } from '#domain/permissions/viewer.ts';
import type { Project } from '#store/state/contract.ts';
import type { ServerQueryDeps } from '../deps.ts';
import { projectsNamed } from '../projects/projects.ts';
import type { OutcomesView } from './views.ts';

/** Of these projects, or of all if none is named; without their content. */
export async function deadLetters(
  deps: ServerQueryDeps,
  viewer: Viewer,
  projectSlugs: readonly string[],
): Promise<OutcomesView['deadLetters']> {
  return deadLettersOf(deps, await projectsNamed(deps, viewer, 'project:read', projectSlugs));
}

/** The first of each project, up to as many as are shown. */
export async function deadLettersOf(
  { journal }: ServerQueryDeps,
  projects: Project[],
): Promise<OutcomesView['deadLetters']> {
  const examples: OutcomesView['deadLetters'] = [];
  for (const { id: projectId, slug: project } of projects) {
    if (examples.length === limits.DEAD_LETTER_VISIBLE_COUNT_MAX) break;
    for (const item of await journal.listDeadLetters(
      projectId,
      limits.DEAD_LETTER_VISIBLE_COUNT_MAX - examples.length,
    )) {
      const { id, itemKind, reason, detail, tries, receivedAtMs, failedAtMs, bytes } = item;
      examples.push({ id, projectId, project, itemKind, reason, detail, tries, receivedAtMs, failedAtMs, bytes });
    }
  }
  return examples;
}
