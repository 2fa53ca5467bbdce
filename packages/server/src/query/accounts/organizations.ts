import type { Organization } from '#store/state/contract.ts';
import { Refusal } from '#watch/refusal.ts';
import type { QueryDeps } from '../deps.ts';
import type { OrganizationView } from './views.ts';
import { needs } from '../needs.ts';
import { can, demand, demandSignedIn, type Viewer } from '../viewer.ts';

export async function organizations(deps: QueryDeps, viewer: Viewer): Promise<OrganizationView[]> {
  const all = await organizationsOf(deps, viewer);
  return (
    all
      // Build tools ask for the organization first, to learn where to send what follows.
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

/** The same viewer, for whom nothing but this organization (slug or id) exists. */
export async function within(deps: QueryDeps, viewer: Viewer, organization: string): Promise<Viewer> {
  const found = await organizationNamed(deps, viewer, organization);
  return { ...viewer, memberships: viewer.memberships.filter((one) => one.organizationId === found.id) };
}

export async function members(deps: QueryDeps, viewer: Viewer, organizationSlug: string) {
  const organization = await organizationNamed(deps, viewer, organizationSlug);
  demand(viewer, needs.members, organization.id, 'organization');
  const all = await deps.state.listMembers(organization.id);
  return all.map(({ id, email, name, role }) => ({ userId: id, email, name, role }));
}

/** By slug or number. What the viewer does not belong to does not exist for them. */
export async function organizationNamed(
  deps: Pick<QueryDeps, 'state'>,
  viewer: Viewer,
  name: string,
): Promise<Organization> {
  const all = await organizationsOf(deps, viewer);
  const found = all.find(({ slug, id }) => slug === name || String(id) === name);
  if (!found) throw new Refusal('not-found', 'There is no such organization, or you may not see it.');
  return found;
}

async function organizationsOf({ state }: Pick<QueryDeps, 'state'>, viewer: Viewer): Promise<Organization[]> {
  demandSignedIn(viewer);
  return state.listOrganizations(viewer.memberships.map((one) => one.organizationId));
}
