import { dsnAt, type ProjectId } from '@seismo/protocol';
import type { Project, ProjectKey } from '#store/state/contract.ts';
import { Refusal } from '#platform/refusal.ts';
import type { QueryDeps } from '../deps.ts';
import type { KeyView, ProjectOfRow, ProjectView } from './views.ts';
import { permissions } from '#domain/permissions/permissions.ts';
import {
  requirePermission,
  requireSignedIn,
  onlyOne,
  organizationsFor,
  type Permission,
  type Viewer,
} from '#domain/permissions/viewer.ts';

export async function listProjects(deps: QueryDeps, viewer: Viewer): Promise<ProjectView[]> {
  requireSignedIn(viewer);
  const organizations = organizationsFor(viewer, permissions.project);
  return projectViews(deps, await deps.state.listProjects(organizations));
}

/** As everywhere for a project slug, the numeric ID works too. */
export async function project(deps: QueryDeps, viewer: Viewer, slug: string): Promise<ProjectView> {
  return projectView(deps, await projectNamed(deps, viewer, permissions.project, slug));
}

export async function keys(deps: QueryDeps, viewer: Viewer, projectSlug: string): Promise<KeyView[]> {
  const { id } = await projectNamed(deps, viewer, 'project:read', projectSlug);
  return (await deps.state.listKeys(id)).map((key) => keyView(deps, key));
}

export function keyView({ config }: Pick<QueryDeps, 'config'>, key: ProjectKey): KeyView {
  return { ...key, dsn: dsnAt(config.publicUrl, key.publicKey, key.projectId) };
}

export async function projectView(deps: Pick<QueryDeps, 'state' | 'config'>, found: Project): Promise<ProjectView> {
  return (await projectViews(deps, [found]))[0]!;
}

export async function projectViews(
  { state, config }: Pick<QueryDeps, 'state' | 'config'>,
  found: readonly Project[],
): Promise<ProjectView[]> {
  // In the order of memberships, so that a page reads them once.
  const organizationIds = [...new Set(found.map((project) => project.organizationId))].sort(
    (one, other) => one - other,
  );
  const [organizations, teams, keys] = await Promise.all([
    state.listOrganizations(organizationIds),
    state.listTeams(organizationIds),
    state.listKeysOfProjects(found.map(({ id }) => id)),
  ]);
  return found.map(({ id, organizationId, slug, name, platform, createdAtMs, firstEventAtMs }) => {
    const organization = organizations.find((each) => each.id === organizationId)!;
    const key = keys.find(({ projectId, active }) => projectId === id && active);
    return {
      id,
      organization: { id: organization.id, slug: organization.slug, name: organization.name },
      slug,
      name,
      platform,
      createdAtMs,
      firstEventAtMs,
      teams: teams
        .filter(({ projectIds }) => projectIds.includes(id))
        .map((team) => ({ id: team.id, slug: team.slug, name: team.name })),
      dsn: key ? dsnAt(config.publicUrl, key.publicKey, id) : null,
    };
  });
}

/** How rows of a list name these projects, by their IDs. */
export async function projectsOfRows(
  { state }: Pick<QueryDeps, 'state'>,
  projects: readonly Project[],
): Promise<Map<ProjectId, ProjectOfRow>> {
  const organizations = await state.listOrganizations([...new Set(projects.map((each) => each.organizationId))]);
  const slugs = new Map(organizations.map(({ id, slug }) => [id, slug]));
  return new Map(
    projects.map(({ id, slug, name, platform, organizationId }) => [
      id,
      { id, slug, name, platform, organization: slugs.get(organizationId)! },
    ]),
  );
}

/** The project of this slug, or ID in digits (no slug is all digits), which the viewer may treat in this way. */
export async function projectNamed(
  deps: Pick<QueryDeps, 'state'>,
  viewer: Viewer,
  need: Permission,
  name: string,
): Promise<Project> {
  requireSignedIn(viewer);
  const visible = await deps.state.listProjects(viewer.memberships.map((one) => one.organizationId));
  const found = onlyOne(
    visible.filter(({ id, slug }) => slug === name || String(id) === name),
    'project',
  );
  if (!found) throw new Refusal('not-found', 'Project not found, or you do not have access to it.');
  requirePermission(viewer, need, found.organizationId, 'project');
  return found;
}

/** The projects of these slugs; all that the viewer may see if none is named. */
export async function projectsNamed(
  deps: Pick<QueryDeps, 'state'>,
  viewer: Viewer,
  need: Permission,
  names: readonly string[],
): Promise<Project[]> {
  requireSignedIn(viewer);
  if (names.length === 0) return deps.state.listProjects(organizationsFor(viewer, need));
  return Promise.all([...new Set(names)].map((name) => projectNamed(deps, viewer, need, name)));
}
