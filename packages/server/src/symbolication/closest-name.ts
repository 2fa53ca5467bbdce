/** The uploaded name that is most similar to a missing one, and their difference. */
export interface Closest {
  name: string;
  differs: 'the host' | 'the folder' | 'letter case' | 'the file name' | 'the hash in the file name';
}

/** Compares paths from their ends, because prefixes, hosts and folders differ at the start. */
export function closestName(wanted: string, names: readonly string[]): Closest | null {
  let best: { name: string; score: number } | null = null;
  for (const name of names) {
    const score = scoreOf(wanted, name);
    if (score > (best?.score ?? 0)) best = { name, score };
  }
  return best && { name: best.name, differs: differenceOf(wanted, best.name) };
}

function scoreOf(wanted: string, name: string): number {
  const [own, other] = [partsOf(wanted), partsOf(name)];
  let same = 0;
  while (same < own.length && same < other.length && own.at(-1 - same) === other.at(-1 - same)) same++;
  if (same > 0) return 100 + same * 10 - Math.abs(own.length - other.length);
  const [file, otherFile] = [own.at(-1)!, other.at(-1)!];
  if (file.toLowerCase() === otherFile.toLowerCase()) return 90;
  const isSameFolder = own.slice(0, -1).join('/') === other.slice(0, -1).join('/') ? 5 : 0;
  return withoutHash(file) === withoutHash(otherFile) ? 60 + isSameFolder : 0;
}

function differenceOf(wanted: string, name: string): Closest['differs'] {
  const [own, other] = [partsOf(wanted), partsOf(name)];
  if (own.join('/') === other.join('/')) return 'the host';
  if (own.join('/').toLowerCase() === other.join('/').toLowerCase()) return 'letter case';
  if (own.at(-1) === other.at(-1)) return 'the folder';
  if (own.at(-1)!.toLowerCase() === other.at(-1)!.toLowerCase()) return 'letter case';
  return withoutHash(own.at(-1)!) === withoutHash(other.at(-1)!) ? 'the hash in the file name' : 'the file name';
}

/** Folders and file, without scheme, host or `~`. */
function partsOf(name: string): string[] {
  const path = name.replace(/^(?:[a-z][a-z0-9+.-]{0,30}:\/\/[^/]*|~)/i, '').replace(/[?#].*$/s, '');
  const parts = path.split('/').filter((part) => part !== '' && part !== '.');
  return parts.length > 0 ? parts : [''];
}

/** `index-BAp1j0GA.js` and `index-C0ffee12.js` are one file of two builds. */
function withoutHash(file: string): string {
  return file.toLowerCase().replace(/[-.][\w-]{6,40}(?=\.(?:[cm]?js|css)(?:\.map)?$)/, '');
}

/** The most similar releases, by common beginning and end. */
export function closestReleases(wanted: string, releases: readonly string[], count: number): string[] {
  const scored = [...new Set(releases)].map((release) => ({ release, score: sameEnds(wanted, release) }));
  return scored
    .toSorted((one, other) => other.score - one.score)
    .slice(0, count)
    .map(({ release }) => release);
}

function sameEnds(one: string, other: string): number {
  const shorter = Math.min(one.length, other.length);
  let start = 0;
  while (start < shorter && one[start] === other[start]) start++;
  let end = 0;
  while (end < shorter && one.at(-1 - end) === other.at(-1 - end)) end++;
  return start + end;
}
