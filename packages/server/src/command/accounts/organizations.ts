import { limits } from '@seismo/protocol';
import { z } from 'zod';
import { permissions } from '#domain/permissions/permissions.ts';
import { mainOrganization } from '#query/system-viewer.ts';
import { organizationNamed } from '#query/accounts/organizations.ts';
import { can, requirePermission, requireAccountSession, type Viewer } from '#domain/permissions/viewer.ts';
import { Refusal } from '#platform/refusal.ts';
import { audit, auditOwn } from '../audit.ts';
import type { CommandDeps, ServerCommandDeps } from '../deps.ts';
import { readInput } from '#platform/read-input.ts';
import { slugSchema } from '../projects/slug.ts';

const nameSchema = z
  .string()
  .trim()
  .min(1, 'Enter an organization name.')
  .max(limits.NAME_CHARS_MAX, `Use at most ${limits.NAME_CHARS_MAX} characters.`);
const newSchema = z.object({ slug: slugSchema, name: nameSchema });
const changeSchema = z.object({
  slug: slugSchema.optional(),
  name: nameSchema.optional(),
  sharesIssues: z.boolean().optional(),
});

/** For administrators of another organization; they own the new one. */
export async function createOrganization(
  deps: CommandDeps,
  viewer: Viewer,
  input: { slug: string; name: string },
): Promise<void> {
  const userId = requireAccountSession(viewer);
  if (!viewer.memberships.some(({ organizationId }) => can(viewer, permissions.createOrganization, organizationId))) {
    throw new Refusal('forbidden', 'Only owners and admins can create an organization.');
  }
  const { slug, name } = readInput(newSchema, input);
  await deps.state.write(async (tx) => {
    if (await tx.organizationBySlug(slug)) throw taken(slug);
    const mine = await tx.membershipsOf(userId);
    if (mine.length >= limits.ORGANIZATION_COUNT_MAX) {
      throw new Refusal('invalid', `A user can belong to at most ${limits.ORGANIZATION_COUNT_MAX} organizations.`);
    }
    const organizationId = await tx.createOrganization({ slug, name, createdAtMs: deps.clock.now() });
    await tx.setMembership({ organizationId, userId, role: 'owner' });
    await audit(deps, tx, viewer, organizationId, 'organization-create', slug);
  });
}

/** The slug is part of the addresses that tools are configured with: a change breaks them. */
export async function updateOrganization(
  deps: CommandDeps,
  viewer: Viewer,
  organizationSlug: string,
  change: { slug?: string; name?: string; sharesIssues?: boolean },
): Promise<void> {
  const before = await organizationNamed(deps, viewer, organizationSlug);
  requirePermission(viewer, permissions.updateOrganization, before.id, 'organization');
  const { slug, name, sharesIssues } = readInput(changeSchema, change);
  const isSwitched = sharesIssues !== undefined && sharesIssues !== before.sharesIssues;
  const changed = { ...(slug && { slug }), ...(name && { name }) };
  await deps.state.write(async (tx) => {
    const sameSlug = slug === undefined ? null : await tx.organizationBySlug(slug);
    if (sameSlug && sameSlug.id !== before.id) throw taken(slug!);
    await tx.updateOrganization(before.id, { ...changed, ...(isSwitched && { sharesIssues }) });
    const detail = Object.entries(changed).map(([what, value]) => `${what} ${value}`);
    if (isSwitched) detail.push(`share links turned ${sharesIssues ? 'on' : 'off'}`);
    await audit(deps, tx, viewer, before.id, 'organization-change', before.slug, detail.join(', '));
  });
}

/** Deletes the organization. Requires an owner, no projects, and its slug in `confirm`. */
export async function deleteOrganization(
  deps: ServerCommandDeps,
  viewer: Viewer,
  organizationSlug: string,
  confirm: string,
): Promise<void> {
  await deps.space.releaseReserve();
  const { id, slug } = await organizationNamed(deps, viewer, organizationSlug);
  requirePermission(viewer, permissions.deleteOrganization, id, 'organization');
  if (confirm !== slug) throw new Refusal('invalid', `Type ${slug} to delete this organization.`, 'confirm');
  if ((await mainOrganization(deps.state))?.id === id) {
    throw new Refusal('conflict', 'Seismo keeps its own errors in this organization. It cannot be deleted.');
  }
  await deps.state.write(async (tx) => {
    const projects = await tx.listProjects([id]);
    if (projects.length > 0) {
      const names = projects.map((project) => project.slug).join(', ');
      throw new Refusal('conflict', `Delete its projects first: ${names}.`);
    }
    await tx.deleteOrganization(id);
    // Its own log is deleted with it, so the logs of the user's other organizations record it.
    if (viewer.userId !== null)
      await auditOwn(deps, tx, { ...viewer, userId: viewer.userId }, 'organization-delete', slug);
  });
}

function taken(slug: string): Refusal {
  return new Refusal('conflict', `The slug ${slug} is taken. Choose another.`, 'slug');
}
