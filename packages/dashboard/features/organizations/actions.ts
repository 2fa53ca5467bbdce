'use server';

import { refresh } from 'next/cache';
import { text } from '#ui/form-text.ts';
import { slugOf } from '#ui/slug-of.ts';
import { runCommand, type Result } from '#server/refusal.ts';
import { runtime } from '#server/runtime.ts';
import { selectOrganization } from '#server/session.ts';
import { actionViewer } from '#server/action-viewer.ts';
import { accountViewer } from '#server/viewer.ts';

export async function createOrganization(_before: Result | null, form: FormData): Promise<Result> {
  const name = text(form, 'name').trim();
  const slug = text(form, 'slug').trim() || slugOf(name);
  const result = await runCommand(async () => {
    await runtime().command.createOrganization(await accountViewer(), { slug, name });
    return { ok: true, message: 'Organization created' };
  });
  if (result.ok) refresh();
  return result;
}

export async function updateOrganization(organizationId: number, _before: Result | null, form: FormData) {
  const change = {
    name: text(form, 'name').trim(),
    slug: text(form, 'slug').trim(),
    sharesIssues: form.has('sharesIssues'),
  };
  const result = await runCommand(async () => {
    await runtime().command.updateOrganization(await actionViewer(organizationId), String(organizationId), change);
    return { ok: true, message: 'Saved' };
  });
  if (result.ok) refresh();
  return result;
}

export async function deleteOrganization(organizationId: number, _before: Result | null, form: FormData) {
  const confirm = text(form, 'confirm').trim();
  const result = await runCommand(async () =>
    runtime().command.deleteOrganization(await actionViewer(organizationId), String(organizationId), confirm),
  );
  if (result.ok) refresh();
  return result;
}

/** Pages show this organization from now on. */
export async function showOrganization(organizationId: number): Promise<void> {
  await selectOrganization(Number(organizationId));
  refresh();
}
