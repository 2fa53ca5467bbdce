'use client';

import { useState } from 'react';
import { digestOf } from '../digest.ts';
import { Fallback, styles } from './fallback.tsx';

export interface PagesErrorProps {
  statusCode?: number;
  /** Of an error on the server. */
  digest?: string;
  /** One in the browser. */
  error?: Error;
  feedback?: boolean;
}

/** The part of Next's own context that is used. */
interface PagesErrorContext {
  res?: { statusCode: number } | undefined;
  err?: (Error & { statusCode?: number | undefined }) | null | undefined;
}

/** `pages/_error.tsx`: `export { PagesErrorPage as default } from '@seismo/nextjs/error';` */
export const PagesErrorPage = /* @__PURE__ */ Object.assign(PagesError, { getInitialProps });

function PagesError({ statusCode, digest, error, feedback = false }: PagesErrorProps) {
  // The browser is told nothing of an error on the server but this.
  const [thrown] = useState(() => error ?? Object.assign(new Error(HIDDEN), digest && { digest }));
  if (statusCode !== undefined && statusCode < 500)
    return (
      <p role="alert" style={styles.box}>
        {statusCode === 404 ? 'This page could not be found.' : `This page could not be shown (${statusCode}).`}
      </p>
    );
  return <Fallback error={thrown} feedback={feedback} />;
}

/** What `instrumentation.ts` started on this server (`server/capture.ts`). */
const reporting = (): { captureUnreported(thrown: unknown): void } | undefined =>
  (globalThis as { [key: symbol]: ReturnType<typeof reporting> })[Symbol.for('seismo.nextjs.reporting')];

/** Seismo knows the sentence: such an event joins the issue of the server's error (docs/digest.md). */
const HIDDEN = 'The server could not render this page; its digest leads to the error.';

/** On the server the page gets the number of the error; in the browser, where nothing is written down, the error itself. */
function getInitialProps({ res, err }: PagesErrorContext): PagesErrorProps {
  const statusCode = res?.statusCode ?? err?.statusCode ?? (err ? 500 : 404);
  if (!res) return { statusCode, ...(err && { error: err }) };
  if (err && statusCode >= 500) reporting()?.captureUnreported(err);
  // Only what was reported has one.
  const digest = digestOf(err);
  return { statusCode, ...(digest && { digest }) };
}
