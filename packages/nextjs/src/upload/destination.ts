import { targetOf } from '../tunnel/target.ts';

/** The target of the uploads of a build. */
export interface Destination {
  url: string;
  organization: string;
  /** Slug or ID. */
  project: string;
  authToken: string;
  /** `''`: found by debug ID only. */
  release: string;
  dist: string;
}

export interface UploadOptions {
  /** The server, if it is not that of the DSN. `SEISMO_URL`. */
  url?: string;
  /** `SEISMO_ORG`, `main`. */
  organization?: string;
  /** Slug or ID, if it is not the project of the DSN. `SEISMO_PROJECT`. */
  project?: string;
  /** A token with the scope `org:ci`. Without it, nothing is uploaded. `SEISMO_AUTH_TOKEN`. */
  authToken?: string;
  release?: string;
  dist?: string;
}

/** From the code, else the environment, else the DSN. `null` without a token. */
export function destinationOf(
  options: UploadOptions,
  dsn: string | undefined,
  env: NodeJS.ProcessEnv,
): Destination | null {
  const authToken = options.authToken || env['SEISMO_AUTH_TOKEN'];
  if (!authToken) return null;
  const configured = dsn || env['SEISMO_DSN'] || env['NEXT_PUBLIC_SEISMO_DSN'];
  const target = configured ? targetOf(configured) : null;
  const url = options.url || env['SEISMO_URL'] || target?.origin;
  const project = options.project || env['SEISMO_PROJECT'] || target?.projectId;
  if (!url || !project) throw new Error('No upload destination. Set SEISMO_DSN, or SEISMO_URL and SEISMO_PROJECT.');
  return {
    url: url.replace(/\/+$/, ''),
    organization: options.organization || env['SEISMO_ORG'] || 'main',
    project,
    authToken,
    release: options.release || env['SEISMO_RELEASE'] || '',
    dist: options.dist || env['SEISMO_DIST'] || '',
  };
}
