let state = 1;

/** From 0 up to 1, the same sequence in every run. */
export function chance(): number {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return state / 2 ** 32;
}

export const upTo = (count: number) => Math.floor(chance() * count);

export function quantiles(ms: number[]): Record<string, number> {
  const sorted = ms.toSorted((a, b) => a - b);
  const at = (part: number) => Math.round((sorted[Math.ceil(sorted.length * part) - 1] ?? 0) * 10) / 10;
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99), max: at(1) };
}
