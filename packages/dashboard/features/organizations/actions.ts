'use server';

import { refresh } from 'next/cache';
import { text } from '#components/ui/form-text.ts';
import { slugOf } from '#components/ui/slug-of.ts';
import { attempt, type Result } from '#server/refusal.ts';
import { runtime } from '#server/runtime.ts';
import { keepOrganization } from '#server/session.ts';
import { viewer } from '#server/viewer.ts';

export async function createOrganization(_before: Result | null, form: FormData): Promise<Result> {
  const name = text(form, 'name').trim();
  const slug = text(form, 'slug').trim() || slugOf(name);
  const result = await attempt(async () => {
    await runtime().command.createOrganization(await viewer(), { slug, name });
    return { ok: true, message: `${name} is yours.` };
  });
  if (result.ok) refresh();
  return result;
}

export async function updateOrganization(slug: string, _before: Result | null, form: FormData): Promise<Result> {
  const change = {
    name: text(form, 'name').trim(),
    slug: text(form, 'slug').trim(),
    sharesIssues: form.has('sharesIssues'),
  };
  const result = await attempt(async () => {
    await runtime().command.updateOrganization(await viewer(), slug, change);
    return { ok: true, message: 'Saved.' };
  });
  if (result.ok) refresh();
  return result;
}

export async function deleteOrganization(slug: string, _before: Result | null, form: FormData): Promise<Result> {
  const confirm = text(form, 'confirm').trim();
  const result = await attempt(async () => runtime().command.deleteOrganization(await viewer(), slug, confirm));
  if (result.ok) refresh();
  return result;
}

/** Lists show this organization alone from now on; `''`: all of the person's. */
export async function showOrganization(slug: string): Promise<void> {
  await keepOrganization(String(slug));
  refresh();
}
