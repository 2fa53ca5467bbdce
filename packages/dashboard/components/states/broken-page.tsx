'use client';

import { useEffect, useSyncExternalStore } from 'react';
import { CopyButton } from '#components/ui/copy-button.tsx';
import { Button } from '#components/ui/button.tsx';
import { report } from '#features/reporting/report.ts';
import { applicationError } from './application-error.ts';

const never = () => () => {};

/** What a person sees when a page threw: the sentence, the digest to look it up with, and a way on. */
export function BrokenPage({ error, retry }: { error: Error & { digest?: string }; retry: () => void }) {
  useEffect(() => report(error), [error]);
  const host = useSyncExternalStore(
    never,
    () => location.host,
    () => '',
  );
  const sentence = applicationError(host, error.digest);
  return (
    <div role="alert" className="mx-auto flex max-w-[72ch] flex-col gap-4 px-4 py-20">
      <h1 className="text-20">This page could not be shown</h1>
      <p className="text-14">{sentence}</p>
      {error.digest ? <p className="font-mono text-13">Digest: {error.digest}</p> : null}
      <div className="flex gap-2">
        <Button look="primary" onClick={retry}>
          Try again
        </Button>
        <CopyButton text={error.digest ? `${sentence}\nDigest: ${error.digest}` : sentence} label="Copy the message">
          Copy
        </CopyButton>
      </div>
    </div>
  );
}
