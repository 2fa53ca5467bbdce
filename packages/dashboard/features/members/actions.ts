'use server';

import type { Role } from '@seismo/server';
import { refresh } from 'next/cache';
import { text } from '#ui/form-text.ts';
import type { Refused } from '#ui/fields.ts';
import type { Result } from '#server/refusal.ts';
import { runAndRefresh, runForAnswer } from '#server/run-action.ts';
import { runtime } from '#server/runtime.ts';
import { actionViewer } from '#server/action-viewer.ts';

/** `email`: what the mail server answered; `null` without email. */
interface Invited {
  ok: true;
  link: string;
  email: { isSent: boolean; answer: string } | null;
}

/** Only this response contains the link. */
export async function invite(
  organizationId: number,
  _before: Invited | Refused | null,
  form: FormData,
): Promise<Invited | Refused> {
  const input = { email: text(form, 'email').trim(), role: text(form, 'role') as Role };
  const result = await runForAnswer(async () => {
    const viewer = await actionViewer(organizationId);
    const { link, email } = await runtime().command.invite(viewer, String(organizationId), input);
    return { link: `${runtime().publicUrl}/invitation/${link}`, email };
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
