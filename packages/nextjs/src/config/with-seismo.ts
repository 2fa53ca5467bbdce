import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { NextConfig } from 'next';
import type { UploadOptions } from '../upload/destination.ts';
import { uploadInOwnProcess } from './after-build.ts';
import { releaseOf } from './release.ts';
import { tunnelRewrites, withRewrites, type TunnelPath } from './rewrites.ts';

export interface SeismoBuildOptions {
  /** Client key and server, copied from the project's settings. `SEISMO_DSN`, `NEXT_PUBLIC_SEISMO_DSN`. */
  dsn?: string;
  /**
   * Path that browsers send reports to, or tunnel options; `false` sends directly to the DSN's host. Default:
   * `/monitoring`.
   */
  tunnel?: string | TunnelPath | false;
  /** The release of errors. By default from the environment or the checked-out commit. */
  release?: string;
  environment?: string;
  /**
   * Debug IDs, source maps and the names of server actions, uploaded after the build if there is a token
   * (`SEISMO_AUTH_TOKEN`). `false` leaves that to the command `seismo-next upload`.
   */
  upload?: (UploadOptions & BuildUpload) | false;
}

interface BuildUpload {
  /** Leaves the maps where browsers can load them. Otherwise they are removed once they are uploaded. */
  keepMaps?: boolean;
  /** Fails the build if the upload fails. By default, a failed upload only prints a message. */
  required?: boolean;
}

type ConfigFunction = (phase: string, context: { defaultConfig: NextConfig }) => NextConfig | Promise<NextConfig>;

/** `export default withSeismo(nextConfig)` in `next.config.js`, for Next 15 and 16, webpack and Turbopack. */
export function withSeismo(config?: NextConfig, options?: SeismoBuildOptions): NextConfig;
export function withSeismo(config: ConfigFunction, options?: SeismoBuildOptions): ConfigFunction;
export function withSeismo(config: NextConfig | ConfigFunction = {}, options: SeismoBuildOptions = {}): unknown {
  if (typeof config !== 'function') return extended(config, options, process.env);
  return async (phase: string, context: { defaultConfig: NextConfig }) =>
    extended(await config(phase, context), options, process.env);
}

function extended(config: NextConfig, options: SeismoBuildOptions, env: NodeJS.ProcessEnv): NextConfig {
  const dsn = options.dsn || env['SEISMO_DSN'] || env['NEXT_PUBLIC_SEISMO_DSN'];
  const release = releaseOf(options.release, env);
  const environment = options.environment ?? env['SEISMO_ENVIRONMENT'] ?? env['VERCEL_ENV'];
  const path = typeof options.tunnel === 'string' ? { path: options.tunnel } : options.tunnel || {};
  const tunnel = options.tunnel === false ? null : tunnelRewrites(path, dsn, env);
  const { upload = {} } = options;
  const uploads = upload !== false && Boolean(upload.authToken || env['SEISMO_AUTH_TOKEN']);
  const runAfterProductionCompile = config.compiler?.runAfterProductionCompile;

  return {
    ...config,
    env: {
      ...config.env,
      // Read by the kit's own code as `process.env.…`, for which the bundler puts these in.
      ...(dsn && { SEISMO_NEXT_DSN: dsn }),
      SEISMO_NEXT_TUNNEL: tunnel ? tunnelOf(config, tunnel.path) : '',
      SEISMO_NEXT_RELEASE: release,
      ...(environment && { SEISMO_NEXT_ENVIRONMENT: environment }),
      SEISMO_NEXT_DIST_DIR: config.distDir ?? '.next',
    },
    ...(tunnel && { rewrites: withRewrites(config.rewrites, tunnel.rewrites) }),
    ...(uploads && {
      productionBrowserSourceMaps: true,
      experimental: { serverSourceMaps: true, ...config.experimental },
    }),
    ...(uploads && nextMajor() >= 16 && { turbopack: { debugIds: true, ...config.turbopack } }),
    compiler: {
      ...config.compiler,
      async runAfterProductionCompile(build: { projectDir: string; distDir: string }) {
        await runAfterProductionCompile?.(build);
        if (upload === false || !uploads) return;
        const { url, organization, project, authToken, dist, keepMaps, required } = upload;
        const buildEnv = {
          SEISMO_DSN: dsn,
          SEISMO_URL: url,
          SEISMO_ORG: organization,
          SEISMO_PROJECT: project,
          SEISMO_AUTH_TOKEN: authToken,
          SEISMO_RELEASE: upload.release ?? release,
          SEISMO_DIST: dist,
        };
        const defined = Object.fromEntries(
          Object.entries(buildEnv).filter((entry): entry is [string, string] => !!entry[1]),
        );
        const keeps = keepMaps || config.productionBrowserSourceMaps;
        const code = await uploadInOwnProcess(build, defined, keeps ? ['--keep-maps'] : []);
        if (code !== 0 && required) throw new Error('Source map upload failed. See the error above.');
      },
    },
  } as NextConfig;
}

/** With everything that Next puts around a path, since a redirect would cost every report a second request. */
function tunnelOf({ basePath = '', trailingSlash = false }: NextConfig, path: string): string {
  return `${basePath}${path}${trailingSlash ? '/' : ''}`;
}

/** The version of the app's Next, which may differ from ours. */
function nextMajor(): number {
  const manifest = createRequire(join(process.cwd(), 'package.json'))('next/package.json') as { version: string };
  return Number.parseInt(manifest.version, 10);
}
