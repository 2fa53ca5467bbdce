import type { ComparedRelease, ReleaseAdoption, ReleaseComparison, ReleaseEnvironment } from '#query/releases/views.ts';
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

/** `issues` are of the kind that was asked for. */
export function comparisonShape(comparison: ReleaseComparison, issues: object[]) {
  const { fromMs, base, head, newer, totals, between } = comparison;
  return {
    start: iso(fromMs),
    base: comparedShape(base),
    head: comparedShape(head),
    newer,
    issueCounts: totals,
    issues: comparison.issues.map(({ baseEvents, headEvents }, index) => ({
      ...issues[index],
      baseEvents,
      headEvents,
    })),
    between: {
      ...between,
      commits: between.commits.map(({ release, ...commit }) => ({ ...commitShape(commit), release })),
    },
  };
}

function comparedShape({ release, deploys, total, ...figures }: ComparedRelease) {
  return { ...releaseShape(release), deploys: deploys.map(deployShape), ...figures, total: periodShape(total) };
}

function iso(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString();
}
