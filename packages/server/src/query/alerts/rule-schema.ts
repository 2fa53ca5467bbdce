import { limits, type TeamId, type UserId } from '@seismo/protocol';
import { z } from 'zod';
import { Refusal } from '#platform/refusal.ts';
import {
  alertMetrics,
  alertWindows,
  comparisons,
  type AlertMetric,
  type Comparison,
  type MetricCondition,
} from '#domain/alerts/conditions.ts';
import { readSpanAggregate, spanFunctions } from '#domain/alerts/span-aggregate.ts';
import { isTimeZone } from '#domain/alerts/schedule.ts';
import { releaseRatings } from '#domain/releases/measured-health.ts';
import { alertTriggers, conditionKindOf, unitOf, type AlertTrigger } from '#domain/alerts/triggers.ts';
import { spanTableFieldNamed } from '../spans/fields.ts';

const MINUTE_MS = 60_000;
const time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Enter a time, such as 09:00.');
export const scheduleSchema = z.strictObject({
  timeZone: z.string().refine(isTimeZone, 'Choose a time zone, such as Europe/Berlin.'),
  days: z
    .array(z.number().int().min(1).max(7))
    .min(1, 'Choose at least one day.')
    .transform((days) => [...new Set(days)].toSorted((one, other) => one - other)),
  from: time,
  to: time,
});

const windowSchema = z
  .number()
  .refine((windowMs) => alertWindows.some((one) => one.windowMs === windowMs), 'Choose a time range.');
const threshold = z.number('Enter a number.').min(0, 'At least 0.').max(1e9, 'At most 1,000,000,000.');

const metricSchema = z.strictObject({
  kind: z.literal('metric'),
  metric: z.enum(Object.keys(alertMetrics) as AlertMetric[], 'Choose a metric.'),
  aggregate: z
    .string()
    .max(2 * limits.SPAN_ATTRIBUTE_NAME_CHARS_MAX, 'This name is too long.')
    .exactOptional(),
  windowMs: windowSchema,
  comparison: z.enum(Object.keys(comparisons) as Comparison[]),
  direction: z.enum(['above', 'below']),
  critical: threshold,
  warning: threshold.nullable(),
  resolve: threshold.nullable(),
  firesWithoutData: z.boolean(),
  reportsEnd: z.boolean(),
  reminderMs: z
    .number()
    .int()
    .min(5 * MINUTE_MS, 'At least 5 minutes.')
    .max(7 * limits.ALERT_FLAP_WINDOW_MS, 'At most 7 days.')
    .nullable(),
});

const frequencySchema = z.strictObject({
  kind: z.literal('frequency'),
  windowMs: windowSchema,
  count: z
    .number('Enter a number.')
    .int('Enter a whole number.')
    .min(1, 'At least 1.')
    .max(1e9, 'At most 1,000,000,000.'),
  increase: z.number('Enter a number.').positive('More than 0.').max(1e6, 'At most 1,000,000.').nullable(),
});

const releaseSchema = z.strictObject({
  kind: z.literal('release'),
  ratings: z
    .array(z.enum(releaseRatings))
    .min(1, 'Choose at least one verdict.')
    .transform((ratings) => releaseRatings.filter((rating) => ratings.includes(rating))),
});

const escalationSchema = z
  .strictObject({
    afterMs: z
      .number()
      .int()
      .min(MINUTE_MS, 'At least 1 minute.')
      .max(limits.ALERT_FLAP_WINDOW_MS, 'At most 24 hours.'),
    /** By email. */
    userIds: z
      .array(
        z
          .number()
          .int()
          .positive()
          .transform((id) => id as UserId),
      )
      .max(limits.ALERT_ESCALATION_USER_COUNT_MAX, `Choose at most ${limits.ALERT_ESCALATION_USER_COUNT_MAX} users.`),
    channelIds: z.array(z.number().int().positive()),
  })
  .refine(({ userIds, channelIds }) => userIds.length + channelIds.length > 0, {
    path: ['userIds'],
    message: 'Choose a user or a channel.',
  });

