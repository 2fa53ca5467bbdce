import { limits, type ProjectId } from '@seismo/protocol';
import type { QueryRows } from '#store/telemetry/queries/index.ts';
import type { QueryDeps } from '../deps.ts';
import { projectNamed } from '../projects/projects.ts';
import { bucketsBefore, bucketsOf, fillSeries, type Buckets, type TimeRange } from '../range.ts';
import type { Viewer } from '#domain/permissions/viewer.ts';
import type { Compared, ProjectStats } from './views.ts';

type StatsRow = QueryRows['projectStats'];

/** Events and users of a project over time, and in the previous period of the same length. */
export async function projectStats(
  deps: QueryDeps,
  viewer: Viewer,
  projectSlug: string,
  { environments, range }: { environments: string[]; range: TimeRange },
): Promise<ProjectStats> {
  const { id } = await projectNamed(deps, viewer, 'event:read', projectSlug);
  const now = bucketsOf(range, deps.clock.now());
  const before = bucketsBefore(now);
  const [rows, rowsBefore] = await Promise.all([
    statsOf(deps, [id], environments, now),
    statsOf(deps, [id], environments, before),
  ]);
  const compared = (count: (row: StatsRow) => number): Compared => ({
    series: seriesOf(now, rows, count),
    before: seriesOf(before, rowsBefore, count).values,
    total: totalOf(rows, count),
    totalBefore: totalOf(rowsBefore, count),
  });
  return { events: compared(({ events }) => events), users: compared(({ users }) => users) };
}

export function statsOf(
  { telemetry }: Pick<QueryDeps, 'telemetry'>,
  projectIds: ProjectId[],
  environments: string[],
  { range, bucketMs }: Buckets,
): Promise<StatsRow[]> {
  return telemetry.query('projectStats', {
    projectIds,
    environments: environments.slice(0, limits.FILTER_NAME_COUNT_MAX),
    range,
    bucketMs,
  });
}

export function seriesOf(buckets: Buckets, rows: StatsRow[], count: (row: StatsRow) => number) {
  return fillSeries(
    buckets,
    rows.flatMap((row) => (row.bucketAtMs === null ? [] : { bucketAtMs: row.bucketAtMs, count: count(row) })),
  );
}

/** Not the sum of the buckets: a user may be in several. */
export function totalOf(rows: StatsRow[], count: (row: StatsRow) => number): number {
  const total = rows.find(({ bucketAtMs }) => bucketAtMs === null);
  return total ? count(total) : 0;
}
