/** How many of a number of spans: those that failed, or that took longer than a limit. */
export interface Share {
  part: number;
  whole: number;
}

/** Two-sided, of the normal distribution: once in a thousand times without any change. */
const Z = 3.291;
/** Below, the approximation by the normal distribution is poor (Cochran, Biometrics 10, 1954). */
const EXPECTED_COUNT_MIN = 5;

/**
 * Whether a share has really changed, by the test of two proportions (NIST/SEMATECH e-Handbook of Statistical Methods,
 * 7.3.3); `null` if chance explains the difference, or there is too little to tell.
 */
export function shareChange(current: Share, previous: Share): 'higher' | 'lower' | null {
  const whole = current.whole + previous.whole;
  const pooled = (current.part + previous.part) / whole;
  const least = Math.min(current.whole, previous.whole) * Math.min(pooled, 1 - pooled);
  if (!(least >= EXPECTED_COUNT_MIN)) return null;
  const difference = current.part / current.whole - previous.part / previous.whole;
  const z = difference / Math.sqrt(pooled * (1 - pooled) * (1 / current.whole + 1 / previous.whole));
  if (Math.abs(z) < Z) return null;
  return z > 0 ? 'higher' : 'lower';
}

/** A change of durations by less than this percentage is not worth a mark, however certain. */
const PERCENT_MIN = 10;

/** Spans of one side, with those that took as long as the 95th percentile of both sides together, or longer. */
export interface Timed {
  count: number;
  slowCount: number;
  p95: number | null;
}

/**
 * Whether spans became slower: whether more of them than before are among the slowest 5% of all, which is the median test with
 * another percentile (Conover, Practical Nonparametric Statistics, 3rd edition, section 4.3).
 */
export function speedChange(current: Timed, previous: Timed): 'slower' | 'faster' | null {
  const shareOf = ({ count, slowCount }: Timed): Share => ({ part: slowCount, whole: count });
  const change = shareChange(shareOf(current), shareOf(previous));
  const [now, before] = [current.p95 ?? 0, previous.p95 ?? 0];
  const differs = (more: number, less: number) => more * 100 >= less * (100 + PERCENT_MIN);
  if (change === 'higher' && differs(now, before)) return 'slower';
  return change === 'lower' && differs(before, now) ? 'faster' : null;
}
