'use server';

import { refresh } from 'next/cache';
import type { Fields } from '#ui/fields.ts';
import { text } from '#ui/form-text.ts';
import { slugOf } from '#ui/slug-of.ts';
import { runCommand, type Result } from '#server/refusal.ts';
import { runtime } from '#server/runtime.ts';
import { actionViewer, viewerAndId } from '#server/action-viewer.ts';
import type { Target } from '#server/target.ts';

async function changed(run: () => Promise<void>, at?: Fields): Promise<Result> {
  const result = await runCommand(run, at);
  refresh();
  return result;
}

export async function createTeam(organizationId: number, _before: Result | null, form: FormData): Promise<Result> {
  const name = text(form, 'name').trim();
  return changed(
    async () => runtime().command.createTeam(await actionViewer(organizationId), { slug: slugOf(name), name }),
    {
      slug: 'name',
    },
  );
}

export async function deleteTeam(team: Target, _before: Result | null): Promise<Result> {
  return changed(async () => runtime().command.deleteTeam(...(await viewerAndId(team))));
}

export async function renameTeam(team: Target, _before: Result | null, form: FormData): Promise<Result> {
  return changed(async () => runtime().command.updateTeam(...(await viewerAndId(team)), { name: text(form, 'name') }));
}

export async function addMember(team: Target, _before: Result | null, form: FormData): Promise<Result> {
  const userId = Number(text(form, 'person'));
  return changed(async () => runtime().command.setTeamMember(...(await viewerAndId(team)), userId, true));
}

export async function removeMember(team: Target, userId: number, _before: Result | null): Promise<Result> {
  return changed(async () => runtime().command.setTeamMember(...(await viewerAndId(team)), userId, false));
}
