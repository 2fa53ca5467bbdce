'use server';

import type { PushSubscriptionInput } from '@seismo/server';
import { redirect } from 'next/navigation';
import { runCommand, type Result } from '#server/refusal.ts';
import { runAndRefresh, runForAnswer } from '#server/run-action.ts';
import { runtime } from '#server/runtime.ts';
import { ownSessionCookie } from '#server/session.ts';
import { accountViewer } from '#server/viewer.ts';
import { readNotificationSettings } from './settings-input.ts';

export async function saveNotificationSettings(_before: Result | null, form: FormData): Promise<Result> {
  return runAndRefresh(async () => {
    await runtime().command.setNotificationSettings(await accountViewer(), readNotificationSettings(form));
    return { ok: true, message: 'Saved' };
  });
}

/** The key with which the browser subscribes. */
export async function beginBrowser() {
  return runForAnswer(async () => runtime().command.beginBrowser(await accountViewer()));
}

export async function addBrowser(subscription: PushSubscriptionInput): Promise<Result> {
  return runAndRefresh(async () => {
    await runtime().command.addBrowser(await accountViewer(), await ownSessionCookie(), subscription);
  });
}

export async function removeBrowser(id: number, _before: Result | null): Promise<Result> {
  return runAndRefresh(async () => runtime().command.removeBrowser(await accountViewer(), id));
}

export async function testBrowser(id: number, _before: Result | null): Promise<Result> {
  return runAndRefresh(async () => {
    const { isSent, answer } = await runtime().command.testBrowser(await accountViewer(), id);
    return isSent ? { ok: true, message: 'Test sent' } : { ok: false, message: answer };
  });
}

/** The address has no token afterward: `findSlackLink` reads what it says. */
export async function linkSlackUser(token: string, _before: Result | null): Promise<Result> {
  const result = await runCommand(async () => runtime().command.linkSlackUser(await accountViewer(), token));
  if (!result.ok) return result;
  redirect('/settings/notifications?slack=linked');
}

export async function unlinkSlackUser(id: number, _before: Result | null): Promise<Result> {
  return runAndRefresh(async () => runtime().command.unlinkSlackUser(await accountViewer(), id));
}

/** For the holder of the link, without a session. Only this press unsubscribes, because programs open links in advance. */
export async function unsubscribe(token: string, _before: Result | null): Promise<Result> {
  return runCommand(async () => runtime().command.unsubscribe(token));
}
