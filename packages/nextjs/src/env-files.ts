import { createRequire } from 'node:module';
import { join } from 'node:path';

/** The part of `@next/env` that is used; it is part of Next.js. */
interface EnvReader {
  loadEnvConfig(folder: string, dev: boolean, log: object, forceReload: boolean): { combinedEnv: object };
}

/**
 * The environment with the files that Next reads for a production build: `.env.production.local`, `.env.local`,
 * `.env.production` and `.env`; variables that are set have precedence. Uses Next's own reader, if the folder has Next.
 */
export function withEnvFiles(folder: string, env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const silent = { info() {}, error() {} };
  try {
    const next = createRequire(join(folder, 'package.json')).resolve('next/package.json');
    const reader = createRequire(next)('@next/env') as EnvReader;
    return { ...reader.loadEnvConfig(folder, false, silent, true).combinedEnv, ...env };
  } catch {
    return env;
  }
}
