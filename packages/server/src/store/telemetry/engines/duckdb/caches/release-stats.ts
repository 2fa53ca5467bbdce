import type { DuckDBConnection } from '@duckdb/node-api';
import { queries, queryNames, type QueryName } from '../../../queries/index.ts';
import { CONCERNED_ROW_COUNT_MAX } from '../../../queries/parts/differences.ts';
import type { CountedEvents, Difference, Range } from '../../../queries/query.ts';
import { byKeys, type Key } from '../../memory/rows.ts';
import { runStatement } from '../statements.ts';
import type { CachedAnswer, Layer } from './layer.ts';
import { createReadCache } from './read-cache.ts';

type Row = Record<string, Key>;

interface Params {
  projectIds: readonly number[];
  releases?: readonly string[];
  range: Range;
}

interface Counted {
  rows: readonly Row[];
  /** Every row up to this sequence is counted, and none after it. */
  sequence: number;
}

/** Runs the query on these rows of its table, or on all. */
type Count = (counted?: string) => Promise<Row[]>;

/**
 * The latest results of queries that count sessions and users over a project. New rows update a result exactly: the
 * affected sessions and users are counted as they were before and as they are now. So an answer takes time in
 * proportion to the new rows (docs/decisions/0033-cached-release-stats.md).
 */
export function releaseStats(): Layer {
  // Together a few megabytes.
  const bounds = { countMax: 32, rowCountMax: 10_000, rowCountOf: ({ rows }: Counted) => rows.length };
  const caches = { events: createReadCache<Counted>(bounds), sessions: createReadCache<Counted>(bounds) };
  let removals = 0;

  const removed = () => {
    removals += 1;
    caches.events.changed();
    caches.sessions.changed();
  };

  const answerOf =
    <Name extends QueryName>(name: Name, difference: Difference): CachedAnswer<Name> =>
    async (given, next, connection, events) => {
      // Every query with a difference has them.
      const params = given as unknown as Params;
      const cache = caches[difference.table];
      for (;;) {
        const before = removals;
        const shared = sharedKeyOf(name, difference, params);
        const wider = cache
          .keys()
          .map((key) => JSON.parse(key) as [QueryName, Params])
          .findLast(([of, cached]) => sharedKeyOf(of, difference, cached) === shared && covers(cached, params));
        const all = wider?.[1] ?? params;
        const count = ((counted) => next(name, all as unknown as typeof given, counted)) as Count;
        const { rows } = await cache.read(JSON.stringify([name, all]), (known) =>
          known
            ? addNew(connection, difference, all, known, count, events)
            : countAll(connection, difference, all, count, events),
        );
        // Rows removed meanwhile may be missing from one half of the difference.
        if (before === removals) return rowsFor(rows, params) as Awaited<ReturnType<typeof next<Name>>>;
      }
    };

  return {
    queries: Object.fromEntries(
      queryNames.flatMap((name) => {
        const { difference } = queries[name];
        return difference ? [[name, answerOf(name, difference)]] : [];
      }),
    ),
    applied({ rows: { events = [], sessions = [] }, changes }) {
      if (events.length > 0) caches.events.added();
      if (sessions.length > 0) caches.sessions.added();
      // Changes of fields do not affect these queries.
      if (changes.some((change) => !('set' in change))) removed();
    },
    truncated: removed,
  };
}

async function countAll(
  connection: DuckDBConnection,
  { table }: Difference,
  { projectIds, range }: Params,
  count: Count,
  { events }: CountedEvents,
): Promise<Counted> {
  const atMs = table === 'events' ? 'at_ms' : 'started_at_ms';
  const last = `
    select coalesce(max(sequence), -1)
    from ${table === 'events' ? events : table}
    where list_contains($projectIds::bigint[], project_id)
      and ${atMs} >= $fromMs::bigint and ${atMs} < $toMs::bigint`;
  // Both from the same snapshot.
  await connection.run('begin');
  try {
    const read = await runStatement(connection, last, { projectIds, ...range });
    const sequence = Number((await read.getRows())[0]![0]);
    return { rows: await count(), sequence };
  } finally {
    // If even this fails, the connection is unusable, and the caller gets the original error.
    await connection.run('rollback').catch(() => {});
  }
}

async function addNew(
  connection: DuckDBConnection,
  difference: Difference,
  params: Params,
  { rows, sequence }: Counted,
  count: Count,
  events: CountedEvents,
): Promise<Counted> {
  const { projectIds, range } = params;
  await runStatement(connection, difference.concerned.duckdb(events), {
    projectIds,
    ...range,
    sinceSequence: sequence,
  });
  const read = await connection.runAndReadAll('select count(*), max(sequence) from temp.concerned');
  const [rowCount, lastSequence] = read.getRows()[0]!.map(Number) as [number, number];
  if (rowCount === 0) return { rows, sequence };
  if (rowCount > CONCERNED_ROW_COUNT_MAX) return countAll(connection, difference, params, count, events);
  const before = await count('(select rowid, * from temp.concerned where known)');
  const after = await count('(select rowid, * from temp.concerned)');
  return { rows: withDifference(rows, before, after), sequence: lastSequence };
}

/** Results have rows per release and, for several projects, per project: queries for fewer reuse them. */
function sharedKeyOf(name: QueryName, { isByProject }: Difference, params: Params): string {
  return JSON.stringify([name, { ...params, releases: [], projectIds: isByProject ? [] : params.projectIds }]);
}

function covers(cached: Params, { projectIds, releases = [] }: Params): boolean {
  const known = new Set<number | string>([...cached.projectIds, ...(cached.releases ?? [])]);
  return [...projectIds, ...releases].every((one) => known.has(one));
}

function rowsFor(rows: readonly Row[], params: Params): Row[] {
  const projectIds = new Set<Key | undefined>([...params.projectIds, undefined]);
  const releases = new Set<Key | undefined>([
    ...(params.releases ?? []).map((release) => release.toWellFormed()),
    null,
    undefined,
  ]);
  return rows.filter(({ projectId, release }) => projectIds.has(projectId) && releases.has(release));
}

/** The keys of a row, in sort order; all other columns are counts. */
const keys = ['projectId', 'release', 'bucketAtMs', 'environment'];

function keyOf(row: Row): Key[] {
  return keys.flatMap((name) => row[name] ?? (name in row ? null : []));
}

function withDifference(rows: readonly Row[], before: readonly Row[], after: readonly Row[]): Row[] {
  const sums = new Map<string, Row>();
  const add = (some: readonly Row[], sign: 1 | -1) => {
    for (const row of some) {
      const key = JSON.stringify(keyOf(row));
      const sum = sums.get(key);
      const added = Object.entries(row).map(([name, value]): [string, Key] => [
        name,
        keys.includes(name) ? value : Number(sum?.[name] ?? 0) + sign * Number(value),
      ]);
      sums.set(key, Object.fromEntries(added));
    }
  };
  add(rows, 1);
  add(before, -1);
  add(after, 1);
  return [...sums.values()]
    .filter((row) => Object.entries(row).some(([name, value]) => !keys.includes(name) && value !== 0))
    .sort((one, other) => byKeys(keyOf(one), keyOf(other)));
}
