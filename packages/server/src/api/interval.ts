import { Refusal } from '#platform/refusal.ts';

const unitMs: Record<string, number> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 };

/** `5m`, or a number of seconds. */
export function readInterval(interval: string | undefined): number | null {
  if (!interval) return null;
  const [, number, unit] = /^([1-9]\d{0,6})([smhdw]?)$/.exec(interval) ?? [];
  if (!number) throw new Refusal('invalid', 'interval: Use a value such as 5m, 1h or 1d.');
  return Number(number) * unitMs[unit || 's']!;
}
