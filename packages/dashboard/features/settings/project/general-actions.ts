'use server';

import { refresh } from 'next/cache';
import { redirect } from 'next/navigation';
import { text } from '#ui/form-text.ts';
import { runCommand, type Result } from '#server/refusal.ts';
import { runtime } from '#server/runtime.ts';
import { viewerAndId } from '#server/action-viewer.ts';
import type { Target } from '#server/target.ts';

export async function updateProject(project: Target & { slug: string }, _before: Result | null, form: FormData) {
  const change = {
    name: text(form, 'name').trim(),
    slug: text(form, 'slug').trim(),
    platform: text(form, 'platform'),
  };
  const result = await runCommand(async () => {
    await runtime().command.updateProject(...(await viewerAndId(project)), change);
    return { ok: true, message: 'Saved' };
  });
  if (!result.ok) return result;
  refresh();
  if (change.slug !== project.slug) redirect(`/settings/projects/${encodeURIComponent(change.slug)}/general`);
  return result;
}

/** Returns before the deletion, which happens in pipeline order. */
export async function deleteProject(project: Target, _before: Result | null, form: FormData): Promise<Result> {
  const confirm = text(form, 'confirm').trim();
  const result = await runCommand(async () =>
    runtime().command.deleteProject(...(await viewerAndId(project)), confirm),
  );
  if (!result.ok) return result;
  refresh();
  redirect('/projects');
}
