import type { DuckDBConnection } from '@duckdb/node-api';
import type { EventCondition } from '#domain/search/event-condition.ts';
import { groupOrder, keyColumns, keyNames } from '../../queries/event-groups.ts';
import { anyEvent } from '../../queries/in-scope.ts';
import { queries, type QueryName, type QueryParams, type QueryRows } from '../../queries/index.ts';
import type { Value } from '../../queries/query.ts';
import { conditionDuckdb, keysDuckdb } from './condition.ts';
import { runOnce, runPrepared } from './statements.ts';
import { readValue } from './values.ts';

/** Runs the SQL of a query. `sources` replaces tables that the SQL names by `queries/sources.ts`. */
export async function runQuery<Name extends QueryName>(
  connection: DuckDBConnection,
  name: Name,
  params: QueryParams[Name],
  sources: ReadonlyMap<string, string> = new Map(),
): Promise<QueryRows[Name][]> {
  const query = queries[name];
  const condition = conditionOf(params);
  const where = condition && conditionDuckdb(condition);
  const groups = name === 'eventGroups' ? groupsDuckdb(params as QueryParams['eventGroups']) : null;
  let text = query.sql.duckdb;
  for (const [source, table] of sources) text = text.replaceAll(source, table);
  if (where) text = text.replaceAll(anyEvent, () => where.text);
  for (const [placeholder, written] of groups?.written ?? []) text = text.replaceAll(placeholder, () => written);
  const result =
    where || groups
      ? await runOnce(connection, text, { ...query.bind(params), ...where?.parameters, ...groups?.parameters })
      : await runPrepared(connection, text, query.bind(params));
  // By column, because a query may return tens of thousands of rows.
  const columns = await result.getColumnsObject();
  const rows: Record<string, unknown>[] = Array.from({ length: Object.values(columns)[0]?.length ?? 0 }, () => ({}));
  for (const [column, read] of Object.entries<(value: Value) => unknown>(query.row)) {
    for (const [index, value] of (columns[column] ?? []).entries()) rows[index]![column] = read(readValue(value));
  }
  // Every column of the row has its reader, or the query would not compile.
  return rows as QueryRows[Name][];
}

/** The condition of queries that take one. */
export function conditionOf(params: object): EventCondition | null {
  return 'where' in params ? (params.where as EventCondition | null) : null;
}

/** The parts of the SQL that depend on the number of keys. */
function groupsDuckdb({ by, order }: Pick<QueryParams['eventGroups'], 'by' | 'order'>) {
  const keys = keysDuckdb(by);
  const names = by.length === 0 ? 'k0' : by.map((_, index) => `k${index}`).join(', ');
  const written: [placeholder: string, text: string][] = [
    [keyColumns, keys.text],
    [keyNames, names],
    [groupOrder, order === null ? '1' : `"${order.measure}" ${order.descending ? 'desc' : 'asc'}`],
  ];
  return { written, parameters: keys.parameters };
}
