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
export type ConditionOptions = Pick<ChannelsView, 'metrics' | 'spanFunctions' | 'windows' | 'comparisons'>;

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
  /** What is calculated of spans: the name of a function and, if it has one, its field. */
  spans: { function: string; field: string };
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
  spans: above('1000'),
};
const spanThresholds: Record<string, Thresholds> = {
  'epm()': above('100'),
  'eps()': above('10'),
  'failure_rate()': above('5'),
};
const changeThresholds: Record<AlertMetric, Thresholds> = {
  events: above('100'),
  users: above('100'),
  'crash-free-sessions': { ...above('1'), direction: 'below' },
  'filtered-events': above('50'),
  'dropped-events': above('50'),
  spans: above('100'),
};

const newMetric: MetricDraft = {
  metric: 'events',
  spans: { function: 'p95', field: 'span.duration' },
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
  const { metric, aggregate, comparison, direction, critical, warning, resolve, reminderMs } = condition;
  const spans = aggregate === undefined ? newMetric.spans : readAggregate(aggregate);
  const { firesWithoutData, reportsEnd } = condition;
  const thresholds = { direction, critical: String(critical), warning: textOf(warning), resolve: textOf(resolve) };
  const saved = { ...newMetric, metric, spans, windowMs, comparison, firesWithoutData, reportsEnd };
  return { ...draft, metric: withThresholds({ ...saved, reminderMs: textOf(reminderMs) }, thresholds) };
}

/** `p95(span.duration)`, or `count()` without a field. */
export function readAggregate(aggregate: string): MetricDraft['spans'] {
  const [, name = aggregate, field = ''] = /^(\w+)\((.*)\)$/s.exec(aggregate) ?? [];
  return field === '' ? { function: aggregate, field: newMetric.spans.field } : { function: name, field };
}

/** Whether the function is one of a field. */
export const hasField = (
  { function: name }: MetricDraft['spans'],
  functions: ConditionOptions['spanFunctions'],
): boolean => functions.some((one) => one.name === name && one.hasField);

/** What the condition has of this; nothing if it is not about spans. */
export function spanAggregate(
  { metric, spans }: MetricDraft,
  { spanFunctions }: Pick<ConditionOptions, 'spanFunctions'>,
): { aggregate?: string } {
  if (metric !== 'spans') return {};
  return { aggregate: hasField(spans, spanFunctions) ? `${spans.function}(${spans.field.trim()})` : spans.function };
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
  const { metric, comparison, spans, thresholds } = draft;
  const own = thresholds[keyOf(draft)];
  if (own) return own;
  if (comparison !== 'value') return changeThresholds[metric];
  return (metric === 'spans' ? spanThresholds[spans.function] : undefined) ?? valueThresholds[metric];
}

export const withThresholds = (draft: MetricDraft, change: Partial<Thresholds>): MetricDraft => ({
  ...draft,
  thresholds: { ...draft.thresholds, [keyOf(draft)]: { ...thresholdsOf(draft), ...change } },
});

const keyOf = ({ metric, spans, comparison }: MetricDraft): string =>
  `${metric === 'spans' ? spans.function : metric} ${comparison === 'value' ? 'value' : 'change'}`;

export const withRating = (draft: ConditionDraft, rating: ReleaseRating, selected: boolean): ConditionDraft => ({
  ...draft,
  ratings: [...draft.ratings.filter((one) => one !== rating), ...(selected ? [rating] : [])],
});

/** What the filter of a rule searches; `null`: it has none. */
export function filteredBy({ trigger, metric: { metric } }: ConditionDraft, { metrics }: ConditionOptions) {
  if (trigger === 'release') return null;
  if (trigger !== 'metric') return 'issues';
  return metrics.find((one) => one.metric === metric)?.searches ?? null;
}

/** Whether the rule can be limited to environments. */
export const hasEnvironments = (
  { trigger, metric: { metric } }: ConditionDraft,
  { metrics }: ConditionOptions,
): boolean => trigger !== 'metric' || metrics.some((one) => one.metric === metric && one.hasEnvironments);
