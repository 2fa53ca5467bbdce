/** The kind of a search token, for its color. Tolerant: incomplete text is colored too. */
export interface Token {
  kind: 'space' | 'key' | 'value' | 'text' | 'sign';
  text: string;
}

/** The text in pieces, one after the other; together they are the text. */
export function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  while (at < text.length) {
    TOKEN.lastIndex = at;
    const groups = TOKEN.exec(text)?.groups ?? {};
    const [kind, found] = Object.entries(groups).find((entry): entry is [string, string] => entry[1] !== undefined) ?? [
      'text',
      text[at]!,
    ];
    const before = tokens.at(-1);
    const isValue = kind === 'text' && before?.kind === 'key';
    tokens.push({ kind: (isValue ? 'value' : kind) as Token['kind'], text: found });
    at += found.length;
  }
  return tokens;
}

// Each alternative begins differently, and none can be read in two ways: the time grows with the text only.
const TOKEN =
  /(?<space>\s+)|(?<sign>!(?=\S)|[()]|(?:AND|OR|NOT)(?=[\s()]|$))|(?<key>(?:tags\[[^\]]*\]|[A-Za-z_][\w.-]*):(?=\S)(?:[<>]=?)?)|(?<text>\[[^\]]*\]?|"(?:[^"\\]|\\.)*"?|[^\s()"]+(?:\([^\s()]*\))?)/suy;
