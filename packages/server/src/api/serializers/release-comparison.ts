import type {
  CommitsBetween,
  ComparedIssuePage,
  ComparedRelease,
  ReleaseAdoption,
  ReleaseComparison,
  ReleaseEnvironment,
} from '#query/releases/views.ts';
import { commitShape, deployShape, releaseShape } from './release.ts';
import { percent, periodShape } from './release-health.ts';

/** Pairs of Unix seconds and numbers, as in other series. */
export function adoptionShape(adoption: ReleaseAdoption, environments: ReleaseEnvironment[]) {
  const { by, fromMs, bucketMs, own, all, crashed, total } = adoption;
  const pairs = (values: number[]) => values.map((value, index) => [(fromMs + index * bucketMs) / 1000, value]);
  return {
    adoptionBasis: by,
    total: periodShape(total),
    series: { release: pairs(own), all: pairs(all), crashed: pairs(crashed) },
    environments: environments.map((one) => ({
      name: one.name,
      events: one.events,
      users: one.users,
      firstEvent: iso(one.firstSeenAtMs),
      lastEvent: iso(one.lastSeenAtMs),
      totalSessions24h: one.sessions,
      sessionsAdoption: percent(one.adoption),
      crashFreeSessions: percent(one.crashFreeSessions),
      lastDeploy: one.lastDeploy && deployShape(one.lastDeploy),
    })),
  };
}

/** Issues of the requested kind; `shapes` has their common fields. */
export function comparisonShape(
  { fromMs, base, head, newer }: ReleaseComparison,
  { issues, totals }: ComparedIssuePage,
  shapes: object[],
  between: CommitsBetween,
) {
  return {
    start: iso(fromMs),
    base: comparedShape(base, totals.base + totals.both),
    head: comparedShape(head, totals.head + totals.both),
    newer,
    issueCounts: totals,
    issues: issues.map(({ baseEvents, headEvents }, index) => ({
      ...shapes[index],
      baseEvents,
      headEvents,
    })),
    between: {
      ...between,
      commits: between.commits.map(({ release, ...commit }) => ({ ...commitShape(commit), release })),
    },
  };
}

function comparedShape({ release, deploys, total, ...stats }: ComparedRelease, issues: number) {
  return { ...releaseShape(release), deploys: deploys.map(deployShape), ...stats, issues, total: periodShape(total) };
}

function iso(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString();
}
