import { limits } from '@seismo/protocol';
import { readFunctions, type FunctionAt } from './names/functions.ts';

/** A source as text, with its lines and functions found once. */
export class Source {
  readonly chars: number;
  readonly #text: string;
  readonly #lineStarts: Int32Array;
  #functionAt: FunctionAt | null = null;

  constructor(text: string) {
    this.#text = text;
    this.chars = text.length;
    const starts = [0];
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
    this.#lineStarts = Int32Array.from(starts);
  }

  get lineCount(): number {
    return this.#lineStarts.length;
  }

  /** `undefined` beyond the end. */
  line(index: number): string | undefined {
    const from = this.#lineStarts[index];
    if (from === undefined) return undefined;
    const next = this.#lineStarts[index + 1];
    const line = this.#text.slice(from, next === undefined ? undefined : next - 1);
    return line.endsWith('\r') ? line.slice(0, -1) : line;
  }

  /** The function that a place is in; `null` if the text is too long to look. */
  functionAt(line: number, column: number): string | null {
    const from = this.#lineStarts[line];
    if (from === undefined || this.#text.length > limits.SOURCE_SCAN_CHARS_MAX) return null;
    this.#functionAt ??= readFunctions(this.#text);
    return this.#functionAt(from + column);
  }
}

/** Sources of the frames of the last events, usually the same few files. */
export class SourceCache {
  readonly #sources = new Map<string, Source>();
  #chars = 0;

  get(key: string, read: () => string | undefined): Source | undefined {
    const known = this.#sources.get(key);
    if (known) {
      this.#sources.delete(key);
      this.#sources.set(key, known);
      return known;
    }
    const text = read();
    if (text === undefined) return undefined;
    const source = new Source(text);
    this.#sources.set(key, source);
    this.#chars += source.chars;
    for (const [oldest, { chars }] of this.#sources) {
      if (this.#chars <= limits.SOURCE_CACHE_CHARS_MAX || oldest === key) break;
      this.#sources.delete(oldest);
      this.#chars -= chars;
    }
    return source;
  }
}
