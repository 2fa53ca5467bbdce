/** Names (of releases, environments, projects) that a term allows or forbids. */
export interface NamePattern {
  negated: boolean;
  patterns: string[];
}

/** Whether a thing, by any of its names, passes every pattern. */
export function passes(names: readonly string[], all: readonly NamePattern[]): boolean {
  return all.every(
    ({ negated, patterns }) => patterns.some((pattern) => names.some((name) => matches(name, pattern))) !== negated,
  );
}

/** The names themselves if the patterns list them, or `null` if one has to look at the names there are. */
export function exactNames(all: readonly NamePattern[]): string[] | null {
  const listed = all.find(({ negated, patterns }) => !negated && !patterns.some((pattern) => pattern.includes('*')));
  return listed ? listed.patterns.filter((name) => passes([name], all)) : null;
}

/** `*` stands for any characters. Each piece is looked for once, left to right: time grows with the name's length only. */
export function matches(name: string, pattern: string): boolean {
  const pieces = pattern.split('*');
  const first = pieces.shift()!;
  const last = pieces.pop();
  if (last === undefined) return name === first;
  if (name.length < first.length + last.length || !name.startsWith(first) || !name.endsWith(last)) return false;
  let at = first.length;
  for (const piece of pieces) {
    const found = name.indexOf(piece, at);
    if (found < 0) return false;
    at = found + piece.length;
  }
  return at <= name.length - last.length;
}
