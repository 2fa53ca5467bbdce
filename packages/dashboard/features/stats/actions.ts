'use server';

import type { Result } from '#server/refusal.ts';
import { runAndRefresh } from '#server/run-action.ts';
import { runtime } from '#server/runtime.ts';
import { viewerAndId } from '#server/action-viewer.ts';
import type { Target } from '#server/target.ts';

export async function replayDeadLetter(project: Target, id: number, _before: Result | null): Promise<Result> {
  return runAndRefresh(async () => {
    await runtime().command.replayDeadLetter(...(await viewerAndId(project)), id);
    return { ok: true, message: 'Replay started.' };
  });
}
