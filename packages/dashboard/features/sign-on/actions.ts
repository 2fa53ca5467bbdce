'use server';

import type { Role } from '@seismo/server';
import { refresh } from 'next/cache';
import { text } from '#components/ui/form-text.ts';
import { attempt, type Result } from '#server/refusal.ts';
import { runtime } from '#server/runtime.ts';
import { viewer } from '#server/viewer.ts';

export async function saveProvider(organization: string, _before: Result | null, form: FormData): Promise<Result> {
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
    await runtime().command.saveIdentityProvider(await viewer(), organization, input);
    return { ok: true, message: 'The provider answers, and is on the sign-in page now.' };
  });
  refresh();
  return result;
}

export async function deleteProvider(organization: string, _before: Result | null): Promise<Result> {
  const result = await attempt(async () => runtime().command.deleteIdentityProvider(await viewer(), organization));
  refresh();
  return result;
}
