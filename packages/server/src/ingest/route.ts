import { readProjectId } from '@seismo/protocol';
import type { ProjectId } from '@seismo/protocol';

export type Route =
  | { kind: 'envelope' | 'store'; projectId: ProjectId; query: string }
  | { kind: 'tunnel'; projectId: null; query: string };

/** What of a request's URL is ingest's, or `null`. The final slash is optional: people leave it out. */
export function routeOf(url: string, tunnelPath: string): Route | null {
  const questionMark = url.indexOf('?');
  const path = questionMark === -1 ? url : url.slice(0, questionMark);
  const query = questionMark === -1 ? '' : url.slice(questionMark + 1);
  if (path === tunnelPath || path === `${tunnelPath}/`) return { kind: 'tunnel', projectId: null, query };
  const match = ENDPOINT.exec(path);
  const projectId = match ? readProjectId(match[1]!) : null;
  return projectId === null ? null : { kind: match![2] as 'envelope' | 'store', projectId, query };
}

/** By a path of the visited site: passed on to our own tunnel path as it is, or by a tunnel of our kit, which says so. */
export function isTunnelled({ kind, query }: Route): boolean {
  return kind === 'tunnel' || /(?:^|&)sentry_client=seismo\.tunnel(?:%2F|\/|&|$)/i.test(query);
}

const ENDPOINT = /^\/api\/(\d{1,16})\/(envelope|store)\/?$/;
