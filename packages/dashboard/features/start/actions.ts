'use server';

import { refresh } from 'next/cache';
import { redirect } from 'next/navigation';
import { text } from '#components/ui/form-text.ts';
import { attempt, type Result } from '#server/refusal.ts';
import { runtime } from '#server/runtime.ts';
import { viewer } from '#server/viewer.ts';
import { platformOf } from './platforms.ts';

export async function createProject(_before: Result | null, form: FormData): Promise<Result> {
  const name = text(form, 'name').trim();
  const platform = platformOf(text(form, 'platform'));
  let slug = '';
  const result = await attempt(async () => {
    ({ slug } = await runtime().command.createProject(await viewer(), { name, slug: slugOf(name), platform }));
  });
  if (!result.ok) return result;
  // The rail lists projects; it would otherwise keep the list it has.
  refresh();
  redirect(`/projects/${encodeURIComponent(slug)}/start`);
}

/** `My shop (EU)` → `my-shop-eu`. What is left empty is refused by the command, with its reason. */
function slugOf(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 50);
}
