'use client';

import type { ReactNode } from 'react';
import { signOut } from '#features/auth/actions.ts';
import { clearForNextUser } from '#features/auth/sign-out-here.ts';

export function SignOut({ className, children }: { className: string; children: ReactNode }) {
  return (
    <form action={signOut} onSubmit={clearForNextUser}>
      <button type="submit" title="Sign out" className={className}>
        {children}
      </button>
    </form>
  );
}
