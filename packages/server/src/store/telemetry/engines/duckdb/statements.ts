import type { DuckDBConnection, DuckDBPreparedStatement, DuckDBResult } from '@duckdb/node-api';
import type { Parameter } from '../../queries/question.ts';
import { bindings } from './values.ts';

/** They go with their connection, which ends them when it is closed. */
const kept = new WeakMap<DuckDBConnection, Map<string, DuckDBPreparedStatement>>();

/**
 * Runs one of the few texts that come again and again. DuckDB takes as long to read and bind a question about one issue as to
 * answer it, and does so twice for a text that is not prepared. Not for the least or the greatest of a column without a
 * condition: of rows in the file DuckDB 1.5 may look that up when it prepares, and answers with it ever after.
 */
export async function runAgain(
  connection: DuckDBConnection,
  text: string,
  parameters: Record<string, Parameter>,
): Promise<DuckDBResult> {
  const statements = kept.get(connection) ?? new Map<string, DuckDBPreparedStatement>();
  kept.set(connection, statements);
  const statement = statements.get(text) ?? (await connection.prepare(text));
  statements.set(text, statement);
  const { values, types } = bindings(parameters);
  statement.bind(values, types);
  return statement.run();
}

/** Runs what hardly anybody asks a second time: a search. */
export async function runOnce(
  connection: DuckDBConnection,
  text: string,
  parameters: Record<string, Parameter>,
): Promise<DuckDBResult> {
  const { values, types } = bindings(parameters);
  return connection.run(text, values, types);
}
