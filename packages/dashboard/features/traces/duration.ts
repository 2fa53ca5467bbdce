/** A duration in the unit that fits: `850 µs`, `12.3 ms`, `1.24 s`, `2 min 3 s`. */
export function duration(us: number): string {
  // Where rounding would reach the next unit, it begins.
  if (us < 999.5) return `${Math.round(us)} µs`;
  if (us < 999_500) return `${shortened(us / 1000)} ms`;
  if (us < 59_950_000) return `${shortened(us / 1_000_000)} s`;
  const seconds = Math.round(us / 1_000_000);
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
  const minutes = Math.round(seconds / 60);
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** Three digits. */
function shortened(value: number): string {
  return String(Number(value.toPrecision(3)));
}

/** A time on a scale, with as many digits as tell it from the next one. */
export function tickText(us: number, stepUs: number): string {
  if (us >= 60_000_000 && stepUs >= 1_000_000) {
    if (stepUs >= 60_000_000) return duration(us);
    const seconds = Math.round(us / 1_000_000);
    return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
  }
  const [unit, name] = us < 1000 ? [1, 'µs'] : us < 1_000_000 ? [1000, 'ms'] : [1_000_000, 's'];
  const digits = Math.max(0, Math.ceil(-Math.log10(stepUs / unit)));
  return `${Number((us / unit).toFixed(digits))} ${name}`;
}

/** Round times for a scale of this length, at most `countMax` of them, the first at or after its start. */
export function ticksOf(fromUs: number, toUs: number, countMax: number): number[] {
  const rough = (toUs - fromUs) / countMax;
  if (!(rough > 0)) return [];
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(
    1,
    [1, 2, 5, 10].map((factor) => factor * power).find((each) => each >= rough)!,
  );
  const first = Math.ceil(fromUs / step);
  const last = Math.floor(toUs / step);
  return Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step);
}
