'use server';

import type { Scope } from '@seismo/server';
import { refresh } from 'next/cache';
import { plural } from '#ui/count.ts';
import { text } from '#ui/form-text.ts';
import type { Refused } from '#ui/fields.ts';
import { runCommand, type Result } from '#server/refusal.ts';
import { runAndRefresh, runForAnswer } from '#server/run-action.ts';
import { runtime } from '#server/runtime.ts';
import { ownSessionCookie } from '#server/session.ts';
import { accountViewer } from '#server/viewer.ts';
import { tokenScopes } from './scopes.ts';

/** Only this response contains the token. */
export async function createToken(
  _before: Result | null,
  form: FormData,
): Promise<{ ok: true; message: string } | Refused> {
  const selected = form.getAll('scope');
  const days = Number(text(form, 'days'));
  const input = {
    label: text(form, 'label').trim(),
    scopes: tokenScopes.filter((scope) => selected.includes(scope)) as Scope[],
    expiresAtMs: days > 0 ? Date.now() + days * 86_400_000 : null,
  };
  const result = await runForAnswer(async () => {
    const { token } = await runtime().command.createApiToken(await accountViewer(), input);
    return { message: token };
  });
  if (result.ok) refresh();
  return result;
}

export async function deleteToken(id: number, _before: Result | null): Promise<Result> {
  return runAndRefresh(async () => runtime().command.deleteApiToken(await accountViewer(), id));
}

export async function changePassword(_before: Result | null, form: FormData): Promise<Result> {
  const current = text(form, 'current');
  const next = text(form, 'next');
  return runCommand(async () => {
    await runtime().command.changePassword(await accountViewer(), { current, next }, await ownSessionCookie());
    refresh();
    return { ok: true, message: 'Password changed. You are signed out everywhere else.' };
  });
}

export async function changeName(_before: Result | null, form: FormData): Promise<Result> {
  const name = text(form, 'name').trim();
  return runAndRefresh(async () => {
    await runtime().command.renameUser(await accountViewer(), name);
    return { ok: true, message: 'Saved' };
  });
}

export async function deletePasskey(id: string, _before: Result | null): Promise<Result> {
  return runAndRefresh(async () => runtime().command.deletePasskey(await accountViewer(), id));
}

export async function endSession(id: string, _before: Result | null): Promise<Result> {
  return runAndRefresh(async () => runtime().command.endSession(await accountViewer(), id));
}

export async function endOtherSessions(_before: Result | null): Promise<Result> {
  return runAndRefresh(async () => {
    const ended = await runtime().command.endOtherSessions(await accountViewer(), await ownSessionCookie());
    return { ok: true, message: `Signed out of ${plural(ended, 'other session')}` };
  });
}
