import type { ReactNode } from 'react';
import { Tooltips } from '#shell/tooltips/tooltips.tsx';
import { Logo } from '#ui/logo.tsx';

/** The layout for visitors without an account: no navigation and no requests in the background. */
export function SharedShell({ children }: { children: ReactNode }) {
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-[960px] flex-col px-4 pb-16 md:px-6">
      <p className="flex items-center gap-2.5 border-b border-line py-4 text-14 font-semibold">
        <Logo size={20} />
        seismo
        <span className="ml-auto text-12 font-normal text-muted">Shared issue</span>
      </p>
      {children}
      <Tooltips />
    </main>
  );
}
