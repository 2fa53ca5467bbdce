import type { AlertRuleView } from '#query/alerts/views.ts';
import { ownerText } from './alert-owner.ts';
import { conditionsOf } from './alert-conditions.ts';
import { refuse, type AlertCondition } from './alert-filter.ts';
import { actionsShape, type AlertAction, type Targets } from './alert-recipients.ts';
import { environmentShape } from './alert-environments.ts';

/** A condition, filter or action in Sentry's older form: an ID and its fields side by side. */
export interface OlderPart {
  id: string;
  [field: string]: unknown;
}

const MINUTE_MS = 60_000;
const rules = 'sentry.rules.conditions';

/** Older IDs of triggers by their type in workflows. */
const triggerIds: Record<string, string> = {
  first_seen_event: `${rules}.first_seen_event.FirstSeenEventCondition`,
  regression_event: `${rules}.regression_event.RegressionEventCondition`,
  reappeared_event: `${rules}.reappeared_event.ReappearedEventCondition`,
  new_high_priority_issue: `${rules}.high_priority_issue.NewHighPriorityIssueCondition`,
};
const eventFrequency = `${rules}.event_frequency.EventFrequencyCondition`;
const userFrequency = `${rules}.event_frequency.EventUniqueUserFrequencyCondition`;
const frequencies: Record<string, { id: string; comparisonType: string }> = {
  event_frequency_count: { id: eventFrequency, comparisonType: 'count' },
  event_frequency_percent: { id: eventFrequency, comparisonType: 'percent' },
  event_unique_user_frequency_count: { id: userFrequency, comparisonType: 'count' },
};

const filterIds: Record<string, string> = {
  level: 'sentry.rules.filters.level.LevelFilter',
  tagged_event: 'sentry.rules.filters.tagged_event.TaggedEventFilter',
  event_attribute: 'sentry.rules.filters.event_attribute.EventAttributeFilter',
  age_comparison: 'sentry.rules.filters.age_comparison.AgeComparisonFilter',
  issue_occurrences: 'sentry.rules.filters.issue_occurrences.IssueOccurrencesFilter',
  assigned_to: 'sentry.rules.filters.assigned_to.AssignedToFilter',
  latest_release: 'sentry.rules.filters.latest_release.LatestReleaseFilter',
  issue_category: 'sentry.rules.filters.issue_category.IssueCategoryFilter',
};
/** Fields with an older name. */
const olderNames: Record<string, string> = { comparisonType: 'comparison_type' };
/** Fields that are texts in the older form. */
const olderTexts: Record<string, string> = { level: 'level', issue_category: 'value' };

/** Older IDs of actions by their type in workflows, with the fields that are the ID and the name of the channel. */
const actionIds: Record<string, { id: string; ids: string[]; name?: string; fixed?: Record<string, string> }> = {
  slack: {
    id: 'sentry.integrations.slack.notify_action.SlackNotifyServiceAction',
    ids: ['workspace', 'channel_id'],
    name: 'channel',
  },
  discord: {
    id: 'sentry.integrations.discord.notify_action.DiscordNotifyServiceAction',
    ids: ['server', 'channel_id'],
  },
  msteams: {
    id: 'sentry.integrations.msteams.notify_action.MsTeamsNotifyServiceAction',
    ids: ['team', 'channel_id'],
    name: 'channel',
  },
  pagerduty: {
    id: 'sentry.integrations.pagerduty.notify_action.PagerDutyNotifyServiceAction',
    ids: ['account', 'service'],
    fixed: { severity: 'default' },
  },
};
const email = 'sentry.mail.actions.NotifyEmailAction';

/** A rule about issues in Sentry's older form, which Terraform's `sentry_issue_alert` uses. */
export function issueAlertShape(rule: AlertRuleView, targets: Targets) {
  const { triggers, filters } = conditionsOf(rule);
  const isFrequency = ({ type }: AlertCondition) => Object.hasOwn(frequencies, type);
  return {
    id: String(rule.id),
    name: rule.name,
    projects: [rule.project.slug],
    // Of two numbers of an issue, both must be reached.
    actionMatch: filters.filter(isFrequency).length > 1 ? 'all' : 'any',
    filterMatch: 'all',
    frequency: rule.repeatMs / MINUTE_MS,
    ...environmentShape(rule),
    owner: ownerText(rule),
    createdBy: null,
    status: rule.enabled ? 'active' : 'disabled',
    snooze: rule.snoozedUntilMs !== null,
    conditions: [
      ...triggers.map(({ type, comparison }) => {
        return comparison === true ? { id: triggerIds[type] ?? type } : { id: type, comparison };
      }),
      ...filters.filter(isFrequency).map(olderFrequency),
    ],
    filters: filters.filter((one) => !isFrequency(one)).map(olderFilter),
    actions: actionsShape(rule, targets).map(olderAction),
  };
}

