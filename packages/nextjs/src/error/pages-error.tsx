'use client';

import { useState } from 'react';
import { digestOf } from '../digest.ts';
import { Fallback, styles } from './fallback.tsx';

export interface PagesErrorProps {
  statusCode?: number;
  /** Digest of a server error. */
  digest?: string;
  /** Browser error. */
  error?: Error;
  feedback?: boolean;
}

/** The fields of Next's context that this page reads. */
interface PagesErrorContext {
  res?: { statusCode: number } | undefined;
  err?: (Error & { statusCode?: number | undefined }) | null | undefined;
}

/** `pages/_error.tsx`: `export { PagesErrorPage as default } from '@seismo/nextjs/error';` */
export const PagesErrorPage = /* @__PURE__ */ Object.assign(PagesError, { getInitialProps });

function PagesError({ statusCode, digest, error, feedback = false }: PagesErrorProps) {
  // For a server error, the browser receives only the digest.
  const [thrown] = useState(() => error ?? Object.assign(new Error(HIDDEN), digest && { digest }));
  if (statusCode !== undefined && statusCode < 500)
    return (
      <p role="alert" style={styles.box}>
        {statusCode === 404 ? 'This page could not be found.' : `This page could not be loaded (${statusCode}).`}
      </p>
    );
  return <Fallback error={thrown} feedback={feedback} />;
}

/** The reporter that `instrumentation.ts` started on this server (`server/capture.ts`). */
const reporting = (): { captureUnreported(thrown: unknown): void } | undefined =>
  (globalThis as { [key: symbol]: ReturnType<typeof reporting> })[Symbol.for('seismo.nextjs.reporting')];

/** The server recognizes this sentence and adds the event to the issue of the server error (docs/digest.md). */
const HIDDEN = 'The server could not render this page; its digest leads to the error.';

/** Passes the digest on the server, and the error itself in the browser. */
function getInitialProps({ res, err }: PagesErrorContext): PagesErrorProps {
  const statusCode = res?.statusCode ?? err?.statusCode ?? (err ? 500 : 404);
  if (!res) return { statusCode, ...(err && { error: err }) };
  if (err && statusCode >= 500) reporting()?.captureUnreported(err);
  // Only reported errors have a digest.
  const digest = digestOf(err);
  return { statusCode, ...(digest && { digest }) };
}
