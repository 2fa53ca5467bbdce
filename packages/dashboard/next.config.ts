import { join } from 'node:path';
import type { NextConfig } from 'next';

const root = join(import.meta.dirname, '../..');

const config: NextConfig = {
  distDir: '.next',
  cacheComponents: true,
  partialPrefetching: true,
  typedRoutes: true,
  // `npm run verify` checks types, including tests; a production install lacks the packages of the tests.
  typescript: { ignoreBuildErrors: true },
  reactStrictMode: true,
  poweredByHeader: false,
  // Our own front does, quicker (packages/main/src/compress.ts).
  compress: false,
  images: { unoptimized: true },
  turbopack: { root },
  outputFileTracingRoot: root,
  experimental: {
    // The browser keeps a prefetched static shell for five minutes; stated, not left to the framework's default.
    staleTimes: { static: 300 },
    globalNotFound: true,
    // It writes the static part of every page into it a second time, for a later visit: a quarter of a page's processor time.
    // Shells are prefetched by intent anyway (shell/prefetch).
    cachedNavigations: false,
  },
};

export default config;
