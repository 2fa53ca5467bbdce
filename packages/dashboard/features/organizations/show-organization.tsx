'use client';

import type { Route } from 'next';
import { useRouter } from 'next/navigation';
import { useTransition } from 'react';
import { callAction } from '#ui/call-action.ts';
import { toast } from '#features/toast/toast.ts';
import { resourceOf } from '#server/resource.ts';
import { showOrganization } from './actions.ts';

interface Props {
  selectedId: number;
  organizations: { id: number; name: string }[];
  className?: string;
}

/** Selects the organization that pages show. */
export function ShowOrganization({ selectedId, organizations, className = 'select' }: Props) {
  const router = useRouter();
  const [pending, start] = useTransition();
  return (
    <select
      key={selectedId}
      aria-label="Organization"
      aria-busy={pending}
      defaultValue={selectedId}
      onChange={(event) => {
        const id = Number(event.currentTarget.value);
        start(async () => {
          const refused = await callAction(showOrganization(id));
          if (refused) return toast({ text: refused.message });
          // The resource of this page may not exist in the selected organization: go to the list.
          const { pathname, search } = window.location;
          if (resourceOf(pathname, search)) router.push(`/${pathname.split('/')[1]!}` as Route);
        });
      }}
      className={className}
    >
      {organizations.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  );
}
