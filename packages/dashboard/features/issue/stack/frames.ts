import { decodedPath, nameOfFrame, type Frame } from '@seismo/protocol';

/** A line of the stack trace: a frame, or a folded run of frames with what they have in common. */
export type Piece =
  | { kind: 'frame'; frame: Frame; index: number }
  | { kind: 'fold'; frames: Frame[]; label: string; index: number };

/** Shorter runs of library frames stay unfolded: folding one frame saves nothing. */
const FOLD_MIN = 2;
/** A recursive function stays unfolded at both ends. */
const RECURSION_MIN = 4;

export interface FoldOptions {
  /** Every frame on its own. */
  all: boolean;
  oldestFirst: boolean;
  /** The event's platform, for frames without one. */
  platform: string;
}

/**
 * Folds runs of library frames, and the middle of a recursion. A stack without any frame of the application stays open, and so does the frame that threw,
 * so that there is always something to read.
 */
export function foldFrames(frames: readonly Frame[], { all, oldestFirst, platform }: FoldOptions): Piece[] {
  const foldable = !all && frames.some((frame) => frame.in_app === true);
  const pieces: Piece[] = [];
  let recursionEnd = 0;
  let run: { frame: Frame; index: number }[] = [];
  const flush = () => {
    const [start] = run;
    if (start && run.length >= FOLD_MIN) {
      const folded = run.map(({ frame }) => frame);
      const label = foldLabel(folded, packagesOf(folded, platform));
      pieces.push({ kind: 'fold', frames: oldestFirst ? folded : folded.reverse(), label, index: start.index });
    } else {
      for (const { frame, index } of run) pieces.push({ kind: 'frame', frame, index });
    }
    run = [];
  };
  for (const [index, frame] of frames.entries()) {
    const last = index === frames.length - 1;
    if (index < recursionEnd) continue;
    if (foldable && frame.in_app !== true && !last) run.push({ frame, index });
    else {
      flush();
      pieces.push({ kind: 'frame', frame, index });
      const calls = all || frame.lineno === undefined ? 1 : repeats(frames, index);
      if (calls < RECURSION_MIN) continue;
      recursionEnd = index + calls - 1;
      const folded = frames.slice(index + 1, recursionEnd);
      const label = `${folded.length} more calls of ${functionOf(frame, platform)} at the same line`;
      pieces.push({ kind: 'fold', frames: oldestFirst ? folded : folded.reverse(), label, index: index + 1 });
    }
  }
  flush();
  return oldestFirst ? pieces : pieces.reverse();
}

/** How many frames from `start` on are calls of the same function at the same place. */
function repeats(frames: readonly Frame[], start: number): number {
  const place = placeOf(frames[start]!);
  const end = frames.findIndex((frame, index) => index > start && placeOf(frame) !== place);
  return (end === -1 ? frames.length : end) - start;
}

const placeOf = ({ function: name, filename, lineno, colno }: Frame): string =>
  JSON.stringify([name, filename, lineno, colno]);

/** The package of a library frame: `react-dom`, `@scope/name`, `node:internal`; `null` if its path has none. */
export function packageOf(frame: Frame, platform: string): string | null {
  const path = frame.abs_path ?? frame.filename ?? '';
  const at = path.lastIndexOf('node_modules/');
  if (at !== -1) {
    const [scope, name] = path.slice(at + 'node_modules/'.length).split('/');
    return scope?.startsWith('@') && name ? `${scope}/${name}` : (scope ?? null) || null;
  }
  if (path.startsWith('node:')) return path.split('/').slice(0, 1).join('/');
  if (/^(chrome|moz|safari(-web)?)-extension:/.test(path)) return 'a browser extension';
  if (frame.package !== undefined) return baseName(frame.package);
  const parts = PACKAGE_PARTS[frame.platform ?? platform];
  return (parts && frame.module && parts.exec(frame.module)?.[0]) || null;
}

/** The part of a module that names its package: `org.springframework`, `github.com/gin-gonic/gin`, `requests`. */
const JVM_PACKAGE = /^[\w$]+(?:\.[\w$]+)?/;
const PACKAGE_PARTS: Record<string, RegExp | undefined> = {
  java: JVM_PACKAGE,
  kotlin: JVM_PACKAGE,
  scala: JVM_PACKAGE,
  csharp: JVM_PACKAGE,
  go: /^[^/]*\.[^/]*(?:\/[^/]+){1,2}|^[^/]+/,
  python: /^[^.]+/,
};

const baseName = (path: string): string => path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);

function packagesOf(frames: readonly Frame[], platform: string): string[] {
  return [...new Set(frames.map((frame) => packageOf(frame, platform)).filter((name) => name !== null))];
}

/** The function as its language writes it; of a native frame without one, where in which binary it is. */
export function functionOf(frame: Frame, platform: string): string {
  return nameOfFrame(frame, platform).name || frame.instruction_addr || '<anonymous>';
}

/** `12 frames in react-dom and scheduler`. */
function foldLabel(frames: readonly Frame[], packages: readonly string[]): string {
  const many = `${frames.length} frames`;
  if (packages.length === 0) return `${many} in libraries`;
  if (packages.length > 2) return `${many} in ${packages[0]} and ${packages.length - 1} more`;
  return `${many} in ${packages.join(' and ')}`;
}

/** `src/cart.ts:12:7`, without the parts that the frame lacks. */
export function locationOf(frame: Frame): string {
  const binary = frame.image === undefined && frame.package !== undefined ? baseName(frame.package) : '';
  const file = frame.filename ?? frame.abs_path ?? (frame.function === undefined ? undefined : frame.module) ?? binary;
  const line = frame.lineno === undefined ? '' : `:${frame.lineno}`;
  const column = frame.lineno === undefined || frame.colno === undefined ? '' : `:${frame.colno}`;
  return `${decodedPath(file)}${line}${column}`;
}
