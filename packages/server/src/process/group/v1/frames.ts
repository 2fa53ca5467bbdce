import type { Frame, GroupingComponent } from '@seismo/protocol';
import { readFileName, type FileName } from './file.ts';
import { isCommonName, isMinifiedName, readFunctionName } from './function.ts';
import { collapseRecursion } from './recursion.ts';

/** Frames read of one trace, from the one that threw outward; and how many of them may count. */
const READ_COUNT_MAX = 250;
const COUNTED_MAX = 10;
const LINE_CHARS_MAX = 160;

export interface Trace {
  /** What counts of each frame, the one that threw first. Empty when the frames cannot decide. */
  keys: string[];
  /** The nearest thing with a lasting name, for a trace that cannot decide: a function, a file, a package. */
  place: string;
  components: GroupingComponent[];
}

interface Placed {
  index: number;
  key: string;
  place: string;
  /** Decides alone: names a place that outlives a build. */
  strong: boolean;
}

/**
 * In-app frames with a lasting name. They decide only if the in-app frame that threw is one of them: callers with
 * readable names around a minified function would put every error below `onClick` into one group.
 */
export function readTrace(frames: readonly Frame[], platform: string): Trace {
  const components: GroupingComponent[] = [];
  const files = new Map<string, FileName>();
  const placed: Placed[] = [];
  const saysInApp = frames.some((frame) => frame.in_app === true);
  let packageName: string | null = null;
  let foreign: string | null = null;
  let own = 0;
  let decided = false;
  let strong = false;

  for (let i = frames.length - 1, read = 0; i >= 0 && read < READ_COUNT_MAX; i--, read++) {
    const frame = frames[i];
    if (frame === undefined) continue;
    const why = (text: string): void => {
      components.push({ kind: 'frame', value: describe(frame), contributes: false, why: text });
    };
    const raw = frame.filename ?? frame.abs_path ?? '';
    if (frame.in_app === false || (frame.in_app === undefined && saysInApp)) {
      why('not in-app');
      if (packageName === null || foreign === null) {
        const file = fileOf(files, raw);
        packageName ??= file.packageName;
        foreign ??= file.foreign;
      }
      continue;
    }
    const file = fileOf(files, raw);
    if (file.foreign !== null) {
      packageName ??= file.packageName;
      foreign ??= file.foreign;
      why(file.foreign);
      continue;
    }
    if (isBuiltIn(frame)) {
      why('native code');
      continue;
    }
    own++;
    const found = place(frame, file, platform);
    if (!decided) {
      decided = true;
      strong = found.strong;
    }
    if (found.key === '') {
      why('no name that outlives a build');
    } else {
      placed.push({ ...found, index: components.length });
      why('');
    }
    if (found.key === '' && found.place !== '') placed.push({ ...found, index: -1 });
  }

  const named = placed.filter((one) => one.key !== '');
  const note = (one: Placed, contributes: boolean, why: string): void => {
    const component = components[one.index];
    if (component === undefined) return;
    component.contributes = contributes;
    component.why = why;
    if (contributes) component.value = one.place;
  };
  if (!strong) {
    for (const one of named)
      note(one, false, 'the in-app frame that threw has no lasting name, so its callers do not decide');
    const place = own > 0 ? (named[0]?.place ?? placed[0]?.place ?? '') : (packageName ?? foreign ?? '');
    return { keys: [], place, components };
  }

  const kept = collapseRecursion(named.map((one) => one.key));
  const keys: string[] = [];
  const counted = new Set(kept.order.slice(0, COUNTED_MAX));
  for (const position of kept.order.slice(0, COUNTED_MAX)) keys.push(named[position]?.key ?? '');
  for (const [position, one] of named.entries()) {
    if (counted.has(position)) note(one, true, 'in-app frame');
    else if (kept.outside !== null && position >= kept.outside) note(one, false, 'outside the recursion');
    else if (kept.order.includes(position)) note(one, false, `beyond the ${COUNTED_MAX} frames nearest to the error`);
    else note(one, false, 'recursion');
  }
  return { keys, place: '', components };
}

function fileOf(files: Map<string, FileName>, raw: string): FileName {
  let file = files.get(raw);
  if (file === undefined) files.set(raw, (file = readFileName(raw)));
  return file;
}

/** `Array.reduce` without a line, and the frames of `eval` itself. Firefox does not list them, so they cannot count. */
function isBuiltIn(frame: Frame): boolean {
  const raw = frame.filename ?? frame.abs_path ?? '';
  if (frame.function === 'sentryWrapped') return true;
  return raw === '<anonymous>' && (frame.lineno === undefined || frame.function === 'eval');
}

function place(frame: Frame, file: FileName, platform: string): Omit<Placed, 'index'> {
  const isScript = isScriptPlatform(frame.platform ?? platform);
  const name = readFunctionName(frame.function, isScript);
  const module = !isScript && frame.module !== undefined && frame.module !== '' ? moduleName(frame.module) : file.name;
  const line = readLine(frame.context_line);
  if (name !== '' && (!isScript || line !== '' || !isMinifiedName(name))) {
    const strong = !isScript || line !== '' || module !== '' || !isCommonName(name);
    const text = module === '' ? name : `${name} in ${module}`;
    return { key: JSON.stringify([module, 'function', name]), place: text, strong };
  }
  if (line !== '') {
    const text = module === '' ? line : `${line} in ${module}`;
    return { key: JSON.stringify([module, 'line', line]), place: text, strong: true };
  }
  return { key: '', place: module, strong: false };
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

/** A source line as written, but for its spacing. One that was cut out of a minified line is no source line. */
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
