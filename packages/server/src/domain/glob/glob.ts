import { limits } from '@seismo/protocol';

export type Glob = (text: string) => boolean;

export interface GlobKind {
  /** Upper and lower case are the same. */
  ignoreCase?: boolean;
  /** `*` stays between two slashes, `**` crosses them; `\` is a slash. Otherwise both are the same. */
  path?: boolean;
}

const SLASH = 47;
const ONE = -1;
const RUN = -2;
const DEEP_RUN = -3;

/**
 * A pattern for a whole text: `*` matches any text, `?` one character; brackets are literal. All positions in the
 * pattern advance together, so that no pattern and text take long.
 */
export function compileGlob(pattern: string, { ignoreCase = false, path = false }: GlobKind = {}): Glob {
  const folded = fold(pattern.slice(0, limits.PATTERN_CHARS_MAX), ignoreCase, path);
  const tokens = tokensOf(folded, path);
  const matches = simpleMatch(folded, tokens) ?? generalMatch(folded, tokens);
  return (text) => {
    const given = fold(text.slice(0, limits.MESSAGE_CHARS_MAX), ignoreCase, path);
    return matches(given) || (path && given.charCodeAt(0) !== SLASH && matches(`/${given}`));
  };
}

/** The maximum steps of a glob for a text: one for each character and each 32 of the pattern; paths are tried twice. */
export function globSteps(text: string, pattern: string, { path = false }: GlobKind): number {
  return text.length * ((pattern.length >> 5) + 1) * (path ? 2 : 1);
}

function fold(text: string, ignoreCase: boolean, path: boolean): string {
  const slashed = path && text.includes('\\') ? text.replaceAll('\\', '/') : text;
  return ignoreCase ? slashed.toLowerCase() : slashed;
}

function tokensOf(pattern: string, path: boolean): number[] {
  const tokens: number[] = [];
  for (let index = 0; index < pattern.length; index++) {
    const code = pattern.charCodeAt(index);
    if (code === 63) tokens.push(ONE);
    else if (code !== 42) tokens.push(code);
    else {
      const start = index;
      while (pattern.charCodeAt(index + 1) === 42) index++;
      tokens.push(!path || index > start ? DEEP_RUN : RUN);
    }
  }
  return tokens;
}

/** The usual patterns: a text, perhaps with a star at either end. */
function simpleMatch(pattern: string, tokens: number[]): Glob | null {
  const opensStart = tokens[0] === DEEP_RUN;
  const opensEnd = tokens.length > 1 && tokens.at(-1) === DEEP_RUN;
  const middle = tokens.slice(opensStart ? 1 : 0, opensEnd ? -1 : undefined);
  if (middle.some((token) => token < 0)) return null;
  const literal = pattern.replaceAll('*', '');
  if (opensStart && opensEnd) return (text) => text.includes(literal);
  if (opensStart) return (text) => text.endsWith(literal);
  if (opensEnd) return (text) => text.startsWith(literal);
  return (text) => text === literal;
}

/**
 * Positions in the pattern are bits, 32 to a word: position `i` means "the first `i` characters matched". A character
 * advances all positions at once (shift-and, Baeza-Yates and Gonnet 1992); a position at a star may also stay.
 */
function generalMatch(pattern: string, tokens: number[]): Glob {
  const longest = pattern.split(/[*?]+/).reduce((best, part) => (part.length > best.length ? part : best), '');
  const end = tokens.filter((token) => token >= ONE).length;
  const words = (end >> 5) + 1;
  const stays = new Int32Array(words);
  const staysAtSlash = new Int32Array(words);
  const moves = new Map<number, Int32Array>();
  const anyMoves = new Int32Array(words);
  let position = 0;
  for (const token of tokens) {
    const [word, bit] = [position >> 5, 1 << (position & 31)];
    if (token < ONE) stays[word]! |= bit;
    if (token === DEEP_RUN) staysAtSlash[word]! |= bit;
    if (token >= ONE) position++;
    if (token === ONE) anyMoves[word]! |= bit;
    if (token < 0) continue;
    const own = moves.get(token) ?? new Int32Array(words);
    own[word]! |= bit;
    moves.set(token, own);
  }
  for (const own of moves.values()) for (const word of own.keys()) own[word]! |= anyMoves[word]!;
  const ofAscii = Array.from({ length: 128 }, (_, code) => moves.get(code) ?? anyMoves);
  const ways: Ways = {
    end,
    words,
    stays,
    staysAtSlash,
    moveAt: (code) => ofAscii[code] ?? moves.get(code) ?? anyMoves,
  };
  const matcher = words === 1 ? matchWord(ways) : matchWords(ways);
  return (text) => text.includes(longest) && matcher(text);
}

interface Ways {
  end: number;
  words: number;
  stays: Int32Array;
  staysAtSlash: Int32Array;
  moveAt: (code: number) => Int32Array;
}

function matchWord({ end, stays, staysAtSlash, moveAt }: Ways): Glob {
  const stay = stays[0]!;
  const stayAtSlash = staysAtSlash[0]!;
  const moves = Int32Array.from({ length: 128 }, (_, code) => moveAt(code)[0]!);
  return (text) => {
    let positions = 1;
    for (let index = 0; index < text.length && positions !== 0; index++) {
      const code = text.charCodeAt(index);
      const move = code < 128 ? moves[code]! : moveAt(code)[0]!;
      positions = ((positions & move) << 1) | (positions & (code === SLASH ? stayAtSlash : stay));
    }
    return (positions & (1 << end)) !== 0;
  };
}

function matchWords({ end, words, stays, staysAtSlash, moveAt }: Ways): Glob {
  const positions = new Int32Array(words);
  return (text) => {
    positions.fill(0);
    positions[0] = 1;
    for (let index = 0; index < text.length; index++) {
      const code = text.charCodeAt(index);
      const move = moveAt(code);
      const stay = code === SLASH ? staysAtSlash : stays;
      let carried = 0;
      let alive = 0;
      for (let word = 0; word < words; word++) {
        const now = positions[word]!;
        const moved = now & move[word]!;
        const next = (moved << 1) | carried | (now & stay[word]!);
        carried = moved >>> 31;
        positions[word] = next;
        alive |= next;
      }
      if (alive === 0) return false;
    }
    return (positions[end >> 5]! & (1 << (end & 31))) !== 0;
  };
}
