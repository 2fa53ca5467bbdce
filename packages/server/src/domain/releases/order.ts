/** A release with its date, which orders releases without comparable versions. */
export interface DatedRelease {
  version: string;
  firstSeenAtMs: number;
}

/**
 * Compares two releases; negative if `one` is older. By semver if both have one and are of the same package
 * (`shop@1.2.3-rc.1+build`), else, or if semver calls them equal, by date. Repeated deploys and commit hashes have no
 * better order than their first event.
 */
export function compareReleases(one: DatedRelease, other: DatedRelease): number {
  return compareRead(read(one), read(other));
}

/** The oldest first. Each version is read once, however many there are. */
export function inOrder<Release extends DatedRelease>(releases: readonly Release[]): Release[] {
  return releases
    .map((release) => ({ ...read(release), release }))
    .sort(compareRead)
    .map(({ release }) => release);
}

type Read = DatedRelease & { read: Version | null };

function read({ version, firstSeenAtMs }: DatedRelease): Read {
  return { version, firstSeenAtMs, read: readVersion(version) };
}

function compareRead(one: Read, other: Read): number {
  if (one.version === other.version) return 0;
  const [a, b] = [one.read, other.read];
  const bySemver = a && b && a.package === b.package ? compareVersions(a, b) : 0;
  return bySemver || one.firstSeenAtMs - other.firstSeenAtMs;
}

/** The newest release: the one with the newest date or, if that has a semver, the highest of its package. */
export function newestRelease<Release extends DatedRelease>(releases: readonly Release[]): Release | null {
  const [first, ...others] = releases.toSorted((one, other) => other.firstSeenAtMs - one.firstSeenAtMs);
  if (!first) return null;
  const name = readVersion(first.version)?.package;
  return others.reduce((newest, each) => {
    const isPeer = name !== undefined && readVersion(each.version)?.package === name;
    return isPeer && compareReleases(each, newest) > 0 ? each : newest;
  }, first);
}

interface Version {
  package: string;
  numbers: number[];
  /** `1.0.0-rc.1` has `['rc', '1']`; the release itself has none and follows all of them. */
  pre: string[];
  build: string;
}

// Two to four numbers: semver's three, and those of mobile and .NET builds. A single number is a date or counter.
const VERSION = /^v?(\d{1,15}(?:\.\d{1,15}){1,3})(?:-([0-9A-Za-z.-]{1,100}))?(?:\+([0-9A-Za-z.-]{1,100}))?$/;

export function readVersion(release: string): Version | null {
  const at = release.lastIndexOf('@');
  const [, numbers, pre, build] = VERSION.exec(release.slice(at + 1)) ?? [];
  if (numbers === undefined) return null;
  return {
    package: release.slice(0, Math.max(0, at)),
    numbers: numbers.split('.').map(Number),
    pre: pre === undefined ? [] : pre.split('.'),
    build: build ?? '',
  };
}

/** https://semver.org/#spec-item-11; builds, which it leaves out, are compared when both are numbers, as Sentry does. */
function compareVersions(a: Version, b: Version): number {
  for (let at = 0; at < 4; at++) {
    const difference = (a.numbers[at] ?? 0) - (b.numbers[at] ?? 0);
    if (difference !== 0) return difference;
  }
  if (a.pre.length === 0 || b.pre.length === 0) {
    if (a.pre.length !== b.pre.length) return a.pre.length === 0 ? 1 : -1;
  }
  for (let at = 0; at < Math.max(a.pre.length, b.pre.length); at++) {
    const difference = compareParts(a.pre[at], b.pre[at]);
    if (difference !== 0) return difference;
  }
  return isNumber(a.build) && isNumber(b.build) ? Number(a.build) - Number(b.build) : 0;
}

function compareParts(a: string | undefined, b: string | undefined): number {
  if (a === undefined || b === undefined) return a === b ? 0 : a === undefined ? -1 : 1;
  if (isNumber(a) && isNumber(b)) return Number(a) - Number(b);
  if (isNumber(a) !== isNumber(b)) return isNumber(a) ? -1 : 1;
  return a === b ? 0 : a < b ? -1 : 1;
}

function isNumber(text: string): boolean {
  return /^\d{1,15}$/.test(text);
}
