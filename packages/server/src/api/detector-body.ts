import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { AlertRuleInput } from '#command/alerts/alert-rules.ts';
import {
  alertWindows,
  comparisons,
  type AlertMetric,
  type Comparison,
  type MetricCondition,
} from '#domain/alerts/conditions.ts';
import { constantFields } from './constant.ts';
import { withoutEffect } from './parameters.ts';
import { refuse } from './serializers/alert-filter.ts';
import { readOwner } from './serializers/alert-owner.ts';
import {
  extrapolationMode,
  metricQueries,
  metricType,
  queryTypes,
  results,
  scaled,
  shareScale,
  spanQuery,
  type MetricRule,
} from './serializers/detector.ts';
import { environmentsChange, fixedFields } from './workflow-body.ts';

const SECOND_MS = 1000;
const MINUTE_MS = 60_000;
const sentBack = withoutEffect('Clients send it back; it cannot be changed.');

const dataSource = z.strictObject({
  dataset: z.string(),
  aggregate: z.string(),
  query: z.string().nullish(),
  queryType: z.number().nullish(),
  eventTypes: z.array(z.string()).optional(),
  timeWindow: z.number(),
  environment: z.string().nullish(),
  environments: z.array(z.string()).optional(),
  extrapolationMode: z.literal(extrapolationMode, `Use ${extrapolationMode}, or leave it out.`).nullish(),
});
const threshold = z.strictObject({
  id: sentBack,
  type: z.enum(['gt', 'gte', 'lt', 'lte'], 'Use gt, gte, lt or lte. Seismo does not detect anomalies.'),
  comparison: z.number('Enter a number.'),
  conditionResult: z.literal([75, 50, 0], 'Use 75 (critical), 50 (warning) or 0 (resolved).'),
});
const config = z.strictObject({
  detectionType: z.enum(['static', 'percent'], 'Use static or percent. Seismo does not detect anomalies.'),
  comparisonDelta: z.number().nullish(),
  firesWithoutData: z.boolean().optional(),
  reportsEnd: z.boolean().optional(),
  reminderMinutes: z.number().nullish(),
});

export const detectorChange = z.strictObject({
  ...fixedFields,
  ...constantFields({ description: null, latestGroup: null }),
  type: z.literal(metricType, `Use ${metricType}.`).optional(),
  name: z.string().optional(),
  projectId: z.union([z.string(), z.number()]).transform(String).optional(),
  projectSlug: z.string().optional(),
  owner: z.string().nullish(),
  enabled: z.boolean().nullish(),
  workflowIds: z.array(z.union([z.string(), z.number()]).transform(String)).optional(),
  dataSources: z.array(dataSource).length(1, 'A metric has one data source.').optional(),
  conditionGroup: z
    .strictObject({
      id: sentBack,
      organizationId: sentBack,
      logicType: z.enum(['any', 'any-short'], 'Use any.').optional(),
      conditions: z.array(threshold),
      actions: z.array(z.unknown()).max(0, 'A detector has no actions; its alert has.').optional(),
    })
    .optional(),
  config: config.optional(),
});
export const newDetector = detectorChange.required({
  type: true,
  name: true,
  dataSources: true,
  conditionGroup: true,
  config: true,
});
export type DetectorChange = z.infer<typeof detectorChange>;

/** What a new rule about a metric measures unless a body says otherwise. */
const newCondition: MetricCondition = {
  kind: 'metric',
  metric: 'events',
  windowMs: 0,
  comparison: 'value',
  direction: 'above',
  critical: 0,
  warning: null,
  resolve: null,
  firesWithoutData: false,
  reportsEnd: true,
  reminderMs: null,
};

export function detectorSettings(body: DetectorChange, before: MetricRule | null): Partial<AlertRuleInput> {
  const { name, enabled, owner } = body;
  const source = body.dataSources?.[0];
  const condition = conditionChange(body, before?.condition ?? newCondition);
  return {
    ...(name !== undefined && { name }),
    ...(typeof enabled === 'boolean' && { enabled }),
    ...(owner !== undefined && { owner: readOwner(owner) }),
    ...(source && { query: source.query ?? '', ...environmentsChange(source, before ?? { environments: [] }) }),
    ...(condition && { condition }),
  };
}

function conditionChange(body: DetectorChange, before: MetricCondition): MetricCondition | null {
  const { dataSources, conditionGroup, config: sent } = body;
  if (!dataSources && !conditionGroup && !sent) return null;
  const { aggregate: _, ...rest } = before;
  const own = dataSources ? { ...rest, ...readSource(dataSources[0]!) } : before;
  const compared = sent ? readConfig(sent, own) : own;
  return conditionGroup
    ? { ...compared, ...readThresholds(conditionGroup.conditions, shareScale(compared)) }
    : compared;
}

