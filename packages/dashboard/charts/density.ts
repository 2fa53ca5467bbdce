/** The steps of the density scale in `tokens.css`. */
export const DENSITY_LEVELS = 5;

/** The step for a number that is at most `most`, by its logarithm: cells with few spans stay visible beside those with many. */
export function densityLevel(value: number, most: number): number {
  const share = most <= 1 ? 1 : Math.log(Math.max(1, value)) / Math.log(most);
  return Math.min(DENSITY_LEVELS, 1 + Math.floor(share * DENSITY_LEVELS));
}

const TICK_COUNT_MAX = 6;

/** The rows whose start gets a label, at even distances. */
export function rowTicks(rows: number): number[] {
  const step = Math.max(1, Math.ceil(rows / TICK_COUNT_MAX));
  return Array.from({ length: Math.ceil(rows / step) }, (_, index) => index * step);
}
