'use server';

import type { OwnershipPreview } from '@seismo/server';
import { text } from '#ui/form-text.ts';
import type { Result } from '#server/refusal.ts';
import { readOr, runAndRefresh } from '#server/run-action.ts';
import { runtime } from '#server/runtime.ts';
import { viewerAndId } from '#server/action-viewer.ts';
import type { Target } from '#server/target.ts';

export async function saveOwnership(project: Target, base: number, _before: Result | null, form: FormData) {
  const document = { rules: text(form, 'rules'), assigns: text(form, 'assigns') === 'on' };
  return runAndRefresh(async () => {
    await runtime().command.saveConfiguration(...(await viewerAndId(project)), 'ownership', document, base);
    return { ok: true, message: 'Saved. Applies to new issues.' };
  });
}

export async function previewOwnership(project: Target, rules: string): Promise<OwnershipPreview | null> {
  return readOr(null, async () => runtime().query.previewOwnership(...(await viewerAndId(project)), String(rules)));
}

export async function fromCodeowners(project: Target, codeowners: string): Promise<string | null> {
  return readOr(null, async () =>
    runtime().query.rulesFromCodeowners(...(await viewerAndId(project)), String(codeowners)),
  );
}
