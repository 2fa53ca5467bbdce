/** Text around its wildcards, each of which stands for any characters: `['1.4.', '']` is everything that begins with `1.4.`. */
export type Pieces = readonly string[];

/** Each piece is looked for once, left to right: time grows with the text's length only. */
export function matchesPieces(text: string, pieces: Pieces): boolean {
  const first = pieces[0] ?? '';
  if (pieces.length < 2) return text === first;
  const last = pieces.at(-1)!;
  if (text.length < first.length + last.length || !text.startsWith(first) || !text.endsWith(last)) return false;
  let at = first.length;
  for (const piece of pieces.slice(1, -1)) {
    const found = text.indexOf(piece, at);
    if (found < 0) return false;
    at = found + piece.length;
  }
  return at <= text.length - last.length;
}

export type Comparison = '>' | '>=' | '<' | '<=';

export function compares(value: number, comparison: Comparison, with_: number): boolean {
  switch (comparison) {
    case '>':
      return value > with_;
    case '>=':
      return value >= with_;
    case '<':
      return value < with_;
    case '<=':
      return value <= with_;
  }
}
