import type { Frame, GroupingComponent } from '@seismo/protocol';
import { readFileName } from '../v1/file.ts';
import { readFunctionName } from '../v1/function.ts';
import { collapseRecursion } from '../v1/recursion.ts';

/** The number of frames read from a trace, from the throw outward, and the number that may count. */
const READ_COUNT_MAX = 250;
const COUNTED_MAX = 10;
const LINE_CHARS_MAX = 160;
const NAME_CHARS_MAX = 256;

/**
 * Platforms whose frames are offsets in binaries. There, a stack with only system frames still distinguishes crashes.
 */
const binaries: ReadonlySet<string> = new Set(['native', 'c', 'cocoa', 'objc', 'swift']);

export interface Trace {
  /** The contributing part of each frame, the throwing one first. Empty when the frames cannot decide. */
  keys: string[];
  /** The nearest thing with a lasting name, for a trace that cannot decide. */
  place: string;
  /** The frames that count are not the application's: it has none. */
  isSystem: boolean;
  components: GroupingComponent[];
}

interface FrameLocation {
  key: string;
  text: string;
}

/** Frames of the application with a lasting name; in a binary without any, those of the system. */
export function readTrace(frames: readonly Frame[], platform: string): Trace {
  const marksInApp = frames.some((frame) => frame.in_app === true);
  const isSystem =
    frames.every((frame) => frame.in_app === false) && frames.some((frame) => binaries.has(frame.platform ?? platform));
  const components: GroupingComponent[] = [];
  const named: { place: FrameLocation; component: GroupingComponent }[] = [];
  let nearest: FrameLocation | null = null;
  for (let i = frames.length - 1, read = 0; i >= 0 && read < READ_COUNT_MAX; i--, read++) {
    const frame = frames[i];
    if (frame === undefined) continue;
    const component = { kind: 'frame', value: describe(frame), contributes: false, why: 'not in-app' };
    components.push(component);
    if (!isSystem && (frame.in_app === false || (frame.in_app === undefined && marksInApp))) continue;
    const place = locationOf(frame, platform);
    nearest ??= place;
    if (place.key === '') component.why = 'no stable name';
    else named.push({ place, component });
  }
  // A frame that threw and has no name: its callers would put every error below them into one group.
  if (nearest === null || nearest.key === '') {
    for (const { component } of named) component.why = 'ignored, because the throwing frame has no stable name';
    return { keys: [], place: nearest?.text ?? '', isSystem, components };
  }
  const { order, outside } = collapseRecursion(named.map(({ place }) => place.key));
  for (const [position, { component }] of named.entries()) {
    component.why = outside !== null && position >= outside ? 'outside the recursion' : 'recursion';
  }
  const keys: string[] = [];
  for (const position of order) {
    const one = named[position];
    if (one === undefined) continue;
    const counts = keys.length < COUNTED_MAX;
    const kind = isSystem ? 'system frame (there are no in-app frames)' : 'in-app frame';
    one.component.why = counts ? kind : `beyond the ${COUNTED_MAX} frames nearest to the error`;
    if (!counts) continue;
    one.component.contributes = true;
    one.component.value = one.place.text;
    keys.push(one.place.key);
  }
  return { keys, place: '', isSystem, components };
}

function locationOf(frame: Frame, platform: string): FrameLocation {
  const module = moduleOf(frame, platform);
  const name = nameOf(frame.function);
  if (name !== '') return { key: keyOf(module, 'function', name), text: module === '' ? name : `${name} in ${module}` };
  const { image } = frame;
  if (image !== undefined) {
    const build = image.debug_id ?? image.name;
    return { key: keyOf(build, 'offset', image.offset), text: `${image.name} +${image.offset}` };
  }
  const line = lineOf(frame.context_line);
  if (line !== '') return { key: keyOf(module, 'line', line), text: module === '' ? line : `${line} in ${module}` };
  return { key: '', text: module };
}

/** The module or class, else the binary, else the file: the first that is stable across builds. */
function moduleOf(frame: Frame, platform: string): string {
  const language = frame.platform ?? platform;
  // A Rust function is named by its whole path.
  if (language === 'rust') return '';
  if (frame.module) {
    return frame.module
      .slice(0, LINE_CHARS_MAX)
      .replace(/\$\$.*$/, '')
      .replace(/[0-9a-f]{16,}/g, '');
  }
  if (binaries.has(language)) return frame.image?.name ?? (frame.package ?? '').split(/[\\/]/).at(-1) ?? '';
  return readFileName(frame.filename ?? frame.abs_path ?? '').name;
}

/** Placeholders for a missing name, and addresses, which differ on each run. */
const nameless = /^(?:<(?:unknown|redacted|unnamed|null)>|\?+|unknown|0x[0-9a-f]+|___lldb_unnamed_symbol\w*)$/i;

function nameOf(raw: string | undefined): string {
  const name = readFunctionName(raw?.slice(0, NAME_CHARS_MAX), false);
  if (nameless.test(name)) return '';
  return (
    name
      // C#: `<Pay>d__12.MoveNext`, `<Pay>b__0`.
      .replace(/<(\w+)>[a-z]__\w+(?:\.MoveNext)?/g, '$1')
      .replace(/^(.*)\+0x[0-9a-f]+$/i, '$1')
  );
}

/** The length prefix prevents two pairs from having the same key. */
function keyOf(module: string, kind: 'function' | 'offset' | 'line', text: string): string {
  return `${module.length}:${module}|${kind}|${text}`;
}

/** A source line as written, but for its spacing. */
function lineOf(raw: string | undefined): string {
  if (raw === undefined || raw === '' || raw.length > 1024 || raw.includes('{snip}')) return '';
  const line = raw.trim().replace(/\s+/g, ' ').slice(0, LINE_CHARS_MAX);
  return line.length > 2 ? line : '';
}

function describe(frame: Frame): string {
  const name = frame.function === undefined || frame.function === '' ? '?' : frame.function;
  const file = frame.filename ?? frame.abs_path ?? frame.module ?? '';
  return file === '' ? name.slice(0, 100) : `${name.slice(0, 100)} in ${file.slice(-90)}`;
}
