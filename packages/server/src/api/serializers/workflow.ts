import type { AlertRuleView } from '#query/alerts/views.ts';
import type { Viewer } from '#domain/permissions/viewer.ts';
import { conditionsOf } from './alert-conditions.ts';
import { environmentShape } from './alert-environments.ts';
import type { AlertCondition } from './alert-filter.ts';
import { actionsShape, type Targets } from './alert-recipients.ts';
import { detectorIdOf } from './detector.ts';
import { ownerText } from './alert-owner.ts';

const MINUTE_MS = 60_000;

/** A rule as a workflow, Sentry's form of an alert. A rule about a metric is one that its detector is connected to. */
export function workflowShape(rule: AlertRuleView, targets: Targets, viewer: Viewer) {
  const organizationId = String(viewer.memberships[0]!.organizationId);
  const { triggers, filters } = conditionsOf(rule);
  const group = { id: String(rule.id), organizationId };
  return {
    ...group,
    name: rule.name,
    createdBy: null,
    triggers: { ...group, logicType: 'any-short', conditions: conditionsShape(triggers), actions: [] },
    actionFilters: [
      { ...group, logicType: 'all', conditions: conditionsShape(filters), actions: actionsShape(rule, targets) },
    ],
    ...environmentShape(rule),
    config: { frequency: rule.repeatMs / MINUTE_MS },
    detectorIds: [String(detectorIdOf(rule))],
    enabled: rule.enabled,
    owner: ownerText(rule),
  };
}

const conditionsShape = (conditions: readonly AlertCondition[]) =>
  conditions.map((condition, index) => ({ id: String(index + 1), ...condition, conditionResult: true }));
