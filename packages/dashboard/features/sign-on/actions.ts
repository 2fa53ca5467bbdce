'use server';

import type { Role } from '@seismo/server';
import { refresh } from 'next/cache';
import { text } from '#components/ui/form-text.ts';
import { attempt, type Result } from '#server/refusal.ts';
import { runtime } from '#server/runtime.ts';
import { actionViewer } from '#server/action-viewer.ts';

export async function saveProvider(organizationId: number, _before: Result | null, form: FormData): Promise<Result> {
  const input = {
    name: text(form, 'name'),
    issuer: text(form, 'issuer'),
    clientId: text(form, 'clientId'),
    clientSecret: text(form, 'clientSecret'),
    domains: text(form, 'domains')
      .toLowerCase()
      .split(/[\s,]+/)
      .filter(Boolean),
    role: text(form, 'role') as Role,
  };
  const result = await attempt(async () => {
    await runtime().command.saveIdentityProvider(await actionViewer(organizationId), String(organizationId), input);
    return { ok: true, message: 'The provider answers, and is on the sign-in page now.' };
  });
  refresh();
  return result;
}

export async function deleteProvider(organizationId: number, _before: Result | null): Promise<Result> {
  const result = await attempt(async () =>
    runtime().command.deleteIdentityProvider(await actionViewer(organizationId), String(organizationId)),
  );
  refresh();
  return result;
}
