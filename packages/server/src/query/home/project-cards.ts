import { newestRelease } from '#domain/releases/order.ts';
import type { QueryDeps } from '../deps.ts';
import { unresolvedByProject } from '../issues/list-issues.ts';
import { projectsNamed, projectViews } from '../projects/projects.ts';
import { bucketsOf, type TimeRange } from '../range.ts';
import type { Viewer } from '#domain/permissions/viewer.ts';
import { statsOf, seriesOf, totalOf } from './project-stats.ts';
import { setUpOf } from './set-up.ts';
import type { ProjectCard } from './views.ts';

/** All of the viewer's projects at a glance, by name of their slug. */
export async function projectCards(
  deps: QueryDeps,
  viewer: Viewer,
  { environments, range }: { environments: string[]; range: TimeRange },
): Promise<ProjectCard[]> {
  const projects = await projectsNamed(deps, viewer, 'event:read', []);
  const buckets = bucketsOf(range, deps.clock.now());
  const ids = projects.map(({ id }) => id);
  const [stats, steps, views, releases, unresolved] = await Promise.all([
    statsOf(deps, ids, environments, buckets),
    setUpOf(deps, projects),
    projectViews(deps, projects),
    deps.state.listReleasesOfProjects(ids),
    unresolvedByProject(deps, viewer, projects, deps.clock.now()),
  ]);
  const releasesOf = Map.groupBy(releases, ({ projectId }) => projectId);
  const byProject = Map.groupBy(stats, ({ projectId }) => projectId);
  return projects.map((project, at) => {
    const rows = byProject.get(project.id) ?? [];
    const counts = unresolved.find(({ projectId }) => projectId === project.id);
    return {
      project: views[at]!,
      events: seriesOf(buckets, rows, ({ events }) => events),
      eventsTotal: totalOf(rows, ({ events }) => events),
      users: totalOf(rows, ({ users }) => users),
      unresolved: counts?.unresolved ?? 0,
      unresolvedSinceMs: counts?.unresolvedSinceMs ?? null,
      newestRelease: newestRelease(releasesOf.get(project.id) ?? [])?.version ?? null,
      setUp: steps.get(project.id)!,
    };
  });
}
