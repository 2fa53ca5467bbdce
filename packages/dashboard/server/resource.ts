/** Where the proxy says which page is asked for. */
export const pathHeader = 'x-seismo-place';

/** The one thing that an address is about, if it is about one. */
export interface NamedResource {
  kind: 'issue' | 'feedback' | 'release' | 'project';
  name: string;
}

const prefixes: [kind: NamedResource['kind'], path: RegExp][] = [
  ['issue', /^\/issues\/([^/]+)(?:\/|$)/],
  ['feedback', /^\/feedback\/([^/]+)(?:\/|$)/],
  ['release', /^\/releases\/([^/]+)(?:\/|$)/],
  ['project', /^\/settings\/projects\/([^/]+)(?:\/|$)/],
  ['project', /^\/projects\/(?!new(?:\/|$))([^/]+)(?:\/|$)/],
];

/** Of a list, the project whose things it shows, of several the first. */
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
  const project = new URLSearchParams(search).get('project');
  return project ? { kind: 'project', name: project } : null;
}
