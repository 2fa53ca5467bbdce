import { limits, type ProjectId } from '@seismo/protocol';
import { z } from 'zod';
import { permissions } from '#domain/permissions/permissions.ts';
import { keyView, projectNamed } from '#query/projects/projects.ts';
import type { KeyView } from '#query/projects/views.ts';
import type { Viewer } from '#domain/permissions/viewer.ts';
import type { ProjectKey, StateTx } from '#store/state/contract.ts';
import { Refusal } from '#platform/refusal.ts';
import { audit } from '../audit.ts';
import type { CommandDeps } from '../deps.ts';
import { readInput } from '#platform/read-input.ts';

export const labelSchema = z
  .string()
  .trim()
  .min(1, 'Enter a label.')
  .max(limits.NAME_CHARS_MAX, `Use at most ${limits.NAME_CHARS_MAX} characters.`);

export const rateLimitSchema = z
  .object({
    count: z
      .int('Enter a whole number of events.')
      .min(1, 'Enter at least 1 event.')
      .max(
        limits.KEY_RATE_COUNT_MAX,
        `A limit admits at most ${limits.KEY_RATE_COUNT_MAX.toLocaleString('en')} events.`,
      ),
    windowS: z.int().min(1).max(limits.KEY_RATE_WINDOW_S_MAX, 'Enter at most one day.'),
  })
  .nullable();

export async function createKey(
  deps: CommandDeps,
  viewer: Viewer,
  projectSlug: string,
  label: string,
  rateLimit: ProjectKey['rateLimit'] = null,
): Promise<KeyView> {
  const project = await projectNamed(deps, viewer, permissions.createKey, projectSlug);
  const readLabel = readInput(labelSchema, label, 'label');
  const readLimit = readInput(rateLimitSchema, rateLimit, 'rateLimit');
  const key = await deps.state.write(async (tx) => {
    if ((await tx.listKeys(project.id)).length >= limits.KEY_COUNT_MAX) {
      throw new Refusal('invalid', `A project can have at most ${limits.KEY_COUNT_MAX} keys.`);
    }
    await audit(deps, tx, viewer, project.organizationId, 'key-create', project.slug, readLabel);
    return addKey(deps, tx, project.id, readLabel, readLimit);
  });
  deps.onKeysChanged();
  return keyView(deps, key);
}

export async function addKey(
  { random, clock }: Pick<CommandDeps, 'random' | 'clock'>,
  tx: StateTx,
  projectId: ProjectId,
  label: string,
  rateLimit: ProjectKey['rateLimit'] = null,
): Promise<ProjectKey> {
  const key = {
    projectId,
    label,
    publicKey: Buffer.from(random(16)).toString('hex'),
    active: true,
    rateLimit,
    createdAtMs: clock.now(),
  };
  return { ...key, id: await tx.createKey(key) };
}
