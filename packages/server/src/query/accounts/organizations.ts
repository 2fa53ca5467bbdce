import type { Organization, Project } from '#store/state/contract.ts';
import { Refusal } from '#platform/refusal.ts';
import type { QueryDeps } from '../deps.ts';
import type { MemberView, OrganizationView } from './views.ts';
import { findIssue } from '../issues/issue.ts';
import { permissions } from '#domain/permissions/permissions.ts';
import { can, requirePermission, requireSignedIn, type Permission, type Viewer } from '#domain/permissions/viewer.ts';

export async function organizations(deps: QueryDeps, viewer: Viewer): Promise<OrganizationView[]> {
  const all = await organizationsOf(deps, viewer);
  return (
    all
      // Build tools request the organization first, to get the URL for uploads.
      .filter(({ id }) => can(viewer, ['org:read', 'org:ci', 'project:releases'], id))
      .map(({ id, slug, name, createdAtMs, sharesIssues }) => ({
        id,
        slug,
        name,
        createdAtMs,
        sharesIssues,
        role: viewer.memberships.find((one) => one.organizationId === id)!.role,
      }))
  );
}

/**
 * The same viewer, restricted to this organization (slug or ID). `asked` is the permission required there. Routes that
 * return data under another scope than their change requires check it here, before the change.
 */
export async function viewerInOrganization(
  deps: QueryDeps,
  viewer: Viewer,
  organization: string,
  ...permissions: Permission[]
): Promise<Viewer> {
  const found = await organizationNamed(deps, viewer, organization);
  for (const need of permissions) requirePermission(viewer, need, found.id, 'organization');
  return { ...viewer, memberships: viewer.memberships.filter((one) => one.organizationId === found.id) };
}

/** The same viewer, restricted to the organization of this issue (short ID or number) or feedback. */
export async function viewerInOrganizationOf(
  deps: QueryDeps,
  viewer: Viewer,
  of: { issue: string } | { feedback: number },
): Promise<Viewer> {
  requireSignedIn(viewer);
  const found = 'issue' in of ? await findIssue(deps, viewer, of.issue) : await projectOfFeedback(deps, of.feedback);
  const memberships = viewer.memberships.filter((one) => one.organizationId === found?.organizationId);
  if (memberships.length > 0) return { ...viewer, memberships };
  throw new Refusal('not-found', `${'issue' in of ? 'Issue' : 'Feedback'} not found, or you do not have access to it.`);
}

async function projectOfFeedback({ state }: QueryDeps, id: number): Promise<Project | null> {
  const [row] = await state.feedbackByIds([id]);
  return row ? state.projectById(row.projectId) : null;
}

export async function members(deps: QueryDeps, viewer: Viewer, organizationSlug: string): Promise<MemberView[]> {
  const organization = await organizationNamed(deps, viewer, organizationSlug);
  requirePermission(viewer, permissions.members, organization.id, 'organization');
  const [all, teams] = await Promise.all([
    deps.state.listMembers([organization.id]),
    deps.state.listTeams([organization.id]),
  ]);
  return all.map(({ id, email, name, role, createdAtMs }) => ({
    userId: id,
    email,
    name,
    role,
    createdAtMs,
    teams: teams.filter(({ memberIds }) => memberIds.includes(id)).map(({ slug }) => slug),
  }));
}

/** By slug or number. An organization without the viewer counts as unknown. */
export async function organizationNamed(
  deps: Pick<QueryDeps, 'state'>,
  viewer: Viewer,
  name: string,
): Promise<Organization> {
  const all = await organizationsOf(deps, viewer);
  const found = all.find(({ slug, id }) => slug === name || String(id) === name);
  if (!found) throw new Refusal('not-found', 'Organization not found, or you do not have access to it.');
  return found;
}

async function organizationsOf({ state }: Pick<QueryDeps, 'state'>, viewer: Viewer): Promise<Organization[]> {
  requireSignedIn(viewer);
  return state.listOrganizations(viewer.memberships.map((one) => one.organizationId));
}
