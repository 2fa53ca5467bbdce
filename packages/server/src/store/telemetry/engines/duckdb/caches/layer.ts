import type { DuckDBConnection } from '@duckdb/node-api';
import type { TelemetryBatch } from '../../../contract.ts';
import type { QueryName, QueryParams, QueryRows } from '../../../queries/index.ts';
import type { CountedEvents } from '../../../queries/query.ts';
import type { SpanFiles } from '../span-files/span-files.ts';

/** Runs a query in the layers below; at the bottom is its SQL. With `counted`, which replaces its table, only the SQL. */
export type Next = <Name extends QueryName>(
  name: Name,
  params: QueryParams[Name],
  counted?: string,
) => Promise<QueryRows[Name][]>;

export type CachedAnswer<Name extends QueryName> = (
  params: QueryParams[Name],
  next: Next,
  connection: DuckDBConnection,
  events: CountedEvents,
  spanFiles: SpanFiles,
) => Promise<QueryRows[Name][]>;

/**
 * A cache in front of DuckDB (docs/decisions/0051-telemetry-caches.md). It returns exactly the rows of the query's SQL,
 * keyed by the query and its parameters. It is notified of every change and updates its rows with those of later
 * batches, or drops them.
 */
export interface Layer {
  queries: { [Name in QueryName]?: CachedAnswer<Name> };
  /** A batch was committed. */
  applied(batch: Pick<TelemetryBatch, 'rows' | 'changes'>): void;
  /** Rows beyond the sequence were removed. */
  truncated(sequence: number): void;
}
