import type { ProjectId } from '@seismo/protocol';
import { among, bucketOf, groups, within } from '../../engines/memory/rows.ts';
import type { EventRow } from '../../tables/events.ts';
import type { SessionRow } from '../../tables/sessions.ts';
import type { Range } from '../query.ts';

/** The releases get a row each; all releases together get another, with the release `null`. */
export interface ReleaseStatsParams {
  projectIds: ProjectId[];
  environments: string[];
  releases: string[];
  range: Range;
}

export function inRange(events: EventRow[], { projectIds, range }: { projectIds: number[]; range: Range }): EventRow[] {
  return events.filter((event) => projectIds.includes(event.projectId) && within(event.atMs, range));
}

export function inEnvironments<Row extends { environment: string }>(
  rows: Row[],
  { environments }: { environments: string[] },
): Row[] {
  return rows.filter((row) => among(row.environment, environments));
}

export function releaseStatsOf<Row extends SessionRow | EventRow, Sums>(
  rows: Row[],
  releases: readonly string[],
  sumsOf: (rows: Row[]) => Sums,
) {
  const wanted = releases.map((release) => release.toWellFormed());
  return groups(rows, (row) => [row.projectId]).flatMap((ofProject) => {
    const { projectId } = ofProject[0]!;
    const named = groups(
      ofProject.filter((row) => wanted.includes(row.release)),
      (row) => [row.release],
    ).map((ofRelease) => ({ projectId, release: ofRelease[0]!.release, ...sumsOf(ofRelease) }));
    return [...named, { projectId, release: null, ...sumsOf(ofProject) }];
  });
}

export function releaseSeriesOf<Row extends SessionRow | EventRow, Sums>(
  rows: Row[],
  { releases, bucketMs }: { releases: readonly string[]; bucketMs: number },
  atMs: (row: Row) => number,
  sumsOf: (rows: Row[]) => Sums,
) {
  const wanted = releases.map((release) => release.toWellFormed());
  const buckets = (of: Row[]) => groups(of, (row) => [bucketOf(atMs(row), bucketMs)]);
  const point = (release: string | null) => (of: Row[]) => ({
    release,
    bucketAtMs: bucketOf(atMs(of[0]!), bucketMs),
    ...sumsOf(of),
  });
  const named = groups(
    rows.filter((row) => wanted.includes(row.release)),
    (row) => [row.release],
  );
  return [
    ...named.flatMap((ofRelease) => buckets(ofRelease).map(point(ofRelease[0]!.release))),
    ...buckets(rows).map(point(null)),
  ];
}
