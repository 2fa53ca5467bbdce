import { limits } from '@seismo/protocol';
import type { QueryDeps } from '../deps.ts';
import { projectsNamed } from '../projects/projects.ts';
import { bucketsOf, fillSeries, type TimeRange } from '../range.ts';
import { lastDay, share, sharesIn } from './release-health.ts';
import { releaseNamed } from './releases.ts';
import type { ReleaseAdoption, ReleaseEnvironment } from './views.ts';
import { readsReleases, type Viewer } from '#domain/permissions/viewer.ts';

/** The adoption of the release over time. */
export async function releaseAdoption(
  deps: QueryDeps,
  viewer: Viewer,
  version: string,
  { environments, range }: { environments: string[]; range: TimeRange },
): Promise<ReleaseAdoption> {
  const { projectIds } = await visible(deps, viewer, version);
  const buckets = bucketsOf(range, deps.clock.now());
  const { fromMs, bucketMs } = buckets;
  const params = {
    projectIds,
    environments: environments.slice(0, limits.FILTER_NAME_COUNT_MAX),
    releases: [version],
    range: buckets.range,
  };
  const total = (await sharesIn(deps, params)).of(version, projectIds);
  const rows =
    total.by === 'sessions'
      ? (await deps.telemetry.query('releaseSessionSeries', { ...params, bucketMs })).map(({ sessions, ...row }) => ({
          ...row,
          count: sessions,
        }))
      : (await deps.telemetry.query('releaseEventSeries', { ...params, bucketMs })).map(({ events, ...row }) => ({
          ...row,
          count: events,
          crashed: 0,
        }));
  const series = (of: string | null, count: (row: (typeof rows)[number]) => number) =>
    fillSeries(
      buckets,
      rows.flatMap((row) => (row.release === of ? { bucketAtMs: row.bucketAtMs, count: count(row) } : [])),
    ).values;
  return {
    by: total.by,
    fromMs,
    bucketMs,
    own: series(version, ({ count }) => count),
    all: series(null, ({ count }) => count),
    crashed: series(version, ({ crashed }) => crashed),
    total,
  };
}

/** Where it was seen and deployed to: most events first. */
export async function releaseEnvironments(
  deps: QueryDeps,
  viewer: Viewer,
  version: string,
): Promise<ReleaseEnvironment[]> {
  const { id, projectIds } = await visible(deps, viewer, version);
  const range = lastDay(deps.clock.now());
  const [events, everySession, deploys] = await Promise.all([
    deps.telemetry.query('eventEnvironments', { projectIds, release: version }),
    deps.telemetry.query('sessionEnvironments', { projectIds, release: version, range }),
    deps.state.deploysOf([id]),
  ]);
  const sessions = everySession.filter((row) => row.sessions > 0);
  const names = new Set([...events, ...sessions, ...deploys].map(({ environment }) => environment));
  return [...names]
    .map((name): ReleaseEnvironment => {
      const event = events.find(({ environment }) => environment === name);
      const session = sessions.find(({ environment }) => environment === name);
      return {
        name,
        events: event?.events ?? 0,
        users: event?.users ?? 0,
        firstSeenAtMs: event?.firstSeenAtMs ?? null,
        lastSeenAtMs: event?.lastSeenAtMs ?? null,
        sessions: session?.sessions ?? 0,
        adoption: session ? share(session.sessions, session.allSessions) : null,
        crashFreeSessions: session ? share(session.sessions - session.crashed, session.sessions) : null,
        lastDeploy: deploys.find(({ environment }) => environment === name) ?? null,
      };
    })
    .toSorted(
      (one, other) => other.events - one.events || other.sessions - one.sessions || (one.name < other.name ? -1 : 1),
    )
    .slice(0, limits.RELEASE_ENVIRONMENT_COUNT_MAX);
}

async function visible(deps: QueryDeps, viewer: Viewer, version: string) {
  const { id, projectIds } = await releaseNamed(deps, viewer, readsReleases, version);
  const known = new Set((await projectsNamed(deps, viewer, readsReleases, [])).map((project) => project.id));
  return { id, projectIds: projectIds.filter((projectId) => known.has(projectId)) };
}
