import { limits } from '@seismo/protocol';
import type { SpikeKind } from '#store/state/contract.ts';
import { spikeKinds } from './kinds.ts';

const hourMs = 3_600_000;
const baselineMs = 7 * 24 * hourMs;

/** The whole hours of the last seven days, without the current one. */
export function baselineRange(nowMs: number): { fromMs: number; toMs: number } {
  const toMs = Math.floor(nowMs / hourMs) * hourMs;
  return { fromMs: toMs - baselineMs, toMs };
}

/**
 * Events or spans per minute above which those of a project are limited, from the stored ones per hour in the last seven days;
 * `null` while there is too little data. In a busy hour, nine of ten hours have fewer, so one past spike does not raise the
 * limit.
 */
export function spikeLimit(
  kind: SpikeKind,
  hours: readonly { hourAtMs: number; quantity: number }[],
  toMs: number,
): number | null {
  const firstAtMs = hours.reduce((first, { hourAtMs }) => Math.min(first, hourAtMs), toMs);
  const hourCount = Math.round((toMs - firstAtMs) / hourMs);
  if (hourCount < limits.SPIKE_HISTORY_HOURS_MIN) return null;
  // Nearest rank, over all hours since the first one: those without any are 0.
  const sorted = hours.map(({ quantity }) => quantity).sort((one, other) => one - other);
  const rank = Math.ceil(hourCount * 0.9) - 1 - (hourCount - sorted.length);
  const busyHour = sorted[rank] ?? 0;
  return Math.max(spikeKinds[kind].perMinuteMin, Math.ceil((busyHour / 60) * limits.SPIKE_FACTOR));
}
