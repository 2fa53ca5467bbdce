/** Text split at its wildcards, which match any text: `['1.4.', '']` is everything that begins with `1.4.`. */
export type Pieces = readonly string[];

/** Finds each piece once, left to right, so that time grows linearly with the text. */
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
