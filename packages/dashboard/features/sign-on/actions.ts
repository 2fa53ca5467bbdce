'use server';

import type { Role } from '@seismo/server';
import { redirect } from 'next/navigation';
import { text } from '#ui/form-text.ts';
import { runCommand, type Result } from '#server/refusal.ts';
import { runAndRefresh } from '#server/run-action.ts';
import { runtime } from '#server/runtime.ts';
import { actionViewer } from '#server/action-viewer.ts';
import { clientAddress, setSignOnCookie } from '#server/session.ts';
import { accountViewer } from '#server/viewer.ts';

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
  return runAndRefresh(async () => {
    const { unproven } = await runtime().command.saveIdentityProvider(
      await actionViewer(organizationId),
      String(organizationId),
      input,
    );
    const proof =
      unproven.length > 0
        ? ` Not verified yet: ${unproven.join(', ')}. Add the TXT records below, then save again.`
        : '';
    return { ok: true, message: `Provider saved. It now appears on the sign-in page.${proof}` };
  });
}

export async function deleteProvider(organizationId: number, _before: Result | null): Promise<Result> {
  return runAndRefresh(async () =>
    runtime().command.deleteIdentityProvider(await actionViewer(organizationId), String(organizationId)),
  );
}

/** Leaves for the provider; coming back connects it to the account. */
export async function beginConnection(organizationId: number, _before: Result | null): Promise<Result> {
  let url = '';
  const result = await runCommand(async () => {
    const started = await runtime().command.beginConnection(
      await accountViewer(),
      organizationId,
      await clientAddress(),
    );
    await setSignOnCookie(started, '/settings/security');
    ({ url } = started);
  });
  if (result.ok) redirect(url as '/issues');
  return result;
}

export async function disconnect(organizationId: number, _before: Result | null): Promise<Result> {
  return runAndRefresh(async () => runtime().command.disconnectIdentities(await accountViewer(), organizationId));
}
