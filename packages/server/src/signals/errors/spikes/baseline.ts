import { limits } from '@seismo/protocol';

const hourMs = 3_600_000;
const baselineMs = 7 * 24 * hourMs;

/** The whole hours of the last seven days, without the current one. */
export function baselineRange(nowMs: number): { fromMs: number; toMs: number } {
  const toMs = Math.floor(nowMs / hourMs) * hourMs;
  return { fromMs: toMs - baselineMs, toMs };
}

/**
 * Events per minute above which a project's events are limited, from its stored events per hour in the last seven days;
 * `null` while there is too little data. In a busy hour, nine of ten hours have fewer events, so one past spike does
 * not raise the limit.
 */
export function spikeLimit(hours: readonly { hourAtMs: number; events: number }[], toMs: number): number | null {
  const firstAtMs = hours.reduce((first, { hourAtMs }) => Math.min(first, hourAtMs), toMs);
  const hourCount = Math.round((toMs - firstAtMs) / hourMs);
  if (hourCount < limits.SPIKE_HISTORY_HOURS_MIN) return null;
  // Nearest rank, over all hours since the first one: those without events are 0.
  const sorted = hours.map(({ events }) => events).sort((one, other) => one - other);
  const rank = Math.ceil(hourCount * 0.9) - 1 - (hourCount - sorted.length);
  const busyHour = sorted[rank] ?? 0;
  return Math.max(limits.SPIKE_PER_MINUTE_MIN, Math.ceil((busyHour / 60) * limits.SPIKE_FACTOR));
}
