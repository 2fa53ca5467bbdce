import { join } from 'node:path';
import { withSentryConfig } from '@sentry/nextjs/config';

const root = join(import.meta.dirname, '../../..');

export default withSentryConfig(
  { turbopack: { root }, outputFileTracingRoot: root },
  { silent: true, telemetry: false, sourcemaps: { disable: true }, release: { create: false, inject: false } },
);
