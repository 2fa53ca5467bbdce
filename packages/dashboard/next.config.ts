import { join } from 'node:path';
import type { NextConfig } from 'next';

const root = join(import.meta.dirname, '../..');

/**
 * Scripts need `'self'` and inline chunks of the streamed page; a nonce would make every shell dynamic, so the policy
 * here closes what costs nothing: embedding, plug-ins, base and form targets.
 */
const securityHeaders = [
  {
    key: 'Content-Security-Policy',
    value: "frame-ancestors 'none'; object-src 'none'; base-uri 'self'; form-action 'self'",
  },
  { key: 'X-Content-Type-Options', value: 'nosniff' },
  { key: 'X-Frame-Options', value: 'DENY' },
  { key: 'Referrer-Policy', value: 'same-origin' },
  { key: 'Permissions-Policy', value: 'camera=(), microphone=(), geolocation=()' },
];

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
  // What clients sent is served under a stricter policy of its own (`server/answer.ts`); one set here would replace it.
  headers: async () => [{ source: '/((?!attachments/|issues/[^/]+/events/[^/]+/json).*)', headers: securityHeaders }],
};

export default config;
