'use server';

import type { Role } from '@seismo/server';
import { refresh } from 'next/cache';
import { text } from '#ui/form-text.ts';
import { runCommand, type Result } from '#server/refusal.ts';
import { runAndRefresh } from '#server/run-action.ts';
import { runtime } from '#server/runtime.ts';
import { actionViewer } from '#server/action-viewer.ts';

/** Only this response contains the link. */
export async function invite(organizationId: number, _before: Result | null, form: FormData): Promise<Result> {
  const input = { email: text(form, 'email').trim(), role: text(form, 'role') as Role };
  const result = await runCommand(async () => {
    const { link } = await runtime().command.invite(await actionViewer(organizationId), String(organizationId), input);
    return { ok: true, message: `${runtime().publicUrl}/invitation/${link}` };
  });
  if (result.ok) refresh();
  return result;
}

export async function deleteInvitation(organizationId: number, id: number, _before: Result | null): Promise<Result> {
  return runAndRefresh(async () =>
    runtime().command.deleteInvitation(await actionViewer(organizationId), String(organizationId), id),
  );
}

export async function setRole(organizationId: number, userId: number, _before: Result | null, form: FormData) {
  const role = text(form, 'role') as Role;
  return runAndRefresh(async () => {
    await runtime().command.setRole(await actionViewer(organizationId), String(organizationId), userId, role);
    return { ok: true, message: `Role changed to ${role}` };
  });
}

export async function removeMember(organizationId: number, userId: number, _before: Result | null): Promise<Result> {
  return runAndRefresh(async () =>
    runtime().command.removeMember(await actionViewer(organizationId), String(organizationId), userId),
  );
}
