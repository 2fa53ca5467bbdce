'use client';

import { unstable_rethrow as passOn, usePathname, useRouter } from 'next/navigation';
import { Component, startTransition, useEffect, useState, type ReactNode } from 'react';
import { Button } from '../button.tsx';
import { WhatToDo } from './what-to-do.tsx';
import { report } from '#features/reporting/report.ts';

interface Part {
  what: string;
  children: ReactNode;
}

/** Keeps a failure within its part of the page. The framework's own way brings the error page of its older pages along. */
export class Contained extends Component<Part, { failure: { error: unknown } | null }> {
  override state: { failure: { error: unknown } | null } = { failure: null };

  static getDerivedStateFromError(error: unknown) {
    // To lead elsewhere is thrown too, and nothing failed.
    passOn(error);
    return { failure: { error } };
  }

  override render() {
    const { failure } = this.state;
    const again = () => this.setState({ failure: null });
    return failure ? <Failed what={this.props.what} error={failure.error} onAgain={again} /> : this.props.children;
  }
}

function Failed({ what, error, onAgain }: { what: string; error: unknown; onAgain: () => void }) {
  const router = useRouter();
  const path = usePathname();
  const [failedOn] = useState(path);
  useEffect(() => report(error), [error]);
  useEffect(() => {
    // What stands around the pages goes on with the next of them.
    if (path !== failedOn) onAgain();
  });
  const retry = () =>
    startTransition(() => {
      router.refresh();
      onAgain();
    });
  const digest = error instanceof Error && 'digest' in error ? String(error.digest) : null;
  return (
    <div
      role="alert"
      className="my-2 flex flex-wrap items-center gap-3 rounded-md border border-line bg-error-wash px-3 py-2.5 text-13"
    >
      <p className="min-w-0 [overflow-wrap:anywhere]">
        {what} could not be loaded. <WhatToDo digest={digest} />
      </p>
      <Button small className="ml-auto" onClick={retry}>
        Try again
      </Button>
    </div>
  );
}
