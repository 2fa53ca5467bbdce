'use server';

import { refresh } from 'next/cache';
import { attempt, type Result } from '#server/refusal.ts';
import { runtime } from '#server/runtime.ts';
import { viewer } from '#server/viewer.ts';

export async function hideEnvironment(
  project: string,
  name: string,
  hidden: boolean,
  _before: Result | null,
): Promise<Result> {
  const result = await attempt(async () => {
    await runtime().command.hideEnvironment(await viewer(), project, name, hidden);
  });
  refresh();
  return result;
}
