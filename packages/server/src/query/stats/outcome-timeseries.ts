import type { QueryDeps } from '../deps.ts';
import { projectsNamed } from '../projects/projects.ts';
import { bucketsOf, fillSeries } from '../range.ts';
import type { OutcomeTimeseriesFilter, OutcomeTimeseries } from './views.ts';
import type { Viewer } from '#domain/permissions/viewer.ts';

/** The arrival times and client keys of the items behind one number of the Stats page. */
export async function outcomeTimeseries(
  deps: QueryDeps,
  viewer: Viewer,
  { projects: slugs, range, key, kind, outcome, reason }: OutcomeTimeseriesFilter,
): Promise<OutcomeTimeseries> {
  const projects = await projectsNamed(deps, viewer, 'project:read', slugs);
  const buckets = bucketsOf(range, deps.clock.now());
  const rows = await deps.telemetry.query('ledgerOutcomeSeries', {
    projectIds: projects.map(({ id }) => id),
    range: buckets.range,
    bucketMs: buckets.bucketMs,
    ...(key !== null && { keyId: key }),
    itemKind: kind || null,
    outcome: outcome || 'received',
    reason: reason || null,
  });
  const keys = await Promise.all(
    projects.map(async ({ id, slug }) => {
      const own = rows.filter(({ projectId }) => projectId === id);
      if (own.length === 0) return [];
      const labels = new Map((await deps.state.listKeys(id)).map((each) => [each.id, each.label]));
      return [...Map.groupBy(own, ({ keyId }) => keyId)].map(([keyId, ofKey]) => ({
        keyId,
        label: labels.get(keyId) ?? '',
        project: slug,
        quantity: ofKey.reduce((sum, { quantity }) => sum + quantity, 0),
        lastAtMs: Math.max(...ofKey.map(({ lastAtMs }) => lastAtMs)),
      }));
    }),
  );
  return {
    series: fillSeries(
      buckets,
      rows.map(({ bucketAtMs, quantity }) => ({ bucketAtMs, count: quantity })),
    ),
    keys: keys.flat().sort((one, other) => other.quantity - one.quantity || one.keyId - other.keyId),
  };
}
