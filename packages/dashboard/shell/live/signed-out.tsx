'use client';

import { buttonClass } from '#ui/button.tsx';

/** The page stays, so that unsaved text is not lost. */
export default function SignedOut() {
  const here = location.pathname + location.search;
  return (
    <div
      role="alert"
      className="fixed inset-x-0 top-0 z-30 flex flex-wrap items-center justify-center gap-x-4 gap-y-1.5 border-b border-line-strong bg-overlay px-4 py-2.5 text-13"
    >
      You are signed out. This page no longer updates.
      <a href={`/sign-in?next=${encodeURIComponent(here)}`} className={buttonClass('primary', true)}>
        Sign in again
      </a>
    </div>
  );
}
