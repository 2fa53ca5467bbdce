'use client';

import type { Role } from '@seismo/server';
import clsx from 'clsx';
import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { Form } from '#ui/form.tsx';
import { FormError } from '#ui/form-error.tsx';
import { useAction } from '#ui/use-action.ts';
import { setRole } from './actions.ts';

interface Props {
  organizationId: number;
  userId: number;
  role: Role;
  options: readonly Role[];
  label: string;
}

/** The role of a member. The button appears when another role is selected; its space is reserved. */
export function RoleSelect({ organizationId, userId, role, options, label }: Props) {
  const { result, pending, form } = useAction(setRole.bind(null, organizationId, userId), true);
  const [selected, setSelected] = useState<Role | null>(null);
  return (
    <Form
      {...form}
      onReset={(event) => {
        form.onReset(event);
        if (!event.isDefaultPrevented()) setSelected(null);
      }}
      className="flex flex-wrap items-center justify-end gap-2 max-sm:flex-1 max-sm:justify-start"
    >
      <FormError result={result} />
      {result?.ok && result.message ? (
        <p role="status" className="text-12 text-good">
          {result.message}
        </p>
      ) : null}
      <Button
        type="submit"
        small
        variant="primary"
        pending={pending}
        className={clsx('max-sm:order-last', (selected ?? role) === role && 'invisible')}
      >
        Save
      </Button>
      <select
        key={role}
        name="role"
        aria-label={label}
        defaultValue={role}
        onChange={(event) => setSelected(event.currentTarget.value as Role)}
        className="select"
      >
        {options.map((each) => (
          <option key={each}>{each}</option>
        ))}
      </select>
    </Form>
  );
}
