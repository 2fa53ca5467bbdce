import type { AlertLevel } from './levels.ts';
import { alertMetrics, comparisons, windowName, type MetricCondition, type RuleCondition } from './conditions.ts';

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
  const { name, counted } = alertMetrics[metric];
  if (level === 'no-data') return `No ${counted} in ${windowName(windowMs)}`;
  const threshold = level === 'critical' ? critical : (warning ?? critical);
  return `${name} ${thresholdText(condition, threshold)} in ${windowName(windowMs)}`;
}

export type ConditionKind = 'none' | RuleCondition['kind'];

/** The numbers that a trigger has. */
export function conditionKindOf(trigger: AlertTrigger): ConditionKind {
  if (trigger === 'metric' || trigger === 'release') return trigger;
  return trigger === 'event-frequency' || trigger === 'user-frequency' ? 'frequency' : 'none';
}

/** What a metric was, in words: "142 events in 1 hour", or "142 events in 1 hour, and 79 in the time before". */
export function readingText(
  { metric, comparison, windowMs }: Pick<MetricCondition, 'metric' | 'comparison' | 'windowMs'>,
  { value, before }: { value: number | null; before: number | null },
): string {
  const { noun, isPercent } = alertMetrics[metric];
  if (value === null) return 'No data';
  const now = isPercent ? `${numeral(value)}% ${noun}` : `${numeral(value)} ${value === 1 ? noun : `${noun}s`}`;
  const measured = `${now} in ${windowName(windowMs)}`;
  if (comparison === 'value' || before === null) return measured;
  const shown = `${numeral(before)}${isPercent ? '%' : ''}`;
  return `${measured}, and ${shown} in ${comparisons[comparison].name}`;
}

/** "above 100", or "more than 50% above the time before". */
function thresholdText(
  { metric, comparison, direction }: Pick<MetricCondition, 'metric' | 'comparison' | 'direction'>,
  threshold: number,
): string {
  if (comparison !== 'value') return `more than ${numeral(threshold)}% ${direction} ${comparisons[comparison].name}`;
  return `${direction} ${numeral(threshold)}${alertMetrics[metric].isPercent ? '%' : ''}`;
}

/** With at most two decimals. */
const numeral = (value: number): string => value.toLocaleString('en-US', { maximumFractionDigits: 2 });
