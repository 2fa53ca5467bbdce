import { limits } from '@seismo/protocol';
import { z } from 'zod';
import { permissions } from '#domain/permissions/permissions.ts';
import { releaseNamed } from '#query/releases/releases.ts';
import type { Viewer } from '#domain/permissions/viewer.ts';
import type { Deploy } from '#store/state/contract.ts';
import { Refusal } from '#platform/refusal.ts';
import type { CommandDeps } from '../deps.ts';
import { readInput } from '#platform/read-input.ts';

export interface DeployInput {
  environment: string;
  name: string;
  url: string;
  startedAtMs: number | null;
  /** `null`: now. */
  finishedAtMs: number | null;
}

const deploySchema = z.object({
  environment: z.string().trim().min(1, 'Enter an environment.').max(limits.ENVIRONMENT_CHARS_MAX),
  name: z.string().max(limits.NAME_CHARS_MAX),
  url: z.string().max(limits.PATH_CHARS_MAX),
  startedAtMs: z.int().min(0).max(8.64e15).nullable(),
  finishedAtMs: z.int().min(0).max(8.64e15).nullable(),
});

export async function addDeploy(
  deps: CommandDeps,
  viewer: Viewer,
  version: string,
  input: DeployInput,
): Promise<Deploy> {
  const release = await releaseNamed(deps, viewer, permissions.addDeploy, version);
  const read = readInput(deploySchema, input);
  if (release.deployCount >= limits.DEPLOY_COUNT_MAX) {
    throw new Refusal('invalid', `A release can have at most ${limits.DEPLOY_COUNT_MAX} deploys.`);
  }
  const deploy = { ...read, finishedAtMs: read.finishedAtMs ?? deps.clock.now() };
  return { ...deploy, id: await deps.state.write((tx) => tx.addDeploy(release.id, deploy)) };
}
