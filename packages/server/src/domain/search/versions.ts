/** `shop@1.4.2-beta+77`: Sentry's form of a release. */
export interface Version {
  package: string;
  version: string;
  build: string;
}

export function readVersion(release: string): Version {
  const at = release.lastIndexOf('@');
  const [version = '', ...build] = release.slice(at + 1).split('+');
  return { package: at < 0 ? '' : release.slice(0, at), version, build: build.join('+') };
}

/**
 * Compares by semver: numbers by value, a pre-release before its release; missing parts are 0. `null` if one of them is
 * not a version.
 */
export function compareVersions(a: string, b: string): number | null {
  const [left, right] = [a, b].map((text) => /^v?(\d{1,15}(?:\.\d{1,15}){0,5})(?:-(.+))?$/.exec(text));
  if (!left || !right) return null;
  const [leftParts, rightParts] = [left[1]!.split('.'), right[1]!.split('.')];
  for (let index = 0; index < Math.max(leftParts.length, rightParts.length); index++) {
    const order = Number(leftParts[index] ?? 0) - Number(rightParts[index] ?? 0);
    if (order !== 0) return order;
  }
  if (left[2] === right[2]) return 0;
  if (left[2] === undefined || right[2] === undefined) return left[2] === undefined ? 1 : -1;
  return comparePrereleases(left[2].split('.'), right[2].split('.'));
}

function comparePrereleases(a: string[], b: string[]): number {
  for (let index = 0; index < Math.max(a.length, b.length); index++) {
    const [left, right] = [a[index], b[index]];
    if (left === undefined || right === undefined) return left === undefined ? -1 : 1;
    const [leftIsNumber, rightIsNumber] = [/^\d+$/.test(left), /^\d+$/.test(right)];
    if (leftIsNumber && rightIsNumber && Number(left) !== Number(right)) return Number(left) - Number(right);
    if (leftIsNumber !== rightIsNumber) return leftIsNumber ? -1 : 1;
    if (left !== right) return left < right ? -1 : 1;
  }
  return 0;
}
