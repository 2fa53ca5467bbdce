import type { DuckDBConnection } from '@duckdb/node-api';
import type { TelemetryBatch } from '../../../contract.ts';
import type { QueryParams, QueryRows } from '../../../queries/index.ts';
import { countedEvents, countedSessions } from '../../../queries/parts/sources.ts';
import { runPrepared } from '../statements.ts';

type EventQuery = 'releaseEventStats' | 'releaseEventSeries' | 'projectStats';
type SessionQuery = 'releaseSessionStats' | 'releaseSessionSeries' | 'sessionEnvironments';
export type CachedQuery = EventQuery | SessionQuery;
type Row = QueryRows[CachedQuery];
type Params = QueryParams[CachedQuery];

/** Runs the query, with replacements for the tables that it reads. */
export type Count = <Name extends CachedQuery>(
  connection: DuckDBConnection,
  name: Name,
  params: QueryParams[Name],
  places: ReadonlyMap<string, string>,
) => Promise<QueryRows[Name][]>;

/**
 * The latest results of queries that count sessions and users over a project. New rows update a result exactly: the
 * affected sessions and users are counted as they were before and as they are now. So an answer takes time in
 * proportion to the new rows (docs/decisions/0033-cached-release-stats.md).
 */
export interface ReleaseStatsCache {
  answer<Name extends CachedQuery>(
    connection: DuckDBConnection,
    name: Name,
    params: QueryParams[Name],
  ): Promise<QueryRows[Name][]>;
  added(batch: Pick<TelemetryBatch, 'rows'>): void;
  /** Rows were removed: all cached counts are invalid. */
  removed(): void;
}

type Table = 'events' | 'sessions';

interface Counted {
  rows: readonly Row[];
  /** Every row up to this sequence is counted, and none after it. */
  sequence: number;
}

interface Answer {
  name: CachedQuery;
  ask: Params;
  /** The query and the parameters that must match for another query to reuse this answer. */
  alike: string;
  /** How often rows had been added before it was counted. */
  additions: number;
  counted: Promise<Counted>;
  rowCount: number;
}

const ENTRY_COUNT_MAX = 64;
/** Over all of them; a few megabytes. */
const ROW_COUNT_MAX = 20_000;
/** Above this number of affected rows, everything is counted again. */
const CONCERNED_ROW_COUNT_MAX = 20_000;

/** Queries with independent results per project. */
const byProject: ReadonlySet<CachedQuery> = new Set(['releaseEventStats', 'releaseSessionStats', 'projectStats']);

const inRange = (atMs: string) => `
    ${atMs} >= $fromMs::bigint and ${atMs} < $toMs::bigint and list_contains($projectIds::bigint[], project_id)`;
const atMost = `limit ${CONCERNED_ROW_COUNT_MAX + 1}`;

/** The new events and all other events of their users. */
const concernedEvents = `
  create or replace temp table concerned as
  with came as materialized (
    select user_hash from events where sequence > $sinceSequence::bigint and ${inRange('at_ms')} ${atMost}
  )
  select sequence, project_id, release, environment, at_ms, user_hash, sequence <= $sinceSequence::bigint as known
  from events
  where ${inRange('at_ms')} and user_hash in (select user_hash from came where user_hash <> 0)
  union all
  select sequence, project_id, release, environment, at_ms, user_hash, false
  from events
  where ${inRange('at_ms')} and user_hash = 0 and sequence > $sinceSequence::bigint
  ${atMost}`;

const cameSessions = `
    came as materialized (
      select rowid, session_id, user_key
      from sessions
      where sequence > $sinceSequence::bigint and ${inRange('started_at_ms')}
      ${atMost}
    )`;
/** All states of these sessions, and these rows, in order of arrival. */
const statesOf = (sessionIds: string, rowids: string) => `
  select * exclude (rowid), sequence <= $sinceSequence::bigint as known
  from (
    select rowid, * from sessions where ${inRange('started_at_ms')} and session_id in (${sessionIds})
    union all
    select rowid, * from sessions where ${inRange('started_at_ms')} and rowid in (${rowids})
    ${atMost}
  )
  order by rowid`;

const concernedSessions = `
  create or replace temp table concerned as
  with ${cameSessions}
  ${statesOf(`select session_id from came where session_id <> ''`, `select rowid from came where session_id = ''`)}`;

