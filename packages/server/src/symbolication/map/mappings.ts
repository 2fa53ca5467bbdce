/**
 * The mappings of a source map, in their original bytes, with the state of the decoder every hundred segments. A
 * segment then takes 5 bytes; decoded into lists, as in libraries, it takes 20 times as much, and a map of 30 MB would
 * not fit into the pipeline's heap (measured in docs/decisions/0007-source-maps.md).
 */
export class MappingsError extends Error {}

export interface Position {
  source: number;
  /** 0-based. */
  line: number;
  /** 0-based. */
  column: number;
  /** -1 if the segment has no name. */
  name: number;
}

export interface Mappings {
  segments: number;
  bytes: number;
  /**
   * The segment at a 0-based position, or the last one before it on its line; `null` if there is none or it maps to
   * nothing.
   */
  find(line: number, column: number): Position | null;
}

const SEGMENTS_PER_MARK = 128;
const BYTES_PER_MARK = 4096;
/** Sorting takes lists, which take room. */
const UNSORTED_SEGMENT_COUNT_MAX = 500_000;
/** line, column, offset of the next segment, and the five running numbers before it. */
const MARK_FIELDS = 8;

const COMMA = 0x2c;
const SEMICOLON = 0x3b;

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const digits = new Int8Array(256).fill(-1);
for (let value = 0; value < alphabet.length; value++) digits[alphabet.charCodeAt(value)] = value;

export function readMappings(text: Uint8Array, segmentsMax: number): Mappings {
  const syncPoints = new SyncPoints();
  const cursor = new Cursor(text);
  let segments = 0;
  let sinceSyncPoint = SEGMENTS_PER_MARK;
  let markedAt = 0;
  let isSorted = true;
  let line = 0;
  let lastColumn = 0;
  while (!cursor.atEnd()) {
    if (sinceSyncPoint >= SEGMENTS_PER_MARK || cursor.at - markedAt >= BYTES_PER_MARK) {
      syncPoints.add(cursor);
      sinceSyncPoint = 0;
      markedAt = cursor.at;
    }
    if (!cursor.next()) continue;
    if (cursor.line !== line) lastColumn = 0;
    if (cursor.column < lastColumn) isSorted = false;
    line = cursor.line;
    lastColumn = cursor.column;
    sinceSyncPoint++;
    if (++segments > segmentsMax) throw new MappingsError(`more than ${segmentsMax} segments`);
  }
  // The format requires sorted columns, but some tools do not sort them; like other readers, we do.
  if (!isSorted) {
    if (segments > UNSORTED_SEGMENT_COUNT_MAX) throw new MappingsError('too many segments that are out of order');
    return readMappings(sorted(text), segmentsMax);
  }
  const places = syncPoints.take();
  return {
    segments,
    bytes: text.byteLength + places.byteLength,
    find: (wantedLine, column) => find(text, places, wantedLine, column),
  };
}

function find(text: Uint8Array, syncPoints: Int32Array, line: number, column: number): Position | null {
  let low = 0;
  let high = syncPoints.length / MARK_FIELDS - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    const at = middle * MARK_FIELDS;
    const markLine = syncPoints[at]!;
    if (markLine < line || (markLine === line && syncPoints[at + 1]! < column)) low = middle;
    else high = middle - 1;
  }
  if (syncPoints.length === 0) return null;
  const cursor = new Cursor(text);
  cursor.moveTo(syncPoints, low * MARK_FIELDS);
  // The result may be the segment just before the mark, whose numbers are those of the mark.
  let found: Position | null = null;
  if (cursor.line === line && cursor.began > 0 && cursor.column <= column) found = cursor.position();
  while (!cursor.atEnd()) {
    if (!cursor.next()) {
      if (cursor.line > line) break;
      continue;
    }
    if (cursor.line > line || (cursor.line === line && cursor.column > column)) break;
    if (cursor.line !== line) continue;
    found = cursor.position();
    // Of several segments at the very place the first counts, as for other readers.
    if (cursor.column === column) break;
  }
  return found;
}

class Cursor {
  at = 0;
  line = 0;
  column = 0;
  source = 0;
  sourceLine = 0;
  sourceColumn = 0;
  name = 0;
  /** The number of fields of the segment: 1, 4 or 5; 0 before the first one of a line. */
  began = 0;
  readonly #text: Uint8Array;

  constructor(text: Uint8Array) {
    this.#text = text;
  }

  atEnd(): boolean {
    return this.at >= this.#text.length;
  }

