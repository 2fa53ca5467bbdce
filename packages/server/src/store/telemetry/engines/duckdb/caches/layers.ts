import type { DuckDBConnection } from '@duckdb/node-api';
import type { TelemetryBatch } from '../../../contract.ts';
import type { QueryName, QueryParams, QueryRows } from '../../../queries/index.ts';
import { runQuery } from '../run-query.ts';
import { createEventIdFilter } from './event-id-filter.ts';
import { createIssueCountsCache } from './issue-counts.ts';
import { createIssuePageCache } from './issue-page.ts';
import { createIssueStatsCache } from './issue-stats.ts';
import { cachedReleaseQueries, createReleaseStatsCache, type CachedQuery } from './release-stats.ts';

/** Returns rows from the cache; `next` is the layer below, which at the bottom is the SQL of the query. */
type CachedAnswer<Name extends QueryName> = (
  connection: DuckDBConnection,
  params: QueryParams[Name],
  next: (params: QueryParams[Name]) => Promise<QueryRows[Name][]>,
) => Promise<QueryRows[Name][]>;

/**
 * A cache in front of DuckDB (docs/decisions/0051-telemetry-caches.md). It returns exactly the rows of the query's SQL,
 * keyed by the query and its parameters. It is notified of every change and updates its rows with those of later
 * batches, or drops them.
 */
interface Layer {
  queries: { [Name in QueryName]?: CachedAnswer<Name> };
  /** A batch was committed. */
  applied(batch: TelemetryBatch): void;
  /** Rows beyond the sequence were removed. */
  truncated(sequence: number): void;
}

export interface Caches extends Pick<Layer, 'applied' | 'truncated'> {
  names: readonly QueryName[];
  query<Name extends QueryName>(
    connection: DuckDBConnection,
    name: Name,
    params: QueryParams[Name],
  ): Promise<QueryRows[Name][]>;
}

export function createCaches(layers: readonly Layer[] = createLayers()): Caches {
  return {
    names: [...new Set(layers.flatMap(({ queries }) => Object.keys(queries) as QueryName[]))],
    query(connection, name, params) {
      const from = (index: number, of: typeof params): ReturnType<typeof runQuery<typeof name>> => {
        const layer = layers[index];
        if (!layer) return runQuery(connection, name, of);
        const next = (below: typeof params) => from(index + 1, below);
        const answer = layer.queries[name];
        return answer ? answer(connection, of, next) : next(of);
      };
      return from(0, params);
    },
    applied: (batch) => layers.forEach((layer) => layer.applied(batch)),
    truncated: (sequence) => layers.forEach((layer) => layer.truncated(sequence)),
  };
}

function createLayers(): Layer[] {
  return [eventIds(), issueCounts(), issueStats(), issuePage(), releaseStats()];
}

function eventIds(): Layer {
  const filter = createEventIdFilter();
  return {
    queries: {
      knownEventIds: async (connection, params, next) => {
        const eventIds = await filter.possiblyStored(connection, params.eventIds);
        return eventIds.length === 0 ? [] : next({ ...params, eventIds });
      },
    },
    // The filter reads the rows that were added since by their sequence.
    applied: () => {},
    truncated: (sequence) => filter.truncated(sequence),
  };
}

function issueCounts(): Layer {
  const cache = createIssueCountsCache();
  return {
    queries: {
      issuesInRange: (_connection, params, next) =>
        params.sinceSequence === null ? cache.answer(params, next) : next(params),
    },
    applied: ({ changes }) => {
      if (changes.length > 0) cache.changed();
    },
    truncated: () => cache.changed(),
  };
}

function issueStats(): Layer {
  const cache = createIssueStatsCache();
  return {
    queries: { issueStats: (_connection, params, next) => cache.answer(params, next) },
    applied: ({ rows: { events = [] }, changes }) => {
      cache.added(events.map(({ issueId }) => issueId));
      if (changes.length > 0) cache.changed();
    },
    truncated: () => cache.changed(),
  };
}

function issuePage(): Layer {
  const cache = createIssuePageCache();
  return {
    queries: cache.queries,
    applied: ({ rows: { events = [] }, changes }) => {
      cache.added(events);
      if (changes.length > 0) cache.changed();
    },
    truncated: () => cache.changed(),
  };
}

function releaseStats(): Layer {
  const cache = createReleaseStatsCache(runQuery);
  const answerOf =
    <Name extends CachedQuery>(name: Name): CachedAnswer<Name> =>
    (connection, params) =>
      cache.answer(connection, name, params);
  return {
    queries: Object.fromEntries(cachedReleaseQueries.map((name) => [name, answerOf(name)])),
    applied: (batch) => {
      cache.added(batch);
      // Other changes do not affect these queries.
      if (batch.changes.some((change) => 'delete' in change)) cache.removed();
    },
    truncated: () => cache.removed(),
  };
}
