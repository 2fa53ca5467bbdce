import { Suspense, type ReactNode } from 'react';
import { ErrorBoundary } from './error-boundary.tsx';

interface Props {
  name: string;
  loading?: ReactNode;
  children: ReactNode;
}

/** A part of a page that loads and fails on its own. `name` says which part could not be shown. */
export function PagePart({ name, loading = null, children }: Props) {
  return (
    <ErrorBoundary name={name}>
      <Suspense fallback={loading}>{children}</Suspense>
    </ErrorBoundary>
  );
}
