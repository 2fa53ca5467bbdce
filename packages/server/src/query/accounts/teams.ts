import type { OrganizationId } from '@seismo/protocol';
import type { Team } from '#store/state/contract.ts';
import { Refusal } from '#platform/refusal.ts';
import type { QueryDeps } from '../deps.ts';
import type { TeamView } from './views.ts';
import { permissions } from '#domain/permissions/permissions.ts';
import {
  requirePermission,
  requireSignedIn,
  onlyOne,
  organizationsFor,
  type Scope,
  type Viewer,
} from '#domain/permissions/viewer.ts';

/** The teams of the organizations that the viewer may see. */
export async function teams({ state }: QueryDeps, viewer: Viewer): Promise<TeamView[]> {
  requireSignedIn(viewer);
  const organizationIds = organizationsFor(viewer, permissions.teams);
  const [organizations, all, members, projects] = await Promise.all([
    state.listOrganizations(organizationIds),
    state.listTeams(organizationIds),
    state.listMembers(organizationIds),
    state.listProjects(organizationIds),
  ]);
  return organizations.flatMap(({ id: organizationId, slug: organization }) =>
    all
      .filter((team) => team.organizationId === organizationId)
      .map(({ id, slug, name, createdAtMs, memberIds, projectIds }) => ({
        id,
        organization,
        slug,
        name,
        createdAtMs,
        members: members
          .filter((member) => member.organizationId === organizationId && memberIds.includes(member.id))
          .map((member) => ({
            userId: member.id,
            name: member.name || member.email,
            email: member.email,
            role: member.role,
          })),
        projects: projects
          .filter((project) => projectIds.includes(project.id))
          .map((project) => ({
            id: project.id,
            slug: project.slug,
            name: project.name,
            platform: project.platform,
          })),
        isMember: viewer.userId !== null && memberIds.includes(viewer.userId),
      })),
  );
}

/** The team of this slug, or ID in digits (no slug is all digits), which the viewer may treat in this way. */
export async function teamNamed(
  { state }: Pick<QueryDeps, 'state'>,
  viewer: Viewer,
  scope: Scope,
  name: string,
): Promise<Team> {
  requireSignedIn(viewer);
  const organizations: OrganizationId[] = viewer.memberships.map((one) => one.organizationId);
  const visible = await state.listTeams(organizations);
  const found = onlyOne(
    visible.filter(({ id, slug }) => slug === name || String(id) === name),
    'team',
  );
  if (!found) throw new Refusal('not-found', 'Team not found, or you do not have access to it.');
  requirePermission(viewer, scope, found.organizationId, 'team');
  return found;
}
