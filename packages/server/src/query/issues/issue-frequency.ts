import { limits } from '@seismo/protocol';
import type { QueryDeps } from '../deps.ts';
import { compileEventQuery } from '../events/events.ts';
import { issueNamed } from './issue.ts';
import { bucketsAround, fillSeries, rangeOf } from '../range.ts';
import { orProblem } from '../search/or-problem.ts';
import type { EventScope } from '../events/views.ts';
import type { IssueFrequency } from './views.ts';
import type { Viewer } from '#domain/permissions/viewer.ts';

/** Events of the issue over time, in any range and with any filter. */
export async function issueFrequency(
  deps: QueryDeps,
  viewer: Viewer,
  shortId: string,
  scope: EventScope,
): Promise<IssueFrequency> {
  const { id, projectId, firstSeenAtMs, lastSeenAtMs } = await issueNamed(deps, viewer, 'event:read', shortId);
  const nowMs = deps.clock.now();
  const always = { fromMs: firstSeenAtMs, toMs: Math.max(nowMs, lastSeenAtMs) + 1 };
  const { fromMs, toMs } = rangeOf(scope.range, nowMs) ?? always;
  // The last bar is the current one: there are none for the future.
  const buckets = bucketsAround({ fromMs, toMs: fromMs < nowMs ? Math.min(toMs, always.toMs) : toMs });
  const range = { fromMs: buckets.fromMs, toMs: buckets.toMs };
  const project = (await deps.state.projectById(projectId))!;
  const found = await orProblem(scope.query, async () =>
    deps.telemetry.query('issueStats', {
      projectIds: [projectId],
      issueIds: [id],
      environments: scope.environments.slice(0, limits.FILTER_NAME_COUNT_MAX),
      releases: [],
      where: await compileEventQuery(deps, viewer, [project], scope.query),
      range,
      bucketMs: buckets.bucketMs,
    }),
  );
  if ('problem' in found) {
    return { series: fillSeries(buckets, []), events: 0, users: 0, releases: [], problem: found.problem };
  }
  const rows = found.plan;
  const releases = await deps.state.listReleases(projectId);
  const bars = rows.flatMap(({ bucketAtMs, events }) => (bucketAtMs === null ? [] : { bucketAtMs, count: events }));
  return {
    series: fillSeries(buckets, bars),
    events: bars.reduce((sum, { count }) => sum + count, 0),
    users: rows.find(({ bucketAtMs }) => bucketAtMs === null)?.users ?? 0,
    // Last first-seen first.
    releases: releases
      .filter((release) => release.firstSeenAtMs >= range.fromMs && release.firstSeenAtMs < range.toMs)
      .slice(0, limits.RELEASE_MARK_COUNT_MAX)
      .map((release) => ({ version: release.version, atMs: release.firstSeenAtMs }))
      .reverse(),
    problem: null,
  };
}
