import { limits } from '@seismo/protocol';
import { z } from 'zod';
import { teamNamed } from '#query/accounts/teams.ts';
import { permissions } from '#domain/permissions/permissions.ts';
import { projectView } from '#query/projects/projects.ts';
import type { ProjectView } from '#query/projects/views.ts';
import { requirePermission, requireSignedIn, onlyOrganization, type Viewer } from '#domain/permissions/viewer.ts';
import { Refusal } from '#platform/refusal.ts';
import { isSystem } from '#query/system-viewer.ts';
import { audit } from '../audit.ts';
import { addDefaultAlertRules } from '../alerts/default-rules.ts';
import { addKey } from './create-key.ts';
import type { CommandDeps } from '../deps.ts';
import { ensureMain } from './ensure-main.ts';
import { readInput } from '#platform/read-input.ts';
import { platformSchema, slugSchema } from './slug.ts';

const createProjectSchema = z.object({
  slug: slugSchema,
  name: z.string().trim().max(limits.NAME_CHARS_MAX, `Use at most ${limits.NAME_CHARS_MAX} characters.`),
  platform: platformSchema,
});

/** Creates a project with a first key in the viewer's organization; for a team, if one is named. */
export async function createProject(
  deps: CommandDeps,
  viewer: Viewer,
  { team: teamName, ...input }: { slug: string; name: string; platform: string; team?: string },
): Promise<ProjectView> {
  requireSignedIn(viewer);
  const targetOrganization = onlyOrganization(viewer, permissions.createProject);
  if (targetOrganization !== null)
    requirePermission(viewer, permissions.createProject, targetOrganization, 'organization');
  else if (!isSystem(viewer))
    throw new Refusal('forbidden', 'You are not in an organization. Ask an owner or admin to invite you.');
  const { slug, name, platform } = readInput(createProjectSchema, input);
  const team = teamName === undefined ? null : await teamNamed(deps, viewer, permissions.teams, teamName);
  const project = await deps.state.write(async (tx) => {
    const organizationId = targetOrganization ?? (await ensureMain(deps, tx));
    if (await tx.projectBySlug(organizationId, slug)) {
      throw new Refusal('conflict', `The slug ${slug} is taken. Choose another.`, 'slug');
    }
    const id = await tx.createProject({
      organizationId,
      slug,
      name: name || slug,
      platform,
      createdAtMs: deps.clock.now(),
    });
    await addKey(deps, tx, id, 'Default');
    await addDefaultAlertRules(deps, tx, id);
    if (team) await tx.setTeamProject(team.id, id, true);
    await audit(deps, tx, viewer, organizationId, 'project-create', slug);
    return (await tx.projectById(id))!;
  });
  deps.onKeysChanged();
  return projectView(deps, project);
}
