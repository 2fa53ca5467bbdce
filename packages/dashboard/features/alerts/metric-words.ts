import type { AlertLevel, MetricCondition } from '@seismo/server';
import type { ReferenceLine } from '#charts/value-series.tsx';
import { decimal } from '#ui/count.ts';
import { readAggregate, type ConditionOptions } from './condition-draft.ts';
import type { Tone } from './outcome.ts';

export const alertLevels: Record<AlertLevel, { name: string; tone: Tone }> = {
  ok: { name: 'OK', tone: 'good' },
  warning: { name: 'Warning', tone: 'warning' },
  critical: { name: 'Critical', tone: 'error' },
  'no-data': { name: 'No data', tone: 'error' },
};

/** What values and thresholds are in. */
export function unitOf(
  { metric, aggregate, comparison }: Pick<MetricCondition, 'metric' | 'aggregate' | 'comparison'>,
  { metrics, spanFunctions }: Pick<ConditionOptions, 'metrics' | 'spanFunctions'>,
): '' | '%' | 'ms' {
  if (comparison !== 'value') return '%';
  if (aggregate === undefined) return metrics.some((one) => one.metric === metric && one.isPercent) ? '%' : '';
  const { function: name, field } = readAggregate(aggregate);
  const unit = spanFunctions.find((one) => one.name === name)?.unit ?? '';
  return unit === 'field' ? (field === 'span.duration' ? 'ms' : '') : unit;
}

/** What is measured: "Events in 1 hour", with what it is compared with. */
export function metricText(
  { metric, aggregate, windowMs, comparison }: MetricCondition,
  { metrics, spanFunctions, windows, comparisons }: ConditionOptions,
): string {
  const ofAll = spanFunctions.find(({ name, hasField }) => name === aggregate && !hasField)?.title;
  const ofSpans = aggregate === undefined ? undefined : (ofAll ?? `${aggregate} of spans`);
  const name = ofSpans ?? metrics.find((one) => one.metric === metric)?.name ?? metric;
  const within = windows.find((one) => one.windowMs === windowMs)?.name ?? '';
  const compared = comparisons.find((one) => one.comparison === comparison)?.name ?? '';
  return `${name} in ${within}${compared === '' ? '' : `, compared with ${compared}`}`;
}

/** The thresholds as lines in a chart of what they are compared with. */
export function thresholdLines(
  condition: MetricCondition,
  options: Pick<ConditionOptions, 'metrics' | 'spanFunctions'>,
): ReferenceLine[] {
  const { comparison, direction, critical, warning, resolve } = condition;
  const unit = unitOf(condition, options);
  // "20% below" is a change of −20%.
  const signed = (value: number) => (comparison !== 'value' && direction === 'below' ? -value : value);
  const text = (value: number) => `${decimal(signed(value))}${unit === 'ms' ? ' ms' : unit}`;
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
