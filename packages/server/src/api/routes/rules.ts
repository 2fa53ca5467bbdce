import { z } from 'zod';
import { permissions } from '#domain/permissions/permissions.ts';
import type { Viewer } from '#domain/permissions/viewer.ts';
import { Refusal } from '#platform/refusal.ts';
import type { ProjectView } from '#query/projects/views.ts';
import { withFields } from '../alert-fields.ts';
import { page, pageOf } from '../page.ts';
import { withoutEffect } from '../parameters.ts';
import type { Routes } from '../router.ts';
import { refuse } from '../serializers/alert-filter.ts';
import { isMetric } from '../serializers/detector.ts';
import { issueAlertShape, readOlderAction, readOlderConditions, type OlderPart } from '../serializers/issue-alert.ts';
import { conditionsChange, fixedFields, noRecipients, settingsOf, type WorkflowChange } from '../workflow-body.ts';
import { readsAlerts, targetsOf } from './workflows.ts';

const path = '/projects/:org/:project/rules';
const part = z.record(z.string(), z.unknown()).refine(({ id }) => typeof id === 'string', 'Each has an id.');
const parts = z.array(part).transform((all) => all as OlderPart[]);
const ruleChange = z.strictObject({
  ...fixedFields,
  snooze: withoutEffect('Clients send it back; a rule is snoozed in Seismo.'),
  name: z.string().optional(),
  projects: z.array(z.string()).optional(),
  actionMatch: z.enum(['any', 'all']).optional(),
  filterMatch: z.enum(['all', 'any'], 'Use all.').optional(),
  frequency: z.number().min(5, 'At least 5 minutes.').max(1440, 'At most 1440 minutes.').optional(),
  environment: z.string().nullish(),
  environments: z.array(z.string()).optional(),
  owner: z.string().nullish(),
  status: z.enum(['active', 'disabled']).optional(),
  conditions: parts.optional(),
  filters: parts.optional(),
  actions: parts.optional(),
});
const newRule = ruleChange.required({ name: true, conditions: true, actions: true });
type RuleChange = z.infer<typeof ruleChange>;
/** Where older bodies have what workflows have. */
const fields = { query: 'filters', condition: 'conditions', environments: 'environment', repeatMs: 'frequency' };

/** Rules about issues in the form of Sentry's older API, which Terraform's `sentry_issue_alert` uses. */
export const ruleRoutes: Routes = (api, { query, command, publicUrl }) => {
  async function find(viewer: Viewer, project: string, id: string) {
    const rule = await query.alertRule(viewer, Number(id));
    const targets = await targetsOf(query, viewer, project);
    if (rule.project.id === targets.project.id && !isMetric(rule)) return { rule, targets };
    throw new Refusal('not-found', 'No rule about issues of this project has this ID.');
  }

  api.get(path, { query: page, requires: readsAlerts }, async (context, viewer, sent) => {
    const project = context.req.param('project');
    const [rules, targets] = await Promise.all([
      query.alertRules(viewer, [project]),
      targetsOf(query, viewer, project),
    ]);
    const found = rules.filter((rule) => !isMetric(rule)).map((rule) => issueAlertShape(rule, targets));
    return context.json(pageOf(context, publicUrl, sent.query, found));
  });

  api.post(
    path,
    { body: newRule, requires: [...readsAlerts, permissions.createAlertRule] },
    async (context, viewer, { body }) => {
      const targets = await targetsOf(query, viewer, context.req.param('project'));
      const change = workflowOf(body, targets.project);
      const { trigger = 'new-issue', ...input } = withOlderNames(() => ({
        ...settingsOf(change, { environments: [] }, targets),
        ...conditionsChange(change, null),
      }));
      const rule = { ...noRecipients, owner: null, ...input, trigger, name: body.name };
      const id = await withFields(fields, () => command.createAlertRule(viewer, targets.project.slug, rule));
      return context.json(issueAlertShape(await query.alertRule(viewer, id), targets), 201);
    },
  );

  api.get(`${path}/:rule`, { requires: readsAlerts }, async (context, viewer) => {
    const { rule, targets } = await find(viewer, context.req.param('project'), context.req.param('rule'));
    return context.json(issueAlertShape(rule, targets));
  });

  api.put(
    `${path}/:rule`,
    { body: ruleChange, requires: [...readsAlerts, permissions.setAlertRule] },
    async (context, viewer, { body }) => {
      const { rule, targets } = await find(viewer, context.req.param('project'), context.req.param('rule'));
      const before = issueAlertShape(rule, targets);
      const whole = {
        ...body,
        conditions: body.conditions ?? before.conditions,
        filters: body.filters ?? before.filters,
      };
      const change = workflowOf({ ...whole, actions: body.actions ?? before.actions }, targets.project);
      const set = withOlderNames(() => ({ ...settingsOf(change, rule, targets), ...conditionsChange(change, rule) }));
      await withFields(fields, () => command.setAlertRule(viewer, rule.id, set));
      return context.json(issueAlertShape(await query.alertRule(viewer, rule.id), targets));
    },
  );

  api.delete(`${path}/:rule`, { requires: readsAlerts }, async (context, viewer) => {
    const { rule } = await find(viewer, context.req.param('project'), context.req.param('rule'));
    await command.deleteAlertRule(viewer, rule.id);
    return context.body(null, 202);
  });
};

/** The same as a workflow. */
function workflowOf(body: RuleChange, { id, slug }: ProjectView): WorkflowChange {
  const { name, owner, environment, environments, frequency, status, projects } = body;
  if (projects?.some((one) => one !== slug && one !== String(id))) {
    throw refuse('projects', `A rule belongs to one project: ${slug}.`);
  }
  const { triggers, filters } = readOlderConditions(body.conditions ?? [], body.filters ?? []);
  requireMatch(body.actionMatch, triggers.length, (body.conditions ?? []).length);
  if (body.filterMatch === 'any' && (body.filters ?? []).length > 1) {
    throw refuse('filterMatch', 'All filters of a rule must match: use all, or seismo_query with OR.');
  }
  return {
    name,
    owner,
    environment,
    environments,
    enabled: status && status === 'active',
    config: frequency === undefined ? undefined : { frequency },
    triggers: { conditions: triggers },
    actionFilters: [{ conditions: filters, actions: (body.actions ?? []).map(readOlderAction) }],
  };
}

/** One trigger is enough, and all numbers of an issue must be reached. */
function requireMatch(actionMatch: RuleChange['actionMatch'], triggers: number, conditions: number): void {
  if (conditions < 2 || actionMatch === undefined) return;
  const expected = triggers === 0 ? 'all' : 'any';
  if (actionMatch !== expected) throw refuse('actionMatch', `Use ${expected} for these conditions.`);
}

/** Refusals about parts of a workflow name the older fields. */
function withOlderNames<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const message = error.message
      .replace(/^triggers(\.conditions)?/, 'conditions')
      .replace(/^actionFilters\.0\.conditions/, 'filters')
      .replace(/^actionFilters\.0\.actions/, 'actions');
    throw new Refusal(error.code, message);
  }
}
