import { limits } from '@seismo/protocol';
import { elementsOf, isList, isText, JsonError, membersOf, skipSpace, valueOf, type Part } from './json-parts.ts';
import { MappingsError, readMappings, type Mappings } from './mappings.ts';
import { TextPacker, type PackedTexts } from './texts.ts';

/** A map in its compact form: see `Mappings` and `TextPacker`. */
export interface SourceMap {
  /** Its size in memory. */
  bytes: number;
  /** The original position of a 0-based position in the generated file; `null` if the map has none. */
  find(line: number, column: number): OriginalPosition | null;
  /** The text of a source, unpacked on each call, by the `content` of a place in it. */
  text(content: Part): string | undefined;
}

export interface OriginalPosition {
  /** The source as the map names it, its root in front. */
  source: string;
  /** 0-based. */
  line: number;
  column: number;
  /** The original name of the identifier at this position. */
  name: string | null;
  /** The source is in the map's `ignoreList`. */
  ignored: boolean;
  /** The text of the source; `null` if the map does not contain it. */
  content: Part | null;
}

export type MapReading = { map: SourceMap } | { error: 'map-malformed' | 'map-too-large'; why: string };

/** Reads a source map of version 3, with or without sections (ECMA-426), as the bytes of its file. */
export function readMap(bytes: Buffer): MapReading {
  if (bytes.length > limits.MAP_BYTES_MAX) {
    return { error: 'map-too-large', why: `${bytes.length} bytes; the limit is ${limits.MAP_BYTES_MAX}` };
  }
  try {
    const reader = new MapReader(bytes);
    reader.readRoot();
    return { map: reader.close() };
  } catch (error) {
    if (error instanceof TooLarge) return { error: 'map-too-large', why: error.message };
    if (error instanceof JsonError || error instanceof MappingsError)
      return { error: 'map-malformed', why: error.message };
    throw error;
  }
}

class TooLarge extends Error {}

/** The part of the generated file that one set of mappings covers; a plain map is a single section. */
interface Section {
  line: number;
  column: number;
  mappings: Mappings;
  sources: string[];
  ignored: Set<number>;
  /** Where each source's text is packed. */
  contents: (Part | undefined)[];
  names: Names;
}

