'use server';

import { refresh } from 'next/cache';
import type { Fields } from '#components/ui/fields.ts';
import { text } from '#components/ui/form-text.ts';
import { slugOf } from '#components/ui/slug-of.ts';
import { attempt, type Result } from '#server/refusal.ts';
import { runtime } from '#server/runtime.ts';
import { viewer } from '#server/viewer.ts';

async function changed(deed: () => Promise<void>, at?: Fields): Promise<Result> {
  const result = await attempt(deed, at);
  refresh();
  return result;
}

export async function createTeam(_before: Result | null, form: FormData): Promise<Result> {
  const name = text(form, 'name').trim();
  return changed(async () => runtime().command.createTeam(await viewer(), { slug: slugOf(name), name }), {
    slug: 'name',
  });
}

export async function deleteTeam(slug: string, _before: Result | null): Promise<Result> {
  return changed(async () => runtime().command.deleteTeam(await viewer(), slug));
}

export async function renameTeam(slug: string, _before: Result | null, form: FormData): Promise<Result> {
  return changed(async () => runtime().command.renameTeam(await viewer(), slug, text(form, 'name')));
}

export async function addMember(slug: string, _before: Result | null, form: FormData): Promise<Result> {
  const userId = Number(text(form, 'person'));
  return changed(async () => runtime().command.setTeamMember(await viewer(), slug, userId, true));
}

export async function removeMember(slug: string, userId: number, _before: Result | null): Promise<Result> {
  return changed(async () => runtime().command.setTeamMember(await viewer(), slug, userId, false));
}
