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
 * A pattern for the whole of a text: `*` stands for any run of characters, `?` for one; brackets are brackets. A text is
 * followed through all places of the pattern at once, so that time grows with the one times the other and no further.
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

/** Most patterns: a text, or one with something left open at its ends. */
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

function generalMatch(pattern: string, tokens: number[]): Glob {
  const longest = pattern.split(/[*?]+/).reduce((best, part) => (part.length > best.length ? part : best), '');
  const end = tokens.length;
  let now = new Uint8Array(end + 1);
  let next = new Uint8Array(end + 1);
  /** A place in the pattern, and those behind it that need no character. */
  const enter = (places: Uint8Array, place: number): void => {
    places[place] = 1;
    for (let at = place; tokens[at] === RUN || tokens[at] === DEEP_RUN; at++) places[at + 1] = 1;
  };
  return (text) => {
    if (!text.includes(longest)) return false;
    now.fill(0);
    enter(now, 0);
    for (let index = 0; index < text.length; index++) {
      const code = text.charCodeAt(index);
      next.fill(0);
      let alive = false;
      for (let place = 0; place < end; place++) {
        if (now[place] === 0) continue;
        const token = tokens[place]!;
        if (token === DEEP_RUN || (token === RUN && code !== SLASH)) enter(next, place);
        else if (token === code || token === ONE) enter(next, place + 1);
        else continue;
        alive = true;
      }
      if (!alive) return false;
      [now, next] = [next, now];
    }
    return now[end] === 1;
  };
}