class MapReader {
  readonly #bytes: Buffer;
  readonly #packer = new TextPacker();
  readonly #sections: Section[] = [];
  #segmentsLeft = limits.MAP_SEGMENT_COUNT_MAX;
  #sourcesLeft = limits.MAP_SOURCE_COUNT_MAX;
  #namesLeft = limits.MAP_NAME_COUNT_MAX;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  readRoot(): void {
    let at = this.#bytes.indexOf('\u{feff}') === 0 ? 3 : 0;
    // A line such as `)]}'` keeps script tags from running the file; the format tells readers to skip it.
    if (this.#bytes.toString('latin1', at, at + 3) === ')]}') {
      const end = this.#bytes.indexOf('\n', at);
      at = end < 0 ? this.#bytes.length : end + 1;
    }
    this.#read(skipSpace(this.#bytes, at), { line: 0, column: 0 }, 0);
  }

  close(): SourceMap {
    return openMap(this.#sections, this.#packer.close());
  }

  #read(at: number, offset: Offset, depth: number): void {
    const parts = new Map<string, Part>();
    for (const { key, value } of membersOf(this.#bytes, at)) parts.set(key, value);
    const sections = parts.get('sections');
    if (sections && isList(this.#bytes, sections)) {
      this.#readSections(sections, offset, depth);
      return;
    }
    const version = this.#value(parts, 'version');
    if (version !== 3) throw new JsonError(version === undefined ? 'it has no version' : 'its version is not 3');
    const mappings = parts.get('mappings');
    if (!mappings || !isText(this.#bytes, mappings)) throw new JsonError('it has no mappings');
    const contents = parts.get('sourcesContent');
    const section: Section = {
      ...offset,
      mappings: this.#readMappings(mappings),
      sources: this.#readSources(parts),
      ignored: this.#readIgnored(parts),
      contents: contents && isList(this.#bytes, contents) ? this.#readContents(contents) : [],
      names: this.#readNames(parts.get('names')),
    };
    this.#sections.push(section);
  }

  #readSections(list: Part, outer: Offset, depth: number): void {
    if (depth >= limits.MAP_SECTION_DEPTH_MAX) throw new JsonError('its sections are nested too deep');
    for (const element of elementsOf(this.#bytes, list.from)) {
      if (this.#sections.length >= limits.MAP_SECTION_COUNT_MAX) throw new TooLarge('too many sections');
      const parts = new Map<string, Part>();
      for (const { key, value } of membersOf(this.#bytes, element.from)) parts.set(key, value);
      // A section may have a URL instead of a map. Nothing is ever fetched.
      const map = parts.get('map');
      if (!map) continue;
      const { line, column } = readOffset(this.#value(parts, 'offset'));
      // The first line of a section continues after the column where it begins.
      const inner = { line: outer.line + line, column: line === 0 ? outer.column + column : column };
      this.#read(map.from, inner, depth + 1);
    }
  }

  #readMappings(part: Part): Mappings {
    const raw = this.#bytes.subarray(part.from + 1, part.to - 1);
    const text = raw.includes(0x5c) ? Buffer.from(valueOf(this.#bytes, part) as string) : Buffer.from(raw);
    const mappings = readMappings(text, this.#segmentsLeft);
    this.#segmentsLeft -= mappings.segments;
    return mappings;
  }

  #readSources(parts: Map<string, Part>): string[] {
    const list = parts.get('sources');
    if (!list || !isList(this.#bytes, list)) return [];
    const root = this.#value(parts, 'sourceRoot');
    const prefix = typeof root === 'string' && root !== '' ? `${root.replace(/\/$/, '')}/` : '';
    const sources: string[] = [];
    for (const part of elementsOf(this.#bytes, list.from)) {
      if (--this.#sourcesLeft < 0) throw new TooLarge(`more than ${limits.MAP_SOURCE_COUNT_MAX} sources`);
      const source = isText(this.#bytes, part) ? String(valueOf(this.#bytes, part)) : '';
      sources.push(fit(source === '' || isAbsolute(source) ? source : prefix + source, limits.PATH_CHARS_MAX));
    }
    return sources;
  }

  #readIgnored(parts: Map<string, Part>): Set<number> {
    const list = this.#value(parts, 'ignoreList') ?? this.#value(parts, 'x_google_ignoreList');
    if (!Array.isArray(list)) return new Set();
    return new Set(list.slice(0, limits.MAP_SOURCE_COUNT_MAX).filter((index) => typeof index === 'number'));
  }

  #readContents(list: Part): (Part | undefined)[] {
    const contents: (Part | undefined)[] = [];
    for (const part of elementsOf(this.#bytes, list.from)) {
      if (contents.length >= limits.MAP_SOURCE_COUNT_MAX) break;
      const isPresent = isText(this.#bytes, part) && part.to - part.from > 2;
      contents.push(isPresent ? this.#packer.add(this.#bytes.subarray(part.from, part.to)) : undefined);
    }
    return contents;
  }

  #readNames(list: Part | undefined): Names {
    if (!list || !isList(this.#bytes, list)) return new Names(Buffer.alloc(0), []);
    const starts: number[] = [];
    for (const { from, to } of elementsOf(this.#bytes, list.from)) {
      if (--this.#namesLeft < 0) throw new TooLarge(`more than ${limits.MAP_NAME_COUNT_MAX} names`);
      starts.push(from - list.from, to - list.from);
    }
    return new Names(Buffer.from(this.#bytes.subarray(list.from, list.to)), starts);
  }

  #value(parts: Map<string, Part>, key: string): unknown {
    const part = parts.get(key);
    return part && valueOf(this.#bytes, part);
  }
}

/** Names in their original JSON: only those at frames become text. */
class Names {
  readonly bytes: number;
  readonly #json: Buffer;
  readonly #places: Uint32Array;

  constructor(json: Buffer, places: number[]) {
    this.#json = json;
    this.#places = Uint32Array.from(places);
    this.bytes = json.byteLength + this.#places.byteLength;
  }

  get(index: number): string | null {
    if (index < 0 || index * 2 >= this.#places.length) return null;
    const name = valueOf(this.#json, { from: this.#places[index * 2]!, to: this.#places[index * 2 + 1]! });
    return typeof name === 'string' && name !== '' ? fit(name, limits.SYMBOL_CHARS_MAX) : null;
  }
}

interface Offset {
  line: number;
  column: number;
}

function readOffset(value: unknown): Offset {
  const { line, column } = (typeof value === 'object' && value !== null ? value : {}) as Partial<Offset>;
  if (!isOffset(line) || !isOffset(column)) throw new JsonError('a section has no offset');
  return { line, column };
}

function isOffset(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 && value <= 0x7fff_ffff;
}

function isAbsolute(source: string): boolean {
  return source.startsWith('/') || /^[a-z][a-z0-9+.-]{0,30}:/i.test(source);
}

function fit(text: string, charsMax: number): string {
  return (text.length > charsMax ? text.slice(0, charsMax) : text).toWellFormed();
}

const SECTION_BYTES = 500;

function openMap(sections: Section[], texts: PackedTexts): SourceMap {
  const inOrder = sections.toSorted((one, other) => one.line - other.line || one.column - other.column);
  let bytes = texts.bytes;
  for (const { mappings, sources, contents, names } of sections) {
    bytes += SECTION_BYTES + mappings.bytes + names.bytes + contents.length * 40;
    for (const source of sources) bytes += 40 + source.length * 2;
  }
  return {
    bytes,
    find(line, column) {
      const section = sectionAt(inOrder, line, column);
      if (!section) return null;
      const inner = line === section.line ? column - section.column : column;
      const position = section.mappings.find(line - section.line, inner);
      const source = position ? section.sources[position.source] : undefined;
      if (!position || source === undefined) return null;
      return {
        source,
        line: position.line,
        column: position.column,
        name: section.names.get(position.name),
        ignored: section.ignored.has(position.source),
        content: section.contents[position.source] ?? null,
      };
    },
    text: (content) => texts.get(content),
  };
}

/** The last section that begins at or before the place. */
function sectionAt(sections: readonly Section[], line: number, column: number): Section | undefined {
  let low = 0;
  let high = sections.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const { line: from, column: fromColumn } = sections[middle]!;
    if (from < line || (from === line && fromColumn <= column)) low = middle + 1;
    else high = middle;
  }
  return sections[low - 1];
}
