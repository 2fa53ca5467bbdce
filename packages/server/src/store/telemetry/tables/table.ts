import type { EndUserData } from './end-user-data.ts';

/** Each engine has its own name for these. A `uuid` is 32 hex digits; `''` is stored as null. */
export type ColumnType = 'bigint' | 'integer' | 'ubigint' | 'double' | 'varchar' | 'uuid' | 'boolean' | 'blob';

export type Stored = null | boolean | number | bigint | string | Uint8Array;

export interface Column<Value> {
  name: string;
  type: ColumnType;
  /** The schema version that added the column, and the SQL of its value in older rows. */
  added?: { version: number; fallback: string } | undefined;
  /** The schema version that gave the column this name, and its name before. */
  renamed?: { version: number; from: string };
  isNullable?: boolean;
  isUncompressed?: boolean;
  /** Converts the field's value for this column. */
  store(value: Value): Stored;
}

/** A field of a row: one column, or several where a query counts or searches faster in a part of the value. */
export type Field<Value> = readonly Column<Value>[];

/** Every table starts with the column `sequence`, the batch of the row. */
export interface Table {
  /** What of its rows belongs to an end user; see `end-user-data.ts`. */
  endUser: EndUserData;
  /** The schema version that created the table. */
  version: number;
  /** The column `position` has the order of arrival within a batch. */
  hasPosition?: boolean;
  /** How a batch is sorted before it is stored: columns compress well where equal values are adjacent. */
  sort?: readonly string[];
  /** In the order of the columns, except that later additions come last. */
  fields: Record<string, Field<unknown>>;
  /** Fields that only changes set. Rows are appended with `''` in their columns. */
  changed: Record<string, Field<string>>;
}

// `readonly object[]` and not `Field<unknown>`, from which the compiler would infer the values of fields to be unknown.
type Fields = Record<string, readonly object[]>;

export function defineTable<F extends Fields, Changed extends Fields = Record<never, never>>({
  changed = {} as Changed,
  ...rest
}: Omit<Table, 'fields' | 'changed'> & { sort?: readonly (keyof F)[]; fields: F; changed?: Changed }) {
  return { ...rest, changed };
}

type ValuesOf<F> = { -readonly [Name in keyof F]: F[Name] extends Field<infer Value> ? Value : never };

/** A row as it is appended. */
export type RowOf<T extends { fields: unknown }> = ValuesOf<T['fields']>;
/** A row with all stored columns. */
export type StoredRowOf<T extends { fields: unknown; changed: unknown }> = RowOf<T> &
  ValuesOf<T['changed']> & { sequence: number };

type Added = Column<unknown>['added'];

const same = <Value extends Stored>(value: Value): Value => value;

export function text<Value extends string = string>(name: string, added?: Added): Field<Value> {
  return [{ name, type: 'varchar', added, store: same }];
}

export function integer<Value extends number = number>(name: string, added?: Added): Field<Value> {
  return [{ name, type: 'bigint', added, store: same }];
}

/** Null is for what is not known yet. */
export function double<Value extends number | null = number>(name: string, added?: Added): Field<Value> {
  return [{ name, type: 'double', added, store: same }];
}

export function uuid<Value extends string = string>(name: string): Field<Value> {
  return [{ name, type: 'uuid', store: same }];
}
