'use server';

import { text } from '#ui/form-text.ts';
import { slugOf } from '#ui/slug-of.ts';
import type { Result } from '#server/refusal.ts';
import { runAndRefresh } from '#server/run-action.ts';
import { runtime } from '#server/runtime.ts';
import { actionViewer, viewerAndId } from '#server/action-viewer.ts';
import type { Target } from '#server/target.ts';

export async function createTeam(organizationId: number, _before: Result | null, form: FormData): Promise<Result> {
  const name = text(form, 'name').trim();
  return runAndRefresh(
    async () => runtime().command.createTeam(await actionViewer(organizationId), { slug: slugOf(name), name }),
    {
      slug: 'name',
    },
  );
}

export async function deleteTeam(team: Target, _before: Result | null): Promise<Result> {
  return runAndRefresh(async () => runtime().command.deleteTeam(...(await viewerAndId(team))));
}

export async function renameTeam(team: Target, _before: Result | null, form: FormData): Promise<Result> {
  return runAndRefresh(async () =>
    runtime().command.updateTeam(...(await viewerAndId(team)), { name: text(form, 'name') }),
  );
}

export async function addMember(team: Target, _before: Result | null, form: FormData): Promise<Result> {
  const userId = Number(text(form, 'user'));
  return runAndRefresh(async () => runtime().command.setTeamMember(...(await viewerAndId(team)), userId, true));
}

export async function removeMember(team: Target, userId: number, _before: Result | null): Promise<Result> {
  return runAndRefresh(async () => runtime().command.setTeamMember(...(await viewerAndId(team)), userId, false));
}
