'use client';

import { useEffect, useRef, useState } from 'react';
import { buttonClass } from '#ui/button.tsx';
import { Link } from '#ui/link.tsx';
import { callAction } from '#ui/call-action.ts';
import { finishSignOn } from './actions.ts';

/** Finishes single sign-on with the provider's response, or shows why it failed. */
export function SignOnReturn({ organizationId }: { organizationId: number }) {
  const [problem, setProblem] = useState<string | null>(null);
  const started = useRef(false);
  useEffect(() => {
    // The response can be used once.
    if (started.current) return;
    started.current = true;
    void callAction(finishSignOn(organizationId, location.search)).then((result) => {
      if (!result.ok) setProblem(result.message);
    });
  }, [organizationId]);
  return (
    <>
      <h1 className="text-20">{problem === null ? 'Signing you in' : 'Sign-in failed'}</h1>
      {problem === null ? (
        <p role="status" className="text-14 text-muted">
          This takes a moment.
        </p>
      ) : (
        <>
          <p role="alert" className="rounded-md bg-error-wash px-3 py-2 text-13 [overflow-wrap:anywhere] text-error">
            {problem}
          </p>
          <Link href="/sign-in" className={buttonClass('plain', false, 'self-start')}>
            Back to sign-in
          </Link>
        </>
      )}
    </>
  );
}
