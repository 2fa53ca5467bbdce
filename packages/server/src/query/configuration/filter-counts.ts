import { reasons, type ProjectId } from '@seismo/protocol';
import type { QueryDeps } from '../deps.ts';
import { projectNamed } from '../projects/projects.ts';
import type { Viewer } from '#domain/permissions/viewer.ts';
import type { FilterCount } from './views.ts';

const dayMs = 24 * 3600 * 1000;

/** Recently filtered events of a project, with numbers and a few titles per filter. */
export async function filterCounts(deps: QueryDeps, viewer: Viewer, projectSlug: string): Promise<FilterCount[]> {
  const { id } = await projectNamed(deps, viewer, 'project:read', projectSlug);
  const [day, week, examples] = await Promise.all([
    quantities(deps, id, dayMs),
    quantities(deps, id, 7 * dayMs),
    deps.state.filteredExamples(id),
  ]);
  return Object.entries(reasons.filtered).map(([reason, explanation]) => ({
    reason,
    explanation,
    last24h: day.get(reason) ?? 0,
    last7d: week.get(reason) ?? 0,
    examples: examples.filter((example) => example.reason === reason).map(({ title, atMs }) => ({ title, atMs })),
  }));
}

/** Events by the reason they were filtered for; attachments went with their event and are not counted again. */
async function quantities(deps: QueryDeps, projectId: ProjectId, periodMs: number): Promise<Map<string, number>> {
  const nowMs = deps.clock.now();
  const range = { fromMs: nowMs - periodMs, toMs: nowMs + 1 };
  const totals = await deps.telemetry.query('ledgerTotals', { projectIds: [projectId], range });
  const own = totals.filter(({ outcome, itemKind }) => outcome === 'filtered' && itemKind === 'event');
  return new Map(own.map(({ reason, quantity }) => [reason, quantity]));
}
