import type { QueryDeps } from '../deps.ts';
import { permissions } from '#domain/permissions/permissions.ts';
import { projectsNamed } from '../projects/projects.ts';
import { bucketsOf, bucketsOfWidth } from '../range.ts';
import type { Viewer } from '#domain/permissions/viewer.ts';
import type { ErrorOutcomes, ErrorOutcomesFilter } from './views.ts';

/** Outcomes of errors over time, by project, outcome and reason; `client-discard`: drops that clients report. */
export async function errorOutcomes(
  deps: QueryDeps,
  viewer: Viewer,
  { projects: slugs, range: asked, bucketMs }: ErrorOutcomesFilter,
): Promise<ErrorOutcomes> {
  const projects = await projectsNamed(deps, viewer, permissions.project, slugs);
  const { fromMs, toMs } = bucketsOfWidth(bucketsOf(asked, deps.clock.now()).range, bucketMs);
  const params = { projectIds: projects.map(({ id }) => id), range: { fromMs, toMs } };
  const totals = await deps.telemetry.query('ledgerTotals', params);
  const cells = await Promise.all(
    totals.filter(isOfErrors).map(async ({ itemKind, outcome, reason }) => {
      const rows = await deps.telemetry.query('ledgerOutcomeSeries', {
        ...params,
        bucketMs,
        itemKind,
        outcome,
        reason,
      });
      return rows.map(({ bucketAtMs, projectId, quantity }) => ({ bucketAtMs, projectId, outcome, reason, quantity }));
    }),
  );
  return { fromMs, toMs, bucketMs, cells: cells.flat() };
}

/** Clients name categories, the server item kinds. */
function isOfErrors({ itemKind, outcome }: { itemKind: string; outcome: string }): boolean {
  return outcome === 'client-discard' ? itemKind === 'error' : itemKind === 'event' && outcome !== 'received';
}