function olderFrequency({ type, comparison }: AlertCondition): OlderPart {
  const { filters: _, ...fields } = comparison as Record<string, unknown>;
  return { ...frequencies[type]!, ...fields };
}

function olderFilter({ type, comparison }: AlertCondition): OlderPart {
  const id = filterIds[type] ?? type;
  if (comparison === true) return { id };
  if (typeof comparison !== 'object' || comparison === null) return { id, comparison };
  const fields = Object.entries(comparison).map(([name, value]) => [
    olderNames[name] ?? name,
    olderTexts[type] === name ? String(value) : value,
  ]);
  return { id, ...Object.fromEntries(fields) };
}

function olderAction({ type, config, integrationId }: ReturnType<typeof actionsShape>[number]): OlderPart {
  if (type === 'email') {
    const { targetType, targetIdentifier } = config;
    return { id: email, targetType: targetType === 'team' ? 'Team' : targetType, targetIdentifier };
  }
  const { id, ids, name, fixed } = actionIds[type] ?? { id: type, ids: ['channel_id'] };
  const fields = ids.map((field) => [field, integrationId]);
  return { id, ...Object.fromEntries(fields), ...(name && { [name]: config.targetDisplay }), ...fixed };
}

/** What conditions and filters of the older form are in workflows. */
export function readOlderConditions(conditions: readonly OlderPart[], filters: readonly OlderPart[]) {
  const parts = conditions.map(withoutName);
  const isFrequency = ({ id }: OlderPart) => [eventFrequency, userFrequency].includes(id);
  return {
    triggers: parts
      .filter((part) => !isFrequency(part))
      .map(({ id, comparison = true, ...fields }) => {
        for (const name of Object.keys(fields)) throw refuse(`conditions ${id}.${name}`, 'It has no such field.');
        return { type: typeIn(triggerIds, id), comparison };
      }),
    filters: [...parts.filter(isFrequency).map(readFrequency), ...filters.map(withoutName).map(readFilter)],
  };
}

const withoutName = ({ name: _, uuid: __, ...part }: OlderPart): OlderPart => part as OlderPart;
const typeIn = (ids: Record<string, string>, id: string): string =>
  Object.keys(ids).find((type) => ids[type] === id) ?? id;

function readFrequency({ id, comparisonType, comparisonInterval, ...fields }: OlderPart): AlertCondition {
  const found = Object.entries(frequencies).find(
    ([, one]) => one.id === id && one.comparisonType === (comparisonType ?? 'count'),
  );
  if (!found) throw refuse(`conditions ${id}.comparisonType`, 'Use count.');
  const isPercent = found[1].comparisonType === 'percent';
  return { type: found[0], comparison: { ...fields, ...(isPercent && { comparisonInterval }) } };
}

function readFilter({ id, comparison, ...fields }: OlderPart): AlertCondition {
  const type = typeIn(filterIds, id);
  if (comparison !== undefined) return { type, comparison };
  if (type === 'latest_release') return { type, comparison: true };
  const named = Object.entries(fields).map(([name, value]) => [typeIn(olderNames, name), value]);
  return { type, comparison: Object.fromEntries(named) };
}

/** What an action of the older form is in workflows. */
export function readOlderAction(part: OlderPart, index: number): AlertAction {
  const { id, ...fields } = withoutName(part);
  if (id === email) {
    const { targetType, targetIdentifier, ...data } = fields;
    const config = { targetType: textOf(targetType), targetIdentifier: textOf(targetIdentifier) };
    return { type: 'email', config, data } as AlertAction;
  }
  const [type, { ids, name, fixed }] = Object.entries(actionIds).find(([, one]) => one.id === id) ?? [
    id,
    { ids: ['channel_id'], name: undefined, fixed: undefined },
  ];
  const known = [...ids, ...(name ? [name] : [])];
  for (const [field, value] of Object.entries(fields)) {
    const only = fixed && Object.hasOwn(fixed, field) ? fixed[field] : undefined;
    if (known.includes(field) || value === (only ?? '')) continue;
    throw refuse(`actions.${index}.${field}`, only ? `Use ${only}.` : 'A channel has no such setting.');
  }
  const [given, ...others] = ids.flatMap((field) => textOf(fields[field]) ?? []);
  if (others.some((one) => one !== given)) {
    throw refuse(`actions.${index}.${ids[1]}`, 'Both are the ID of the channel in Seismo.');
  }
  const config = { targetIdentifier: given, targetDisplay: name && textOf(fields[name]) };
  return { type, config, data: {} } as AlertAction;
}

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
