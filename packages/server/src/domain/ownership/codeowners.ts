/**
 * Converts CODEOWNERS to ownership rules. Paths match anywhere in a path, because stack traces rarely start at the root
 * of the repository. Lines without an equivalent become comments with the reason.
 */
export function rulesOfCodeowners(text: string, slugs: readonly string[]): string {
  const teams = new Set(slugs);
  return text
    .split(/\r\n|\r|\n/)
    .flatMap((written) => {
      const line = written.trim();
      if (line === '' || line.startsWith('#')) return [line];
      if (line.startsWith('[') || line.startsWith('^[')) return [`# ${line}`];
      const [pattern = '', ...named] = line.split(/\s#/, 1)[0]!.split(/\s+/);
      const owners = named.flatMap((name) => ownerOf(name, teams) ?? []);
      if (owners.length === 0) return [`# unknown owner: ${line}`];
      return globsOf(pattern).map((glob) => `path:${glob} ${[...new Set(owners)].join(' ')}`);
    })
    .join('\n');
}

/** `@org/team` is a team if one has that slug; users are known only by their address. */
function ownerOf(name: string, teams: ReadonlySet<string>): string | null {
  if (/^[^\s@#]+@[^\s@]+$/.test(name)) return name;
  const slug = name
    .slice(name.lastIndexOf('/') + 1)
    .replace(/^@/, '')
    .toLowerCase();
  return name.startsWith('@') && teams.has(slug) ? `#${slug}` : null;
}

function globsOf(pattern: string): string[] {
  const path = pattern.replace(/^\/+/, '').replaceAll(/\*{2,}/g, '*');
  if (path === '' || path === '*') return ['*'];
  if (path.endsWith('/')) return [`${path}*`, `*/${path}*`];
  // Without a dot it may be a folder as well as a file.
  const last = path.slice(path.lastIndexOf('/') + 1);
  const isFile = /[.*]/.test(last);
  return [path, `*/${path}`, ...(isFile ? [] : [`${path}/*`, `*/${path}/*`])];
}
