import type { EventRow, SessionRow } from '../../contract.ts';
import type { Asks, QuestionName, Range, Rows as Answered } from '../../queries/index.ts';
import { among, bucketOf, groups, people, sum, within } from './order.ts';
import type { StoredRows as Rows } from '../../tables/index.ts';

type ShareQuestion =
  | 'session-shares'
  | 'session-share-series'
  | 'event-shares'
  | 'event-share-series'
  | 'project-figures'
  | 'event-environments'
  | 'session-environments'
  | 'releases-in-environments';
type Answers = { [Name in ShareQuestion & QuestionName]: (rows: Rows, ask: Asks[Name]) => Answered[Name][] };

/** What releases have of sessions, events and environments. */
export const shareAnswers: Answers = {
  'session-shares': ({ sessions }, ask) =>
    sharesOf(inScope(folded(sessions, ask), ask), ask.releases, (rows) => ({
      sessions: sum(rows, sessionsOf),
      errored: sum(rows, (row) => row.errored),
      crashed: sum(rows, (row) => row.crashed),
      abnormal: sum(rows, (row) => row.abnormal),
      users: people(rows),
      crashedUsers: people(rows.filter((row) => row.crashed > 0)),
    })),

  'session-share-series': ({ sessions }, ask) =>
    seriesOf(
      inScope(folded(sessions, ask), ask),
      ask,
      (row) => row.startedAtMs,
      (rows) => ({ sessions: sum(rows, sessionsOf), crashed: sum(rows, (row) => row.crashed) }),
    ),

  'event-shares': ({ events }, ask) =>
    sharesOf(inScope(inRange(events, ask), ask), ask.releases, (rows) => ({
      events: rows.length,
      users: people(rows),
    })),

  'event-share-series': ({ events }, ask) =>
    seriesOf(
      inScope(inRange(events, ask), ask),
      ask,
      (row) => row.atMs,
      (rows) => ({ events: rows.length }),
    ),

  'project-figures': ({ events }, ask) =>
    groups(inScope(inRange(events, ask), ask), (event) => [event.projectId]).flatMap((ofProject) => {
      const { projectId } = ofProject[0]!;
      const figures = (rows: EventRow[]) => ({ events: rows.length, users: people(rows) });
      const buckets = groups(ofProject, (event) => [bucketOf(event.atMs, ask.bucketMs)]);
      return [
        ...buckets.map((rows) => ({ projectId, bucketAtMs: bucketOf(rows[0]!.atMs, ask.bucketMs), ...figures(rows) })),
        { projectId, bucketAtMs: null, ...figures(ofProject) },
      ];
    }),

  'event-environments': ({ events }, { projectIds, release }) =>
    groups(
      events.filter((event) => projectIds.includes(event.projectId) && event.release === release.toWellFormed()),
      (event) => [event.environment],
    ).map((rows) => ({
      environment: rows[0]!.environment,
      events: rows.length,
      users: people(rows),
      firstSeenAtMs: Math.min(...rows.map(({ atMs }) => atMs)),
      lastSeenAtMs: Math.max(...rows.map(({ atMs }) => atMs)),
    })),

  'session-environments': ({ sessions }, ask) =>
    groups(folded(sessions, ask), (row) => [row.environment]).map((rows) => {
      const own = rows.filter((row) => row.release === ask.release.toWellFormed());
      return {
        environment: rows[0]!.environment,
        sessions: sum(own, sessionsOf),
        crashed: sum(own, (row) => row.crashed),
        allSessions: sum(rows, sessionsOf),
      };
    }),

  'releases-in-environments': ({ events, sessions }, { projectIds, environments }) =>
    groups(
      [...events, ...sessions].filter(
        (row) =>
          row.release !== '' &&
          projectIds.includes(row.projectId) &&
          environments.some((name) => name.toWellFormed() === row.environment),
      ),
      (row) => [row.release],
    ).map(([row]) => ({ release: row!.release })),
};

function folded(sessions: SessionRow[], { projectIds, range }: { projectIds: number[]; range: Range }): SessionRow[] {
  const states = sessions.filter((row) => projectIds.includes(row.projectId) && within(row.startedAtMs, range));
  const single = states.filter((row) => row.sessionId !== '');
  const last = groups(single, (row) => [row.projectId, row.sessionId]).map((ofSession) => ofSession.at(-1)!);
  return [...states.filter((row) => row.sessionId === ''), ...last];
}

function inRange(events: EventRow[], { projectIds, range }: { projectIds: number[]; range: Range }): EventRow[] {
  return events.filter((event) => projectIds.includes(event.projectId) && within(event.atMs, range));
}

function inScope<Row extends { environment: string }>(
  rows: Row[],
  { environments }: { environments: string[] },
): Row[] {
  return rows.filter((row) => among(row.environment, environments));
}

function sessionsOf({ exited, errored, crashed, abnormal }: SessionRow): number {
  return exited + errored + crashed + abnormal;
}

function sharesOf<Row extends SessionRow | EventRow, Sums>(
  rows: Row[],
  releases: readonly string[],
  sumsOf: (rows: Row[]) => Sums,
) {
  const wanted = releases.map((release) => release.toWellFormed());
  return groups(rows, (row) => [row.projectId]).flatMap((ofProject) => {
    const { projectId } = ofProject[0]!;
    const named = groups(
      ofProject.filter((row) => wanted.includes(row.release)),
      (row) => [row.release],
    ).map((ofRelease) => ({ projectId, release: ofRelease[0]!.release, ...sumsOf(ofRelease) }));
    return [...named, { projectId, release: null, ...sumsOf(ofProject) }];
  });
}

function seriesOf<Row extends SessionRow | EventRow, Sums>(
  rows: Row[],
  { releases, bucketMs }: { releases: readonly string[]; bucketMs: number },
  atMs: (row: Row) => number,
  sumsOf: (rows: Row[]) => Sums,
) {
  const wanted = releases.map((release) => release.toWellFormed());
  const buckets = (of: Row[]) => groups(of, (row) => [bucketOf(atMs(row), bucketMs)]);
  const point = (release: string | null) => (of: Row[]) => ({
    release,
    bucketAtMs: bucketOf(atMs(of[0]!), bucketMs),
    ...sumsOf(of),
  });
  const named = groups(
    rows.filter((row) => wanted.includes(row.release)),
    (row) => [row.release],
  );
  return [
    ...named.flatMap((ofRelease) => buckets(ofRelease).map(point(ofRelease[0]!.release))),
    ...buckets(rows).map(point(null)),
  ];
}
