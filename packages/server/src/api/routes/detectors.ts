import type { Context } from 'hono';
import { permissions } from '#domain/permissions/permissions.ts';
import type { Viewer } from '#domain/permissions/viewer.ts';
import { Refusal } from '#platform/refusal.ts';
import type { ProjectView } from '#query/projects/views.ts';
import { detectorFields, withFields } from '../alert-fields.ts';
import { alertList, searchAlerts, sorted } from '../alert-search.ts';
import { detectorChange, detectorSettings, newDetector, type DetectorChange } from '../detector-body.ts';
import type { ApiEnv } from '../deps.ts';
import { page, pageOf } from '../page.ts';
import { projectSlugsOf } from '../projects-of.ts';
import type { Routes } from '../router.ts';
import { refuse } from '../serializers/alert-filter.ts';
import {
  isMetric,
  issueDetectorId,
  issueDetectorShape,
  issueType,
  metricDetectorShape,
  metricType,
  type MetricRule,
} from '../serializers/detector.ts';
import { hasRecipients } from '../serializers/alert-recipients.ts';
import { noRecipients } from '../workflow-body.ts';
import { readsAlerts } from './workflows.ts';

const path = '/organizations/:org/detectors';

/** Rules about metrics as detectors, and a detector of issues for each project. */
export const detectorRoutes: Routes = (api, { query, command, publicUrl }) => {
  async function listDetectors(viewer: Viewer, slugs: string[]) {
    const [rules, projects] = await Promise.all([query.alertRules(viewer, slugs), query.listProjects(viewer)]);
    const named = projects.filter(
      ({ id, slug }) => slugs.length === 0 || slugs.some((one) => one === slug || one === String(id)),
    );
    return [
      ...rules.filter(isMetric).map((rule) => metricDetectorShape(rule, viewer)),
      ...named.map((project) => issueDetectorShape(project, rules)),
    ];
  }

  api.get(path, { query: { ...alertList, ...page }, requires: readsAlerts }, async (context, viewer, sent) => {
    const { project, projectSlug, sortBy } = sent.query;
    const all = await listDetectors(viewer, projectSlugsOf({ project: [...project, ...projectSlug] }));
    const found = searchAlerts(all, sent.query, {
      name: ({ name }) => [name],
      // In Sentry, a project has a further detector of all its issues.
      type: ({ type }) => (type === issueType ? [issueType, 'issue_stream'] : [metricType, 'metric']),
    });
    return context.json(pageOf(context, publicUrl, sent.query, sorted(found, sortBy)));
  });

  async function find(viewer: Viewer, id: string): Promise<MetricRule | ProjectView> {
    const project = (await query.listProjects(viewer)).find((one) => String(issueDetectorId(one.id)) === id);
    if (project) return project;
    const rule = await query.alertRule(viewer, Number(id));
    if (isMetric(rule)) return rule;
    throw new Refusal('not-found', 'No detector has this ID, or you do not have access to it.');
  }
  async function findMetric(viewer: Viewer, id: string): Promise<MetricRule> {
    const found = await find(viewer, id);
    if ('condition' in found) return found;
    throw new Refusal('invalid', `The detector of the issues of ${found.slug} cannot be changed or deleted.`);
  }
  async function shape(viewer: Viewer, id: number) {
    return metricDetectorShape((await query.alertRule(viewer, id)) as MetricRule, viewer);
  }

  api.get(`${path}/:rule`, { requires: readsAlerts }, async (context, viewer) => {
    const found = await find(viewer, context.req.param('rule'));
    if ('condition' in found) return context.json(metricDetectorShape(found, viewer));
    return context.json(issueDetectorShape(found, await query.alertRules(viewer, [found.slug])));
  });

  const creates = { body: newDetector, requires: [...readsAlerts, permissions.createAlertRule] } as const;
  async function create(
    context: Context<ApiEnv, '/projects/:org/:project/detectors'>,
    viewer: Viewer,
    body: DetectorChange & { name: string },
  ) {
    const project = await query.project(viewer, context.req.param('project'));
    requireSame(body, { project, workflowIds: [] });
    const input = { ...noRecipients, owner: null, ...detectorSettings(body, null), name: body.name };
    const rule = { ...input, trigger: 'metric' as const };
    const id = await withFields(detectorFields, () => command.createAlertRule(viewer, project.slug, rule));
    return context.json(await shape(viewer, id), 201);
  }
  api.post('/projects/:org/:project/detectors', creates, (context, viewer, { body }) => create(context, viewer, body));
  api.post('/organizations/:org/projects/:project/detectors', creates, (context, viewer, { body }) =>
    create(context as never, viewer, body),
  );

  api.put(
    `${path}/:rule`,
    { body: detectorChange, requires: [...readsAlerts, permissions.setAlertRule] },
    async (context, viewer, { body }) => {
      const rule = await findMetric(viewer, context.req.param('rule'));
      requireSame(body, { project: rule.project, workflowIds: hasRecipients(rule) ? [String(rule.id)] : [] });
      const change = detectorSettings(body, rule);
      await withFields(detectorFields, () => command.setAlertRule(viewer, rule.id, change));
      return context.json(await shape(viewer, rule.id));
    },
  );

  api.delete(`${path}/:rule`, { requires: readsAlerts }, async (context, viewer) => {
    const { id } = await findMetric(viewer, context.req.param('rule'));
    await command.deleteAlertRule(viewer, id);
    return context.body(null, 204);
  });
};

function requireSame(
  { projectId, projectSlug, workflowIds: sent }: DetectorChange,
  { project, workflowIds }: { project: Pick<ProjectView, 'id' | 'slug'>; workflowIds: string[] },
): void {
  const isOther = (name: string | undefined) =>
    name !== undefined && name !== project.slug && name !== String(project.id);
  if (isOther(projectId)) throw refuse('projectId', `It is that of the path: ${project.id}.`);
  if (isOther(projectSlug)) throw refuse('projectSlug', `It is that of the path: ${project.slug}.`);
  if (sent === undefined || sent.join() === workflowIds.join()) return;
  const now = workflowIds.length === 0 ? 'It has none' : `It has ${workflowIds[0]}`;
  throw refuse('workflowIds', `A metric has an alert of its own. ${now}; create or delete it as a workflow.`);
}
