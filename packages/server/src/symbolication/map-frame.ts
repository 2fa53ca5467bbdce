import { limits, type Frame, type GeneratedFrame, type MappedFrame } from '@seismo/protocol';
import type { OriginalPosition } from './map/read-map.ts';
import type { Source } from './source-cache.ts';
import { sourceName } from './source-name.ts';

export interface MappedPosition {
  position: OriginalPosition;
  by: MappedFrame['by'];
  artifact: string;
  source: Source | undefined;
  /** The name by which the caller's source calls this function. */
  calledAs: string | null;
}

const GENERATED = [
  'function',
  'module',
  'filename',
  'abs_path',
  'lineno',
  'colno',
  'in_app',
  'pre_context',
  'context_line',
  'post_context',
] as const satisfies readonly (keyof GeneratedFrame)[];

/** Writes the original position into the frame; the client's values move to `map.generated`. */
export function mapFrame(frame: Frame, mapped: MappedPosition, withSource: boolean): void {
  const { position, by, artifact, source } = mapped;
  const generated: Record<string, unknown> = {};
  for (const key of GENERATED) {
    if (frame[key] === undefined) continue;
    generated[key] = frame[key];
    if (key !== 'function' && key !== 'in_app') delete frame[key];
  }
  frame.filename = sourceName(position.source);
  if (position.source !== frame.filename) frame.abs_path = position.source;
  frame.lineno = position.line + 1;
  frame.colno = position.column + 1;
  const name = functionName(mapped);
  if (name !== null) frame.function = name;
  frame.map = { state: 'mapped', by, artifact, generated: generated as GeneratedFrame };
  const line = source?.line(position.line);
  if (line === undefined) frame.map.lacks = 'source-content-missing';
  else if (withSource) addSource(frame, source!, position, line);
}

/**
 * The enclosing function in the source; without the source, the name that the caller uses. `null`: the client's name is
 * the best. Measured in docs/decisions/0007-source-maps.md.
 */
function functionName({ position, source, calledAs }: MappedPosition): string | null {
  const around = source?.functionAt(position.line, position.column) ?? null;
  // Safari's name for the top level of a file; grouping ignores it.
  if (around === '') return 'module code';
  const name = around ?? calledAs;
  return name === null ? null : name.slice(0, limits.SYMBOL_CHARS_MAX).toWellFormed();
}

function addSource(frame: Frame, source: Source, position: OriginalPosition, line: string): void {
  const from = Math.max(0, position.line - limits.MAPPED_CONTEXT_LINES);
  const to = Math.min(source.lineCount, position.line + 1 + limits.MAPPED_CONTEXT_LINES);
  const lines = (start: number, end: number) =>
    Array.from({ length: end - start }, (_, index) => cut(source.line(start + index) ?? '', 0));
  frame.pre_context = lines(from, position.line);
  frame.context_line = cut(line, position.column);
  const after = lines(position.line + 1, to);
  // A file ends with a line break, which begins no line.
  if (to === source.lineCount && after.at(-1) === '') after.pop();
  frame.post_context = after;
}

const SNIP = '{snip}';

/** Of an overlong line the part around the column, marked as SDKs mark it. */
function cut(line: string, column: number): string {
  const charsMax = limits.SOURCE_LINE_CHARS_MAX;
  if (line.length <= charsMax) return line.toWellFormed();
  const room = charsMax - 2 * SNIP.length - 2;
  const from = Math.max(0, Math.min(column - Math.floor(room / 2), line.length - room));
  const part = line.slice(from, from + room);
  return `${from > 0 ? `${SNIP} ` : ''}${part}${from + room < line.length ? ` ${SNIP}` : ''}`.toWellFormed();
}
