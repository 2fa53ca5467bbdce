/** At most `count` in any `windowMs`: a broken render loop must not become a flood of reports. */
export function rateLimit(count: number, windowMs: number, now: () => number): () => boolean {
  const admittedAtMs: number[] = [];
  return () => {
    const nowMs = now();
    while (admittedAtMs[0] !== undefined && nowMs - admittedAtMs[0] >= windowMs) admittedAtMs.shift();
    if (admittedAtMs.length >= count) return false;
    admittedAtMs.push(nowMs);
    return true;
  };
}
