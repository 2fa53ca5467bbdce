'use server';

import type { DeadLetterContent } from '@seismo/server';
import type { Refused } from '#ui/fields.ts';
import type { Result } from '#server/refusal.ts';
import { runAndRefresh, runForAnswer } from '#server/run-action.ts';
import { runtime } from '#server/runtime.ts';
import { viewerAndId } from '#server/action-viewer.ts';
import type { Target } from '#server/target.ts';

export async function replayDeadLetter(project: Target, id: number, _before: Result | null): Promise<Result> {
  return runAndRefresh(async () => {
    await runtime().command.replayDeadLetter(...(await viewerAndId(project)), id);
    return { ok: true, message: 'Replay started.' };
  });
}

/** All of one reason. */
export async function replayDeadLetters(project: Target, reason: string, _before: Result | null): Promise<Result> {
  return runAndRefresh(async () => {
    const { replayed } = await runtime().command.replayDeadLetters(...(await viewerAndId(project)), reason);
    return { ok: true, message: `Replay of ${replayed} started.` };
  });
}

export async function readDeadLetter(
  project: Target,
  id: number,
): Promise<{ ok: true; letter: DeadLetterContent } | Refused> {
  return runForAnswer(async () => ({
    letter: await runtime().command.readDeadLetter(...(await viewerAndId(project)), id),
  }));
}
