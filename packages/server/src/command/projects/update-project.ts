import { limits } from '@seismo/protocol';
import { z } from 'zod';
import { permissions } from '#domain/permissions/permissions.ts';
import { projectNamed, projectView } from '#query/projects/projects.ts';
import type { ProjectView } from '#query/projects/views.ts';
import type { Viewer } from '#domain/permissions/viewer.ts';
import { Refusal } from '#platform/refusal.ts';
import { audit } from '../audit.ts';
import type { CommandDeps } from '../deps.ts';
import { readInput } from '#platform/read-input.ts';
import { changeSettings, type SettingsChange } from './save-configuration.ts';
import { platformSchema, slugSchema } from './slug.ts';

const updateProjectSchema = z.object({
  slug: slugSchema.optional(),
  name: z
    .string()
    .trim()
    .min(1, 'Enter a project name.')
    .max(limits.NAME_CHARS_MAX, `Use at most ${limits.NAME_CHARS_MAX} characters.`)
    .optional(),
  platform: platformSchema.optional(),
});

/**
 * Changes name, slug, platform and some settings together. The DSN contains the ID and stays; issues keep their short
 * IDs.
 */
export async function updateProject(
  deps: CommandDeps,
  viewer: Viewer,
  projectSlug: string,
  { settings = {}, ...change }: { slug?: string; name?: string; platform?: string; settings?: SettingsChange },
): Promise<ProjectView> {
  const before = await projectNamed(deps, viewer, permissions.updateProject, projectSlug);
  const { slug, name, platform } = readInput(updateProjectSchema, change);
  const changes = { ...(slug && { slug }), ...(name && { name }), ...(platform !== undefined && { platform }) };
  const next = await deps.state.write(async (tx) => {
    const sameSlug = slug === undefined ? null : await tx.projectBySlug(before.organizationId, slug);
    if (sameSlug && sameSlug.id !== before.id) {
      throw new Refusal('conflict', `The slug ${slug} is taken. Choose another.`, 'slug');
    }
    await changeSettings(deps, tx, viewer, before, settings);
    if (Object.keys(changes).length > 0) {
      await tx.updateProject(before.id, changes);
      const detail = Object.entries(changes).map(([what, value]) => `${what} ${value}`);
      await audit(deps, tx, viewer, before.organizationId, 'project-change', before.slug, detail.join(', '));
    }
    return (await tx.projectById(before.id))!;
  });
  // Ingest logs the slug.
  deps.onKeysChanged();
  return projectView(deps, next);
}
