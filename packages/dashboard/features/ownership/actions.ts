'use server';

import type { OwnershipPreview } from '@seismo/server';
import { refresh } from 'next/cache';
import { text } from '#ui/form-text.ts';
import { runCommand, type Result } from '#server/refusal.ts';
import { runtime } from '#server/runtime.ts';
import { viewerAndId } from '#server/action-viewer.ts';
import type { Target } from '#server/target.ts';

export async function saveOwnership(
  project: Target,
  base: number,
  _before: Result | null,
  form: FormData,
): Promise<Result> {
  const document = { rules: text(form, 'rules'), assigns: text(form, 'assigns') === 'on' };
  const result = await runCommand(async () => {
    await runtime().command.saveConfiguration(...(await viewerAndId(project)), 'ownership', document, base);
    return { ok: true, message: 'Saved. Applies to new issues.' };
  });
  refresh();
  return result;
}

export async function previewOwnership(project: Target, rules: string): Promise<OwnershipPreview | null> {
  const result: { preview: OwnershipPreview | null } = { preview: null };
  await runCommand(async () => {
    result.preview = await runtime().query.previewOwnership(...(await viewerAndId(project)), String(rules));
  });
  return result.preview;
}

export async function fromCodeowners(project: Target, codeowners: string): Promise<string | null> {
  const result: { rules: string | null } = { rules: null };
  await runCommand(async () => {
    result.rules = await runtime().query.rulesFromCodeowners(...(await viewerAndId(project)), String(codeowners));
  });
  return result.rules;
}
