import * as Sentry from '@sentry/node';

Sentry.init({ dsn: process.env.E2E_DSN, release: 'orders@1', tracesSampleRate: 1, propagateTraceparent: true });
