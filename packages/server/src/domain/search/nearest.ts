/** The probably intended word: the nearest by edit distance, if that is at most a third of its length. */
export function nearest(written: string, known: readonly string[]): string | null {
  const lower = written.toLowerCase();
  if (lower.length > WORD_CHARS_MAX) return null;
  let best: { word: string; far: number } | null = null;
  for (const word of known) {
    const far = distance(lower, word.toLowerCase());
    if (far <= Math.max(1, Math.floor(word.length / 3)) && (!best || far < best.far)) best = { word, far };
  }
  return best?.word ?? null;
}

const WORD_CHARS_MAX = 40;

/** Letters to add, drop or change; two that changed places count once. */
function distance(a: string, b: string): number {
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = last[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      row.push(Math.min(change, last[j]! + 1, row[j - 1]! + 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        row[j] = Math.min(row[j]!, before[j - 2]! + 1);
      }
    }
    before = last;
    last = row;
  }
  return last[b.length]!;
}
