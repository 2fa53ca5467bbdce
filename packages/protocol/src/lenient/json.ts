import type { Json } from '../items/event.ts';
import { VALUE_BREADTH_MAX, VALUE_DEPTH_MAX, VALUE_STRING_CHARS_MAX } from '../limits.ts';
import type { Place } from './notes.ts';
import { fitText, isSafeKey } from './read.ts';

/** How many serialized characters may still be copied. */
interface Budget {
  left: number;
}

/** Copies a free-form value within depth, breadth, string and overall limits; what goes is noted. */
export function readJson(
  value: unknown,
  place: Place,
  charsMax: number,
  stringCharsMax: number = VALUE_STRING_CHARS_MAX,
): Json | undefined {
  const budget = { left: charsMax };
  const copied = copy(value, place, budget, 1, stringCharsMax);
  if (budget.left <= 0) place.note('trimmed', `larger than ${charsMax} characters, the rest was left out`);
  return copied;
}

/** The same for an object: the keys of `fields` with values of any kind. */
export function readJsonRecord(value: object, place: Place, charsMax: number): Record<string, Json> {
  return readJson(value, place, charsMax) as Record<string, Json>;
}

function copy(value: unknown, place: Place, budget: Budget, depth: number, stringCharsMax: number): Json | undefined {
  switch (typeof value) {
    case 'string': {
      const text = fitText(value, place.up ?? place, place.key, stringCharsMax);
      budget.left -= text.length + 2;
      return text;
    }
    case 'number':
      budget.left -= 8;
      if (Number.isFinite(value)) return value;
      place.unexpected('a number', value);
      return null;
    case 'boolean':
      budget.left -= 5;
      return value;
    case 'object':
      if (value === null) return null;
      if (depth > VALUE_DEPTH_MAX) {
        place.note('trimmed', `nested deeper than ${VALUE_DEPTH_MAX} levels`);
        return Array.isArray(value) ? '[Array]' : '[Object]';
      }
      return Array.isArray(value) ? copyList(value, place, budget, depth) : copyRecord(value, place, budget, depth);
    default:
      if (value !== undefined) place.unexpected('a JSON value', value);
      return undefined;
  }
}

function copyList(list: readonly unknown[], place: Place, budget: Budget, depth: number): Json[] {
  const copied: Json[] = [];
  const count = Math.min(list.length, VALUE_BREADTH_MAX);
  for (let index = 0; index < count && budget.left > 0; index += 1) {
    copied.push(copyEntry(list[index], place, index, budget, depth) ?? null);
  }
  budget.left -= 2;
  if (list.length > count) place.trimmed(list.length, count, 'entries');
  return copied;
}

function copyRecord(record: object, place: Place, budget: Budget, depth: number): Record<string, Json> {
  const copied: Record<string, Json> = {};
  const keys = Object.keys(record);
  let count = 0;
  for (const key of keys) {
    if (count === VALUE_BREADTH_MAX || budget.left <= 0) break;
    count += 1;
    if (!isSafeKey(key, place)) continue;
    const name = key.length > VALUE_STRING_CHARS_MAX || !key.isWellFormed() ? fitKey(key, place) : key;
    budget.left -= name.length + 4;
    const value = copyEntry((record as Record<string, unknown>)[key], place, key, budget, depth);
    if (value !== undefined) copied[name] = value;
  }
  budget.left -= 2;
  if (keys.length > count && count === VALUE_BREADTH_MAX) place.trimmed(keys.length, count, 'entries');
  return copied;
}

/** A place is made only where something can go wrong: numbers, short text and the like need none. */
function copyEntry(
  value: unknown,
  place: Place,
  key: string | number,
  budget: Budget,
  depth: number,
): Json | undefined {
  if (typeof value === 'string') {
    const room = Math.max(0, budget.left);
    const text = fitText(value, place, key, Math.min(VALUE_STRING_CHARS_MAX, Math.max(1, room)));
    budget.left -= text.length + 3;
    return text;
  }
  if (typeof value === 'boolean' || value === null) {
    budget.left -= 6;
    return value;
  }
  return copy(value, place.at(key), budget, depth + 1, VALUE_STRING_CHARS_MAX);
}

function fitKey(key: string, place: Place): string {
  return fitText(key, place, key.slice(0, 32), VALUE_STRING_CHARS_MAX);
}
