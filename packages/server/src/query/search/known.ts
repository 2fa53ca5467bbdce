import type { Project } from '#store/state/contract.ts';
import { assigneesIn } from '../issues/assignee.ts';
import type { QueryDeps } from '../deps.ts';
import type { Viewer } from '#domain/permissions/viewer.ts';
import type { Search } from '#domain/search/ast.ts';
import type { Known } from '#domain/search/keys.ts';
import { readsMembers, readsReleases } from '#domain/search/compile-search.ts';

/** The data that this search needs of the projects and the viewer. */
export async function knownFor(
  { state, clock }: Pick<QueryDeps, 'state' | 'clock'>,
  viewer: Viewer,
  projects: Project[],
  search: Search,
): Promise<Known> {
  const releases = readsReleases(search) ? await state.listReleasesOfProjects(projects.map(({ id }) => id)) : [];
  const organizationIds = [...new Set(projects.map(({ organizationId }) => organizationId))];
  const needsMembers = readsMembers(search);
  const members = needsMembers ? await assigneesIn(state, organizationIds) : [];
  const teams = needsMembers ? await state.listTeams(organizationIds) : [];
  const { userId } = viewer;
  const teamIds = teams.filter(({ memberIds }) => userId !== null && memberIds.includes(userId)).map(({ id }) => id);
  return { nowMs: clock.now(), projects, releases, viewer, members, teamIds };
}
