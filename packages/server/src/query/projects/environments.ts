import type { QueryDeps } from '../deps.ts';
import { projectNamed, projectsNamed } from './projects.ts';
import type { EnvironmentView } from './views.ts';
import type { Viewer } from '#domain/permissions/viewer.ts';

/** Selectable environments, without those hidden in all of the projects. */
export async function environments(deps: QueryDeps, viewer: Viewer, projectSlugs: string[]): Promise<string[]> {
  const projects = await projectsNamed(deps, viewer, 'project:read', projectSlugs);
  return projects.length === 0 ? [] : deps.state.listEnvironments(projects.map(({ id }) => id));
}

/** Every environment that was ever seen in the project. */
export async function projectEnvironments(
  deps: Pick<QueryDeps, 'state'>,
  viewer: Viewer,
  projectSlug: string,
): Promise<EnvironmentView[]> {
  const { id } = await projectNamed(deps, viewer, 'project:read', projectSlug);
  return deps.state.environmentsOf(id);
}
