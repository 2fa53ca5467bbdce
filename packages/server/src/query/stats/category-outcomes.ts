import { categoryOf, type ItemKind } from '@seismo/protocol';
import type { QueryDeps } from '../deps.ts';
import { permissions } from '#domain/permissions/permissions.ts';
import { projectsNamed } from '../projects/projects.ts';
import { bucketsOfWidth } from '../range.ts';
import type { Viewer } from '#domain/permissions/viewer.ts';
import type { CategoryOutcomes, CategoryOutcomesFilter } from './views.ts';

/** Outcomes of data categories over time, by project, outcome and reason; `client-discard`: drops that clients report. */
export async function categoryOutcomes(
  deps: QueryDeps,
  viewer: Viewer,
  { projects: slugs, categories, range: asked, bucketMs }: CategoryOutcomesFilter,
): Promise<CategoryOutcomes> {
  const projects = await projectsNamed(deps, viewer, permissions.project, slugs);
  const { fromMs, toMs } = bucketsOfWidth(asked, bucketMs, deps.clock.now());
  const params = { projectIds: projects.map(({ id }) => id), range: { fromMs, toMs } };
  const totals = await deps.telemetry.query('ledgerTotals', params);
  const cells = await Promise.all(
    totals.map(async ({ itemKind, outcome, reason }) => {
      // Clients name categories, the server item kinds.
      const category = outcome === 'client-discard' ? itemKind : categoryOf(itemKind as ItemKind);
      if (outcome === 'received' || !categories.includes(category)) return [];
      const ofCell = { ...params, bucketMs, itemKind, outcome, reason };
      const rows = await deps.telemetry.query('ledgerOutcomeSeries', ofCell);
      return rows.map(({ bucketAtMs, projectId, quantity }) => ({
        bucketAtMs,
        projectId,
        category,
        outcome,
        reason,
        quantity,
      }));
    }),
  );
  return { fromMs, toMs, bucketMs, cells: cells.flat() };
}
