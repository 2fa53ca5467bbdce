import { init, isInitialized, onRequestError } from '@seismo/nextjs';

import type { Instrumentation } from 'next';
import { runtime } from '#server/runtime.ts';
import { withoutSecrets } from './without-secrets.ts';

/** The server is in the same process: reports go into its journal, without a detour over HTTP. */
export function reportRequestError(
  ...[error, request, context]: Parameters<Instrumentation.onRequestError>
): ReturnType<Instrumentation.onRequestError> {
  const { reportOwn, version } = runtime();
  if (!isInitialized()) {
    init({
      // The server maps this to its own project.
      dsn: 'http://own@localhost/1',
      deliver: reportOwn,
      release: `seismo@${version}`,
      environment: process.env.NODE_ENV === 'production' ? 'production' : 'development',
      serverName: 'seismo',
      beforeSend: withoutSecrets,
    });
  }
  return onRequestError(error, request, context);
}
