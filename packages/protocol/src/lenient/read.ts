import type { FieldLocation } from './notes.ts';

/**
 * Readers of one field of a client's object. Each returns a valid value, `undefined` if it is absent or `null`, and
 * otherwise notes why it was dropped: Sentry's contract with its SDKs is to salvage, not to refuse.
 */
export type Fields = { readonly [key: string]: unknown };

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Only text. */
export function readText(fields: Fields, key: string, location: FieldLocation, charsMax: number): string | undefined {
  const value = fields[key];
  if (typeof value === 'string') return fitText(value, location, key, charsMax);
  if (value !== undefined && value !== null) location.at(key).unexpected('a string', value);
  return undefined;
}

/** Text, or a number or boolean that some client did not quote (`release: 42`). */
export function readLooseText(
  fields: Fields,
  key: string,
  location: FieldLocation,
  charsMax: number,
): string | undefined {
  const value = fields[key];
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  if (typeof value === 'boolean') return String(value);
  return readText(fields, key, location, charsMax);
}

export function readBoolean(fields: Fields, key: string, location: FieldLocation): boolean | undefined {
  const value = fields[key];
  if (typeof value === 'boolean') return value;
  if (value !== undefined && value !== null) location.at(key).unexpected('a boolean', value);
  return undefined;
}

/** A whole number of at least `min`. Decimal text counts as its number. */
export function readInteger(fields: Fields, key: string, location: FieldLocation, min: number): number | undefined {
  const value = fields[key];
  if (value === undefined || value === null) return undefined;
  const number = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
  if (typeof number === 'number' && Number.isSafeInteger(number) && number >= min) return number;
  location.at(key).unexpected(`a whole number of at least ${min}`, value);
  return undefined;
}

export function readFields(fields: Fields, key: string, location: FieldLocation): Fields | undefined {
  const value = fields[key];
  if (isFields(value)) return value;
  if (value !== undefined && value !== null) location.at(key).unexpected('an object', value);
  return undefined;
}

/** A list, or the list in `{values: […]}` as older and non-JavaScript SDKs wrap it. */
export function readList(fields: Fields, key: string, location: FieldLocation): readonly unknown[] | undefined {
  const value = fields[key];
  if (Array.isArray(value)) return value;
  if (value === undefined || value === null) return undefined;
  if (isFields(value) && Array.isArray(value['values'])) return value['values'];
  if (isFields(value) && (value['values'] === null || Object.keys(value).length === 0)) return undefined;
  location.at(key).unexpected('a list', value);
  return undefined;
}

/**
 * Whether a client's key is safe to assign. `__proto__` would change the object's prototype, so it is dropped; every
 * other name becomes an own property.
 */
export function isSafeKey(key: string, location: FieldLocation): boolean {
  if (key !== '__proto__') return true;
  location.at(key).note('dropped', 'this name is not accepted');
  return false;
}

/** Cuts text to its limit and makes it text that every store and encoding accepts: no NUL, no half surrogates. */
export function fitText(value: string, location: FieldLocation, key: string | number, charsMax: number): string {
  let text = value;
  if (text.length > charsMax) {
    const end = isHighSurrogate(text.charCodeAt(charsMax - 1)) ? charsMax - 1 : charsMax;
    text = text.slice(0, end);
    location.at(key).trimmed(value.length, end, 'characters');
  }
  if (text.indexOf('\0') !== -1 || !text.isWellFormed()) {
    text = text.replaceAll('\0', '\uFFFD').toWellFormed();
    location.at(key).note('corrected', 'invalid characters were replaced');
  }
  return text;
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff;
}
