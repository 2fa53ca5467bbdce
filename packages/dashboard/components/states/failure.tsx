'use client';

import { catchError, type ErrorInfo } from 'next/error';
import { useEffect } from 'react';
import { Button } from '#components/ui/button.tsx';
import { report } from '#features/reporting/report.ts';

function Failed({ what }: { what: string }, { error, retry }: ErrorInfo) {
  useEffect(() => report(error), [error]);
  const digest = error instanceof Error && 'digest' in error ? String(error.digest) : null;
  return (
    <div
      role="alert"
      className="my-2 flex flex-wrap items-center gap-3 rounded-md border border-line bg-error-wash px-3 py-2.5 text-13"
    >
      <p>
        {what} could not be loaded.
        {digest ? <span className="ml-2 font-mono text-12">Digest: {digest}</span> : null}
      </p>
      <Button small className="ml-auto" onClick={() => retry()}>
        Try again
      </Button>
    </div>
  );
}

/** Keeps a failure within its part of the page. */
export const Contained = catchError(Failed);
