'use client';

import type { Role } from '@seismo/server';
import { Button } from '#components/ui/button.tsx';
import { Code } from '#components/ui/code.tsx';
import { Field } from '#components/ui/field.tsx';
import { useAction } from '#components/ui/use-action.ts';
import { invite } from './actions.ts';

/** Makes an invitation and shows its link once. */
export function InviteForm({ organization, roles }: { organization: string; roles: readonly Role[] }) {
  const { result, pending, form } = useAction(invite.bind(null, organization));
  return (
    <form {...form} className="flex flex-col gap-3">
      <div className="flex flex-wrap items-end gap-3">
        <Field label="E-mail" name="email" type="email" autoComplete="off" required className="w-72 max-w-full" />
        <label className="flex flex-col gap-1.5 text-13 font-medium">
          Role
          <select name="role" defaultValue="member" className="select h-9!">
            {roles.map((role) => (
              <option key={role}>{role}</option>
            ))}
          </select>
        </label>
        <Button type="submit" look="primary" pending={pending} className="h-9">
          Make the link
        </Button>
      </div>
      {result && !result.ok ? (
        <p role="alert" className="rounded-md bg-error-wash px-3 py-2 text-13 text-error">
          {result.message}
        </p>
      ) : null}
      {result?.ok && result.message ? (
        <div role="status" className="flex flex-col gap-2">
          <p className="text-13">Copy the link now. It is not shown again.</p>
          <Code text={result.message} label="invitation link" />
        </div>
      ) : null}
    </form>
  );
}
