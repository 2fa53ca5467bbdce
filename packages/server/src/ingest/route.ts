import { readProjectId, type ProjectId } from '@seismo/protocol';
import type { OtlpSignal } from './otlp.ts';

export type Route =
  | { kind: 'envelope' | 'store'; projectId: ProjectId; query: string }
  | { kind: 'tunnel'; projectId: null; query: string }
  /** Without a project in the path, the key determines it. */
  | { kind: 'otlp'; projectId: ProjectId | null; signal: OtlpSignal; query: string };

/** The ingest route of a URL, or `null`. The final slash is optional. */
export function routeOf(url: string, tunnelPath: string): Route | null {
  const questionMark = url.indexOf('?');
  const path = questionMark === -1 ? url : url.slice(0, questionMark);
  const query = questionMark === -1 ? '' : url.slice(questionMark + 1);
  if (path === tunnelPath || path === `${tunnelPath}/`) return { kind: 'tunnel', projectId: null, query };
  const otlp = OTLP.exec(path);
  if (otlp) {
    const named = otlp[1] === undefined ? null : readProjectId(otlp[1]);
    if (otlp[1] !== undefined && named === null) return null;
    return { kind: 'otlp', projectId: named, signal: otlp[2] as OtlpSignal, query };
  }
  const match = ENDPOINT.exec(path);
  const projectId = match ? readProjectId(match[1]!) : null;
  return projectId === null ? null : { kind: match![2] as 'envelope' | 'store', projectId, query };
}

/**
 * Whether it arrived through a path of the visited site: forwarded to our own tunnel path, or by a tunnel of our SDK,
 * which marks it.
 */
export function isTunneled({ kind, query }: Route): boolean {
  return kind === 'tunnel' || /(?:^|&)sentry_client=seismo\.tunnel(?:%2F|\/|&|$)/i.test(query);
}

const OTLP = /^(?:\/api\/(\d{1,16})\/integration\/otlp)?\/v1\/(traces|logs|metrics)\/?$/;
const ENDPOINT = /^\/api\/(\d{1,16})\/(envelope|store)\/?$/;
