import { limits } from '@seismo/protocol';
import { z } from 'zod';
import { needs } from '#query/needs.ts';
import { keyView, projectNamed } from '#query/projects/projects.ts';
import type { KeyView } from '#query/projects/views.ts';
import type { Viewer } from '#query/viewer.ts';
import type { ProjectKey } from '#store/state/contract.ts';
import { Refusal } from '#watch/refusal.ts';
import { audit } from '../audit.ts';
import { labelSchema } from './create-key.ts';
import type { CommandDeps } from '../deps.ts';
import { readInput } from '../read-input.ts';

const changeSchema = z.object({
  label: labelSchema.optional(),
  active: z.boolean().optional(),
  rateLimit: z
    .object({
      count: z
        .int('A limit is a whole number of events.')
        .min(1, 'A limit admits at least one event.')
        .max(
          limits.KEY_RATE_COUNT_MAX,
          `A limit admits at most ${limits.KEY_RATE_COUNT_MAX.toLocaleString('en')} events.`,
        ),
      windowS: z.int().min(1).max(limits.KEY_RATE_WINDOW_S_MAX, 'A window is at most one day long.'),
    })
    .nullable()
    .optional(),
});

export async function updateKey(
  deps: CommandDeps,
  viewer: Viewer,
  projectSlug: string,
  keyId: number,
  change: { label?: string; active?: boolean; rateLimit?: { count: number; windowS: number } | null },
): Promise<KeyView> {
  const project = await projectNamed(deps, viewer, needs.updateKey, projectSlug);
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
  return new Refusal('not-found', 'There is no such key, or you may not see it.');
}
