import {
  isFields,
  limits,
  readBoolean,
  readFields,
  readInteger,
  readJsonRecord,
  readLooseText,
  readText,
} from '@seismo/protocol';
import type { ExceptionValue, Fields, Mechanism, FieldLocation } from '@seismo/protocol';
import { fieldsOf } from './entries.ts';
import { readStacktrace } from './frames.ts';

/** `exception` as `{values: […]}`, as a list, or as a single exception. */
export function readExceptions(raw: Fields, location: FieldLocation): ExceptionValue[] {
  const value = raw['exception'];
  if (value === undefined || value === null) return [];
  const here = location.at('exception');
  let list: readonly unknown[] = [];
  if (Array.isArray(value)) list = value;
  else if (isFields(value) && Array.isArray(value['values'])) list = value['values'];
  else if (isFields(value) && (value['type'] !== undefined || value['value'] !== undefined)) list = [value];
  else if (!isFields(value) || (value['values'] !== undefined && value['values'] !== null))
    here.unexpected('a list', value);
  const values = here.at('values');
  if (list.length > limits.EXCEPTION_COUNT_MAX) {
    values.trimmed(list.length, limits.EXCEPTION_COUNT_MAX, 'exceptions');
    // The thrown error is last; the innermost causes are cut first.
    list = list.slice(-limits.EXCEPTION_COUNT_MAX);
  }
  return fieldsOf(list, values, limits.EXCEPTION_COUNT_MAX).map(([fields, at]) => readException(fields, at));
}

function readException(raw: Fields, location: FieldLocation): ExceptionValue {
  const exception: ExceptionValue = {};
  const type = readText(raw, 'type', location, limits.EXCEPTION_TYPE_CHARS_MAX);
  if (type) exception.type = type;
  const value = readValue(raw, location);
  if (value !== undefined) exception.value = value;
  const module = readText(raw, 'module', location, limits.SYMBOL_CHARS_MAX);
  if (module) exception.module = module;
  const threadId = readLooseText(raw, 'thread_id', location, limits.SHORT_NAME_CHARS_MAX);
  if (threadId) exception.thread_id = threadId;
  const mechanism = readFields(raw, 'mechanism', location);
  if (mechanism) exception.mechanism = readMechanism(mechanism, location.at('mechanism'));
  const stacktrace = readStacktrace(raw, location);
  if (stacktrace) exception.stacktrace = stacktrace;
  return exception;
}

/** Text, or the JSON of a thrown value that is not an error. */
function readValue(raw: Fields, location: FieldLocation): string | undefined {
  const value = raw['value'];
  if (typeof value !== 'object' || value === null)
    return readLooseText(raw, 'value', location, limits.MESSAGE_CHARS_MAX);
  const bounded = readJsonRecord(value, location.at('value'), limits.MESSAGE_CHARS_MAX / 2);
  return JSON.stringify(bounded).slice(0, limits.MESSAGE_CHARS_MAX).toWellFormed();
}

function readMechanism(raw: Fields, location: FieldLocation): Mechanism {
  const mechanism: Mechanism = {};
  const type = readText(raw, 'type', location, limits.EXCEPTION_TYPE_CHARS_MAX);
  if (type) mechanism.type = type;
  const handled = readBoolean(raw, 'handled', location);
  if (handled !== undefined) mechanism.handled = handled;
  const synthetic = readBoolean(raw, 'synthetic', location);
  if (synthetic !== undefined) mechanism.synthetic = synthetic;
  const id = readInteger(raw, 'exception_id', location, 0);
  if (id !== undefined) mechanism.exception_id = id;
  const parentId = readInteger(raw, 'parent_id', location, 0);
  if (parentId !== undefined) mechanism.parent_id = parentId;
  const source = readText(raw, 'source', location, limits.EXCEPTION_TYPE_CHARS_MAX);
  if (source) mechanism.source = source;
  const isGroup = readBoolean(raw, 'is_exception_group', location);
  if (isGroup !== undefined) mechanism.is_exception_group = isGroup;
  const data = readFields(raw, 'data', location);
  if (data) mechanism.data = readJsonRecord(data, location.at('data'), limits.FRAME_VARS_CHARS_MAX);
  const meta = readFields(raw, 'meta', location);
  if (meta) mechanism.meta = readJsonRecord(meta, location.at('meta'), limits.FRAME_VARS_CHARS_MAX);
  return mechanism;
}

/**
 * From version 11 on, `captureMessage` carries an exception without a type only to bring its stack along (protocol.md
 * §4.1): such an event is a message, not an error.
 */
export function isMessageOnly(values: ExceptionValue[]): boolean {
  return values.length > 0 && values.every((value) => value.type === undefined && value.mechanism?.synthetic === true);
}

/** SDKs set `handled: false` on any link of the chain: one is enough. `undefined` if none has it. */
export function handledOf(values: ExceptionValue[]): boolean | undefined {
  let handled: boolean | undefined;
  for (const { mechanism } of values) {
    if (mechanism?.handled === false) return false;
    handled ??= mechanism?.handled;
  }
  return handled;
}
