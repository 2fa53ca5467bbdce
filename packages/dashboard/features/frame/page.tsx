import type { ReactNode } from 'react';

/** A page: title, one sentence of state, then the thing itself. */
export function Page({ title, state, children }: { title: string; state?: ReactNode; children: ReactNode }) {
  return (
    <main
      tabIndex={-1}
      className="mx-auto w-full max-w-[1440px] min-w-0 flex-1 px-4 pb-24 outline-none md:px-6 md:pb-12"
    >
      <header className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5 pt-5 pb-3">
        <h1 className="text-20">{title}</h1>
        {state ? <div className="min-h-5 text-13 text-muted">{state}</div> : null}
      </header>
      {children}
    </main>
  );
}
