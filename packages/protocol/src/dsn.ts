import type { ProjectId } from './ids.ts';
import { DSN_CHARS_MAX } from './limits.ts';

/** A data source name: the key, the server and the project. */
export interface Dsn {
  protocol: 'http' | 'https';
  publicKey: string;
  host: string;
  port: number | null;
  /** The path before `/api/<project>/` on the server, without slashes at its ends: `` or `some/prefix`. */
  path: string;
  projectId: ProjectId;
}

/**
 * Reads a DSN as the SDKs do (@sentry/core `utils/dsn.js`, read 2026-11 in 11.12.0), or `null`: the last part of the
 * path is cut to its leading digits, the part before is a prefix, and an old `:secret` is ignored.
 */
export function parseDsn(dsn: string): Dsn | null {
  if (dsn.length > DSN_CHARS_MAX) return null;
  const match = DSN.exec(dsn.trim());
  if (!match) return null;
  const [, protocol, publicKey, host, port, path] = match as unknown as string[] & { 3: string; 5: string };
  const parts = path
    .split(/[?#]/, 1)[0]!
    .split('/')
    .filter((part) => part !== '');
  const projectId = readProjectId(/^\d+/.exec(parts.at(-1) ?? '')?.[0] ?? '');
  if (projectId === null) return null;
  return {
    protocol: protocol!.toLowerCase() as Dsn['protocol'],
    publicKey: publicKey!,
    host,
    port: port ? Number(port) : null,
    path: parts.slice(0, -1).join('/'),
    projectId,
  };
}

const DSN = /^(https?):\/\/(\w+)(?::\w*)?@(\[[\w:.%]+\]|[\w.-]+)(?::(\d{1,5}))?\/(.+)$/i;

export function formatDsn({ protocol, publicKey, host, port, path, projectId }: Dsn): string {
  return `${protocol}://${publicKey}@${host}${port === null ? '' : `:${port}`}/${path ? `${path}/` : ''}${projectId}`;
}

/** The DSN of a project on the server at `publicUrl` (which may have a path). */
export function dsnAt(publicUrl: string, publicKey: string, projectId: ProjectId): string {
  const url = new URL(publicUrl);
  return formatDsn({
    protocol: url.protocol === 'http:' ? 'http' : 'https',
    publicKey,
    host: url.hostname,
    port: url.port ? Number(url.port) : null,
    path: url.pathname.replace(/^\/+|\/+$/g, ''),
    projectId,
  });
}

/** Digits of a path or a DSN as a project ID, or `null` where no project could have it. */
export function readProjectId(digits: string): ProjectId | null {
  if (!/^\d{1,16}$/.test(digits)) return null;
  const id = Number(digits);
  return Number.isSafeInteger(id) && id > 0 ? (id as ProjectId) : null;
}
