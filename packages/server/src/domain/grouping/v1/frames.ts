import type { Frame, GroupingComponent } from '@seismo/protocol';
import { readFileName, type FileName } from './file.ts';
import { isCommonName, isMinifiedName, readFunctionName } from './function.ts';
import { collapseRecursion } from './recursion.ts';

/** The number of frames read from a trace, from the throw outward, and the number that may count. */
const READ_COUNT_MAX = 250;
const COUNTED_MAX = 10;
const LINE_CHARS_MAX = 160;

export interface Trace {
  /** The contributing part of each frame, the throwing one first. Empty when the frames cannot decide. */
  keys: string[];
  /** The nearest thing with a lasting name, for a trace that cannot decide: a function, a file, a package. */
  place: string;
  components: GroupingComponent[];
}

interface FrameLocation {
  key: string;
  place: string;
  /** Decides alone: names a place that outlives a build. */
  strong: boolean;
}

/**
 * In-app frames with a stable name. They decide only if the in-app frame that threw is one of them: otherwise callers
 * with readable names around a minified function would put every error below `onClick` into one group.
 */
export function readTrace(frames: readonly Frame[], platform: string): Trace {
  const components: GroupingComponent[] = [];
  const placed: { found: FrameLocation; component: GroupingComponent }[] = [];
  const marksInApp = frames.some((frame) => frame.in_app === true);
  let packageName: string | null = null;
  let foreign: string | null = null;
  let own = 0;
  let decided = false;
  let strong = false;

  for (let i = frames.length - 1, read = 0; i >= 0 && read < READ_COUNT_MAX; i--, read++) {
    const frame = frames[i];
    if (frame === undefined) continue;
    const component = { kind: 'frame', value: describe(frame), contributes: false, why: 'not in-app' };
    components.push(component);
    const raw = frame.filename ?? frame.abs_path ?? '';
    if (frame.in_app === false || (frame.in_app === undefined && marksInApp)) {
      if (packageName === null || foreign === null) {
        const file = fileOf(raw);
        packageName ??= file.packageName;
        foreign ??= file.foreign;
      }
      continue;
    }
    const file = fileOf(raw);
    if (file.foreign !== null) {
      packageName ??= file.packageName;
      foreign ??= file.foreign;
      component.why = file.foreign;
      continue;
    }
    if (isBuiltIn(frame)) {
      component.why = 'native code';
      continue;
    }
    own++;
    const found = place(frame, file, platform);
    if (!decided) {
      decided = true;
      strong = found.strong;
    }
    if (found.key !== '' || found.place !== '') placed.push({ found, component });
    if (found.key === '') component.why = 'no name that is stable across builds';
  }

  const named = placed.filter((one) => one.found.key !== '');
  if (!strong) {
    for (const { component } of named) component.why = 'ignored, because the throwing frame has no stable name';
    const nearest = placed[0]?.found.place ?? '';
    return { keys: [], place: own > 0 ? nearest : (packageName ?? foreign ?? ''), components };
  }

  const { order, outside } = collapseRecursion(named.map((one) => one.found.key));
  const keys: string[] = [];
  for (const [position, one] of named.entries()) {
    one.component.why = outside !== null && position >= outside ? 'outside the recursion' : 'recursion';
  }
  for (const position of order) {
    const one = named[position];
    if (one === undefined) continue;
    const counts = keys.length < COUNTED_MAX;
    one.component.why = counts ? 'in-app frame' : `beyond the ${COUNTED_MAX} frames nearest to the error`;
    if (!counts) continue;
    one.component.contributes = true;
    one.component.value = one.found.place;
    keys.push(one.found.key);
  }
  return { keys, place: '', components };
}

/** Reading a name costs a microsecond, and a site has few files, so results are cached up to a limit. */
const known = new Map<string, FileName>();
const KNOWN_COUNT_MAX = 2000;
const KNOWN_CHARS_MAX = 400;

function fileOf(raw: string): FileName {
  let file = known.get(raw);
  if (file !== undefined) return file;
  file = readFileName(raw);
  if (raw.length > KNOWN_CHARS_MAX) return file;
  if (known.size >= KNOWN_COUNT_MAX) known.clear();
  known.set(raw, file);
  return file;
}

/** `Array.reduce` without a line, and the frames of `eval` itself. Firefox does not list them, so they cannot count. */
function isBuiltIn(frame: Frame): boolean {
  const raw = frame.filename ?? frame.abs_path ?? '';
  if (frame.function === 'sentryWrapped') return true;
  return raw === '<anonymous>' && (frame.lineno === undefined || frame.function === 'eval');
}

function place(frame: Frame, file: FileName, platform: string): FrameLocation {
  const isScript = isScriptPlatform(frame.platform ?? platform);
  const name = readFunctionName(frame.function, isScript);
  const module = !isScript && frame.module !== undefined && frame.module !== '' ? moduleName(frame.module) : file.name;
  const line = readLine(frame.context_line);
  if (name !== '' && (!isScript || line !== '' || !isMinifiedName(name))) {
    const strong = !isScript || line !== '' || module !== '' || !isCommonName(name);
    const text = module === '' ? name : `${name} in ${module}`;
    return { key: keyOf(module, 'function', name), place: text, strong };
  }
  if (line !== '') {
    const text = module === '' ? line : `${line} in ${module}`;
    return { key: keyOf(module, 'line', line), place: text, strong: true };
  }
  return { key: '', place: module, strong: false };
}

/** The length prefix prevents two pairs from having the same key. */
function keyOf(module: string, kind: 'function' | 'line', text: string): string {
  return `${module.length}:${module}|${kind}|${text}`;
}

function isScriptPlatform(platform: string): boolean {
  return platform === 'javascript' || platform === 'node' || platform === '' || platform === 'other';
}

function moduleName(module: string): string {
  return module
    .slice(0, LINE_CHARS_MAX)
    .replace(/\$\$.*$/, '')
    .replace(/[0-9a-f]{16,}/g, '');
}

/** A source line without its spacing. A part of a minified line does not count as one. */
function readLine(raw: string | undefined): string {
  if (raw === undefined || raw === '' || raw.length > 1024 || raw.includes('{snip}')) return '';
  const line = raw.trim().replace(/\s+/g, ' ').slice(0, LINE_CHARS_MAX);
  return line.length > 2 ? line : '';
}

function describe(frame: Frame): string {
  const name = frame.function === undefined || frame.function === '' ? '?' : frame.function;
  const file = frame.filename ?? frame.abs_path ?? frame.module ?? '';
  return file === '' ? name.slice(0, 100) : `${name.slice(0, 100)} in ${file.slice(-90)}`;
}
