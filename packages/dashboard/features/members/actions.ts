'use server';

import type { Role } from '@seismo/server';
import { refresh } from 'next/cache';
import { text } from '#components/ui/form-text.ts';
import { attempt, type Result } from '#server/refusal.ts';
import { runtime } from '#server/runtime.ts';
import { viewer } from '#server/viewer.ts';

/** The link is in the answer once, and nowhere afterwards. */
export async function invite(organization: string, _before: Result | null, form: FormData): Promise<Result> {
  const input = { email: text(form, 'email').trim(), role: text(form, 'role') as Role };
  const result = await attempt(async () => {
    const { link } = await runtime().command.invite(await viewer(), organization, input);
    return { ok: true, message: `${runtime().publicUrl}/invitation/${link}` };
  });
  if (result.ok) refresh();
  return result;
}

export async function deleteInvitation(organization: string, id: number, _before: Result | null): Promise<Result> {
  const result = await attempt(async () => runtime().command.deleteInvitation(await viewer(), organization, id));
  refresh();
  return result;
}

export async function setRole(
  organization: string,
  userId: number,
  _before: Result | null,
  form: FormData,
): Promise<Result> {
  const role = text(form, 'role') as Role;
  const result = await attempt(async () => {
    await runtime().command.setRole(await viewer(), organization, userId, role);
    return { ok: true, message: `From now on ${role}.` };
  });
  refresh();
  return result;
}

export async function removeMember(organization: string, userId: number, _before: Result | null): Promise<Result> {
  const result = await attempt(async () => runtime().command.removeMember(await viewer(), organization, userId));
  refresh();
  return result;
}
