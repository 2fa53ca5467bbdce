import { createRequire } from 'node:module';
import { join } from 'node:path';

/** The part of `@next/env` that is used, which comes with Next. */
interface EnvReader {
  loadEnvConfig(folder: string, dev: boolean, log: object, forceReload: boolean): { combinedEnv: object };
}

/**
 * The environment with what Next reads for a production build: `.env.production.local`, `.env.local`, `.env.production` and
 * `.env`, none of which replaces a variable that is set. Read by Next's own reader, if the folder has Next.
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
