import type { IssueFrequency, Series } from '@seismo/server';
import { markWidth } from '#charts/scale.ts';

type Release = IssueFrequency['releases'][number];

/** A label of the chart: the first of its releases, and how many follow. */
export interface ReleaseMark {
  label: string;
  /** The earliest first. */
  releases: Release[];
}

/** Of the chart beside an event, and of a character. */
const CHART_PX = 276;
const CHAR_PX = 7.2;

/** Releases without room for a label of their own share that of the one before. */
export function releaseMarks(releases: readonly Release[], { fromMs, bucketMs, values }: Series): ReleaseMark[] {
  const spanMs = bucketMs * values.length;
  const widthOf = ({ label }: ReleaseMark) => markWidth(label).chars * CHAR_PX + markWidth(label).iconPx;
  const startOf = (mark: ReleaseMark) =>
    Math.min((CHART_PX * (mark.releases[0]!.atMs - fromMs)) / spanMs, CHART_PX - widthOf(mark));
  return releases.reduce<ReleaseMark[]>((marks, release) => {
    marks.push(markOf([release]));
    for (;;) {
      const [before, last] = marks.slice(-2);
      if (!before || !last || startOf(last) >= startOf(before) + widthOf(before)) return marks;
      marks.splice(-2, 2, markOf([...before.releases, ...last.releases]));
    }
  }, []);
}

function markOf(releases: Release[]): ReleaseMark {
  const [first, ...others] = releases;
  const label = shortVersion(first!.version);
  return { label: others.length > 0 ? `${label} +${others.length}` : label, releases };
}

/** `web@1.2.0` without the package, which all releases of a project share. */
const shortVersion = (version: string): string => version.slice(version.lastIndexOf('@') + 1);
