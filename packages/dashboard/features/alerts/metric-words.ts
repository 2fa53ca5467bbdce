import type { AlertLevel, MetricCondition } from '@seismo/server';
import type { ReferenceLine } from '#charts/value-series.tsx';
import { decimal } from '#ui/count.ts';
import type { ConditionOptions } from './condition-draft.ts';
import type { Tone } from './outcome.ts';

export const alertLevels: Record<AlertLevel, { name: string; tone: Tone }> = {
  ok: { name: 'OK', tone: 'good' },
  warning: { name: 'Warning', tone: 'warning' },
  critical: { name: 'Critical', tone: 'error' },
  'no-data': { name: 'No data', tone: 'error' },
};

/** Whether thresholds are percents. */
export const isPercentOf = (
  { metric, comparison }: Pick<MetricCondition, 'metric' | 'comparison'>,
  { metrics }: Pick<ConditionOptions, 'metrics'>,
): boolean => comparison !== 'value' || isShare(metric, { metrics });

const isShare = (metric: string, { metrics }: Pick<ConditionOptions, 'metrics'>): boolean =>
  metrics.some((one) => one.metric === metric && one.isPercent);

const numberText = (value: number, isPercent: boolean): string => `${decimal(value)}${isPercent ? '%' : ''}`;

/** What is measured: "Events in 1 hour", with what it is compared with. */
export function metricText(
  { metric, windowMs, comparison }: MetricCondition,
  { metrics, windows, comparisons }: ConditionOptions,
): string {
  const name = metrics.find((one) => one.metric === metric)?.name ?? metric;
  const within = windows.find((one) => one.windowMs === windowMs)?.name ?? '';
  const compared = comparisons.find((one) => one.comparison === comparison)?.name ?? '';
  return `${name} in ${within}${compared === '' ? '' : `, compared with ${compared}`}`;
}

/** The thresholds as lines in a chart of what they are compared with. */
export function thresholdLines(
  condition: MetricCondition,
  options: Pick<ConditionOptions, 'metrics'>,
): ReferenceLine[] {
  const { comparison, direction, critical, warning, resolve } = condition;
  const isPercent = isPercentOf(condition, options);
  // "20% below" is a change of −20%.
  const signed = (value: number) => (comparison !== 'value' && direction === 'below' ? -value : value);
  const text = (value: number) => numberText(signed(value), isPercent);
  return [
    { name: `Critical: ${direction} ${text(critical)}`, value: signed(critical), color: 'var(--level-error)' },
    ...(warning === null
      ? []
      : [{ name: `Warning: ${direction} ${text(warning)}`, value: signed(warning), color: 'var(--level-warning)' }]),
    ...(resolve === null
      ? []
      : [{ name: `Resolved: at ${text(resolve)}`, value: signed(resolve), color: 'var(--good)' }]),
  ];
}
