/** The longest cycle that counts as recursion: `walk → visit → walk → visit`. */
const PERIOD_MAX = 4;
/** From so many rounds on it is the recursion that failed: how deep it went, and from where, no longer counts. */
const ROUNDS_MIN = 3;

export interface Collapsed {
  /** Positions that stay, innermost first. */
  order: number[];
  /** The first position outside a deep recursion, or `null`. SDKs cut a trace at 50 frames, so whether those frames
   * are there at all depends on the depth. */
  outside: number | null;
}

/**
 * Makes a recursion of any depth one pass through it. A cycle of several functions starts with the smallest key,
 * because which of them overflowed the stack is chance. Linear: each position is compared with four others.
 */
export function collapseRecursion(keys: readonly string[]): Collapsed {
  const order: number[] = [];
  let i = 0;
  while (i < keys.length) {
    const period = periodAt(keys, i);
    if (period === 0) {
      if (i === 0 || keys[i] !== keys[i - 1]) order.push(i);
      i++;
      continue;
    }
    let end = i + period;
    while (end < keys.length && keys[end] === keys[end - period]) end++;
    let first = i;
    for (let at = i; at < i + period; at++) if ((keys[at] ?? '') < (keys[first] ?? '')) first = at;
    for (let step = 0; step < period; step++) order.push(first + step);
    return { order, outside: end };
  }
  return { order, outside: null };
}

/** The shortest period with at least three full rounds from here outward, or 0. */
function periodAt(keys: readonly string[], start: number): number {
  for (let period = 1; period <= PERIOD_MAX; period++) {
    const length = period * ROUNDS_MIN;
    if (start + length > keys.length) return 0;
    let same = true;
    for (let at = start + period; same && at < start + length; at++) same = keys[at] === keys[at - period];
    if (same) return period;
  }
  return 0;
}
