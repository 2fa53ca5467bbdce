'use client';

import { KeyRound } from 'lucide-react';
import { useState, useTransition } from 'react';
import { Button } from '#ui/button.tsx';
import { callAction } from '#ui/call-action.ts';
import { beginPasskeySignIn, signInByPasskey } from './actions.ts';
import { passkeyError } from './passkey.ts';

/** Signs in by a passkey of this device, or of a phone or key beside it. */
export function PasskeyButton({ next }: { next: string }) {
  const [problem, setProblem] = useState<string | null>(null);
  const [pending, start] = useTransition();
  const signIn = () =>
    start(async () => {
      setProblem(null);
      const { startAuthentication } = await import('@simplewebauthn/browser');
      const optionsJSON = await callAction(beginPasskeySignIn());
      if ('ok' in optionsJSON) return setProblem(optionsJSON.message);
      const response = await startAuthentication({ optionsJSON }).catch((error: unknown) =>
        setProblem(passkeyError(error)),
      );
      if (!response) return;
      const result = await callAction(signInByPasskey(response, next));
      if (!result.ok) setProblem(result.message);
    });
  return (
    <div className="flex flex-col gap-3">
      <Button onClick={signIn} pending={pending} className="h-9">
        <KeyRound size={15} aria-hidden />
        Sign in with a passkey
      </Button>
      {problem ? (
        <p role="alert" className="rounded-md bg-error-wash px-3 py-2 text-13 text-error">
          {problem}
        </p>
      ) : null}
    </div>
  );
}
