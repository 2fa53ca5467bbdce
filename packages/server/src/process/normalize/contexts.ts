import { isFields, isSafeKey, limits, readFields, readJson, readJsonRecord, readText } from '@seismo/protocol';
import type { EventPayload, Fields, Json, Place } from '@seismo/protocol';

export function readContexts(raw: Fields, place: Place): EventPayload['contexts'] {
  const contexts: EventPayload['contexts'] = {};
  const fields = readFields(raw, 'contexts', place);
  if (!fields) return contexts;
  const here = place.at('contexts');
  const keys = Object.keys(fields);
  if (keys.length > limits.CONTEXT_COUNT_MAX) here.trimmed(keys.length, limits.CONTEXT_COUNT_MAX, 'contexts');
  for (const key of keys.slice(0, limits.CONTEXT_COUNT_MAX)) {
    const value = fields[key];
    if (value === null || !isSafeKey(key, here)) continue;
    if (isFields(value)) contexts[nameOf(key)] = readWithLongText(key, value, here.at(key));
    else here.at(key).unexpected('an object', value);
  }
  return contexts;
}

function readContext(fields: Fields, place: Place): Record<string, Json> {
  return readJsonRecord(fields, place, limits.CONTEXT_CHARS_MAX);
}

/**
 * Texts that would say nothing where other text of a context is cut: the stack of components that React rendered (browser
 * SDKs up to 10, and ours; since 11 it is the stack trace of an exception of its own), and what server and browser rendered
 * differently.
 */
const longTexts: Record<string, { key: string; charsMax: number } | undefined> = {
  react: { key: 'componentStack', charsMax: limits.COMPONENT_STACK_CHARS_MAX },
  hydration: { key: 'diff', charsMax: limits.HYDRATION_DIFF_CHARS_MAX },
};

function readWithLongText(name: string, fields: Fields, place: Place): Record<string, Json> {
  const long = Object.hasOwn(longTexts, name) ? longTexts[name] : undefined;
  if (!long) return readContext(fields, place);
  const { [long.key]: given, ...rest } = fields;
  const context = readContext(rest, place);
  const text = readText({ [long.key]: given }, long.key, place, long.charsMax);
  if (text !== undefined) context[long.key] = text;
  return context;
}

/** Each entry of `extra` has a limit of its own, and all together have one. */
export function readExtra(raw: Fields, place: Place): EventPayload['extra'] {
  const extra: EventPayload['extra'] = {};
  const fields = readFields(raw, 'extra', place);
  if (!fields) return extra;
  const here = place.at('extra');
  const keys = Object.keys(fields);
  let left = limits.EXTRA_CHARS_MAX;
  let count = 0;
  for (const key of keys) {
    if (count === limits.VALUE_BREADTH_MAX || left <= 0) break;
    count += 1;
    if (!isSafeKey(key, here)) continue;
    const charsMax = Math.min(left, limits.EXTRA_ITEM_CHARS_MAX);
    const value = readJson(fields[key], here.at(key), charsMax, charsMax);
    if (value === undefined) continue;
    extra[nameOf(key)] = value;
    left -= typeof value === 'object' || typeof value === 'string' ? JSON.stringify(value).length : 8;
  }
  if (keys.length > count) here.trimmed(keys.length, count, 'entries');
  return extra;
}

function nameOf(key: string): string {
  return key.slice(0, limits.VALUE_STRING_CHARS_MAX).toWellFormed();
}
