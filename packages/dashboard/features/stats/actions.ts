'use server';

import { refresh } from 'next/cache';
import { attempt, type Result } from '#server/refusal.ts';
import { runtime } from '#server/runtime.ts';
import { actsOn } from '#server/action-viewer.ts';
import type { Target } from '#server/target.ts';

export async function replaySetAside(project: Target, id: number, _before: Result | null): Promise<Result> {
  const result = await attempt(async () => {
    await runtime().command.replaySetAside(...(await actsOn(project)), id);
    return { ok: true, message: 'On its way again.' };
  });
  refresh();
  return result;
}
