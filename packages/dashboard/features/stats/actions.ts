'use server';

import { refresh } from 'next/cache';
import { attempt, type Result } from '#server/refusal.ts';
import { runtime } from '#server/runtime.ts';
import { viewer } from '#server/viewer.ts';

export async function replaySetAside(project: string, id: number, _before: Result | null): Promise<Result> {
  const result = await attempt(async () => {
    await runtime().command.replaySetAside(await viewer(), project, id);
    return { ok: true, message: 'On its way again.' };
  });
  refresh();
  return result;
}
