import type { EventId, IssueId, Level, ProjectId } from '@seismo/protocol';
import type { OneIssue } from './parts/of-issue.ts';
import type { StoredRows } from '../tables/index.ts';

/** Engines that run SQL. A second engine is one more key here; the compiler then requires its SQL for every query. */
export type TelemetryEngine = 'duckdb';

/** Always bound, never written into the text of a statement. */
export type Parameter = number | string | null | readonly number[] | readonly string[];

/** A value of a result in the types of every engine: 64-bit integers are numbers, IDs are 32 hex digits. */
export type Value = null | boolean | number | string | Uint8Array;

/** The parts of a query's SQL that vary. */
export interface Parts extends CountedEvents {
  /** The condition `where` of the parameters; true for any event. */
  where: string;
  /** What a query with a `difference` reads: its table, or those of its rows that may change a cached result. */
  counted: string;
  /** The spans of the query's scope. */
  spans: string;
  /** Whether any span of the scope may stand for others, if the scope counts what they stand for. */
  isSampled: boolean;
}

/**
 * Which spans a query reads, and which of their attributes. The engine skips the others, so the query's SQL has no condition
 * for them.
 */
export interface SpanScope {
  projectIds: readonly ProjectId[];
  /** 32 hex digits. */
  traceId?: string;
  /** Of the start, in Unix microseconds: `from` is in, `before` is out. */
  startUs?: { from: number; before: number };
  /** Typed names (`#domain/spans/typed-name.ts`): each is a column of this name, null in spans without it. */
  attributes?: readonly string[];
  /** Whether the columns `attributes`, `events` and `links` are needed. They take long to read. */
  withDetails?: true;
  /** Whether the query counts what the spans stand for, not only the spans. */
  withWeights?: true;
  /** Whether the column `names` is needed: the typed names of all attributes, some of them null. */
  withNames?: true;
  /** The rows are so many spans, or fewer if there are no more, with their `startUs`, the newest first. */
  newest?: number;
}

/**
 * Events to count: the table `events`, and those that retention has thinned, unless the query needs the content that they
 * lack. Without thinned events, the SQL reads nothing but the table.
 */
export interface CountedEvents {
  events: string;
  /** The number of events of a group of rows. */
  count: string;
  /** Whether a row is an event with its content. */
  isStored: string;
  /** The columns that these two read, to append to a list of columns. */
  counting: string;
}

/**
 * A query, for every engine. Everywhere: text is ordered by its UTF-8 bytes, half a surrogate pair is U+FFFD both stored and in
 * parameters, an empty list of environments or releases means all, no `where` is any event, an empty list of projects or issues
 * means none, and numbers in rows are integers except for rates.
 */
export interface Query<Params, Row extends object> {
  /** Columns are named as in the row. */
  sql: Record<TelemetryEngine, string | ((parts: Parts, params: Params) => string)>;
  /** The parameters by their names in the SQL. */
  bind(params: Params): Record<string, Parameter>;
  /** How each column is read. */
  row: { [Column in keyof Row]: (value: Value) => Row[Column] };
  /** The same over plain rows, as simple as possible: the oracle that engines are compared with. */
  memory(rows: StoredRows, params: Params): NoInfer<Row>[];
  /** It reads few rows, and does not wait for queries that read a column of all rows. */
  isLookUp?: true;
  /** It may read every span, and is stopped when it takes more than a search may. */
  isSearch?: true;
  /** Thinned events lack what it reads, beside its condition. */
  readsContent?(params: Params): boolean;
  difference?: Difference;
  /** For queries that read spans. */
  spans?(params: Params): SpanScope;
  /** The issue whose cached events `memory` answers it from, without SQL; `null` if they are not enough. */
  fromIssueEvents?(params: Params): OneIssue | null;
}

/**
 * How a cached result of counts is brought up to date: the query reads the rows that later batches concern as they were
 * before and as they are now, and the difference is added (docs/decisions/0033-cached-release-stats.md). Rows have keys
 * (`projectId`, `release`, `bucketAtMs`, `environment`); all other columns are counts.
 */
export interface Difference {
  table: 'events' | 'sessions';
  /** Fills the table `concerned` with the rows after `$sinceSequence` and those that are counted with them. */
  concerned: Record<TelemetryEngine, (events: CountedEvents) => string>;
  /** The results of projects are independent. */
  isByProject?: true;
}

/**
 * A query as written in its file. `bind` adds the parameters that have other names in the SQL, and the oracle's rows
 * may have more fields.
 */
type Definition<Params, Row extends object> = Omit<Query<Params, Row>, 'bind'> &
  Partial<Pick<Query<Params, Row>, 'bind'>>;

export function defineQuery<Params extends object, Row extends object>(
  query: Definition<Params, Row>,
): Query<Params, Row> {
  return {
    ...query,
    bind: (params) => ({ ...named(params), ...query.bind?.(params) }),
    memory: (rows, params) => query.memory(rows, params).map((row) => pick(row, Object.keys(query.row))),
  };
}

/** The SQL names of parameters. Without a range or cursor, everything is included. */
function named({ range, before, after, ...params }: Named): Record<string, Parameter> {
  return {
    ...(params as Record<string, Parameter>),
    fromMs: range?.fromMs ?? Number.MIN_SAFE_INTEGER,
    toMs: range?.toMs ?? Number.MAX_SAFE_INTEGER,
    beforeMs: before?.atMs ?? Number.MAX_SAFE_INTEGER,
    beforeId: before?.eventId ?? 'f'.repeat(32),
    afterMs: after?.atMs ?? Number.MIN_SAFE_INTEGER,
    afterId: after?.eventId ?? '0'.repeat(32),
  };
}

interface Named {
  range?: Range | null;
  before?: EventCursor | null;
  after?: EventCursor | null;
}

/** Missing values are `null`. */
function pick<Picked extends object>(all: object, names: readonly string[]): Picked {
  return Object.fromEntries(names.map((name) => [name, all[name as keyof typeof all] ?? null])) as Picked;
}

/** A half-open range of Unix milliseconds: `fromMs` is in, `toMs` is out. */
export interface Range {
  fromMs: number;
  toMs: number;
}

/** An event's position in the order of an issue: by time, then by event ID. */
export interface EventCursor {
  atMs: number;
  eventId: EventId;
}

export function number(value: Value): number {
  if (typeof value !== 'number') throw wrong('a number', value);
  return value;
}

export const integer = (value: Value): number => number(value);

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

/** Tags are stored as the text of a JSON object; `JSON.parse` makes `__proto__` an own property. */
export function tags(value: Value): Record<string, string> {
  return JSON.parse(text(value)) as Record<string, string>;
}

export function orNull<T>(read: (value: Value) => T): (value: Value) => T | null {
  return (value) => (value === null ? null : read(value));
}

// Values that were stored with these brands.
export const eventId = (value: Value) => text(value) as EventId;
export const issueId = (value: Value) => integer(value) as IssueId;
export const projectId = (value: Value) => integer(value) as ProjectId;
export const level = (value: Value) => text(value) as Level;

function wrong(expected: string, value: Value): TypeError {
  return new TypeError(
    `the telemetry engine returned ${value === null ? 'null' : typeof value} instead of ${expected}`,
  );
}
