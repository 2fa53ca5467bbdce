import { createHash } from 'node:crypto';
import {
  BIGINT,
  DuckDBBlobValue,
  DuckDBListValue,
  DuckDBUUIDValue,
  LIST,
  SQLNULL,
  VARCHAR,
  type DuckDBType,
  type DuckDBValue,
} from '@duckdb/node-api';
import type { Parameter, Value } from '../../queries/question.ts';

/** DuckDB's own value types, undone into what questions read. */
export function readValue(value: DuckDBValue): Value {
  if (value === null || typeof value === 'string' || typeof value === 'boolean' || typeof value === 'number') {
    return value;
  }
  if (typeof value === 'bigint') return Number(value);
  if (value instanceof DuckDBUUIDValue) return value.toString().replaceAll('-', '');
  // A copy of its own: the driver's bytes may be a view, and a view is cloned between threads with all that is under it.
  if (value instanceof DuckDBBlobValue) return new Uint8Array(value.bytes);
  throw new TypeError(`no question answers with a ${value.constructor.name}`);
}

/**
 * Parameters with their types said, because an empty list has none of its own: it goes as a list of text, and the SQL
 * casts every list to what it needs.
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

/** 32 hex digits as DuckDB keeps a UUID: sixteen bytes that sort as the text does. */
export function uuid(hex: string): DuckDBUUIDValue {
  if (hex.length !== 32) throw new Error(`an id of ${hex.length} characters is not 32 hexadecimal digits`);
  return DuckDBUUIDValue.fromUint128(BigInt(`0x${hex}`));
}

/**
 * Whom to count, in eight bytes that are quick to read of many rows; 0 is nobody. The same as DuckDB's `md5_number_lower`.
 */
export function userHash(userKey: string): bigint {
  return userKey === '' ? 0n : createHash('md5').update(userKey.toWellFormed()).digest().readBigUInt64LE(8);
}

/** Tags, or attributes, as the text of a JSON object. Half surrogates become replacement characters, and of equal keys the last one stays. */
export function tagText(tags: Record<string, string>): string {
  const pairs = Object.entries(tags);
  // Nearly always; then there is nothing to put right, and no second object to make for it.
  if (pairs.every(([key, value]) => key.isWellFormed() && value.isWellFormed())) return JSON.stringify(tags);
  return JSON.stringify(Object.fromEntries(pairs.map(([key, value]) => [key.toWellFormed(), value.toWellFormed()])));
}
