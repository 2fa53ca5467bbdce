'use server';

import type { PreferencesChange } from '@seismo/server';
import { runCommand, type Result } from '#server/refusal.ts';
import { runtime } from '#server/runtime.ts';
import { accountViewer } from '#server/viewer.ts';

/** Of the person alone. The page shows it already, so nothing of it is rendered again. */
export async function savePreferences(change: PreferencesChange): Promise<Result> {
  return runCommand(async () => runtime().command.setPreferences(await accountViewer(), change));
}