/**
 * The new sessions, the users of any of their states, and all sessions with any of these users in any state. Other
 * users of those sessions are included before and after, so they cancel out.
 */
const concernedPeople = `
  create or replace temp table concerned as
  with
    ${cameSessions},
    people as materialized (
      select user_key from came where user_key <> ''
      union
      select user_key
      from sessions
      where ${inRange('started_at_ms')}
        and user_key <> ''
        and session_id in (select session_id from came where session_id <> '')
    ),
    meant as materialized (
      select rowid, session_id from came
      union all
      (
        select rowid, session_id
        from sessions
        where ${inRange('started_at_ms')} and user_key in (select user_key from people)
        ${atMost}
      )
    )
  ${statesOf(`select session_id from meant where session_id <> ''`, `select rowid from meant where session_id = ''`)}`;

interface Kind {
  table: Table;
  /** The table that the query reads. */
  place: string;
  /** Fills the table that replaces it. */
  concerned: string;
}
const ofEvents: Kind = { table: 'events', place: countedEvents, concerned: concernedEvents };
const ofSessions: Kind = { table: 'sessions', place: countedSessions, concerned: concernedSessions };
const kinds: Record<CachedQuery, Kind> = {
  releaseEventStats: ofEvents,
  releaseEventSeries: ofEvents,
  projectStats: ofEvents,
  releaseSessionStats: { ...ofSessions, concerned: concernedPeople },
  releaseSessionSeries: ofSessions,
  sessionEnvironments: ofSessions,
};

export const cachedReleaseQueries = Object.keys(kinds) as CachedQuery[];

export function createReleaseStatsCache(count: Count): ReleaseStatsCache {
  let cached = new Map<string, Answer>();
  const additions: Record<Table, number> = { events: 0, sessions: 0 };

  async function countAll(connection: DuckDBConnection, name: CachedQuery, params: Params): Promise<Counted> {
    const { projectIds, range } = params;
    const { table } = kinds[name];
    // With a condition, because the statement is cached: see `runPrepared`.
    const last = `select coalesce(max(sequence), -1) from ${table} where ${inRange(table === 'events' ? 'at_ms' : 'started_at_ms')}`;
    // Both from the same snapshot.
    await connection.run('begin');
    try {
      const read = await runPrepared(connection, last, { projectIds, ...range });
      const sequence = Number((await read.getRows())[0]![0]);
      return { rows: await count(connection, name, params as never, new Map()), sequence };
    } finally {
      // If even this fails, the connection is unusable, and the caller gets the original error.
      await connection.run('rollback').catch(() => {});
    }
  }

  async function countOn(
    connection: DuckDBConnection,
    { name, ask: params }: Answer,
    { rows, sequence }: Counted,
  ): Promise<Counted> {
    const { projectIds, range } = params;
    const { place, concerned } = kinds[name];
    await runPrepared(connection, concerned, { projectIds, ...range, sinceSequence: sequence });
    const read = await connection.runAndReadAll('select count(*), max(sequence) from temp.concerned');
    const [rowCount, lastSequence] = read.getRows()[0]!.map(Number) as [number, number];
    if (rowCount === 0) return { rows, sequence };
    if (rowCount > CONCERNED_ROW_COUNT_MAX) return countAll(connection, name, params);
    const of = (condition: string) => new Map([[place, `(select rowid, * from temp.concerned${condition})`]]);
    const before = await count(connection, name, params as never, of(' where known'));
    const after = await count(connection, name, params as never, of(''));
    return { rows: withDifference(rows, before, after), sequence: lastSequence };
  }

  function current(connection: DuckDBConnection, name: CachedQuery, params: Params): Answer {
    const alike = sharedKeyOf(name, params);
    const known = [...cached.values()].findLast((answer) => answer.alike === alike && covers(answer.ask, params));
    const now = additions[kinds[name].table];
    const answer: Answer = known
      ? { ...known, additions: now }
      : { name, ask: params, alike, additions: now, rowCount: 0, counted: countAll(connection, name, params) };
    if (known && known.additions !== now) {
      answer.counted = known.counted.then((counted) => countOn(connection, known, counted));
    }
    const into = cached;
    const key = JSON.stringify([name, answer.ask]);
    into.delete(key);
    into.set(key, answer);
    answer.counted.then(
      ({ rows }) => {
        answer.rowCount = rows.length;
        evictOldest(into);
      },
      () => {
        // The next caller tries again.
        if (into.get(key) === answer) into.delete(key);
      },
    );
    return answer;
  }

  return {
    async answer<Name extends CachedQuery>(connection: DuckDBConnection, name: Name, params: QueryParams[Name]) {
      for (;;) {
        const from = cached;
        const { rows } = await current(connection, name, params).counted;
        // Rows removed meanwhile may be missing from one half of the difference.
        if (cached === from) return rowsFor(rows, params) as QueryRows[Name][];
      }
    },
    added({ rows: { events = [], sessions = [] } }) {
      if (events.length > 0) additions.events += 1;
      if (sessions.length > 0) additions.sessions += 1;
    },
    removed() {
      // A new map, so that an answer that is being counted right now is not cached.
      cached = new Map();
    },
  };
}

