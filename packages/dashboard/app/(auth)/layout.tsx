import type { ReactNode } from 'react';
import { Logo } from '#ui/logo.tsx';

export default function AuthLayout({ children }: { children: ReactNode }) {
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-[400px] flex-col justify-center gap-6 px-5 py-10">
      <p className="flex items-center gap-2.5 text-16 font-semibold">
        <Logo size={24} />
        seismo
      </p>
      {children}
    </main>
  );
}
