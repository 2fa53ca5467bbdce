'use server';

import type { PreferencesChange } from '@seismo/server';
import { runCommand, type Result } from '#server/refusal.ts';
import { runAndRefresh } from '#server/run-action.ts';
import { runtime } from '#server/runtime.ts';
import { accountViewer } from '#server/viewer.ts';

/** Saves preferences of the user. The page has applied them already, so it is not rendered again. */
export async function savePreferences(change: PreferencesChange): Promise<Result> {
  return runCommand(async () => runtime().command.setPreferences(await accountViewer(), change));
}

/** Saves preferences of lists, and renders the list again. */
export async function saveListPreferences(
  change: Pick<PreferencesChange, 'issueColumns' | 'eventColumns' | 'issueRows'>,
): Promise<Result> {
  return runAndRefresh(async () => runtime().command.setPreferences(await accountViewer(), change));
}
