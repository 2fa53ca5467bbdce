import type { Json } from '../items/event.ts';
import { VALUE_BREADTH_MAX, VALUE_DEPTH_MAX, VALUE_STRING_CHARS_MAX } from '../limits.ts';
import type { FieldLocation } from './notes.ts';
import { fitText, isSafeKey } from './read.ts';

/** How many serialized characters may still be copied. */
interface Budget {
  left: number;
}

/** Copies a free-form value within depth, breadth, string and overall limits; removed parts are noted. */
export function readJson(
  value: unknown,
  location: FieldLocation,
  charsMax: number,
  stringCharsMax: number = VALUE_STRING_CHARS_MAX,
): Json | undefined {
  const budget = { left: charsMax };
  const copied = copy(value, location, budget, 1, stringCharsMax);
  if (budget.left <= 0) location.note('trimmed', `larger than ${charsMax} characters, truncated`);
  return copied;
}

/** The same for an object: the keys of `fields` with values of any kind. */
export function readJsonRecord(value: object, location: FieldLocation, charsMax: number): Record<string, Json> {
  return readJson(value, location, charsMax) as Record<string, Json>;
}

function copy(
  value: unknown,
  location: FieldLocation,
  budget: Budget,
  depth: number,
  stringCharsMax: number,
): Json | undefined {
  switch (typeof value) {
    case 'string': {
      const text = fitText(value, location.up ?? location, location.key, stringCharsMax);
      budget.left -= text.length + 2;
      return text;
    }
    case 'number':
      budget.left -= 8;
      if (Number.isFinite(value)) return value;
      location.unexpected('a number', value);
      return null;
    case 'boolean':
      budget.left -= 5;
      return value;
    case 'object':
      if (value === null) return null;
      if (depth > VALUE_DEPTH_MAX) {
        location.note('trimmed', `nested deeper than ${VALUE_DEPTH_MAX} levels`);
        return Array.isArray(value) ? '[Array]' : '[Object]';
      }
      return Array.isArray(value)
        ? copyList(value, location, budget, depth)
        : copyRecord(value, location, budget, depth);
    default:
      if (value !== undefined) location.unexpected('a JSON value', value);
      return undefined;
  }
}

function copyList(list: readonly unknown[], location: FieldLocation, budget: Budget, depth: number): Json[] {
  const copied: Json[] = [];
  const count = Math.min(list.length, VALUE_BREADTH_MAX);
  for (let index = 0; index < count && budget.left > 0; index += 1) {
    copied.push(copyEntry(list[index], location, index, budget, depth) ?? null);
  }
  budget.left -= 2;
  if (list.length > count) location.trimmed(list.length, count, 'entries');
  return copied;
}

function copyRecord(record: object, location: FieldLocation, budget: Budget, depth: number): Record<string, Json> {
  const copied: Record<string, Json> = {};
  const keys = Object.keys(record);
  let count = 0;
  for (const key of keys) {
    if (count === VALUE_BREADTH_MAX || budget.left <= 0) break;
    count += 1;
    if (!isSafeKey(key, location)) continue;
    const name = key.length > VALUE_STRING_CHARS_MAX || !key.isWellFormed() ? fitKey(key, location) : key;
    budget.left -= name.length + 4;
    const value = copyEntry((record as Record<string, unknown>)[key], location, key, budget, depth);
    if (value !== undefined) copied[name] = value;
  }
  budget.left -= 2;
  if (keys.length > count && count === VALUE_BREADTH_MAX) location.trimmed(keys.length, count, 'entries');
  return copied;
}

/** A place is made only where something can go wrong: numbers, short text and the like need none. */
function copyEntry(
  value: unknown,
  location: FieldLocation,
  key: string | number,
  budget: Budget,
  depth: number,
): Json | undefined {
  if (typeof value === 'string') {
    const room = Math.max(0, budget.left);
    const text = fitText(value, location, key, Math.min(VALUE_STRING_CHARS_MAX, Math.max(1, room)));
    budget.left -= text.length + 3;
    return text;
  }
  if (typeof value === 'boolean' || value === null) {
    budget.left -= 6;
    return value;
  }
  return copy(value, location.at(key), budget, depth + 1, VALUE_STRING_CHARS_MAX);
}

function fitKey(key: string, location: FieldLocation): string {
  return fitText(key, location, key.slice(0, 32), VALUE_STRING_CHARS_MAX);
}
