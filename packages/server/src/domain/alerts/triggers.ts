import type { AlertLevel } from './levels.ts';
import { alertMetrics, comparisons, windowName, type MetricCondition, type RuleCondition } from './conditions.ts';
import { readSpanAggregate, unitOfSpans, type Unit } from './span-aggregate.ts';

/** What an alert rule waits for: `when` it fires, and what it says about one issue in a message. */
export const alertTriggers = {
  'first-issue': { when: 'The first issue of the project', text: 'the first issue of the project' },
  'new-issue': { when: 'A new issue', text: 'a new issue' },
  regression: { when: 'An issue that occurs again after it was resolved', text: 'regressed after it was resolved' },
  escalation: { when: 'An issue with more events than usual', text: 'escalating: more events than usual' },
  'first-in-environment': {
    when: 'The first event of an issue in an environment',
    text: 'first seen in an environment',
  },
  'first-in-release': { when: 'The first event of an issue in a release', text: 'first seen in a release' },
  'event-frequency': { when: 'An issue with many events', text: 'many events' },
  'user-frequency': { when: 'An issue that affects many users', text: 'many users' },
  release: { when: 'A verdict on a release', text: 'a verdict on a release' },
  metric: { when: 'A metric of the project crosses a threshold', text: 'a metric crossed its threshold' },
} as const satisfies Record<string, { when: string; text: string }>;

export type AlertTrigger = keyof typeof alertTriggers;

/** When a rule fires, with its numbers: "An issue with at least 100 events in 1 hour". */
export function whenOf({
  triggerKind,
  condition,
}: {
  triggerKind: AlertTrigger;
  condition: RuleCondition | null;
}): string {
  if (condition === null) return alertTriggers[triggerKind].when;
  if (condition.kind === 'release') return `A release with the verdict ${condition.ratings.join(' or ')}`;
  const within = windowName(condition.windowMs);
  if (condition.kind === 'frequency') {
    const { count, increase } = condition;
    const noun = triggerKind === 'user-frequency' ? 'user' : 'event';
    const more = increase === null ? '' : `, ${numeral(increase)}% more than in the time before`;
    return `An issue with at least ${numeral(count)} ${noun}${count === 1 ? '' : 's'} in ${within}${more}`;
  }
  return conditionText(condition, 'critical');
}

/** What it takes for this level: "Events above 100 in 1 hour". */
export function conditionText(condition: MetricCondition, level: AlertLevel): string {
  const { metric, windowMs, critical, warning } = condition;
  const { counted } = alertMetrics[metric];
  if (level === 'no-data') return `No ${counted} in ${windowName(windowMs)}`;
  const threshold = level === 'critical' ? critical : (warning ?? critical);
  return `${nameOf(condition)} ${thresholdText(condition, threshold)} in ${windowName(windowMs)}`;
}

export type ConditionKind = 'none' | RuleCondition['kind'];

/** The numbers that a trigger has. */
export function conditionKindOf(trigger: AlertTrigger): ConditionKind {
  if (trigger === 'metric' || trigger === 'release') return trigger;
  return trigger === 'event-frequency' || trigger === 'user-frequency' ? 'frequency' : 'none';
}

type Measured = Pick<MetricCondition, 'metric' | 'aggregate'>;

/** What values and thresholds are in. */
export function unitOf({ metric, aggregate }: Measured): Unit {
  if (aggregate !== undefined) return unitOfSpans(aggregate);
  return alertMetrics[metric].isPercent ? '%' : '';
}

/** "Events", or "p95(span.duration) of spans". */
function nameOf({ metric, aggregate }: Measured): string {
  if (aggregate === undefined || aggregate === 'count()') return alertMetrics[metric].name;
  const read = readSpanAggregate(aggregate);
  return read?.function.hasField === false ? read.function.title : `${aggregate} of spans`;
}

/** What a metric was, in words: "142 events in 1 hour", or "142 events in 1 hour, and 79 in the time before". */
export function readingText(
  condition: Pick<MetricCondition, 'metric' | 'aggregate' | 'comparison' | 'windowMs'>,
  { value, before }: { value: number | null; before: number | null },
): string {
  const { comparison, windowMs } = condition;
  if (value === null) return 'No data';
  const measured = `${valueText(condition, value)} in ${windowName(windowMs)}`;
  if (comparison === 'value' || before === null) return measured;
  return `${measured}, and ${withUnit(before, unitOf(condition))} in ${comparisons[comparison].name}`;
}

/** "142 events", "5% of spans failed", "12 spans per minute" or "p95(span.duration) of 812 ms". */
function valueText(condition: Measured, value: number): string {
  const { metric, aggregate = 'count()' } = condition;
  const number = withUnit(value, unitOf(condition));
  if (aggregate === 'failure_rate()') return `${number} of spans failed`;
  if (aggregate === 'epm()') return `${number} spans per minute`;
  if (aggregate === 'eps()') return `${number} spans per second`;
  if (aggregate !== 'count()') return `${aggregate} of ${number}`;
  const { noun, isPercent } = alertMetrics[metric];
  return `${number} ${isPercent || value === 1 ? noun : `${noun}s`}`;
}

/** "above 100", or "more than 50% above the time before". */
function thresholdText(
  condition: Measured & Pick<MetricCondition, 'comparison' | 'direction'>,
  threshold: number,
): string {
  const { comparison, direction } = condition;
  if (comparison !== 'value') return `more than ${numeral(threshold)}% ${direction} ${comparisons[comparison].name}`;
  return `${direction} ${withUnit(threshold, unitOf(condition))}`;
}

const withUnit = (value: number, unit: Unit): string => `${numeral(value)}${unit === 'ms' ? ' ms' : unit}`;

/** With at most two decimals. */
const numeral = (value: number): string => value.toLocaleString('en-US', { maximumFractionDigits: 2 });
