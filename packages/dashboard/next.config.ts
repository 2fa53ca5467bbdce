import { join } from 'node:path';
import type { NextConfig } from 'next';

const root = join(import.meta.dirname, '../..');

const config: NextConfig = {
  distDir: '.next',
  cacheComponents: true,
  partialPrefetching: true,
  typedRoutes: true,
  // `npm run verify` checks types, tests included; a production install has nothing to check tests with.
  typescript: { ignoreBuildErrors: true },
  reactStrictMode: true,
  poweredByHeader: false,
  images: { unoptimized: true },
  turbopack: { root },
  outputFileTracingRoot: root,
  // The browser keeps a prefetched static shell for five minutes; stated, not left to the framework's default.
  experimental: { staleTimes: { static: 300 } },
};

export default config;