function readSource(source: z.infer<typeof dataSource>): Pick<MetricCondition, 'metric' | 'aggregate' | 'windowMs'> {
  const at = 'dataSources.0';
  const { dataset, aggregate, eventTypes, queryType, timeWindow } = source;
  const { eventTypes: expected, ...measured } = readAggregate(dataset, aggregate);
  if (eventTypes && !isDeepStrictEqual(eventTypes.toSorted(), expected)) {
    throw refuse(`${at}.eventTypes`, `Use ${JSON.stringify(expected)}.`);
  }
  const type = queryTypes[dataset] ?? null;
  if (queryType !== undefined && queryType !== null && queryType !== type) {
    throw refuse(`${at}.queryType`, `Use ${type}, or leave it out.`);
  }
  const windowMs = timeWindow * SECOND_MS;
  if (!alertWindows.some((one) => one.windowMs === windowMs)) {
    const known = alertWindows.map((one) => one.windowMs / SECOND_MS).join(', ');
    throw refuse(`${at}.timeWindow`, `Use one of ${known} seconds.`);
  }
  return { ...measured, windowMs };
}

function readAggregate(
  dataset: string,
  aggregate: string,
): Pick<MetricCondition, 'metric' | 'aggregate'> & { eventTypes: string[] } {
  const at = 'dataSources.0';
  // The command checks the aggregate.
  if (dataset === spanQuery.dataset) return { metric: 'spans', aggregate, eventTypes: spanQuery.eventTypes };
  const ofDataset = Object.entries(metricQueries).filter(([, one]) => one.dataset === dataset);
  if (ofDataset.length === 0) {
    const known = [...new Set(Object.values(metricQueries).map((one) => one.dataset)), spanQuery.dataset].join(', ');
    throw refuse(`${at}.dataset`, `Seismo does not measure "${dataset.slice(0, 100)}". Use one of ${known}.`);
  }
  const found = ofDataset.find(([, one]) => plain(one.aggregate) === plain(aggregate));
  if (!found) {
    const known = ofDataset.map(([, one]) => one.aggregate).join(' or ');
    throw refuse(`${at}.aggregate`, `Seismo does not measure "${aggregate.slice(0, 100)}". Use ${known}.`);
  }
  return { metric: found[0] as AlertMetric, eventTypes: found[1].eventTypes };
}

/** Sentry's clients write an aggregate with or without spaces and the name of its column. */
const plain = (aggregate: string): string => aggregate.replace(/ AS \w+$/, '').replaceAll(' ', '');

type Thresholds = Pick<MetricCondition, 'direction' | 'critical' | 'warning' | 'resolve'>;

function readThresholds(conditions: z.infer<typeof threshold>[], scale: number): Thresholds {
  const at = 'conditionGroup.conditions';
  const only = (result: number) => {
    const [first, second] = conditions.filter(({ conditionResult }) => conditionResult === result);
    if (second) throw refuse(at, `A metric has one condition with the result ${result}.`);
    return first;
  };
  const [critical, warning, resolve] = [only(results.critical), only(results.warning), only(results.resolve)];
  if (!critical) throw refuse(at, `Add a condition with the result ${results.critical}.`);
  const direction = critical.type.startsWith('g') ? 'above' : 'below';
  const [beyond, within] = direction === 'above' ? ['gt', 'lte'] : ['lt', 'gte'];
  for (const one of conditions) {
    const expected = one === resolve ? within : beyond;
    if (one.type === expected) continue;
    throw refuse(
      at,
      `The condition with the result ${one.conditionResult} is ${expected}; a value that is equal to a threshold does not cross it.`,
    );
  }
  const valueOf = (one: z.infer<typeof threshold> | undefined) => (one ? scaled(one.comparison, scale) : null);
  const mildest = valueOf(warning ?? critical);
  const resolveAt = valueOf(resolve);
  return {
    direction,
    critical: scaled(critical.comparison, scale),
    warning: valueOf(warning),
    resolve: resolveAt === mildest ? null : resolveAt,
  };
}

function readConfig(sent: z.infer<typeof config>, before: MetricCondition): MetricCondition {
  const { firesWithoutData, reportsEnd, reminderMinutes } = sent;
  return {
    ...before,
    comparison: readComparison(sent, before.windowMs),
    firesWithoutData: firesWithoutData ?? before.firesWithoutData,
    reportsEnd: reportsEnd ?? before.reportsEnd,
    reminderMs:
      reminderMinutes === undefined
        ? before.reminderMs
        : reminderMinutes === null
          ? null
          : Math.round(reminderMinutes * MINUTE_MS),
  };
}

function readComparison({ detectionType, comparisonDelta }: z.infer<typeof config>, windowMs: number): Comparison {
  const delta = comparisonDelta ?? null;
  if (detectionType === 'static') {
    if (delta === null) return 'value';
    throw refuse('config.comparisonDelta', 'Leave it out, or use the detection type percent.');
  }
  const found = (['before', 'week-before'] as const).find(
    (one) => delta !== null && comparisons[one].offsetMs(windowMs) === delta * SECOND_MS,
  );
  if (found) return found;
  const [before, week] = [windowMs / SECOND_MS, comparisons['week-before'].offsetMs() / SECOND_MS];
  throw refuse('config.comparisonDelta', `Use ${before} (the time before) or ${week} (a week before).`);
}
