'use server';

import { refresh } from 'next/cache';
import { renderSVG } from 'uqr';
import { text } from '#ui/form-text.ts';
import type { Refused } from '#ui/fields.ts';
import type { NewPasskey } from '../auth/passkey.ts';
import { runCommand, type Result } from '#server/refusal.ts';
import { runAndRefresh, runForAnswer } from '#server/run-action.ts';
import { runtime } from '#server/runtime.ts';
import { accountViewer } from '#server/viewer.ts';

export type CodeResult = { ok: true; recoveryCodes?: string[] } | Refused;

export async function beginAuthenticator(): Promise<{ ok: true; secret: string; svg: string } | Refused> {
  return runForAnswer(async () => {
    const { secret, uri } = await runtime().command.beginAuthenticator(await accountViewer());
    return { secret, svg: renderSVG(uri, { border: 1 }) };
  });
}

/** Does not refresh the page, which shows the codes until the user has saved them. */
export async function enableAuthenticator(_before: CodeResult | null, form: FormData): Promise<CodeResult> {
  return runForAnswer(async () => runtime().command.enableAuthenticator(await accountViewer(), text(form, 'code')));
}

export async function newRecoveryCodes(_before: CodeResult | null, form: FormData): Promise<CodeResult> {
  return runForAnswer(async () => runtime().command.newRecoveryCodes(await accountViewer(), text(form, 'code')));
}

export async function disableAuthenticator(_before: CodeResult | null, form: FormData): Promise<CodeResult> {
  const result = await runCommand(async () =>
    runtime().command.disableAuthenticator(await accountViewer(), text(form, 'code')),
  );
  if (!result.ok) return result;
  refresh();
  return { ok: true };
}

export async function beginPasskey() {
  return runForAnswer(async () => ({ options: await runtime().command.beginPasskey(await accountViewer()) }));
}

export async function addPasskey(label: string, response: NewPasskey): Promise<Result> {
  return runAndRefresh(async () => runtime().command.addPasskey(await accountViewer(), { label, response }));
}
