const units: [name: string, ms: number][] = [
  ['y', 365 * 86_400_000],
  ['mo', 30 * 86_400_000],
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['m', 60_000],
  ['s', 1000],
];

/** `3 m`, `2 h`, `14 d`: the largest whole unit, never rounded up. Under five seconds, and in the future: `now`. */
export function relative(atMs: number, nowMs: number): string {
  if (isNow(atMs, nowMs)) return 'now';
  const passedMs = nowMs - atMs;
  const [name, ms] = units.find(([, unitMs]) => passedMs >= unitMs) ?? ['s', 1000];
  return `${Math.floor(passedMs / ms)} ${name}`;
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
