import {
  isFields,
  limits,
  readBoolean,
  readFields,
  readInteger,
  readJsonRecord,
  readList,
  readText,
  fitText,
} from '@seismo/protocol';
import type { EventPayload, Fields, Frame, FieldLocation, Stacktrace } from '@seismo/protocol';
import { framesOf } from '../events/frames-of-event.ts';
import { fieldsOf } from './entries.ts';
import { isRust, isScript } from './languages.ts';

/** `{frames: […]}`, or the bare list. Without any usable frame there is no stack trace. */
export function readStacktrace(fields: Fields, location: FieldLocation): Stacktrace | undefined {
  const value = fields['stacktrace'];
  if (value === undefined || value === null) return undefined;
  const here = location.at('stacktrace');
  const list = Array.isArray(value) ? value : isFields(value) ? readList(value, 'frames', here) : undefined;
  if (list === undefined) {
    if (!isFields(value)) here.unexpected('an object', value);
    return undefined;
  }
  const frames = readFrames(list, here.at('frames'));
  return frames.length > 0 ? { frames } : undefined;
}

/**
 * An overlong stack keeps its outermost and innermost frames: the entry point and the location of the error matter
 * most, and the middle is nearly always recursion.
 */
function readFrames(list: readonly unknown[], location: FieldLocation): Frame[] {
  const countMax = limits.FRAME_COUNT_MAX;
  if (list.length <= countMax) return fieldsOf(list, location, countMax).map(([raw, at]) => readFrame(raw, at));
  location.trimmed(list.length, countMax, 'frames');
  const outer = countMax / 2;
  const kept = [...list.slice(0, outer), ...list.slice(outer - countMax)];
  return fieldsOf(kept, location, countMax).map(([raw, at]) => readFrame(raw, at));
}

function readFrame(raw: Fields, location: FieldLocation): Frame {
  const frame: Frame = {};
  const fn = readText(raw, 'function', location, limits.SYMBOL_CHARS_MAX);
  if (fn !== undefined) frame.function = fn;
  const module = readText(raw, 'module', location, limits.SYMBOL_CHARS_MAX);
  if (module !== undefined) frame.module = module;
  const filename = readText(raw, 'filename', location, limits.PATH_CHARS_MAX);
  if (filename !== undefined) frame.filename = filename;
  const absPath = readText(raw, 'abs_path', location, limits.PATH_CHARS_MAX);
  if (absPath !== undefined) frame.abs_path = absPath;
  const lineno = readInteger(raw, 'lineno', location, 0);
  if (lineno) frame.lineno = lineno;
  const colno = readInteger(raw, 'colno', location, 0);
  if (colno) frame.colno = colno;
  const platform = readText(raw, 'platform', location, limits.SHORT_NAME_CHARS_MAX);
  if (platform !== undefined) frame.platform = platform;
  const image = readText(raw, 'package', location, limits.PATH_CHARS_MAX);
  if (image !== undefined) frame.package = image;
  const address = readText(raw, 'instruction_addr', location, limits.SHORT_NAME_CHARS_MAX);
  if (address !== undefined) frame.instruction_addr = address;
  const addressMode = readText(raw, 'addr_mode', location, limits.SHORT_NAME_CHARS_MAX);
  if (addressMode !== undefined && addressMode !== 'abs') frame.addr_mode = addressMode;
  readSource(raw, frame, location);
  const vars = readFields(raw, 'vars', location);
  if (vars) frame.vars = readJsonRecord(vars, location.at('vars'), limits.FRAME_VARS_CHARS_MAX);
  const inApp = readBoolean(raw, 'in_app', location);
  if (inApp !== undefined) frame.in_app = inApp;
  return frame;
}

function readSource(raw: Fields, frame: Frame, location: FieldLocation): void {
  const line = readText(raw, 'context_line', location, limits.SOURCE_LINE_CHARS_MAX);
  if (line !== undefined) frame.context_line = line;
  const countMax = limits.SOURCE_CONTEXT_LINES_MAX;
  // The lines next to the error stay: the last of those before, the first of those after.
  const before = readLines(raw, 'pre_context', location, -countMax, undefined);
  if (before !== undefined) frame.pre_context = before;
  const after = readLines(raw, 'post_context', location, 0, countMax);
  if (after !== undefined) frame.post_context = after;
}

function readLines(
  raw: Fields,
  key: string,
  location: FieldLocation,
  from: number,
  to: number | undefined,
): string[] | undefined {
  const value = raw[key];
  if (value === undefined || value === null) return undefined;
  if (!Array.isArray(value)) {
    location.at(key).unexpected('a list', value);
    return undefined;
  }
  const here = location.at(key);
  const list: unknown[] = value.length > limits.SOURCE_CONTEXT_LINES_MAX ? value.slice(from, to) : value;
  if (list.length < value.length) here.trimmed(value.length, list.length, 'lines');
  const lines: string[] = [];
  for (let index = 0; index < list.length; index += 1) {
    const line = list[index];
    // A line that cannot be used stays as an empty one, or the line numbers beside the others would be wrong.
    if (typeof line === 'string') lines.push(fitText(line, here, index, limits.SOURCE_LINE_CHARS_MAX));
    else lines.push('');
    if (typeof line !== 'string' && line !== null) here.at(index).unexpected('a string', line);
  }
  return lines;
}

/**
 * Completes frames of SDKs that leave work to the server: Rust's platform is `native`, and Go sends only whole paths,
 * of which users want the file name. The module has the folder.
 */
export function completeFrames(event: EventPayload): void {
  const rust = isRust(event);
  for (const frame of framesOf(event).flat()) {
    if (rust) frame.platform ??= 'rust';
    const { filename, abs_path: path, module, platform = event.platform } = frame;
    if (filename || !path || module === undefined || isScript(platform)) continue;
    frame.filename = path.split(/[\\/]/).at(-1)!;
  }
}
