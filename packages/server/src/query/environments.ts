import type { QueryDeps } from './deps.ts';
import { projectsNamed } from './projects.ts';
import type { Viewer } from './viewer.ts';

export async function environments(deps: QueryDeps, viewer: Viewer, projectSlugs: string[]): Promise<string[]> {
  const projects = await projectsNamed(deps, viewer, 'project:read', projectSlugs);
  return projects.length === 0 ? [] : deps.state.listEnvironments(projects.map(({ id }) => id));
}
