'use client';

import type { ReactNode } from 'react';
import { signOut } from '#features/auth/actions.ts';
import { clearRecent } from '#features/recent/stored-list.ts';

export function SignOut({ className, children }: { className: string; children: ReactNode }) {
  return (
    <form action={signOut} onSubmit={clearRecent}>
      <button type="submit" title="Sign out" className={className}>
        {children}
      </button>
    </form>
  );
}
