'use client';

import { useTransition } from 'react';
import { reached } from '#components/ui/reached.ts';
import { toast } from '#features/toast/toast.ts';
import { showOrganization } from './actions.ts';

/** Chooses which organization lists are of. */
export function ShowOrganization({
  shown,
  organizations,
  className = 'select',
}: {
  shown: string;
  organizations: { slug: string; name: string }[];
  className?: string;
}) {
  const [pending, start] = useTransition();
  return (
    <select
      key={shown}
      aria-label="Organization"
      aria-busy={pending}
      defaultValue={organizations.some(({ slug }) => slug === shown) ? shown : ''}
      onChange={(event) => {
        const slug = event.currentTarget.value;
        start(async () => {
          const refused = await reached(showOrganization(slug));
          if (refused) toast({ text: refused.message });
        });
      }}
      className={className}
    >
      <option value="">All organizations</option>
      {organizations.map(({ slug, name }) => (
        <option key={slug} value={slug}>
          {name}
        </option>
      ))}
    </select>
  );
}
