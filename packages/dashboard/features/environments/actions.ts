'use server';

import type { Result } from '#server/refusal.ts';
import { runAndRefresh } from '#server/run-action.ts';
import { runtime } from '#server/runtime.ts';
import { viewerAndId } from '#server/action-viewer.ts';
import type { Target } from '#server/target.ts';

export async function hideEnvironment(project: Target, name: string, hidden: boolean, _before: Result | null) {
  return runAndRefresh(async () => {
    await runtime().command.hideEnvironment(...(await viewerAndId(project)), name, hidden);
  });
}
