import type { DuckDBConnection, DuckDBPreparedStatement, DuckDBResult } from '@duckdb/node-api';
import type { Parameter } from '../../queries/query.ts';
import { bindings } from './values.ts';

/** Closing a connection frees its statements. */
const statements = new WeakMap<DuckDBConnection, Map<string, DuckDBPreparedStatement>>();

/**
 * Runs one of a limited number of statements. DuckDB takes as long to parse and bind a query of one issue as to run it,
 * and does so twice without a prepared statement. Do not use it for the minimum or maximum of a column without a
 * condition: DuckDB 1.5 may evaluate it when it prepares, and then always returns that value.
 */
export async function runPrepared(
  connection: DuckDBConnection,
  text: string,
  parameters: Record<string, Parameter>,
): Promise<DuckDBResult> {
  const prepared = statements.get(connection) ?? new Map<string, DuckDBPreparedStatement>();
  statements.set(connection, prepared);
  const statement = prepared.get(text) ?? (await connection.prepare(text));
  prepared.set(text, statement);
  const { values, types } = bindings(parameters);
  statement.bind(values, types);
  return statement.run();
}

/** Runs a text that is hardly ever repeated: a search. */
export async function runOnce(
  connection: DuckDBConnection,
  text: string,
  parameters: Record<string, Parameter>,
): Promise<DuckDBResult> {
  const { values, types } = bindings(parameters);
  return connection.run(text, values, types);
}
