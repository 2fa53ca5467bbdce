import type { NextConfig } from 'next';
import { targetOf } from '../tunnel/target.ts';

export interface TunnelPath {
  /** The path that browsers send to. Default: `/monitoring`. */
  path?: string;
  /** Uses a new path for every build, so that block lists cannot contain it. The route handler stays at `path`. */
  random?: boolean;
  /**
   * Forwards reports with a Next.js rewrite instead of a route handler. All visitors then have the IP address of the
   * app.
   */
  rewrite?: boolean;
}

type Rewrites = NonNullable<NextConfig['rewrites']>;
type Rewrite = Extract<Awaited<ReturnType<Rewrites>>, unknown[]>[number];

/** The path for the browser, and the rewrites for it. */
export function tunnelRewrites(
  { path = '/monitoring', random = false, rewrite = false }: TunnelPath,
  dsn: string | undefined,
  env: NodeJS.ProcessEnv,
): { path: string; rewrites: Rewrite[] } {
  const source = random ? randomPath(env) : path;
  if (rewrite) {
    if (!dsn) throw new Error('withSeismo: the rewrite has no target. Set SEISMO_DSN or the dsn option.');
    return { path: source, rewrites: [{ source, destination: targetOf(dsn).url }] };
  }
  return { path: source, rewrites: random ? [{ source, destination: path }] : [] };
}

/** Next reads its configuration in several processes of one build: the first one decides, the others inherit it. */
function randomPath(env: NodeJS.ProcessEnv): string {
  return (env['SEISMO_NEXT_RANDOM_PATH'] ??= `/${crypto.randomUUID().replaceAll('-', '').slice(0, 12)}`);
}

/** Before files and pages, so that a catch-all page of the app does not handle them. */
export function withRewrites(given: NextConfig['rewrites'], ours: Rewrite[]): NextConfig['rewrites'] {
  if (ours.length === 0) return given;
  return async () => {
    const existing = (await given?.()) ?? [];
    const {
      beforeFiles = [],
      afterFiles = [],
      fallback = [],
    } = Array.isArray(existing) ? { afterFiles: existing } : existing;
    return { beforeFiles: [...ours, ...beforeFiles], afterFiles, fallback };
  };
}
