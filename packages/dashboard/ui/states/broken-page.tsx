'use client';

import { useEffect, useState, useSyncExternalStore } from 'react';
import type { ReactNode } from 'react';
import { Button } from '../button.tsx';
import { report } from '#features/reporting/report.ts';
import { applicationError } from './application-error.ts';
import { ErrorHelp } from './error-help.tsx';
import { unavailable } from './unavailable.ts';

const never = () => () => {};

interface Props {
  error: Error & { digest?: string };
  retry: () => void;
}

/** Every page bundles it three times, so it stays small. */
export function BrokenPage({ error, retry }: Props) {
  // The digest of a `Refusal` while PostgreSQL is away.
  return error.digest === 'unavailable' ? (
    <Message title={unavailable.title}>
      <p className="text-14">{unavailable.text}</p>
      <div>
        <Button variant="primary" onClick={retry}>
          Try again
        </Button>
      </div>
    </Message>
  ) : (
    <ErrorMessage error={error} retry={retry} />
  );
}

/** Message, digest and retry. */
function ErrorMessage({ error, retry }: Props) {
  useEffect(() => report(error), [error]);
  const host = useSyncExternalStore(
    never,
    () => location.host,
    () => '',
  );
  const sentence = applicationError(host, error.digest);
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(error.digest ? `${sentence}\nDigest: ${error.digest}` : sentence);
    setCopied(true);
  };
  return (
    <Message title="This page could not be displayed">
      <p className="text-14">{sentence}</p>
      <p className="text-13">
        <ErrorHelp digest={error.digest} />
      </p>
      <div className="flex gap-2">
        <Button variant="primary" onClick={retry}>
          Try again
        </Button>
        <Button variant="quiet" title="Copy error message" onClick={copy}>
          <span role="status">{copied ? 'Copied' : 'Copy'}</span>
        </Button>
      </div>
    </Message>
  );
}

function Message({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div role="alert" className="mx-auto flex max-w-[72ch] flex-col gap-4 px-4 py-20">
      <h1 className="text-20">{title}</h1>
      {children}
    </div>
  );
}