/** What decides when a rule fires and sends. */
export const conditionsSchema = z.strictObject({
  trigger: z.enum(Object.keys(alertTriggers) as AlertTrigger[], 'Choose what the rule waits for.'),
  /** Issues that it concerns, in the search language; `''` for all. */
  query: z.string().trim().max(limits.QUERY_CHARS_MAX, `Use at most ${limits.QUERY_CHARS_MAX} characters.`),
  /** Issues with events in one of them; none: in any. */
  environments: z
    .array(z.string().min(1).max(limits.ENVIRONMENT_CHARS_MAX))
    .max(
      limits.ALERT_RULE_ENVIRONMENT_COUNT_MAX,
      `Choose at most ${limits.ALERT_RULE_ENVIRONMENT_COUNT_MAX} environments.`,
    ),
  /** The numbers of a trigger that has some. */
  condition: z.discriminatedUnion('kind', [metricSchema, frequencySchema, releaseSchema]).nullable(),
  /** The shortest time between two messages about the same issue, or because a metric got worse. */
  repeatMs: z
    .number()
    .int()
    .min(5 * MINUTE_MS, 'At least 5 minutes.')
    .max(limits.ALERT_FLAP_WINDOW_MS, 'At most 24 hours.'),
  /** When it may send; `null`: at any time. */
  schedule: scheduleSchema.nullable(),
});

export type RuleConditions = z.infer<typeof conditionsSchema>;

export const ruleSchema = conditionsSchema.extend({
  name: z
    .string()
    .trim()
    .min(1, 'Enter a name.')
    .max(limits.ALERT_RULE_NAME_CHARS_MAX, `Use at most ${limits.ALERT_RULE_NAME_CHARS_MAX} characters.`),
  enabled: z.boolean(),
  /** Email to the team of the project, or the owners. */
  toTeam: z.boolean(),
  channelIds: z.array(z.number().int().positive()),
  /** It sends nothing until then. */
  snoozedUntilMs: z.number().int().positive().nullable(),
  /** Whom it reports an alert to that was not acknowledged in time. */
  escalation: escalationSchema.nullable(),
  /** Whether it says that an issue was resolved that it had reported. */
  reportsResolved: z.boolean(),
  /** Whom to ask about it. */
  owner: z
    .discriminatedUnion('kind', [
      z.strictObject({
        kind: z.literal('user'),
        userId: z
          .number()
          .int()
          .positive()
          .transform((id) => id as UserId),
      }),
      z.strictObject({
        kind: z.literal('team'),
        teamId: z
          .number()
          .int()
          .positive()
          .transform((id) => id as TeamId),
      }),
    ])
    .nullable(),
});

const unknownAggregate = `Use one of ${spanFunctions.map(({ name, hasField }) => (hasField ? `${name}(…)` : name)).join(', ')}.`;

/** Refuses a condition that its trigger does not have, and thresholds that contradict each other. */
export function requireCondition({
  trigger,
  condition,
  query,
  environments,
}: Pick<RuleConditions, 'trigger' | 'condition' | 'query' | 'environments'>): void {
  const refuse = (field: string, message: string): never => {
    throw new Refusal('invalid', message, { [field]: message });
  };
  if ((condition?.kind ?? 'none') !== conditionKindOf(trigger))
    refuse('trigger', 'These numbers do not belong to what the rule waits for.');
  if (condition?.kind === 'release' && query !== '') refuse('query', 'A rule about releases has no filter.');
  if (condition?.kind !== 'metric') return;
  const { metric, aggregate, comparison, critical, warning, resolve } = condition;
  const { searches, hasEnvironments } = alertMetrics[metric];
  const isPercent = unitOf(condition) === '%';
  if (searches === null && query !== '') refuse('query', 'A filter works for events, affected users and spans only.');
  if ((metric === 'spans') !== (aggregate !== undefined)) {
    refuse('condition.aggregate', 'Only a rule about spans has something to calculate, and must have it.');
  }
  if (aggregate !== undefined) {
    const axis = readSpanAggregate(aggregate) === null ? unknownAggregate : spanTableFieldNamed(aggregate);
    if (typeof axis === 'string') refuse('condition.aggregate', axis);
    else if (axis.type === 'date') refuse('condition.aggregate', 'A time has no threshold.');
  }
  if (!hasEnvironments && environments.length > 0) {
    refuse('environments', 'Filtered and dropped events are not counted by environment.');
  }
  for (const name of ['critical', 'warning', 'resolve'] as const) {
    const value = condition[name];
    if (isPercent && comparison === 'value' && value !== null && value > 100)
      refuse(`condition.${name}`, 'At most 100%.');
  }
  if (warning !== null && !isMilder(condition, warning, critical)) {
    refuse('condition.warning', 'The warning must come before the critical threshold.');
  }
  if (resolve !== null && resolve !== (warning ?? critical) && !isMilder(condition, resolve, warning ?? critical)) {
    refuse('condition.resolve', 'It must be on the good side of the other thresholds.');
  }
}

function isMilder({ comparison, direction }: MetricCondition, milder: number, than: number): boolean {
  return comparison !== 'value' || direction === 'above' ? milder < than : milder > than;
}
