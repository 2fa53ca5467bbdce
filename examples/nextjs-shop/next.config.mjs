import { join } from 'node:path';
import { withSeismo } from '@seismo/nextjs/config';

/** @type {import('next').NextConfig} */
const config = {
  // Next is installed at the root of this repository; an app of its own needs neither line.
  turbopack: { root: join(import.meta.dirname, '../..') },
  outputFileTracingRoot: join(import.meta.dirname, '../..'),
  // `npm run verify` checks the types of this repository.
  typescript: { ignoreBuildErrors: true },
};

// SEISMO_DSN says where reports go, SEISMO_AUTH_TOKEN lets the build upload its source maps.
export default withSeismo(config);
