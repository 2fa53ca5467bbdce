import { join } from 'node:path';
import { withSentryConfig } from '@sentry/nextjs/config';

const config = {
  // A separate folder for each bundler.
  distDir: process.env.E2E_DIST_DIR ?? '.next',
  turbopack: { root: join(import.meta.dirname, '../../..') },
};

// With a token, the build uploads its source maps to the server in the environment.
const uploads = Boolean(process.env.SENTRY_AUTH_TOKEN);

export default withSentryConfig(config, {
  silent: true,
  // With webpack, version 11.8 puts code in front of the server's files after their maps are made: docs/source-maps.md.
  buildTimeInstrumentation: !process.argv.includes('--webpack'),
  widenClientFileUpload: true,
  telemetry: false,
  sourcemaps: { disable: !uploads },
  release: { create: uploads, finalize: uploads, inject: false, setCommits: false },
  errorHandler: (error) => {
    throw error;
  },
});
