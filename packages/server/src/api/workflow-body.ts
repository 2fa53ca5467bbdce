import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { AlertRuleInput } from '#command/alerts/alert-rules.ts';
import type { AlertRuleView } from '#query/alerts/views.ts';
import { constantFields } from './constant.ts';
import { withoutEffect, type Shape } from './parameters.ts';
import { conditionsOf, isChangeable, isSame, readConditions } from './serializers/alert-conditions.ts';
import { refuse } from './serializers/alert-filter.ts';
import { ownerText, readOwner } from './serializers/alert-owner.ts';
import { action, recipientsOf, type Recipients, type Targets } from './serializers/alert-recipients.ts';
import { environmentShape } from './serializers/alert-environments.ts';

const MINUTE_MS = 60_000;
const sentBack = withoutEffect('Clients send it back; it cannot be changed.');
/** Fields of answers that only the server sets. */
export const fixedFields: Shape = {
  id: sentBack,
  organizationId: sentBack,
  createdBy: sentBack,
  dateCreated: sentBack,
  dateUpdated: sentBack,
};

const condition = z.strictObject({
  ...constantFields({ conditionResult: true }),
  id: sentBack,
  type: z.string(),
  comparison: z.unknown().default(true),
});
const group = { id: sentBack, organizationId: sentBack, conditions: z.array(condition) };
const nothing = z.array(z.unknown()).max(0, 'Use the actions of actionFilters.').optional();

export const workflowChange = z.strictObject({
  ...fixedFields,
  lastTriggered: sentBack,
  name: z.string().optional(),
  enabled: z.boolean().optional(),
  owner: z.string().nullish(),
  environment: z.string().nullish(),
  environments: z.array(z.string()).optional(),
  config: z
    .strictObject({ frequency: z.number().min(5, 'At least 5 minutes.').max(1440, 'At most 1440 minutes.') })
    .optional(),
  detectorIds: z.array(z.union([z.string(), z.number()]).transform(String)).optional(),
  triggers: z
    .strictObject({ ...group, logicType: z.enum(['any-short', 'any', 'all']).optional(), actions: nothing })
    .optional(),
  actionFilters: z
    .array(
      z.strictObject({
        ...group,
        logicType: z.enum(['all', 'any', 'any-short', 'none']).optional(),
        actions: z.array(action),
      }),
    )
    .length(1, 'A rule of Seismo has one group of filters and actions.')
    .optional(),
});
export const newWorkflow = workflowChange.required({ name: true, detectorIds: true, actionFilters: true });
export type WorkflowChange = z.infer<typeof workflowChange>;

/** What a body changes, apart from what a rule waits for. */
export function settingsOf(
  body: WorkflowChange,
  before: Pick<AlertRuleView, 'environments'>,
  targets: Targets,
): Partial<AlertRuleInput> {
  const { name, enabled, owner, config, actionFilters } = body;
  return {
    ...(name !== undefined && { name }),
    ...(enabled !== undefined && { enabled }),
    ...(owner !== undefined && { owner: readOwner(owner) }),
    ...(config !== undefined && { repeatMs: Math.round(config.frequency * MINUTE_MS) }),
    ...environmentsChange(body, before),
    ...(actionFilters && recipientsOf(actionFilters[0]!.actions, targets, 'actionFilters.0.actions')),
  };
}

/** Whole answers that are sent back have both fields, of which clients change one. */
export function environmentsChange(
  sent: { environment?: string | null | undefined; environments?: string[] | undefined },
  before: Pick<AlertRuleView, 'environments'>,
): { environments?: string[] } {
  const { environments = before.environments } = sent;
  if (!isDeepStrictEqual(environments, before.environments)) return { environments };
  const { environment } = environmentShape(before);
  if (sent.environment === undefined || sent.environment === environment) return {};
  return { environments: sent.environment ? [sent.environment] : [] };
}

/** What a rule is to wait for, if a body changes that. */
export function conditionsChange(
  { triggers, actionFilters }: WorkflowChange,
  before: AlertRuleView | null,
): Partial<AlertRuleInput> {
  const filters = actionFilters?.[0];
  const current = before === null ? { triggers: [], filters: [] } : conditionsOf(before);
  const sent = { triggers: triggers?.conditions ?? current.triggers, filters: filters?.conditions ?? current.filters };
  requireAll(filters?.logicType, sent.filters.length);
  if (triggers?.logicType === 'all' && sent.triggers.length > 1) {
    throw refuse('triggers.logicType', 'One of the triggers is enough: use any-short.');
  }
  if (before !== null && isSame(sent, current)) return {};
  if (before !== null && !isChangeable(before)) {
    throw refuse(
      'triggers',
      `This API cannot change the conditions of this rule: ${before.when}. Change it in Seismo.`,
    );
  }
  return readConditions(sent, { triggers: 'triggers.conditions', filters: 'actionFilters.0.conditions' });
}

/** All conditions of a rule must hold. */
function requireAll(logicType: string | undefined, count: number): void {
  if (logicType === 'none' || (logicType !== undefined && logicType !== 'all' && count > 1)) {
    throw refuse('actionFilters.0.logicType', 'All conditions of a rule must hold: use all, or seismo_query with OR.');
  }
}

/** A rule about a metric that is connected as an alert: only its recipients and how often it sends. */
export function metricChange(body: WorkflowChange, rule: AlertRuleView, targets: Targets): Partial<AlertRuleInput> {
  const { triggers, actionFilters } = body;
  for (const [at, conditions] of [
    ['triggers.conditions', triggers?.conditions],
    ['actionFilters.0.conditions', actionFilters?.[0]?.conditions],
  ] as const) {
    if (conditions?.length) throw refuse(at, 'A metric has its conditions in its detector. Leave them out here.');
  }
  const { name = rule.name, enabled = rule.enabled, ...change } = settingsOf(body, rule, targets);
  if (name !== rule.name) throw refuse('name', `The alert of a metric has the name of its detector: ${rule.name}.`);
  const isSwitched = enabled !== rule.enabled;
  if (isSwitched) throw refuse('enabled', `The alert of a metric is ${rule.enabled ? 'on' : 'off'} with its detector.`);
  for (const field of ['owner', 'environments'] as const) {
    const isChanged = change[field] !== undefined && (field !== 'owner' || body.owner !== ownerText(rule));
    if (isChanged) throw refuse(field, 'A metric has it in its detector.');
  }
  const { owner: _, ...sending } = change;
  return sending;
}

export const noRecipients: Recipients = { toTeam: false, channelIds: [] };
