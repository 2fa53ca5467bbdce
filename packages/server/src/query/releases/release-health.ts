import { limits, type ProjectId } from '@seismo/protocol';
import type { QueryRows } from '#store/telemetry/queries/index.ts';
import type { Range } from '#store/telemetry/queries/query.ts';
import type { QueryDeps } from '../deps.ts';
import { halfHourMs, halfHourOf } from '../range.ts';
import type { ReleaseHealth } from './views.ts';

const dayMs = 48 * halfHourMs;

/**
 * Adoption covers the last 24 hours, as in Sentry, plus the tolerance for client clocks. On half hours, so that pages
 * can share the cached counts.
 */
export function lastDay(nowMs: number): Range {
  return { fromMs: halfHourOf(nowMs) - dayMs, toMs: halfHourOf(nowMs) + halfHourMs + limits.CLOCK_AHEAD_MS_MAX };
}

/** The health of the queried releases; `of` limits it to some of the queried projects. */
export interface Shares {
  of(version: string, projectIds: readonly ProjectId[]): ReleaseHealth;
}

/** A project without a session in the range is measured by its events. */
export async function sharesIn(
  { telemetry }: Pick<QueryDeps, 'telemetry'>,
  params: { projectIds: ProjectId[]; environments: string[]; releases: string[]; range: Range },
): Promise<Shares> {
  const [sessions, events] = await Promise.all([
    telemetry.query('releaseSessionStats', params),
    telemetry.query('releaseEventStats', params),
  ]);
  const byProject = Map.groupBy(sessions, ({ projectId }) => projectId);
  const eventsByProject = Map.groupBy(events, ({ projectId }) => projectId);
  return {
    of(version, projectIds) {
      const withSessions = projectIds.filter((id) => byProject.has(id));
      if (withSessions.length > 0) {
        const rows = withSessions.flatMap((id) => byProject.get(id)!);
        return healthOf('sessions', rows, version, ({ sessions: count }) => count);
      }
      const rows = projectIds.flatMap((id) => eventsByProject.get(id) ?? []);
      const noCrashes = { errored: 0, crashed: 0, abnormal: 0, crashedUsers: 0 };
      const asShares = rows.map((row) => ({ ...row, ...noCrashes }));
      return healthOf(rows.length > 0 ? 'events' : null, asShares, version, ({ events: count }) => count);
    },
  };
}

type Share = Omit<QueryRows['releaseSessionStats'], 'sessions'>;

function healthOf<Row extends Share>(
  by: ReleaseHealth['by'],
  rows: Row[],
  version: string,
  countOf: (row: Row) => number,
): ReleaseHealth {
  const own = rows.filter(({ release }) => release === version);
  const all = rows.filter(({ release }) => release === null);
  const sum = (of: Row[], count: (row: Row) => number) => of.reduce((total, row) => total + count(row), 0);
  const count = sum(own, countOf);
  const projectCount = sum(all, countOf);
  const users = sum(own, (row) => row.users);
  const projectUsers = sum(all, (row) => row.users);
  const crashed = sum(own, (row) => row.crashed);
  const crashedUsers = sum(own, (row) => row.crashedUsers);
  const bySessions = by === 'sessions';
  return {
    by,
    adoption: share(count, projectCount),
    userAdoption: share(users, projectUsers),
    count,
    projectCount,
    users,
    projectUsers,
    crashFreeSessions: bySessions ? share(count - crashed, count) : null,
    crashFreeUsers: bySessions ? share(users - crashedUsers, users) : null,
    errored: sum(own, (row) => row.errored),
    crashed,
    abnormal: sum(own, (row) => row.abnormal),
    crashedUsers,
  };
}

export function share(part: number, whole: number): number | null {
  return whole > 0 ? part / whole : null;
}
