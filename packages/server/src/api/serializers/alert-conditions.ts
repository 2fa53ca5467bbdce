import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { FrequencyCondition } from '#domain/alerts/conditions.ts';
import { alertTriggers, conditionKindOf, type AlertTrigger } from '#domain/alerts/triggers.ts';
import type { AlertRuleView } from '#query/alerts/views.ts';
import { filtersOf, queryOf, readAt, refuse, type AlertCondition } from './alert-filter.ts';

/** What a rule waits for, in Sentry's parts. */
interface AlertConditions {
  triggers: AlertCondition[];
  filters: AlertCondition[];
}

/** What decides when a rule about issues fires. */
type IssueConditions = Pick<AlertRuleView, 'trigger' | 'condition' | 'query' | 'reportsResolved'>;

const sentryTriggers: Partial<Record<AlertTrigger, string>> = {
  'new-issue': 'first_seen_event',
  regression: 'regression_event',
  escalation: 'reappeared_event',
};
const newHighPriority = 'new_high_priority_issue';
const resolved = 'issue_resolved_trigger';
const frequencies = {
  'event-frequency': 'event_frequency_count',
  'user-frequency': 'event_unique_user_frequency_count',
} as const;
const increaseType = 'event_frequency_percent';

const MINUTE_MS = 60_000;
const intervals: Record<string, number> = {
  '5m': 5 * MINUTE_MS,
  '15m': 15 * MINUTE_MS,
  '1h': 60 * MINUTE_MS,
  '4h': 240 * MINUTE_MS,
  '1d': 1440 * MINUTE_MS,
};
const intervalOf = (windowMs: number) => Object.keys(intervals).find((name) => intervals[name] === windowMs)!;

/** A trigger that Sentry lacks has a name of ours. */
const typeOf = (trigger: AlertTrigger): string => sentryTriggers[trigger] ?? `seismo_${trigger.replaceAll('-', '_')}`;

export function conditionsOf(rule: IssueConditions): AlertConditions {
  const { trigger, condition, query, reportsResolved } = rule;
  const end = reportsResolved ? [{ type: resolved, comparison: true }] : [];
  if (condition?.kind === 'metric') return { triggers: [], filters: [] };
  const filters = filtersOf(query);
  if (condition?.kind === 'frequency') {
    return { triggers: end, filters: [...frequencyShape(trigger, condition), ...filters] };
  }
  return { triggers: [{ type: typeOf(trigger), comparison: condition ?? true }, ...end], filters };
}

/** A rule fires from a count on, a condition of Sentry above a value. */
function frequencyShape(trigger: AlertTrigger, { windowMs, count, increase }: FrequencyCondition): AlertCondition[] {
  const interval = intervalOf(windowMs);
  const more = { type: increaseType, comparison: { value: increase, interval, comparisonInterval: interval } };
  const type = frequencies[trigger as keyof typeof frequencies];
  const filters = trigger === 'user-frequency' ? { filters: [] } : {};
  return [{ type, comparison: { value: count - 1, interval, ...filters } }, ...(increase === null ? [] : [more])];
}

/** The conditions of a rule about issues that are these; `at` names the fields of both lists. */
export function readConditions(
  { triggers, filters }: AlertConditions,
  at: { triggers: string; filters: string },
): IssueConditions {
  const others = triggers.filter(({ type }) => type !== resolved);
  const reportsResolved = others.length < triggers.length;
  const frequent = filters.filter(({ type }) => isFrequency(type));
  const query = queryOf(
    filters.filter((one) => !frequent.includes(one)),
    at.filters,
  );
  if (frequent.length > 0) {
    if (others.length > 0) {
      throw refuse(at.triggers, 'A rule about many events or users has no other trigger. Create a rule for each.');
    }
    return { ...readFrequency(frequent, at.filters), query, reportsResolved };
  }
  const [first, second] = others;
  if (second) throw refuse(at.triggers, 'A rule of Seismo waits for one thing. Create a rule for each.');
  if (!first) {
    const known = Object.values(sentryTriggers).join(', ');
    throw refuse(at.triggers, `Use one of ${known}, or a filter ${Object.values(frequencies).join(' or ')}.`);
  }
  const field = `${at.triggers}.${triggers.indexOf(first)}`;
  const extra = first.type === newHighPriority ? 'issue.priority:high' : '';
  return {
    trigger: readTrigger(first, field),
    condition: null,
    query: [extra, query].filter(Boolean).join(' '),
    reportsResolved,
  };
}

function readTrigger({ type, comparison }: AlertCondition, at: string): AlertTrigger {
  const all = (Object.keys(alertTriggers) as AlertTrigger[]).filter((one) => conditionKindOf(one) === 'none');
  const trigger = type === newHighPriority ? 'new-issue' : all.find((one) => typeOf(one) === type);
  if (!trigger) {
    const known = [...all.map(typeOf), newHighPriority, resolved].join(', ');
    throw refuse(`${at}.type`, `Seismo does not have "${type.slice(0, 100)}" here. Use one of ${known}.`);
  }
  if (comparison !== true) throw refuse(`${at}.comparison`, 'Use true.');
  return trigger;
}

const isFrequency = (type: string) => type === increaseType || Object.values<string>(frequencies).includes(type);
const value = z.coerce.number('Enter a number.').min(0, 'At least 0.');
const interval = z.enum(Object.keys(intervals) as [string], `Use one of ${Object.keys(intervals).join(', ')}.`);
const countSchema = z.strictObject({
  value: value.int('Enter a whole number.'),
  interval,
  filters: z.array(z.unknown()).max(0, 'Leave it empty and use other conditions.').nullish(),
});
const increaseSchema = z.strictObject({ value, interval, comparisonInterval: interval });

function readFrequency(conditions: AlertCondition[], at: string): Pick<IssueConditions, 'trigger' | 'condition'> {
  const counts = conditions.filter(({ type }) => type !== increaseType);
  const increases = conditions.filter(({ type }) => type === increaseType);
  if (counts.length > 1 || increases.length > 1) {
    throw refuse(at, 'A rule has one number of events or users. Create a rule for each.');
  }
  const count = counts[0] && readAt(countSchema, counts[0].comparison, `${at} ${counts[0].type}`);
  const increase = increases[0] && readAt(increaseSchema, increases[0].comparison, `${at} ${increaseType}`);
  const within = (count ?? increase)!.interval;
  if (increase && (increase.interval !== within || increase.comparisonInterval !== within)) {
    throw refuse(`${at} ${increaseType}.comparisonInterval`, `Seismo compares with the time before: use ${within}.`);
  }
  const trigger = counts[0]?.type === frequencies['user-frequency'] ? 'user-frequency' : 'event-frequency';
  const numbers = { count: count ? count.value + 1 : 1, increase: increase ? increase.value : null };
  return { trigger, condition: { kind: 'frequency', windowMs: intervals[within]!, ...numbers } };
}

/** Whether the API can change what a rule waits for. */
export const isChangeable = ({ trigger }: IssueConditions): boolean =>
  ['none', 'frequency'].includes(conditionKindOf(trigger));

/** In Sentry's form, conditions are the same if their types and comparisons are. */
export function isSame(one: AlertConditions, other: AlertConditions): boolean {
  const parts = ({ triggers, filters }: AlertConditions) =>
    [triggers, filters].map((list) => list.map(({ type, comparison }) => ({ type, comparison })));
  return isDeepStrictEqual(parts(one), parts(other));
}
