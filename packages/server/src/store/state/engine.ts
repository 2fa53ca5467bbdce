import type { RawBuilder } from 'kysely';

/** Where the engines of the state store differ. The queries ask for these instead of naming an engine. */
export interface StateEngine {
  /** A list of any length as a subquery of one column: `id in ${list}`. One parameter, so the text stays the same. */
  list(values: readonly (number | string)[], type: 'bigint' | 'text'): RawBuilder<unknown>;
  /** How a table gets a number of its own for each row, never given twice. */
  identity: 'autoincrement' | 'generated always as identity';
  /** Keeps a migration from running in two processes at once, until its transaction ends. */
  migrationLock: RawBuilder<unknown> | null;
}
