import type { ReleaseHealth } from '#query/releases/views.ts';

/** In percent, with Sentry's names. Without sessions adoption is the share of events, and `adoptionBasis` says so. */
export function healthShape(health: ReleaseHealth) {
  const bySessions = health.by === 'sessions';
  return {
    hasHealthData: bySessions,
    adoptionBasis: health.by,
    adoption: percent(health.userAdoption),
    sessionsAdoption: percent(health.adoption),
    crashFreeUsers: percent(health.crashFreeUsers),
    crashFreeSessions: percent(health.crashFreeSessions),
    totalUsers: health.users,
    totalSessions: bySessions ? health.count : null,
    totalUsers24h: health.users,
    totalProjectUsers24h: health.projectUsers,
    totalSessions24h: bySessions ? health.count : null,
    totalProjectSessions24h: bySessions ? health.projectCount : null,
    sessionsCrashed: bySessions ? health.crashed : null,
    sessionsErrored: bySessions ? health.errored : null,
    sessionsAbnormal: bySessions ? health.abnormal : null,
  };
}

/** The same of another time than the last 24 hours. */
export function periodShape(health: ReleaseHealth) {
  const { by, adoption, userAdoption, crashFreeSessions, crashFreeUsers, count, projectCount, ...counts } = health;
  return {
    adoptionBasis: by,
    adoption: percent(userAdoption),
    sessionsAdoption: percent(adoption),
    crashFreeSessions: percent(crashFreeSessions),
    crashFreeUsers: percent(crashFreeUsers),
    count,
    projectCount,
    ...counts,
  };
}

export function percent(share: number | null): number | null {
  return share === null ? null : 100 * share;
}
