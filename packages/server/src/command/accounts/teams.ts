import { limits } from '@seismo/protocol';
import { z } from 'zod';
import { teamNamed } from '#query/accounts/teams.ts';
import { permissions } from '#domain/permissions/permissions.ts';
import { projectNamed } from '#query/projects/projects.ts';
import { requirePermission, requireSignedIn, onlyOrganization, type Viewer } from '#domain/permissions/viewer.ts';
import { Refusal } from '#platform/refusal.ts';
import { audit } from '../audit.ts';
import type { CommandDeps } from '../deps.ts';
import { readInput } from '#platform/read-input.ts';

const nameSchema = z.string().trim().max(limits.NAME_CHARS_MAX, `Use at most ${limits.NAME_CHARS_MAX} characters.`);
const teamSchema = z.object({
  slug: z
    .string()
    .max(limits.SLUG_CHARS_MAX, `Use at most ${limits.SLUG_CHARS_MAX} characters.`)
    .regex(
      /^(?!\d+$)[a-z0-9]+(?:[-_][a-z0-9]+)*$/,
      'Use lower-case letters, digits and single hyphens, such as web-shop, but not a number alone.',
    ),
  name: nameSchema,
});

/** In the viewer's organization. */
export async function createTeam(
  deps: CommandDeps,
  viewer: Viewer,
  input: { slug: string; name: string },
): Promise<void> {
  requireSignedIn(viewer);
  const targetOrganization = onlyOrganization(viewer, permissions.createTeam);
  if (targetOrganization === null)
    throw new Refusal('forbidden', 'You are not in an organization. Ask an owner or admin to invite you.');
  requirePermission(viewer, permissions.createTeam, targetOrganization, 'organization');
  const { slug, name } = readInput(teamSchema, input);
  await deps.state.write(async (tx) => {
    const teams = await tx.listTeams([targetOrganization]);
    if (teams.some((team) => team.slug === slug)) throw taken(slug);
    if (teams.length >= limits.TEAM_COUNT_MAX) {
      throw new Refusal('invalid', `An organization can have at most ${limits.TEAM_COUNT_MAX} teams.`);
    }
    await tx.createTeam({
      organizationId: targetOrganization,
      slug,
      name: name || slug,
      createdAtMs: deps.clock.now(),
    });
    await audit(deps, tx, viewer, targetOrganization, 'team-create', slug);
  });
}

/** Ownership rules name a team by its slug: a change breaks them. */
export async function updateTeam(
  deps: CommandDeps,
  viewer: Viewer,
  team: string,
  change: { slug?: string; name?: string },
): Promise<void> {
  const { id, organizationId, slug } = await teamNamed(deps, viewer, permissions.updateTeam, team);
  const { slug: nextSlug = slug, name } = readInput(teamSchema.partial(), change);
  await deps.state.write(async (tx) => {
    const teams = await tx.listTeams([organizationId]);
    if (teams.some((each) => each.slug === nextSlug && each.id !== id)) throw taken(nextSlug);
    const next = { slug: nextSlug, ...(name !== undefined && { name: name || nextSlug }) };
    await tx.updateTeam(id, next);
    await audit(deps, tx, viewer, organizationId, 'team-rename', slug, next.name ?? nextSlug);
  });
}

export async function deleteTeam(deps: CommandDeps, viewer: Viewer, team: string): Promise<void> {
  const { id, organizationId, slug } = await teamNamed(deps, viewer, permissions.deleteTeam, team);
  await deps.state.write(async (tx) => {
    await tx.deleteTeam(id, { userId: viewer.userId, atMs: deps.clock.now() });
    await audit(deps, tx, viewer, organizationId, 'team-delete', slug);
  });
}

export async function setTeamMember(
  deps: CommandDeps,
  viewer: Viewer,
  team: string,
  userId: number,
  isMember: boolean,
): Promise<void> {
  const { id: teamId, organizationId, slug } = await teamNamed(deps, viewer, permissions.setTeamMember, team);
  await deps.state.write(async (tx) => {
    const members = await tx.listMembers([organizationId]);
    const teammate = members.find(({ id }) => id === userId);
    if (!teammate) throw new Refusal('invalid', 'The organization does not have this member.');
    await tx.setTeamMember(teamId, teammate.id, isMember);
    const action = isMember ? 'team-member-add' : 'team-member-remove';
    await audit(deps, tx, viewer, organizationId, action, slug, teammate.email);
  });
}

/** Which team is responsible for a project. Everyone in the organization sees it all the same. */
export async function setTeamProject(
  deps: CommandDeps,
  viewer: Viewer,
  team: string,
  projectSlug: string,
  hasProject: boolean,
): Promise<void> {
  const project = await projectNamed(deps, viewer, permissions.setTeamProject, projectSlug);
  const { organizationId } = project;
  await deps.state.write(async (tx) => {
    const found = (await tx.listTeams([organizationId])).find(({ id, slug }) => slug === team || String(id) === team);
    if (!found) throw new Refusal('not-found', 'Team not found, or you do not have access to it.');
    await tx.setTeamProject(found.id, project.id, hasProject);
    const action = hasProject ? 'team-project-add' : 'team-project-remove';
    await audit(deps, tx, viewer, organizationId, action, found.slug, project.slug);
  });
}

function taken(slug: string): Refusal {
  return new Refusal('conflict', `The slug ${slug} is taken. Choose another.`, 'slug');
}