  /** Reads one segment and returns true, or one separator and returns false. */
  next(): boolean {
    const byte = this.#text[this.at]!;
    if (byte === COMMA) {
      this.at++;
      return false;
    }
    if (byte === SEMICOLON) {
      this.at++;
      this.line++;
      this.column = 0;
      this.began = 0;
      return false;
    }
    this.column = this.#add(this.column);
    this.began = 1;
    if (this.#hasMore()) {
      this.source = this.#add(this.source);
      this.sourceLine = this.#add(this.sourceLine);
      this.sourceColumn = this.#add(this.sourceColumn);
      this.began = 4;
      if (this.#hasMore()) {
        this.name = this.#add(this.name);
        this.began = 5;
        if (this.#hasMore()) throw new MappingsError(`a segment of more than five numbers at ${this.at}`);
      }
    }
    return true;
  }

  position(): Position | null {
    if (this.began < 4) return null;
    const { source, sourceLine: line, sourceColumn: column } = this;
    return { source, line, column, name: this.began === 5 ? this.name : -1 };
  }

  moveTo(syncPoints: Int32Array, at: number): void {
    this.line = syncPoints[at]!;
    this.column = syncPoints[at + 1]!;
    this.at = syncPoints[at + 2]!;
    this.source = syncPoints[at + 3]!;
    this.sourceLine = syncPoints[at + 4]!;
    this.sourceColumn = syncPoints[at + 5]!;
    this.name = syncPoints[at + 6]!;
    this.began = syncPoints[at + 7]!;
  }

  #hasMore(): boolean {
    const byte = this.#text[this.at];
    return byte !== undefined && byte !== COMMA && byte !== SEMICOLON;
  }

  /** One number in base 64 of variable length, added to the last of its kind. */
  #add(before: number): number {
    let value = 0;
    for (let shift = 0; shift <= 30; shift += 5) {
      const digit = digits[this.#text[this.at] ?? 0]!;
      if (digit < 0) throw new MappingsError(`a character that is not base 64 at ${this.at}`);
      this.at++;
      value += (digit & 31) * 2 ** shift;
      if (digit < 32) {
        const sum = before + (value % 2 === 1 ? -Math.floor(value / 2) : value / 2);
        if (sum < 0 || sum > 0x7fff_ffff) throw new MappingsError(`a number outside of its range at ${this.at}`);
        return sum;
      }
    }
    throw new MappingsError(`a number that does not end at ${this.at}`);
  }
}

class SyncPoints {
  #fields = new Int32Array(64 * MARK_FIELDS);
  #count = 0;

  add(cursor: Cursor): void {
    const at = this.#count++ * MARK_FIELDS;
    if (at === this.#fields.length) {
      const grown = new Int32Array(this.#fields.length * 2);
      grown.set(this.#fields);
      this.#fields = grown;
    }
    const { line, column, source, sourceLine, sourceColumn, name, began } = cursor;
    this.#fields.set([line, column, cursor.at, source, sourceLine, sourceColumn, name, began], at);
  }

  take(): Int32Array {
    return this.#fields.slice(0, this.#count * MARK_FIELDS);
  }
}

/** The same mappings with the segments of each line in the order of their columns. */
function sorted(text: Uint8Array): Uint8Array {
  const cursor = new Cursor(text);
  const out = new Writer();
  let line: [column: number, position: Position | null][] = [];
  const flush = () => {
    line.sort(([one], [other]) => one - other);
    for (const [column, position] of line) out.segment(column, position);
    line = [];
  };
  let at = 0;
  while (!cursor.atEnd()) {
    const isSegment = cursor.next();
    for (; at < cursor.line; at++) {
      flush();
      out.newLine();
    }
    if (isSegment) line.push([cursor.column, cursor.position()]);
  }
  flush();
  return out.take();
}

class Writer {
  readonly #pieces: string[] = [];
  #column = 0;
  #last = { source: 0, line: 0, column: 0, name: 0 };
  #isFirst = true;

  newLine(): void {
    this.#pieces.push(';');
    this.#column = 0;
    this.#isFirst = true;
  }

  segment(column: number, position: Position | null): void {
    let text = this.#isFirst ? '' : ',';
    this.#isFirst = false;
    text += vlq(column - this.#column);
    this.#column = column;
    if (position) {
      const { source, line, column: sourceColumn, name } = position;
      text += vlq(source - this.#last.source) + vlq(line - this.#last.line) + vlq(sourceColumn - this.#last.column);
      if (name >= 0) text += vlq(name - this.#last.name);
      this.#last = { source, line, column: sourceColumn, name: name >= 0 ? name : this.#last.name };
    }
    this.#pieces.push(text);
  }

  take(): Uint8Array {
    return Buffer.from(this.#pieces.join(''), 'latin1');
  }
}

function vlq(value: number): string {
  let rest = value < 0 ? -value * 2 + 1 : value * 2;
  let text = '';
  do {
    const digit = rest % 32;
    rest = Math.floor(rest / 32);
    text += alphabet[rest > 0 ? digit + 32 : digit];
  } while (rest > 0);
  return text;
}
