import { join } from 'node:path';
import { withSentryConfig } from '@sentry/nextjs/config';

const config = {
  turbopack: { root: join(import.meta.dirname, '../../..') },
  // Frames keep their names: the test reads them.
  experimental: { turbopackMinify: false },
};

// With a token the build uploads its source maps, as the environment says to where.
const uploads = Boolean(process.env.SENTRY_AUTH_TOKEN);

export default withSentryConfig(config, {
  silent: true,
  telemetry: false,
  sourcemaps: { disable: !uploads },
  release: { create: uploads, finalize: uploads, inject: false, setCommits: false },
  errorHandler: (error) => {
    throw error;
  },
});
