import { Kysely, sql, type Compilable, type Dialect, type RawBuilder } from 'kysely';
import type { Db, Schema } from './schema.ts';
import type { RequestedBy, TextMatch } from './search/contract.ts';
import type { SecretBox } from './secret-box.ts';

/** The words of each of `textColumns`, for texts of an issue from one batch. */
export interface TextRow {
  id: number;
  columns: string[];
}

/** One store of an engine: a connection that writes, and those that read. */
export interface StateDatabase {
  writer: Db;
  reader: Db;
  engine: StateEngine;
  /** Begins a transaction that reads the store as it is now, without keeping writers out. */
  snapshot(): Promise<StateSnapshot>;
  close(): Promise<void>;
}

export interface StateSnapshot {
  db: Db;
  end(): Promise<void>;
}

/** A snapshot on a connection of its own, whose transactions read what was committed when their first statement ran. */
export async function snapshotOf(dialect: Dialect): Promise<StateSnapshot> {
  const reader = new Kysely<Schema>({ dialect });
  try {
    const db = await reader.startTransaction().execute();
    await sql`select 1 from applied`.execute(db);
    return {
      db,
      async end() {
        await db.rollback().execute();
        await reader.destroy();
      },
    };
  } catch (error) {
    await reader.destroy();
    throw error;
  }
}

/** The differences between the engines of the state store. Queries use these instead of naming an engine. */
export interface StateEngine {
  /** A list of any length as a subquery of one column: `id in ${list}`. One parameter, so the text stays the same. */
  list<Value extends number | string>(values: readonly Value[], type: 'bigint' | 'text'): RawBuilder<Value>;
  /**
   * Runs one query per row inside `db`'s transaction and returns the answers in the order of the rows. The query is
   * built from the first row and then run with the values of each, so every row needs the same keys, and the first
   * row needs them in the order of the query's parameters.
   */
  runMany<Row extends object, Answer>(
    db: Db,
    rows: readonly Row[],
    query: (row: Row) => Compilable<Answer>,
  ): Promise<Answer[][]>;
  /** Runs a read that may be slow without blocking others, within `SEARCH_MS_MAX`; see `StateSearches`. */
  search<Row>(query: Compilable<Row>, requestedBy: RequestedBy['requestedBy']): Promise<Row[]>;
  /**
   * Whether text, with its case, is these pieces with anything between them. The time does not grow exponentially with
   * their number.
   */
  like(text: RawBuilder<unknown>, pieces: readonly string[]): RawBuilder<boolean>;
  /** All values of a column as a JSON list, in the same order for all columns. Faster than rows for many numbers. */
  jsonList<Value>(column: string): RawBuilder<Value[]>;
  /** A text field of a column that contains a JSON object; null if it is missing. */
  jsonText(column: string, field: string): RawBuilder<string | null>;
  /** Its name and version. */
  version: RawBuilder<string>;
  /** The text index, which differs by engine. */
  texts: {
    create(db: Kysely<unknown>): Promise<void>;
    add(db: Db, rows: TextRow[]): Promise<void>;
    /** Rows with words by ID, for a copy. */
    read(db: Db, after: number, count: number): Promise<TextRow[]>;
    remove(db: Db, ids: number[]): Promise<void>;
    /** A condition on `issue`. */
    matching(match: TextMatch): RawBuilder<boolean>;
  };
  /** Values that must be readable again, such as the seeds of authenticators, are stored in this form. */
  secrets: SecretBox;
  /** Whether a write failed because a row that it refers to is gone. */
  isMissingReference(error: unknown): boolean;
  /** Whether a transaction failed only because of another one and would succeed if repeated. */
  isTransient(error: unknown): boolean;
  /** How a table gets a number of its own for each row, never given twice. */
  identity: 'autoincrement' | 'generated always as identity';
  /** The last number that a table assigned, 0 if none; `continueNumbers` sets it. */
  lastNumber(db: Db, table: string): Promise<number>;
  continueNumbers(db: Db, table: string, last: number): Promise<void>;
}
