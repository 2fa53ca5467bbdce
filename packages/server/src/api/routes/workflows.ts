import { permissions } from '#domain/permissions/permissions.ts';
import type { Viewer } from '#domain/permissions/viewer.ts';
import { Refusal } from '#platform/refusal.ts';
import type { AlertRuleView } from '#query/alerts/views.ts';
import type { ApiDeps } from '../deps.ts';
import { withFields, workflowFields } from '../alert-fields.ts';
import { alertList, searchAlerts, sorted } from '../alert-search.ts';
import { page, pageOf } from '../page.ts';
import { projectSlugsOf } from '../projects-of.ts';
import type { Routes } from '../router.ts';
import { refuse } from '../serializers/alert-filter.ts';
import { hasRecipients, type Targets } from '../serializers/alert-recipients.ts';
import { detectorIdOf, isMetric, issueDetectorId } from '../serializers/detector.ts';
import { workflowShape } from '../serializers/workflow.ts';
import { texts } from '../parameters.ts';
import {
  conditionsChange,
  metricChange,
  newWorkflow,
  noRecipients,
  settingsOf,
  workflowChange,
  type WorkflowChange,
} from '../workflow-body.ts';

const path = '/organizations/:org/workflows';
/** Answers name projects, teams and channels. */
export const readsAlerts = [permissions.alertRules, permissions.project] as const;

/** Alert rules as workflows. A rule keeps its ID. */
export const workflowRoutes: Routes = (api, { query, command, publicUrl }) => {
  async function shape(viewer: Viewer, id: number) {
    const rule = await query.alertRule(viewer, id);
    return workflowShape(rule, await targetsOf(query, viewer, rule.project.slug), viewer);
  }

  api.get(
    path,
    { query: { ...alertList, detector: texts, ...page }, requires: readsAlerts },
    async (context, viewer, sent) => {
      const { project, projectSlug, detector, sortBy } = sent.query;
      const [rules, projects, { channels }] = await Promise.all([
        query.alertRules(viewer, projectSlugsOf({ project: [...project, ...projectSlug] })),
        query.listProjects(viewer),
        query.channels(viewer),
      ]);
      const projectOf = new Map(projects.map((one) => [one.id, one]));
      const all = rules
        .filter((rule) => isAlert(rule) && (detector.length === 0 || detector.includes(String(detectorIdOf(rule)))))
        .flatMap((rule) => {
          const of = projectOf.get(rule.project.id);
          return of ? workflowShape(rule, { project: of, channels }, viewer) : [];
        });
      const found = searchAlerts(all, sent.query, {
        name: ({ name }) => [name],
        action: ({ actionFilters }) => actionFilters[0]!.actions.map(({ type }) => type),
      });
      return context.json(pageOf(context, publicUrl, sent.query, sorted(found, sortBy)));
    },
  );

  api.post(
    path,
    { body: newWorkflow, requires: [...readsAlerts, permissions.createAlertRule] },
    async (context, viewer, { body }) => {
      const { metric, project } = await detectorOf(query, viewer, body.detectorIds);
      const targets = await targetsOf(query, viewer, project);
      if (metric) {
        if (hasRecipients(metric)) throw new Refusal('conflict', `The metric ${metric.id} has an alert: ${metric.id}.`);
        const change = metricChange(body, metric, targets);
        if (!hasRecipients({ ...metric, ...change })) throw refuse('actionFilters.0.actions', 'Add an action.');
        await withFields(workflowFields, () => command.setAlertRule(viewer, metric.id, change));
        return context.json(await shape(viewer, metric.id), 201);
      }
      const input = { ...noRecipients, owner: null, ...settingsOf(body, { environments: [] }, targets) };
      const { trigger = 'new-issue', ...conditions } = conditionsChange(body, null);
      const rule = { ...input, ...conditions, trigger, name: body.name };
      const id = await withFields(workflowFields, () => command.createAlertRule(viewer, project, rule));
      return context.json(await shape(viewer, id), 201);
    },
  );

  async function find(viewer: Viewer, id: string): Promise<AlertRuleView> {
    const rule = await query.alertRule(viewer, Number(id));
    if (isAlert(rule)) return rule;
    throw new Refusal('not-found', 'The metric has no alert yet. Create one that names its detector.');
  }

  api.get(`${path}/:rule`, { requires: readsAlerts }, async (context, viewer) => {
    const { id } = await find(viewer, context.req.param('rule'));
    return context.json(await shape(viewer, id));
  });

  api.put(
    `${path}/:rule`,
    { body: workflowChange, requires: [...readsAlerts, permissions.setAlertRule] },
    async (context, viewer, { body }) => {
      const rule = await find(viewer, context.req.param('rule'));
      const targets = await targetsOf(query, viewer, rule.project.slug);
      requireSameDetector(body, rule);
      const change = isMetric(rule)
        ? metricChange(body, rule, targets)
        : { ...settingsOf(body, rule, targets), ...conditionsChange(body, rule) };
      if (isMetric(rule) && !hasRecipients({ ...rule, ...change })) {
        throw refuse('actionFilters.0.actions', 'Delete the alert to send a metric to no one.');
      }
      await withFields(workflowFields, () => command.setAlertRule(viewer, rule.id, change));
      return context.json(await shape(viewer, rule.id));
    },
  );

  api.delete(`${path}/:rule`, { requires: readsAlerts }, async (context, viewer) => {
    const rule = await find(viewer, context.req.param('rule'));
    if (isMetric(rule)) await command.setAlertRule(viewer, rule.id, noRecipients);
    else await command.deleteAlertRule(viewer, rule.id);
    return context.body(null, 204);
  });
};

/** A rule about a metric is an alert, too, if it sends to anyone. */
const isAlert = (rule: AlertRuleView): boolean => !isMetric(rule) || hasRecipients(rule);

export async function targetsOf(query: ApiDeps['query'], viewer: Viewer, project: string): Promise<Targets> {
  const [view, { channels }] = await Promise.all([query.project(viewer, project), query.channels(viewer)]);
  return { project: view, channels };
}

/** A rule belongs to one project, so its alert has one detector: that of the project's issues, or of a metric. */
async function detectorOf(
  query: ApiDeps['query'],
  viewer: Viewer,
  ids: string[],
): Promise<{ project: string; metric: AlertRuleView | null }> {
  const [id, second] = ids;
  if (id === undefined || second !== undefined) {
    throw refuse('detectorIds', 'Name one detector. A rule of Seismo belongs to one project or one metric.');
  }
  const project = (await query.listProjects(viewer)).find((one) => String(issueDetectorId(one.id)) === id);
  if (project) return { project: project.slug, metric: null };
  const metric = (await query.alertRules(viewer, [])).find((rule) => isMetric(rule) && String(rule.id) === id);
  if (metric) return { project: metric.project.slug, metric };
  throw refuse('detectorIds', `No detector has the ID ${id.slice(0, 100)}, or you do not have access to it.`);
}

function requireSameDetector({ detectorIds }: WorkflowChange, rule: AlertRuleView): void {
  const own = String(detectorIdOf(rule));
  if (detectorIds === undefined || (detectorIds.length === 1 && detectorIds[0] === own)) return;
  throw refuse('detectorIds', `It cannot be changed: ${own}. Create a rule in the other project.`);
}
