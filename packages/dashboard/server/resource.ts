/** The header in which the proxy passes the requested path to the page. */
export const pathHeader = 'x-seismo-path';

/** The resource that a URL names. */
export interface NamedResource {
  kind: 'issue' | 'alert' | 'alert-rule' | 'feedback' | 'release' | 'project' | 'trace';
  name: string;
}

const prefixes: [kind: NamedResource['kind'], path: RegExp][] = [
  ['issue', /^\/issues\/([^/]+)(?:\/|$)/],
  ['alert-rule', /^\/alerts\/rules\/(?!new(?:\/|$))([^/]+)(?:\/|$)/],
  ['alert', /^\/alerts\/(?!rules(?:\/|$))([^/]+)(?:\/|$)/],
  ['feedback', /^\/feedback\/([^/]+)(?:\/|$)/],
  ['trace', /^\/traces\/(?!(?:explore|performance)(?:\/|$))([^/]+)(?:\/|$)/],
  ['release', /^\/releases\/([^/]+)(?:\/|$)/],
  ['project', /^\/settings\/projects\/([^/]+)(?:\/|$)/],
  ['project', /^\/projects\/(?!new(?:\/|$))([^/]+)(?:\/|$)/],
];

/** The event that the URL of an issue names: a hexadecimal ID or `latest`, for example. */
export function eventOf(pathname: string, search = ''): { issue: string; event: string } | null {
  const [, issue, inPath] = /^\/issues\/([^/]+)(?:\/events\/([^/]+))?$/.exec(pathname) ?? [];
  if (issue === undefined) return null;
  try {
    const event = inPath === undefined ? new URLSearchParams(search).get('event') : decodeURIComponent(inPath);
    return event === null ? null : { issue: decodeURIComponent(issue), event };
  } catch {
    return null;
  }
}

/** For lists, the first selected project. */
export function resourceOf(pathname: string, search = ''): NamedResource | null {
  for (const [kind, path] of prefixes) {
    const name = path.exec(pathname)?.[1];
    if (name === undefined) continue;
    try {
      return { kind, name: decodeURIComponent(name) };
    } catch {
      return null;
    }
  }
  const params = new URLSearchParams(search);
  const project = params.get(pathname === '/traces/performance/group' ? 'in' : 'project');
  return project ? { kind: 'project', name: project } : null;
}
