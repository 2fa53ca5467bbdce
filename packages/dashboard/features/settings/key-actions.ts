'use server';

import { text } from '#ui/form-text.ts';
import { viewerAndId } from '#server/action-viewer.ts';
import type { Result } from '#server/refusal.ts';
import { runAndRefresh } from '#server/run-action.ts';
import { runtime } from '#server/runtime.ts';
import type { Target } from '#server/target.ts';

export async function createKey(project: Target, _before: Result | null, form: FormData): Promise<Result> {
  return runAndRefresh(async () => {
    await runtime().command.createKey(...(await viewerAndId(project)), text(form, 'label').trim());
  });
}

export async function setKeyActive(project: Target, keyId: number, active: boolean, _before: Result | null) {
  return runAndRefresh(async () => {
    await runtime().command.updateKey(...(await viewerAndId(project)), keyId, { active });
  });
}

/** An empty count removes the limit. */
export async function setKeyLimit(project: Target, keyId: number, _before: Result | null, form: FormData) {
  const limit = text(form, 'rateLimit.count').trim();
  const rateLimit = limit === '' ? null : { count: Number(limit), windowS: Number(text(form, 'rateLimit.windowS')) };
  return runAndRefresh(async () => {
    await runtime().command.updateKey(...(await viewerAndId(project)), keyId, { rateLimit });
    return { ok: true, message: rateLimit ? 'Limit saved' : 'Limit removed' };
  });
}
