import clsx from 'clsx';
import { Suspense, type ReactNode } from 'react';
import { AttentionNotice } from './attention-notice.tsx';

/** The main part of every signed-in page. Lists with columns are as wide as the screen. */
export function PageMain({ wide = false, children }: { wide?: boolean | undefined; children: ReactNode }) {
  return (
    <main
      tabIndex={-1}
      className={clsx(
        'mx-auto w-full min-w-0 flex-1 px-4 pb-24 outline-none md:px-6 md:pb-12',
        wide || 'max-w-[1440px]',
      )}
    >
      <Suspense fallback={null}>
        <AttentionNotice />
      </Suspense>
      {children}
    </main>
  );
}
