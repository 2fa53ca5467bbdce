/**
 * Finds the parts of a JSON document by their bytes without parsing all of it: a source map of 30 MB is needed for only
 * a few strings. The caller parses the parts.
 */
export interface Part {
  from: number;
  to: number;
}

export class JsonError extends Error {}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;

/** Members of the object that begins at `from`. A repeated key is returned each time, as written. */
export function* membersOf(bytes: Buffer, from: number): Generator<{ key: string; value: Part }, number> {
  let at = expect(bytes, skipSpace(bytes, from), OPEN_OBJECT);
  at = skipSpace(bytes, at);
  if (bytes[at] === CLOSE_OBJECT) return at + 1;
  for (;;) {
    if (bytes[at] !== QUOTE) throw new JsonError(`a key was expected at byte ${at}`);
    const keyEnd = endOfString(bytes, at);
    const key = textOf(bytes, { from: at, to: keyEnd });
    at = skipSpace(bytes, expect(bytes, skipSpace(bytes, keyEnd), COLON));
    const to = endOfValue(bytes, at);
    yield { key, value: { from: at, to } };
    at = skipSpace(bytes, to);
    if (bytes[at] === CLOSE_OBJECT) return at + 1;
    at = skipSpace(bytes, expect(bytes, at, COMMA));
  }
}

/** Elements of the list that begins at `from`. */
export function* elementsOf(bytes: Buffer, from: number): Generator<Part, void> {
  let at = skipSpace(bytes, expect(bytes, skipSpace(bytes, from), OPEN_LIST));
  if (bytes[at] === CLOSE_LIST) return;
  for (;;) {
    const to = endOfValue(bytes, at);
    yield { from: at, to };
    at = skipSpace(bytes, to);
    if (bytes[at] === CLOSE_LIST) return;
    at = skipSpace(bytes, expect(bytes, at, COMMA));
  }
}

export function valueOf(bytes: Buffer, part: Part): unknown {
  try {
    return JSON.parse(bytes.toString('utf8', part.from, part.to));
  } catch {
    throw new JsonError(`no JSON at byte ${part.from}`);
  }
}

export function isList(bytes: Buffer, part: Part): boolean {
  return bytes[part.from] === OPEN_LIST;
}

export function isText(bytes: Buffer, part: Part): boolean {
  return bytes[part.from] === QUOTE;
}

function textOf(bytes: Buffer, part: Part): string {
  return valueOf(bytes, part) as string;
}

/** The end of the value that begins at `at`. A loop, not a recursion, so that nesting is harmless. */
function endOfValue(bytes: Buffer, at: number): number {
  let depth = 0;
  for (let i = at; i < bytes.length;) {
    const byte = bytes[i]!;
    if (byte === QUOTE) i = endOfString(bytes, i);
    else if (byte === OPEN_OBJECT || byte === OPEN_LIST) {
      depth++;
      i++;
      continue;
    } else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) {
      depth--;
      i++;
    } else if (isScalar(byte)) i = endOfScalar(bytes, i);
    else {
      if (depth === 0) break;
      i++;
      continue;
    }
    if (depth === 0) return i;
    if (depth < 0) break;
  }
  throw new JsonError(`a value that begins at byte ${at} does not end`);
}

function endOfString(bytes: Buffer, at: number): number {
  for (let from = at + 1; ;) {
    const end = bytes.indexOf(QUOTE, from);
    if (end < 0) throw new JsonError(`a text that begins at byte ${at} does not end`);
    let slashes = 0;
    while (bytes[end - 1 - slashes] === BACKSLASH && end - 1 - slashes > at) slashes++;
    if (slashes % 2 === 0) return end + 1;
    from = end + 1;
  }
}

/** Letters, digits and signs of `true`, `null`, `-1.5e+3`. */
function isScalar(byte: number): boolean {
  return (
    (byte >= 0x30 && byte <= 0x39) || (byte >= 0x61 && byte <= 0x7a) || byte === 0x2d || byte === 0x2b || byte === 0x2e
  );
}

function endOfScalar(bytes: Buffer, at: number): number {
  let end = at;
  while (end < bytes.length && (isScalar(bytes[end]!) || bytes[end] === 0x45)) end++;
  return end;
}

export function skipSpace(bytes: Buffer, at: number): number {
  let i = at;
  while (bytes[i] === 0x20 || bytes[i] === 0x0a || bytes[i] === 0x0d || bytes[i] === 0x09) i++;
  return i;
}

function expect(bytes: Buffer, at: number, wanted: number): number {
  if (bytes[at] !== wanted) throw new JsonError(`"${String.fromCharCode(wanted)}" was expected at byte ${at}`);
  return at + 1;
}