/** Answers have rows per release and, for several projects, per project: queries for fewer reuse them. */
function sharedKeyOf(name: CachedQuery, params: Params): string {
  const projectIds = byProject.has(name) ? [] : params.projectIds;
  return JSON.stringify([name, { ...params, releases: [], projectIds }]);
}

function covers(answered: Params, params: Params): boolean {
  const holds = <Each>(all: readonly Each[], some: readonly Each[]) => {
    const known = new Set(all);
    return some.every((one) => known.has(one));
  };
  return holds(answered.projectIds, params.projectIds) && holds(releasesOf(answered), releasesOf(params));
}

function releasesOf(params: object): readonly string[] {
  return 'releases' in params ? (params.releases as string[]) : [];
}

function rowsFor(rows: readonly Row[], params: Params): Row[] {
  const projectIds = new Set<number>(params.projectIds);
  const releases = new Set(releasesOf(params).map((release) => release.toWellFormed()));
  return rows.filter(
    (row) =>
      (!('projectId' in row) || projectIds.has(row.projectId)) &&
      (!('release' in row) || row.release === null || releases.has(row.release)),
  );
}

/** The keys of a row, in sort order; all other columns are counts. */
const keys = ['projectId', 'release', 'bucketAtMs', 'environment'] as const;
type Key = string | number | null;

function keyOf(row: Row): Key[] {
  const parts: Partial<Record<(typeof keys)[number], Key>> = row;
  return keys.flatMap((name) => parts[name] ?? (name in row ? null : []));
}

function withDifference(rows: readonly Row[], before: readonly Row[], after: readonly Row[]): Row[] {
  const sums = new Map<string, Record<string, Key>>();
  for (const [sign, some] of [
    [1, rows],
    [-1, before],
    [1, after],
  ] as const) {
    for (const row of some) {
      const key = JSON.stringify(keyOf(row));
      const sum = sums.get(key);
      sums.set(
        key,
        Object.fromEntries(
          Object.entries(row).map(([name, value]: [string, Key]) => [
            name,
            (keys as readonly string[]).includes(name) ? value : Number(sum?.[name] ?? 0) + sign * Number(value),
          ]),
        ),
      );
    }
  }
  return (
    [...sums.values()]
      .filter((row) =>
        Object.entries(row).some(([name, value]) => !(keys as readonly string[]).includes(name) && value),
      )
      // With the names and the types of the rows that they are sums of.
      .map((row) => row as unknown as Row)
      .sort((one, other) => compareKeys(keyOf(one), keyOf(other)))
  );
}

/** Text by its bytes; `null` last. */
function compareKeys(one: readonly Key[], other: readonly Key[]): number {
  for (const [index, left] of one.entries()) {
    const right = other[index] ?? null;
    if (left === right) continue;
    if (left === null || right === null) return left === null ? 1 : -1;
    if (typeof left === 'number') return left - Number(right);
    const order = Buffer.compare(Buffer.from(left), Buffer.from(String(right)));
    if (order !== 0) return order;
  }
  return 0;
}

function evictOldest(cached: Map<string, Answer>): void {
  let total = [...cached.values()].reduce((sum, { rowCount }) => sum + rowCount, 0);
  for (const [key, { rowCount }] of cached) {
    if (cached.size <= ENTRY_COUNT_MAX && total <= ROW_COUNT_MAX) return;
    cached.delete(key);
    total -= rowCount;
  }
}
