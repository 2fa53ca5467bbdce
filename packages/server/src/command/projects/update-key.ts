import { z } from 'zod';
import { permissions } from '#domain/permissions/permissions.ts';
import { keyView, projectNamed } from '#query/projects/projects.ts';
import type { KeyView } from '#query/projects/views.ts';
import type { Viewer } from '#domain/permissions/viewer.ts';
import type { ProjectKey } from '#store/state/contract.ts';
import { Refusal } from '#platform/refusal.ts';
import { audit } from '../audit.ts';
import { labelSchema, rateLimitSchema } from './create-key.ts';
import type { CommandDeps } from '../deps.ts';
import { readInput } from '#platform/read-input.ts';

const changeSchema = z.object({
  label: labelSchema.optional(),
  active: z.boolean().optional(),
  rateLimit: rateLimitSchema.optional(),
});

export async function updateKey(
  deps: CommandDeps,
  viewer: Viewer,
  projectSlug: string,
  keyId: number,
  change: { label?: string; active?: boolean; rateLimit?: { count: number; windowS: number } | null },
): Promise<KeyView> {
  const project = await projectNamed(deps, viewer, permissions.updateKey, projectSlug);
  const { label, active, rateLimit } = readInput(changeSchema, change);
  const key = await deps.state.write(async (tx) => {
    if (!(await tx.listKeys(project.id)).some(({ id }) => id === keyId)) throw noSuchKey();
    await tx.updateKey(keyId, {
      ...(label !== undefined && { label }),
      ...(active !== undefined && { active }),
      ...(rateLimit !== undefined && { rateLimit }),
    });
    const changed = (await tx.listKeys(project.id)).find(({ id }) => id === keyId)!;
    const { organizationId, slug } = project;
    await audit(
      deps,
      tx,
      viewer,
      organizationId,
      'key-change',
      slug,
      whatChanged(changed, { label, active, rateLimit }),
    );
    return changed;
  });
  deps.onKeysChanged();
  return keyView(deps, key);
}

/** Deletes the key: reports with it are refused. */
export async function deleteKey(deps: CommandDeps, viewer: Viewer, projectSlug: string, keyId: number): Promise<void> {
  const project = await projectNamed(deps, viewer, permissions.deleteKey, projectSlug);
  await deps.state.write(async (tx) => {
    const key = (await tx.listKeys(project.id)).find(({ id }) => id === keyId);
    if (!key) throw noSuchKey();
    await tx.deleteKey(keyId);
    await audit(deps, tx, viewer, project.organizationId, 'key-delete', project.slug, key.label);
  });
  deps.onKeysChanged();
}

/** `Default: closed`. */
function whatChanged(key: ProjectKey, change: z.infer<typeof changeSchema>): string {
  const parts = [
    change.active === undefined ? null : key.active ? 'opened' : 'closed',
    change.rateLimit === undefined
      ? null
      : key.rateLimit
        ? `at most ${key.rateLimit.count} in ${key.rateLimit.windowS} s`
        : 'no limit',
    change.label === undefined ? null : 'renamed',
  ];
  return `${key.label}: ${parts.filter(Boolean).join(', ')}`;
}

function noSuchKey(): Refusal {
  return new Refusal('not-found', 'Key not found, or you do not have access to it.');
}
