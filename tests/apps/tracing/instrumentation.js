import * as Sentry from '@sentry/nextjs';

export function register() {
  Sentry.init({ dsn: process.env.E2E_DSN, release: 'shop@1', tracesSampleRate: 1, propagateTraceparent: true });
}

export const onRequestError = Sentry.captureRequestError;
