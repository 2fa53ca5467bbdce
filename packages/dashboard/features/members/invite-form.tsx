'use client';

import type { Role } from '@seismo/server';
import clsx from 'clsx';
import { Button } from '#ui/button.tsx';
import { Code } from '#ui/code.tsx';
import { Field } from '#ui/field.tsx';
import { Form } from '#ui/form.tsx';
import { FormError } from '#ui/form-error.tsx';
import { useAction } from '#ui/use-action.ts';
import { invite } from './actions.ts';

/** Creates an invitation and shows its link once, and how its email was answered. */
export function InviteForm({ organizationId, roles }: { organizationId: number; roles: readonly Role[] }) {
  const { result, pending, form } = useAction(invite.bind(null, organizationId));
  return (
    <Form {...form} className="flex flex-col gap-3">
      <div className="flex flex-wrap items-start gap-3">
        <Field label="Email" name="email" type="email" autoComplete="off" required className="w-72 max-w-full" />
        <label className="flex flex-col gap-1.5 text-13 font-medium">
          Role
          <select name="role" defaultValue="member" className="select h-9!">
            {roles.map((role) => (
              <option key={role}>{role}</option>
            ))}
          </select>
        </label>
        <Button type="submit" variant="primary" pending={pending} className="mt-6.5 h-9">
          Create invite link
        </Button>
      </div>
      <FormError result={result} />
      {result?.ok ? (
        <div role="status" className="flex flex-col gap-2">
          {result.email ? <EmailAnswer {...result.email} /> : null}
          <p className="text-13">Copy this link now. You will not see it again.</p>
          <Code text={result.link} label="invitation link" />
        </div>
      ) : null}
    </Form>
  );
}

function EmailAnswer({ isSent, answer }: { isSent: boolean; answer: string }) {
  return (
    <p
      className={clsx(
        'rounded-md px-3 py-2 text-13 [overflow-wrap:anywhere]',
        isSent ? 'bg-good-wash text-good' : 'bg-error-wash text-error',
      )}
    >
      {isSent ? `Sent. Answer: ${answer}` : `Not sent. Pass the link on yourself. ${answer}`}
    </p>
  );
}
