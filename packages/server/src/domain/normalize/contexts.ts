import { isFields, isSafeKey, limits, readFields, readJson, readJsonRecord, readText } from '@seismo/protocol';
import type { EventPayload, Fields, Json, FieldLocation } from '@seismo/protocol';

export function readContexts(raw: Fields, location: FieldLocation): EventPayload['contexts'] {
  const contexts: EventPayload['contexts'] = {};
  const fields = readFields(raw, 'contexts', location);
  if (!fields) return contexts;
  const here = location.at('contexts');
  const keys = Object.keys(fields);
  if (keys.length > limits.CONTEXT_COUNT_MAX) here.trimmed(keys.length, limits.CONTEXT_COUNT_MAX, 'contexts');
  for (const key of keys.slice(0, limits.CONTEXT_COUNT_MAX)) {
    const value = fields[key];
    if (value === null || !isSafeKey(key, here)) continue;
    if (isFields(value)) contexts[nameOf(key)] = (key === 'react' ? readReact : readContext)(value, here.at(key));
    else here.at(key).unexpected('an object', value);
  }
  return contexts;
}

function readContext(fields: Fields, location: FieldLocation): Record<string, Json> {
  return readJsonRecord(fields, location, limits.CONTEXT_CHARS_MAX);
}

/**
 * Browser SDKs up to 10 send React's component stack here; since 11 it is the stack trace of a separate exception. The
 * usual limit for context text would cut off the page's own components.
 */
function readReact({ componentStack, ...rest }: Fields, location: FieldLocation): Record<string, Json> {
  const context = readContext(rest, location);
  const stack = readText({ componentStack }, 'componentStack', location, limits.COMPONENT_STACK_CHARS_MAX);
  if (stack !== undefined) context['componentStack'] = stack;
  return context;
}

/** Each entry of `extra` has a limit of its own, and all together have one. */
export function readExtra(raw: Fields, location: FieldLocation): EventPayload['extra'] {
  const extra: EventPayload['extra'] = {};
  const fields = readFields(raw, 'extra', location);
  if (!fields) return extra;
  const here = location.at('extra');
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
