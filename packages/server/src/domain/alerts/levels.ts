import type { MetricCondition } from './conditions.ts';

export type AlertLevel = 'ok' | 'warning' | 'critical' | 'no-data';

/** What a metric was in a window. */
export interface Measured {
  /** `null`: it has no value, such as a share of nothing. */
  value: number | null;
  /** In the window that it is compared with. */
  before: number | null;
  /** Whether there was anything to measure. */
  hasData: boolean;
}

/** The number that thresholds are compared with: the value, or its change in percent; `null` if there is none. */
export function readingOf(
  { comparison }: Pick<MetricCondition, 'comparison'>,
  { value, before }: Measured,
): number | null {
  if (comparison === 'value' || value === null) return value;
  return before === null || before === 0 ? null : ((value - before) / before) * 100;
}

/** The level after a window, by the level before it. */
export function levelAfter(condition: MetricCondition, measured: Measured, level: AlertLevel): AlertLevel {
  const { comparison, direction, critical, warning, resolve, firesWithoutData } = condition;
  if (firesWithoutData && !measured.hasData) return 'no-data';
  const reading = readingOf(condition, measured);
  // Nothing to judge by: what was so far continues, but data is there again.
  if (reading === null) return level === 'no-data' ? 'ok' : level;
  const isBeyond = (threshold: number) => {
    if (direction === 'above') return reading > threshold;
    return comparison === 'value' ? reading < threshold : -reading > threshold;
  };
  if (isBeyond(critical)) return 'critical';
  if (warning !== null && isBeyond(warning)) return 'warning';
  const isOver = resolve === null || !isBeyond(resolve);
  if (level === 'ok' || level === 'no-data' || isOver) return 'ok';
  return warning === null ? level : 'warning';
}

/** What a change of the level means for the users: it is reported if it got worse, and on request if it is over. */
export function changeOf(before: AlertLevel, after: AlertLevel): 'worse' | 'over' | null {
  if (after === before) return null;
  if (after === 'ok') return 'over';
  return before === 'critical' && after === 'warning' ? null : 'worse';
}
