import type { IssueFrequency, Series } from '@seismo/server';

/** A marker on the chart. Releases close to each other share one marker. */
export interface ReleaseMark {
  /** The earliest first. */
  versions: string[];
  atMs: number;
}

/** Labels closer than this share of the width would overlap. */
const APART_MIN = 0.1;

export function releaseMarks(releases: IssueFrequency['releases'], { bucketMs, values }: Series): ReleaseMark[] {
  const spanMs = bucketMs * values.length;
  const found: ReleaseMark[] = [];
  for (const { version, atMs } of releases) {
    const before = found.at(-1);
    if (before && (atMs - before.atMs) / spanMs < APART_MIN) before.versions.push(version);
    else found.push({ versions: [version], atMs });
  }
  return found;
}
