import type { DuckDBConnection } from '@duckdb/node-api';
import type { QueryName, QueryParams, QueryRows } from '../../../queries/index.ts';
import type { CountedEvents } from '../../../queries/query.ts';
import { runQuery } from '../run-query.ts';
import type { SpanFiles } from '../span-files/span-files.ts';
import { createEventIdFilter } from './event-id-filter.ts';
import { issueCounts } from './issue-counts.ts';
import { issueEvents } from './issue-events.ts';
import { issueStats } from './issue-stats.ts';
import type { Layer, Next } from './layer.ts';
import { releaseStats } from './release-stats.ts';
import { spanGroups } from './span-groups.ts';
import { tagCounts } from './tag-counts.ts';

export interface Caches extends Pick<Layer, 'applied' | 'truncated'> {
  query<Name extends QueryName>(
    connection: DuckDBConnection,
    name: Name,
    params: QueryParams[Name],
  ): Promise<QueryRows[Name][]>;
}

/** `eventsNow`: the events that queries count. */
export function createCaches(layers: readonly Layer[], eventsNow: () => CountedEvents, spanFiles: SpanFiles): Caches {
  return {
    query(connection, name, params) {
      const events = eventsNow();
      const from =
        ([layer, ...below]: readonly Layer[]): Next =>
        (of, given, counted) => {
          // Layers cache what a query reads from its table.
          if (!layer || counted !== undefined) return runQuery(connection, of, given, events, spanFiles, counted);
          const next = from(below);
          return layer.queries[of]?.(given, next, connection, events, spanFiles) ?? next(of, given);
        };
      return from(layers)(name, params);
    },
    applied: (batch) => layers.forEach((layer) => layer.applied(batch)),
    truncated: (sequence) => layers.forEach((layer) => layer.truncated(sequence)),
  };
}

export function createLayers(): Layer[] {
  return [eventIds(), issueCounts(), issueStats(), issueEvents(), tagCounts(), releaseStats(), spanGroups()];
}

function eventIds(): Layer {
  const filter = createEventIdFilter();
  return {
    queries: {
      knownEventIds: async (params, next, connection) => {
        const eventIds = await filter.possiblyStored(connection, params.eventIds);
        return eventIds.length === 0 ? [] : next('knownEventIds', { ...params, eventIds });
      },
    },
    // The filter reads the rows that were added since by their sequence.
    applied: () => {},
    truncated: (sequence) => filter.truncated(sequence),
  };
}
