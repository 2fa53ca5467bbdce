'use server';

import { refresh } from 'next/cache';
import { text } from '#components/ui/form-text.ts';
import { attempt, type Result } from '#server/refusal.ts';
import { runtime } from '#server/runtime.ts';
import { viewer } from '#server/viewer.ts';

async function changed(deed: () => Promise<void>): Promise<Result> {
  const result = await attempt(deed);
  refresh();
  return result;
}

export async function createTeam(_before: Result | null, form: FormData): Promise<Result> {
  const name = text(form, 'name').trim();
  const slug = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '');
  return changed(async () => runtime().command.createTeam(await viewer(), { slug, name }));
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
