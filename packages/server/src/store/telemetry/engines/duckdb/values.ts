import {
  BIGINT,
  BLOB,
  BOOLEAN,
  DOUBLE,
  DuckDBBlobValue,
  DuckDBListValue,
  DuckDBUUIDValue,
  INTEGER,
  LIST,
  SQLNULL,
  UBIGINT,
  UUID,
  VARCHAR,
  type DuckDBType,
  type DuckDBValue,
} from '@duckdb/node-api';
import type { Parameter, Value } from '../../queries/query.ts';
import type { Column, ColumnType } from '../../tables/table.ts';

/** Converts DuckDB's value types to plain values. */
export function readValue(value: DuckDBValue): Value {
  if (value === null || typeof value === 'string' || typeof value === 'boolean' || typeof value === 'number') {
    return value;
  }
  if (typeof value === 'bigint') return Number(value);
  if (value instanceof DuckDBUUIDValue) return value.toString().replaceAll('-', '');
  // A copy of its own: the driver's bytes may be a view, and a view is cloned between threads with all that is under it.
  if (value instanceof DuckDBBlobValue) return new Uint8Array(value.bytes);
  throw new TypeError(`no query returns a ${value.constructor.name}`);
}

/**
 * Parameters with explicit types, because an empty list has none: it is bound as a list of text, and the SQL casts
 * every list.
 */
export function bindings(parameters: Record<string, Parameter>): {
  values: Record<string, DuckDBValue>;
  types: Record<string, DuckDBType>;
} {
  const values: Record<string, DuckDBValue> = {};
  const types: Record<string, DuckDBType> = {};
  for (const [name, parameter] of Object.entries(parameters)) {
    if (parameter === null) {
      values[name] = null;
      types[name] = SQLNULL;
    } else if (typeof parameter === 'string') {
      values[name] = parameter;
      types[name] = VARCHAR;
    } else if (typeof parameter === 'number') {
      values[name] = BigInt(parameter);
      types[name] = BIGINT;
    } else {
      const numbers = typeof parameter[0] === 'number';
      values[name] = new DuckDBListValue(parameter.map((item) => (typeof item === 'number' ? BigInt(item) : item)));
      types[name] = LIST(numbers ? BIGINT : VARCHAR);
    }
  }
  return { values, types };
}

/** 32 hex digits as a DuckDB UUID: sixteen bytes in the sort order of the text. */
function uuid(hex: string): DuckDBUUIDValue {
  if (hex.length !== 32) throw new Error(`an ID of ${hex.length} characters is not 32 hexadecimal digits`);
  return DuckDBUUIDValue.fromUint128(BigInt(`0x${hex}`));
}

const types: Record<ColumnType, DuckDBType> = {
  bigint: BIGINT,
  integer: INTEGER,
  ubigint: UBIGINT,
  double: DOUBLE,
  varchar: VARCHAR,
  uuid: UUID,
  boolean: BOOLEAN,
  blob: BLOB,
};

export function storedType({ type }: Column<unknown>): DuckDBType {
  return types[type];
}

/** A field's value as DuckDB stores it in one of the field's columns. */
export function storedValue({ type, isNullable, store }: Column<unknown>, value: unknown): DuckDBValue {
  const stored = store(value);
  if (type === 'bigint') return BigInt(stored as number);
  if (type === 'uuid') return stored === '' && isNullable ? null : uuid(stored as string);
  if (stored instanceof Uint8Array) return new DuckDBBlobValue(stored);
  return stored;
}
