import { limits, type ProjectId } from '@seismo/protocol';
import { z } from 'zod';
import { needs } from '#query/needs.ts';
import { keyView, projectNamed } from '#query/projects/projects.ts';
import type { KeyView } from '#query/projects/views.ts';
import type { Viewer } from '#query/viewer.ts';
import type { ProjectKey, StateTx } from '#store/state/contract.ts';
import { Refusal } from '#watch/refusal.ts';
import { audit } from '../audit.ts';
import type { CommandDeps } from '../deps.ts';
import { readInput } from '../read-input.ts';

export const labelSchema = z
  .string()
  .trim()
  .min(1, 'A label says what it is for.')
  .max(limits.NAME_CHARS_MAX, `A label has at most ${limits.NAME_CHARS_MAX} characters.`);

export async function createKey(
  deps: CommandDeps,
  viewer: Viewer,
  projectSlug: string,
  label: string,
): Promise<KeyView> {
  const project = await projectNamed(deps, viewer, needs.createKey, projectSlug);
  const readLabel = readInput(labelSchema, label, 'label');
  const key = await deps.state.write(async (tx) => {
    if ((await tx.listKeys(project.id)).length >= limits.KEY_COUNT_MAX) {
      throw new Refusal('invalid', `A project has at most ${limits.KEY_COUNT_MAX} keys.`);
    }
    await audit(deps, tx, viewer, project.organizationId, 'key-create', project.slug, readLabel);
    return addKey(deps, tx, project.id, readLabel);
  });
  deps.onKeysChanged();
  return keyView(deps, key);
}

export async function addKey(
  { random, clock }: Pick<CommandDeps, 'random' | 'clock'>,
  tx: StateTx,
  projectId: ProjectId,
  label: string,
): Promise<ProjectKey> {
  const key = {
    projectId,
    label,
    publicKey: Buffer.from(random(16)).toString('hex'),
    active: true,
    rateLimit: null,
    createdAtMs: clock.now(),
  };
  return { ...key, id: await tx.createKey(key) };
}
