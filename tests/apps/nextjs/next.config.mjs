import { join } from 'node:path';
import { withSentryConfig } from '@sentry/nextjs/config';

const config = {
  turbopack: { root: join(import.meta.dirname, '../../..') },
  // Frames keep their names: the test reads them.
  experimental: { turbopackMinify: false },
};

export default withSentryConfig(config, {
  silent: true,
  telemetry: false,
  sourcemaps: { disable: true },
  release: { create: false, finalize: false, inject: false },
});
