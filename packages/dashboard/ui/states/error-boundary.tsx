'use client';

import { unstable_rethrow as passOn, usePathname, useRouter } from 'next/navigation';
import { Component, startTransition, useEffect, useState, type ReactNode } from 'react';
import { Button } from '../button.tsx';
import { ErrorHelp } from './error-help.tsx';
import { report } from '#features/reporting/report.ts';

interface Props {
  name: string;
  children: ReactNode;
}

/** Contains an error within a part of the page. The framework's own boundary would bundle its legacy error page. */
export class ErrorBoundary extends Component<Props, { failure: { error: unknown } | null }> {
  override state: { failure: { error: unknown } | null } = { failure: null };

  static getDerivedStateFromError(error: unknown) {
    // Redirects are thrown too.
    passOn(error);
    return { failure: { error } };
  }

  override render() {
    const { failure } = this.state;
    const again = () => this.setState({ failure: null });
    return failure ? <Failed name={this.props.name} error={failure.error} onRetry={again} /> : this.props.children;
  }
}

function Failed({ name, error, onRetry }: { name: string; error: unknown; onRetry: () => void }) {
  const router = useRouter();
  const path = usePathname();
  const [failedOn] = useState(path);
  useEffect(() => report(error), [error]);
  useEffect(() => {
    // Boundaries around pages recover on navigation.
    if (path !== failedOn) onRetry();
  });
  const retry = () =>
    startTransition(() => {
      router.refresh();
      onRetry();
    });
  const digest = error instanceof Error && 'digest' in error ? String(error.digest) : null;
  return (
    <div
      role="alert"
      className="my-2 flex flex-wrap items-center gap-3 rounded-md border border-line bg-error-wash px-3 py-2.5 text-13"
    >
      <p className="min-w-0 [overflow-wrap:anywhere]">
        {name} could not be loaded. <ErrorHelp digest={digest} />
      </p>
      <Button small className="ml-auto" onClick={retry}>
        Try again
      </Button>
    </div>
  );
}
