/** The text under the cursor: a key (or a word), or a value of a key. */
export type AtCursor =
  | { kind: 'key'; typed: string; from: number; to: number }
  | { kind: 'value'; key: string; tag: boolean; typed: string; from: number; to: number };

/** Also handles incomplete searches: an open quote, an open list, half a key. */
export function atCursor(text: string, cursor: number): AtCursor {
  const at = Math.min(Math.max(0, cursor), text.length);
  const start = startOfTerm(text, at);
  const end = endOfTerm(text, at);
  const term = text.slice(start, at);
  const key = /^(?:tags\[([^\]]+)\]|([A-Za-z_][\w.-]*)):/.exec(term);
  if (!key) return { kind: 'key', typed: term, from: start, to: end };
  const rest = term.slice(key[0].length);
  const listed = rest.startsWith('[');
  // After an operator, or in a list after the last comma.
  const skipped = listed ? lastValueOf(rest) : /^(?:[<>]=?)?/.exec(rest)![0].length;
  const from = start + key[0].length + skipped;
  return {
    kind: 'value',
    key: key[1] ?? key[2]!,
    tag: key[1] !== undefined,
    typed: text.slice(from, at).replace(/^"/, ''),
    from,
    to: listed ? endOfListValue(text, at) : end,
  };
}

/** The first character of the term, after its operators. */
function startOfTerm(text: string, at: number): number {
  let start = 0;
  let quoted = false;
  let listed = false;
  for (let index = 0; index < at; index++) {
    const character = text[index]!;
    if (quoted) {
      if (character === '\\') index++;
      else if (character === '"') quoted = false;
    } else if (character === '"') quoted = true;
    else if (character === '[') listed = true;
    else if (character === ']') listed = false;
    else if (/\s/.test(character) && !listed) start = index + 1;
    else if ((character === '(' || character === '!') && index === start) start = index + 1;
  }
  return start;
}

function endOfTerm(text: string, at: number): number {
  let end = at;
  while (end < text.length && !/[\s)]/.test(text[end]!)) end++;
  return end;
}

/** Where the last value of an open list begins. */
function lastValueOf(list: string): number {
  let from = 1;
  let quoted = false;
  for (let index = 1; index < list.length; index++) {
    const character = list[index]!;
    if (character === '\\' && quoted) index++;
    else if (character === '"') quoted = !quoted;
    else if (character === ',' && !quoted) from = index + 1;
  }
  while (from < list.length && /\s/.test(list[from]!)) from++;
  return from;
}

function endOfListValue(text: string, at: number): number {
  let end = at;
  while (end < text.length && !/[,\]\s]/.test(text[end]!)) end++;
  return end;
}
