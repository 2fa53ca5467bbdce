const units: [name: string, names: string, ms: number][] = [
  ['year', 'years', 365 * 86_400_000],
  ['month', 'months', 30 * 86_400_000],
  ['day', 'days', 86_400_000],
  ['h', 'h', 3_600_000],
  ['min', 'min', 60_000],
  ['s', 's', 1000],
];

/** `3 min`, `2 h`, `14 days`: the largest whole unit, never rounded up. Under five seconds, and in the future: `now`. */
export function relative(atMs: number, nowMs: number): string {
  if (isNow(atMs, nowMs)) return 'now';
  const passedMs = nowMs - atMs;
  const [name, names, ms] = units.find(([, , unitMs]) => passedMs >= unitMs)!;
  const count = Math.floor(passedMs / ms);
  return `${count} ${count === 1 ? name : names}`;
}

export function isNow(atMs: number, nowMs: number): boolean {
  return !(nowMs - atMs >= 5000);
}

/** `+0.4 s`, `−2.3 s`, `−1 m 12 s`: how long before (−) or after (+) the error something happened. */
export function offset(atMs: number, zeroMs: number): string {
  const passedMs = Math.round(Math.abs(atMs - zeroMs));
  const sign = passedMs === 0 ? '' : atMs < zeroMs ? '−' : '+';
  if (passedMs < 1000) return `${sign}${passedMs} ms`;
  if (passedMs < 60_000) return `${sign}${(passedMs / 1000).toFixed(1)} s`;
  if (passedMs < 3_600_000)
    return `${sign}${Math.floor(passedMs / 60_000)} m ${Math.floor((passedMs % 60_000) / 1000)} s`;
  return `${sign}${Math.floor(passedMs / 3_600_000)} h ${Math.floor((passedMs % 3_600_000) / 60_000)} m`;
}
