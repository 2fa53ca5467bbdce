import type { DuckDBConnection } from '@duckdb/node-api';
import { readsContent, type EventCondition } from '#domain/search/event-condition.ts';
import { queries, type QueryName, type QueryParams, type QueryRows } from '../../queries/index.ts';
import { storedEvents, SUM_OF_QUANTITY } from '../../queries/parts/all-events.ts';
import type { CountedEvents, Parameter, Value } from '../../queries/query.ts';
import { conditionDuckdb } from './condition.ts';
import type { SpanFiles } from './span-files/span-files.ts';
import { runStatement } from './statements.ts';
import { readValue } from './values.ts';

/** Runs the SQL of a query, on these events; `counted` replaces the table of a query with a `difference`. */
export async function runQuery<Name extends QueryName>(
  connection: DuckDBConnection,
  name: Name,
  params: QueryParams[Name],
  events: CountedEvents,
  spanFiles: SpanFiles,
  counted?: string,
): Promise<QueryRows[Name][]> {
  const { sql, bind, row, difference, readsContent: needsContent, spans: scopeOf } = queries[name];
  const condition = conditionOf(params);
  const where = conditionDuckdb(condition ?? { all: [] });
  const isExact = !(condition && readsContent(condition)) && !needsContent?.(params);
  const read = isExact ? events : storedEvents;
  const parts = counted
    ? { ...read, counted, count: SUM_OF_QUANTITY }
    : { ...read, counted: difference?.table === 'events' ? read.events : (difference?.table ?? '') };
  const run = async (spans: string, isSampled: boolean, scoped: Record<string, Parameter>) => {
    const of = { ...parts, where: where.text, spans, isSampled };
    const text = typeof sql.duckdb === 'string' ? sql.duckdb : sql.duckdb(of, params);
    const result = await runStatement(connection, text, { ...bind(params), ...where.parameters, ...scoped });
    // By column, because a query may return tens of thousands of rows.
    const columns = await result.getColumnsObject();
    const rows: Record<string, unknown>[] = Array.from({ length: Object.values(columns)[0]?.length ?? 0 }, () => ({}));
    for (const [column, read] of Object.entries<(value: Value) => unknown>(row)) {
      for (const [index, value] of (columns[column] ?? []).entries()) rows[index]![column] = read(readValue(value));
    }
    // Every column of the row has its reader, or the query would not compile.
    return rows as QueryRows[Name][];
  };
  const scope = scopeOf?.(params);
  return scope ? spanFiles.read(connection, scope, run) : run('', false, {});
}

/** The condition of queries that take one. */
export function conditionOf(params: object): EventCondition | null {
  return 'where' in params ? (params.where as EventCondition | null) : null;
}
