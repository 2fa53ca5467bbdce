import type {
  AlertMetric,
  AlertRuleView,
  ChannelsView,
  MetricCondition,
  ReleaseRating,
  RuleCondition,
} from '@seismo/server';

export type Trigger = AlertRuleView['trigger'];

/** What a form offers for the numbers of a rule. */
export type ConditionOptions = Pick<ChannelsView, 'metrics' | 'windows' | 'comparisons'>;

export interface FrequencyDraft {
  windowMs: string;
  count: string;
  hasIncrease: boolean;
  increase: string;
}

export interface Thresholds {
  direction: MetricCondition['direction'];
  critical: string;
  warning: string;
  resolve: string;
}

export interface MetricDraft {
  metric: AlertMetric;
  windowMs: string;
  comparison: MetricCondition['comparison'];
  firesWithoutData: boolean;
  reportsEnd: boolean;
  reminderMs: string;
  /** Of each metric that was edited, for its value and for its change: another metric needs others. */
  thresholds: Record<string, Thresholds>;
}

/** The numbers in a form, with those of triggers and metrics that are not selected. */
export interface ConditionDraft {
  trigger: Trigger;
  frequency: Partial<Record<Trigger, FrequencyDraft>>;
  metric: MetricDraft;
  /** The verdicts on a release that the rule reports. */
  ratings: readonly ReleaseRating[];
}

const HOUR_MS = 3_600_000;

const above = (critical: string): Thresholds => ({ direction: 'above', critical, warning: '', resolve: '' });
const valueThresholds: Record<AlertMetric, Thresholds> = {
  events: above('100'),
  users: above('20'),
  'crash-free-sessions': { ...above('99'), direction: 'below' },
  'filtered-events': above('50'),
  'dropped-events': above('5'),
};
const changeThresholds: Record<AlertMetric, Thresholds> = {
  events: above('100'),
  users: above('100'),
  'crash-free-sessions': { ...above('1'), direction: 'below' },
  'filtered-events': above('50'),
  'dropped-events': above('50'),
};

const newMetric: MetricDraft = {
  metric: 'events',
  windowMs: String(HOUR_MS),
  comparison: 'value',
  firesWithoutData: false,
  reportsEnd: true,
  reminderMs: '',
  thresholds: {},
};

export function draftOf({ trigger, condition }: { trigger: Trigger; condition: RuleCondition | null }): ConditionDraft {
  const draft: ConditionDraft = { trigger, frequency: {}, metric: newMetric, ratings: ['bad'] };
  if (condition === null) return draft;
  if (condition.kind === 'release') return { ...draft, ratings: condition.ratings };
  const windowMs = String(condition.windowMs);
  if (condition.kind === 'frequency') {
    const { count, increase } = condition;
    const frequency = {
      windowMs,
      count: String(count),
      hasIncrease: increase !== null,
      increase: increase === null ? newFrequency(trigger).increase : String(increase),
    };
    return { ...draft, frequency: { [trigger]: frequency } };
  }
  const { metric, comparison, direction, critical, warning, resolve, reminderMs } = condition;
  const { firesWithoutData, reportsEnd } = condition;
  const thresholds = { direction, critical: String(critical), warning: textOf(warning), resolve: textOf(resolve) };
  const saved = { ...newMetric, metric, windowMs, comparison, firesWithoutData, reportsEnd };
  return { ...draft, metric: withThresholds({ ...saved, reminderMs: textOf(reminderMs) }, thresholds) };
}

const textOf = (value: number | null): string => (value === null ? '' : String(value));

export const frequencyOf = ({ trigger, frequency }: ConditionDraft): FrequencyDraft =>
  frequency[trigger] ?? newFrequency(trigger);

const newFrequency = (trigger: Trigger): FrequencyDraft => ({
  windowMs: String(HOUR_MS),
  count: trigger === 'user-frequency' ? '20' : '100',
  hasIncrease: false,
  increase: '100',
});

export const withFrequency = (draft: ConditionDraft, change: Partial<FrequencyDraft>): ConditionDraft => ({
  ...draft,
  frequency: { ...draft.frequency, [draft.trigger]: { ...frequencyOf(draft), ...change } },
});

export function thresholdsOf(draft: MetricDraft): Thresholds {
  const { metric, comparison, thresholds } = draft;
  return thresholds[keyOf(draft)] ?? (comparison === 'value' ? valueThresholds : changeThresholds)[metric];
}

export const withThresholds = (draft: MetricDraft, change: Partial<Thresholds>): MetricDraft => ({
  ...draft,
  thresholds: { ...draft.thresholds, [keyOf(draft)]: { ...thresholdsOf(draft), ...change } },
});

const keyOf = ({ metric, comparison }: MetricDraft): string =>
  `${metric} ${comparison === 'value' ? 'value' : 'change'}`;

export const withRating = (draft: ConditionDraft, rating: ReleaseRating, selected: boolean): ConditionDraft => ({
  ...draft,
  ratings: [...draft.ratings.filter((one) => one !== rating), ...(selected ? [rating] : [])],
});

/** What the filter of a rule searches; `null`: it has none. */
export function filteredBy({ trigger, metric: { metric } }: ConditionDraft, { metrics }: ConditionOptions) {
  if (trigger === 'release') return null;
  if (trigger !== 'metric') return 'issues';
  return metrics.some((one) => one.metric === metric && one.isFilterable) ? 'events' : null;
}

/** Whether the rule can be limited to environments. */
export const hasEnvironments = (
  { trigger, metric: { metric } }: ConditionDraft,
  { metrics }: ConditionOptions,
): boolean => trigger !== 'metric' || metrics.some((one) => one.metric === metric && one.hasEnvironments);
