import { Suspense, type ReactNode } from 'react';
import { AttentionNotice } from './attention-notice.tsx';

/** The main part of every signed-in page. */
export function PageMain({ children }: { children: ReactNode }) {
  return (
    <main
      tabIndex={-1}
      className="mx-auto w-full max-w-[1440px] min-w-0 flex-1 px-4 pb-24 outline-none md:px-6 md:pb-12"
    >
      <Suspense fallback={null}>
        <AttentionNotice />
      </Suspense>
      {children}
    </main>
  );
}
