import { readVersion } from '#query/releases/views.ts';

const HASH = /^[0-9a-f]{7,64}$/i;

/** A release as Sentry takes it apart: `shop@1.4.2-rc.1+7` is of the package `shop`. */
export function versionShape(release: string) {
  const at = release.lastIndexOf('@');
  const raw = release.slice(at + 1);
  const read = readVersion(release);
  const version = read && {
    major: read.numbers[0] ?? 0,
    minor: read.numbers[1] ?? 0,
    patch: read.numbers[2] ?? 0,
    revision: read.numbers[3] ?? 0,
    pre: read.pre.join('.') || null,
    buildCode: read.build || null,
    components: read.numbers.length,
    raw,
  };
  const short = HASH.test(raw) ? raw.slice(0, 12) : raw;
  return {
    shortVersion: release,
    versionInfo: {
      package: at > 0 ? release.slice(0, at) : null,
      version: version ?? { raw },
      description: read?.build ? `${raw.slice(0, raw.indexOf('+'))} (${read.build})` : short,
      buildHash: HASH.test(raw) ? raw : null,
    },
  };
}
