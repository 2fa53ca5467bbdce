import * as Sentry from '@sentry/nextjs';

export function register() {
  Sentry.init({
    dsn: process.env.E2E_DSN,
    release: 'e2e-next@1.0.0',
    environment: 'e2e',
    initialScope: { tags: { side: 'server' } },
  });
}

export const onRequestError = Sentry.captureRequestError;
