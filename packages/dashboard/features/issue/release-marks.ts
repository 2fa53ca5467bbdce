import type { IssueFrequency, Series } from '@seismo/server';

/** A marker on the chart. Releases close to each other share one marker. */
export interface ReleaseMark {
  /** Share of the width, 0 to 1. */
  at: number;
  /** The earliest first. */
  versions: string[];
  atMs: number;
}

/** Markers closer than this share of the width would overlap. */
const APART_MIN = 0.025;

export function releaseMarks(
  releases: IssueFrequency['releases'],
  { fromMs, bucketMs, values }: Series,
): ReleaseMark[] {
  const spanMs = bucketMs * values.length;
  const found: ReleaseMark[] = [];
  for (const { version, atMs } of releases) {
    const at = (atMs - fromMs) / spanMs;
    const before = found.at(-1);
    if (before && at - before.at < APART_MIN) before.versions.push(version);
    else found.push({ at, versions: [version], atMs });
  }
  return found;
}
