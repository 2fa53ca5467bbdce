import { limits } from '@seismo/protocol';
import type { MetricCondition } from './conditions.ts';
import { changeOf, levelAfter, type AlertLevel, type Measured } from './levels.ts';

/** A metric after a window. */
export interface Evaluation {
  /** The end of the window. */
  untilMs: number;
  level: AlertLevel;
  /** Since when it is not `ok`; `null` while it is. */
  openSinceMs: number | null;
  value: number | null;
  /** In the window that it is compared with. */
  before: number | null;
}

/** What was reported about a metric, or would have been. */
export interface Report {
  level: AlertLevel;
  /** Reported again because it lasts. */
  isReminder: boolean;
  untilMs: number;
}

export function evaluationAfter(
  condition: MetricCondition,
  last: Evaluation | null,
  measured: Measured,
  untilMs: number,
): Evaluation {
  const level = levelAfter(condition, measured, last?.level ?? 'ok');
  const openSinceMs = level === 'ok' ? null : (last?.openSinceMs ?? untilMs);
  return { untilMs, level, openSinceMs, value: measured.value, before: measured.before };
}

/**
 * Whether something is to be reported after a window. `reports`: what was recorded since the metric was last `ok`, in order; `isSent`:
 * not if it was held back. Once the last that was sent is acknowledged, there are no reminders.
 */
export function reportAfter(
  { condition, repeatMs }: { condition: MetricCondition; repeatMs: number },
  last: Evaluation | null,
  { level, untilMs }: Evaluation,
  reports: readonly (Report & { isSent: boolean; isAcknowledged: boolean })[],
): Report | null {
  const change = changeOf(last?.level ?? 'ok', level);
  const isReported = reports.some(({ isSent }) => isSent);
  if (change === 'over') return isReported && condition.reportsEnd ? { level, isReminder: false, untilMs } : null;
  if (change === 'worse') return { level, isReminder: false, untilMs };
  if (level === 'ok') return null;
  const lastMs = Math.max(0, ...reports.map((report) => report.untilMs));
  const { reminderMs } = condition;
  // What was held back is reported as soon as that is possible.
  if (!isReported) return untilMs - lastMs >= repeatMs ? { level, isReminder: false, untilMs } : null;
  if (reports.findLast(({ isSent }) => isSent)!.isAcknowledged) return null;
  return reminderMs !== null && untilMs - lastMs >= reminderMs ? { level, isReminder: true, untilMs } : null;
}

const severities: Record<AlertLevel, number> = { ok: 0, warning: 1, critical: 2, 'no-data': 2 };

/** Why a report leads to no message, by those that were sent lately; `null`: it does. */
export function whyNotReported(
  repeatMs: number,
  { level, isReminder, untilMs }: Report,
  sent: readonly Report[],
): 'repeated' | 'flapping' | null {
  if (level === 'ok' || isReminder) return null;
  const earlier = sent.filter((report) => report.level !== 'ok' && !report.isReminder);
  const recent = earlier.filter((report) => report.untilMs > untilMs - limits.ALERT_FLAP_WINDOW_MS);
  if (recent.length >= limits.ALERT_METRIC_FLAP_COUNT_MAX) return 'flapping';
  const isRepeated = recent.some(
    (report) => report.untilMs > untilMs - repeatMs && severities[report.level] >= severities[level],
  );
  return isRepeated ? 'repeated' : null;
}
