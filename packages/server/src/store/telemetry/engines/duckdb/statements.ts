import type { DuckDBConnection, DuckDBPreparedStatement, DuckDBResult } from '@duckdb/node-api';
import type { Parameter } from '../../queries/query.ts';
import { bindings } from './values.ts';

/** By connection and text, the most recently used last. Closing a connection frees its statements. */
const statements = new WeakMap<DuckDBConnection, Map<string, DuckDBPreparedStatement>>();
/** More than there are queries: searches, whose text is hardly ever repeated, are among them. */
const STATEMENT_COUNT_MAX = 100;

/**
 * Runs a statement, which stays prepared: DuckDB takes as long to parse and bind a query of one issue as to run it. Without
 * parameters it does not, because DuckDB 1.5 would plan it only once, and a condition that no row fulfilled then would be
 * false from then on.
 */
export async function runStatement(
  connection: DuckDBConnection,
  text: string,
  parameters: Record<string, Parameter>,
): Promise<DuckDBResult> {
  const prepared = statements.get(connection) ?? new Map<string, DuckDBPreparedStatement>();
  statements.set(connection, prepared);
  const statement = prepared.get(text) ?? (await connection.prepare(text));
  prepared.delete(text);
  if (statement.parameterCount > 0) prepared.set(text, statement);
  const [oldest] = prepared;
  if (oldest && prepared.size > STATEMENT_COUNT_MAX) {
    prepared.delete(oldest[0]);
    oldest[1].destroySync();
  }
  const names = Array.from({ length: statement.parameterCount }, (_, index) => statement.parameterName(index + 1));
  const { values, types } = bindings(Object.fromEntries(names.map((name) => [name, parameters[name] ?? null])));
  statement.bind(values, types);
  return statement.run();
}
