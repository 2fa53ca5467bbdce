import type { EventId, IssueId, Level, ProjectId } from '@seismo/protocol';
import type { Asks, QuestionName, Rows } from './index.ts';

/** Engines that answer. A second one is one more key here, and the compiler then asks every question for its SQL. */
export type TelemetryEngine = 'duckdb';

/** What a statement is given, always bound, never written into its text. */
export type Parameter = number | string | null | readonly number[] | readonly string[];

/**
 * What an engine hands back after its own types are undone: 64-bit integers as numbers, ids as 32 hex digits.
 */
export type Value = null | boolean | number | string | Uint8Array;

/** A question in SQL. Columns are named in the SQL as in the contract's row; `row` says how each is read. */
export interface Question<Name extends QuestionName> {
  sql: Record<TelemetryEngine, string>;
  bind(ask: Asks[Name]): Record<string, Parameter>;
  row: { [Column in keyof Rows[Name]]: (value: Value) => Rows[Name][Column] };
}

export function integer(value: Value): number {
  if (typeof value !== 'number') throw wrong('a number', value);
  return value;
}

export function text(value: Value): string {
  if (typeof value !== 'string') throw wrong('text', value);
  return value;
}

export function bytes(value: Value): Uint8Array {
  if (!(value instanceof Uint8Array)) throw wrong('bytes', value);
  return value;
}

export function boolean(value: Value): boolean {
  if (typeof value !== 'boolean') throw wrong('a boolean', value);
  return value;
}

/** Tags are kept as the text of a JSON object, in which a tag named `__proto__` is a tag like any other. */
export function tags(value: Value): Record<string, string> {
  return JSON.parse(text(value)) as Record<string, string>;
}

export function orNull<T>(read: (value: Value) => T): (value: Value) => T | null {
  return (value) => (value === null ? null : read(value));
}

// The brand is given back to what was stored under it.
export const eventId = (value: Value) => text(value) as EventId;
export const issueId = (value: Value) => integer(value) as IssueId;
export const projectId = (value: Value) => integer(value) as ProjectId;
export const level = (value: Value) => text(value) as Level;

function wrong(expected: string, value: Value): TypeError {
  return new TypeError(
    `the telemetry engine answered ${value === null ? 'null' : typeof value} where ${expected} belongs`,
  );
}
