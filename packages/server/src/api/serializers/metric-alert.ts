import { configShape, resolveOf, scaled, shareScale, snubaQuery, type MetricRule } from './detector.ts';
import { ownerText } from './alert-owner.ts';

/** Sentry's states of a metric alert. */
const active = 0;
const disabled = 5;
const above = 0;
const below = 1;
const MINUTE_S = 60;

/** A rule about a metric in Sentry's older form, which its MCP server reads. */
export function metricAlertShape(rule: MetricRule) {
  const { direction, critical, warning } = rule.condition;
  const { timeWindow, extrapolationMode: _, ...source } = snubaQuery(rule);
  const { detectionType, comparisonDelta } = configShape(rule.condition);
  const thresholdType = direction === 'above' ? above : below;
  const ofSentry = (threshold: number) => scaled(threshold, 1 / shareScale(rule.condition));
  const resolveThreshold = ofSentry(resolveOf(rule.condition));
  const trigger = (label: string, threshold: number) => {
    const alertThreshold = ofSentry(threshold);
    return { id: `${rule.id}-${label}`, label, thresholdType, alertThreshold, resolveThreshold, actions: [] };
  };
  return {
    id: String(rule.id),
    name: rule.name,
    status: rule.enabled ? active : disabled,
    ...source,
    timeWindow: timeWindow / MINUTE_S,
    detectionType,
    comparisonDelta: comparisonDelta === undefined ? null : comparisonDelta / MINUTE_S,
    thresholdType,
    resolveThreshold,
    triggers: [trigger('critical', critical), ...(warning === null ? [] : [trigger('warning', warning)])],
    projects: [rule.project.slug],
    owner: ownerText(rule),
  };
}
