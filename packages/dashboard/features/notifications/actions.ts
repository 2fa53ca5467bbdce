'use server';

import { runCommand, type Result } from '#server/refusal.ts';
import { runAndRefresh } from '#server/run-action.ts';
import { runtime } from '#server/runtime.ts';
import { accountViewer } from '#server/viewer.ts';
import { readNotificationSettings } from './settings-input.ts';

export async function saveNotificationSettings(_before: Result | null, form: FormData): Promise<Result> {
  return runAndRefresh(async () => {
    await runtime().command.setNotificationSettings(await accountViewer(), readNotificationSettings(form));
    return { ok: true, message: 'Saved' };
  });
}

/** For the holder of the link, without a session. Only this press unsubscribes, because programs open links in advance. */
export async function unsubscribe(token: string, _before: Result | null): Promise<Result> {
  return runCommand(async () => runtime().command.unsubscribe(token));
}
