import * as Sentry from '@sentry/node';

Sentry.init({
  dsn: process.env['SENTRY_DSN'],
  release: process.env['SENTRY_RELEASE'],
  environment: process.env['SENTRY_ENVIRONMENT'],
  serverName: process.env['SERVER_NAME'] ?? 'local',
  ...(process.env['SENTRY_TRACES'] === '1' && { tracesSampleRate: 1 }),
  integrations: [Sentry.nodeContextIntegration({ cloudResource: false })],
  initialScope: { tags: { shop: 'acme', region: 'eu-central' } },
});
