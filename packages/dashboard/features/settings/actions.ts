'use server';

import type { Scope } from '@seismo/server';
import { refresh } from 'next/cache';
import { plural } from '#components/ui/count.ts';
import { text } from '#components/ui/form-text.ts';
import type { Refused } from '#components/ui/fields.ts';
import { attempt, type Result } from '#server/refusal.ts';
import { runtime } from '#server/runtime.ts';
import { ownCookie } from '#server/session.ts';
import { viewer } from '#server/viewer.ts';
import { tokenScopes } from './scopes.ts';

export async function createKey(project: string, _before: Result | null, form: FormData): Promise<Result> {
  const result = await attempt(async () => {
    await runtime().command.createKey(await viewer(), project, text(form, 'label').trim());
  });
  refresh();
  return result;
}

export async function setKeyActive(
  project: string,
  keyId: number,
  active: boolean,
  _before: Result | null,
): Promise<Result> {
  const result = await attempt(async () => {
    await runtime().command.updateKey(await viewer(), project, keyId, { active });
  });
  refresh();
  return result;
}

/** An empty count takes the limit away. */
export async function setKeyLimit(
  project: string,
  keyId: number,
  _before: Result | null,
  form: FormData,
): Promise<Result> {
  const limit = text(form, 'rateLimit.count').trim();
  const rateLimit = limit === '' ? null : { count: Number(limit), windowS: Number(text(form, 'rateLimit.windowS')) };
  const result = await attempt(async () => {
    await runtime().command.updateKey(await viewer(), project, keyId, { rateLimit });
    return { ok: true, message: rateLimit ? 'The limit holds from now on.' : 'No limit from now on.' };
  });
  refresh();
  return result;
}

/** The new token is in the answer once, and nowhere afterwards. */
export async function createToken(
  _before: Result | null,
  form: FormData,
): Promise<{ ok: true; message: string } | Refused> {
  const chosen = form.getAll('scope');
  const days = Number(text(form, 'days'));
  const input = {
    label: text(form, 'label').trim(),
    scopes: tokenScopes.filter((scope) => chosen.includes(scope)) as Scope[],
    expiresAtMs: days > 0 ? Date.now() + days * 86_400_000 : null,
  };
  let token = '';
  const result = await attempt(async () => {
    ({ token } = await runtime().command.createApiToken(await viewer(), input));
  });
  if (!result.ok) return result;
  refresh();
  return { ok: true, message: token };
}

export async function deleteToken(id: number, _before: Result | null): Promise<Result> {
  const result = await attempt(async () => runtime().command.deleteApiToken(await viewer(), id));
  refresh();
  return result;
}

export async function changePassword(_before: Result | null, form: FormData): Promise<Result> {
  const current = text(form, 'current');
  const next = text(form, 'next');
  return attempt(async () => {
    await runtime().command.changePassword(await viewer(), { current, next }, await ownCookie());
    refresh();
    return { ok: true, message: 'The password is changed, and you are signed out everywhere else.' };
  });
}

export async function changeName(_before: Result | null, form: FormData): Promise<Result> {
  const name = text(form, 'name').trim();
  const result = await attempt(async () => {
    await runtime().command.rename(await viewer(), name);
    return { ok: true, message: 'Saved.' };
  });
  refresh();
  return result;
}

export async function deletePasskey(id: string, _before: Result | null): Promise<Result> {
  const result = await attempt(async () => runtime().command.deletePasskey(await viewer(), id));
  refresh();
  return result;
}

export async function endSession(id: string, _before: Result | null): Promise<Result> {
  const result = await attempt(async () => runtime().command.endSession(await viewer(), id));
  refresh();
  return result;
}

export async function endOtherSessions(_before: Result | null): Promise<Result> {
  const result = await attempt(async () => {
    const ended = await runtime().command.endOtherSessions(await viewer(), await ownCookie());
    return { ok: true, message: `Signed out everywhere else: ${plural(ended, 'session')} ended.` };
  });
  refresh();
  return result;
}
