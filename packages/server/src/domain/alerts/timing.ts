import { limits } from '@seismo/protocol';

/**
 * Why a rule that fires for an issue does not lead to a message, by the times at which it did; `null`: it does. `repeatMs`:
 * the shortest time between two messages.
 */
export function whyNotAgain(
  sentAtMs: readonly number[],
  nowMs: number,
  repeatMs: number = limits.ALERT_REPEAT_MS_DEFAULT,
): 'repeated' | 'flapping' | null {
  const recent = sentAtMs.filter((atMs) => atMs > nowMs - limits.ALERT_FLAP_WINDOW_MS);
  if (recent.length >= limits.ALERT_FLAP_COUNT_MAX) return 'flapping';
  return recent.some((atMs) => atMs > nowMs - repeatMs) ? 'repeated' : null;
}

/** When a rule with numbers fired: at the end of the time range, unless it was evaluated later than usual, as a new rule is. */
export const firedAtMs = ({ happenedAtMs, decidedAtMs }: { happenedAtMs: number; decidedAtMs: number }): number =>
  Math.max(happenedAtMs, decidedAtMs - limits.ALERT_EVALUATION_DELAY_MS);

/** Whether the message about this match is the last one for a day. */
export const isLastBeforeQuiet = (sentAtMs: readonly number[], nowMs: number): boolean =>
  sentAtMs.filter((atMs) => atMs > nowMs - limits.ALERT_FLAP_WINDOW_MS).length + 1 >= limits.ALERT_FLAP_COUNT_MAX;

/**
 * When a recipient may get the next message: now, unless there were too many in the last minute. What fires until then
 * joins that message. `dueAtMs`: of the recent messages, in order.
 */
export function nextDueAtMs(dueAtMs: readonly number[], nowMs: number): number {
  const first = dueAtMs.filter((atMs) => atMs > nowMs - limits.DELIVERY_WINDOW_MS).at(-limits.DELIVERY_PER_WINDOW_MAX);
  return first === undefined ? nowMs : Math.max(nowMs, first + limits.DELIVERY_WINDOW_MS);
}

/**
 * The wait before the next attempt, after so many failed ones: four times the last, up to four hours. `random` in [0, 1)
 * spreads it by a quarter, so that messages that failed together do not return together. `null`: no further attempt.
 */
export function backoffMs(attempts: number, random: number): number | null {
  if (attempts >= limits.DELIVERY_ATTEMPT_COUNT_MAX) return null;
  const wait = Math.min(limits.DELIVERY_BACKOFF_MS_MIN * 4 ** (attempts - 1), limits.DELIVERY_BACKOFF_MS_MAX);
  return Math.round(wait * (0.875 + random / 4));
}
