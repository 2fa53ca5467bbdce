'use server';

import { refresh } from 'next/cache';
import { runCommand, type Result } from '#server/refusal.ts';
import { runtime } from '#server/runtime.ts';
import { viewerAndId } from '#server/action-viewer.ts';
import type { Target } from '#server/target.ts';

export async function hideEnvironment(
  project: Target,
  name: string,
  hidden: boolean,
  _before: Result | null,
): Promise<Result> {
  const result = await runCommand(async () => {
    await runtime().command.hideEnvironment(...(await viewerAndId(project)), name, hidden);
  });
  refresh();
  return result;
}
