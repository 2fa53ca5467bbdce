import type { ProjectId } from '@seismo/protocol';
import type { AlertMetric, MetricCondition } from '#domain/alerts/conditions.ts';
import type { Viewer } from '#domain/permissions/viewer.ts';
import type { AlertRuleView } from '#query/alerts/views.ts';
import type { ProjectView } from '#query/projects/views.ts';
import { environmentShape } from './alert-environments.ts';
import { ownerShape } from './alert-owner.ts';
import { hasRecipients } from './alert-recipients.ts';

/** Above every ID of a rule: the detector of a project's issues has this one and the project's. */
const ISSUE_DETECTORS_FROM = 1_000_000_000_000;
const SECOND_MS = 1000;
const MINUTE_MS = 60_000;
const WEEK_MS = 7 * 24 * 60 * MINUTE_MS;

export const issueDetectorId = (projectId: ProjectId): number => ISSUE_DETECTORS_FROM + projectId;
export const metricType = 'metric_issue';
export const issueType = 'error';

export interface MetricRule extends AlertRuleView {
  condition: MetricCondition;
}
export const isMetric = (rule: AlertRuleView): rule is MetricRule => rule.condition?.kind === 'metric';

export const detectorIdOf = (rule: AlertRuleView): number =>
  isMetric(rule) ? rule.id : issueDetectorId(rule.project.id);

interface MetricQuery {
  dataset: string;
  aggregate: string;
  eventTypes: string[];
}

/** What Sentry calls a metric; the shares of events that are filtered or dropped have names of ours. */
export const metricQueries: Record<Exclude<AlertMetric, 'spans'>, MetricQuery> = {
  events: { dataset: 'events', aggregate: 'count()', eventTypes: ['default', 'error'] },
  users: { dataset: 'events', aggregate: 'count_unique(user)', eventTypes: ['default', 'error'] },
  'crash-free-sessions': {
    dataset: 'metrics',
    aggregate: 'percentage(sessions_crashed, sessions) AS _crash_rate_alert_aggregate',
    eventTypes: [],
  },
  'filtered-events': { dataset: 'seismo_outcomes', aggregate: 'percentage(filtered, received)', eventTypes: [] },
  'dropped-events': { dataset: 'seismo_outcomes', aggregate: 'percentage(dropped, received)', eventTypes: [] },
};
/** Rules about spans have any aggregate of theirs. */
export const spanQuery = { dataset: 'events_analytics_platform', eventTypes: ['trace_item_span'] };
export const queryTypes: Record<string, number> = { events: 0, [spanQuery.dataset]: 1, metrics: 2 };
export const extrapolationMode = 'unknown';
export const results = { critical: 75, warning: 50, resolve: 0 };

/** A rule about a metric as a detector, Sentry's form of a monitor. */
export function metricDetectorShape(rule: MetricRule, viewer: Viewer) {
  const group = { id: String(rule.id), organizationId: String(viewer.memberships[0]!.organizationId) };
  return {
    id: group.id,
    ...common,
    ...projectShape(rule.project),
    name: rule.name,
    type: metricType,
    workflowIds: hasRecipients(rule) ? [group.id] : [],
    owner: ownerShape(rule),
    dataSources: [
      {
        ...group,
        type: 'snuba_query_subscription',
        sourceId: group.id,
        queryObj: { id: group.id, status: 0, subscription: null, snubaQuery: { id: group.id, ...snubaQuery(rule) } },
      },
    ],
    conditionGroup: { ...group, logicType: 'any', conditions: thresholdsShape(rule.condition), actions: [] },
    config: configShape(rule.condition),
    enabled: rule.enabled,
  };
}

/** Sentry detects the issues of a project with a detector, which its alerts name. It has no settings here. */
export function issueDetectorShape(project: ProjectView, rules: readonly AlertRuleView[]) {
  return {
    id: String(issueDetectorId(project.id)),
    ...common,
    ...projectShape(project),
    name: 'Issues',
    type: issueType,
    workflowIds: rules.filter((rule) => rule.project.id === project.id && !isMetric(rule)).map(({ id }) => String(id)),
    owner: null,
    dataSources: [],
    conditionGroup: null,
    config: {},
    enabled: true,
  };
}

const common = { description: null, createdBy: null, latestGroup: null };
const projectShape = ({ id, slug }: Pick<ProjectView, 'id' | 'slug'>) => ({ projectId: String(id), projectSlug: slug });

function queryOf({ metric, aggregate }: MetricCondition): MetricQuery {
  return metric === 'spans' ? { ...spanQuery, aggregate: aggregate! } : metricQueries[metric];
}

export function snubaQuery(rule: MetricRule) {
  const { windowMs } = rule.condition;
  const { dataset, aggregate, eventTypes } = queryOf(rule.condition);
  return {
    dataset,
    aggregate,
    eventTypes,
    query: rule.query,
    queryType: queryTypes[dataset] ?? null,
    timeWindow: windowMs / SECOND_MS,
    ...environmentShape(rule),
    extrapolationMode,
  };
}

/** Seismo resolves at the mildest threshold by default, which Sentry writes out. */
export const resolveOf = ({ critical, warning, resolve }: MetricCondition): number => resolve ?? warning ?? critical;

/** Sentry's failure rates are from 0 to 1, and those of Seismo's rules from 0 to 100. Without the errors of binary fractions. */
export const shareScale = ({
  metric,
  aggregate,
  comparison,
}: Pick<MetricCondition, 'metric' | 'aggregate' | 'comparison'>): number =>
  metric === 'spans' && aggregate === 'failure_rate()' && comparison === 'value' ? 100 : 1;
export const scaled = (value: number, scale: number): number =>
  scale === 1 ? value : Number((value * scale).toPrecision(12));

function thresholdsShape(condition: MetricCondition) {
  const { direction, critical, warning } = condition;
  const [beyond, within] = direction === 'above' ? ['gt', 'lte'] : ['lt', 'gte'];
  const one = (type: string, threshold: number, conditionResult: number) => {
    return { type, comparison: scaled(threshold, 1 / shareScale(condition)), conditionResult };
  };
  return [
    one(beyond!, critical, results.critical),
    ...(warning === null ? [] : [one(beyond!, warning, results.warning)]),
    one(within!, resolveOf(condition), results.resolve),
  ].map((threshold, index) => ({ id: String(index + 1), ...threshold }));
}

/** With our own fields for what Sentry lacks. */
export function configShape({ comparison, windowMs, firesWithoutData, reportsEnd, reminderMs }: MetricCondition) {
  return {
    detectionType: comparison === 'value' ? 'static' : 'percent',
    ...(comparison !== 'value' && { comparisonDelta: (comparison === 'before' ? windowMs : WEEK_MS) / SECOND_MS }),
    firesWithoutData,
    reportsEnd,
    reminderMinutes: reminderMs === null ? null : reminderMs / MINUTE_MS,
  };
}
