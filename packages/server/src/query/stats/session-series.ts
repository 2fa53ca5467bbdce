import { limits } from '@seismo/protocol';
import { Refusal } from '#platform/refusal.ts';
import type { QueryDeps } from '../deps.ts';
import { permissions } from '#domain/permissions/permissions.ts';
import { projectsNamed } from '../projects/projects.ts';
import { bucketsOfWidth } from '../range.ts';
import type { Viewer } from '#domain/permissions/viewer.ts';
import type { SessionSeries, SessionSeriesFilter } from './views.ts';

/** Sessions over time, and how many of them crashed: of all projects together, or of each. */
export async function sessionSeries(
  deps: QueryDeps,
  viewer: Viewer,
  { projects: slugs, environments, range: asked, bucketMs, byProject }: SessionSeriesFilter,
): Promise<SessionSeries> {
  const projects = await projectsNamed(deps, viewer, permissions.project, slugs);
  if (byProject && projects.length > limits.FILTER_NAME_COUNT_MAX) {
    throw new Refusal('invalid', `project: Name at most ${limits.FILTER_NAME_COUNT_MAX} projects to group by.`);
  }
  const { fromMs, toMs } = bucketsOfWidth(asked, bucketMs, deps.clock.now());
  const groups = byProject ? projects.map((project) => [project]) : [projects];
  const series = [];
  for (const group of groups) {
    const rows = await deps.telemetry.query('releaseSessionSeries', {
      projectIds: group.map(({ id }) => id),
      environments: environments.slice(0, limits.FILTER_NAME_COUNT_MAX),
      releases: [],
      range: { fromMs, toMs },
      bucketMs,
    });
    const [sessions, crashed] = [0, 0].map(() => Array.from({ length: (toMs - fromMs) / bucketMs }, () => 0)) as [
      number[],
      number[],
    ];
    for (const row of rows.filter(({ release }) => release === null)) {
      const at = (row.bucketAtMs - fromMs) / bucketMs;
      sessions[at] = row.sessions;
      crashed[at] = row.crashed;
    }
    series.push({ projectId: byProject ? group[0]!.id : null, sessions, crashed });
  }
  return { fromMs, toMs, bucketMs, series };
}
