import type { Context } from 'hono';
import { z } from 'zod';
import type { Viewer } from '#domain/permissions/viewer.ts';
import { Refusal } from '#platform/refusal.ts';
import type { ApiEnv } from '../deps.ts';
import { page, pageOf } from '../page.ts';
import { text, texts, type Query } from '../parameters.ts';
import { projectParameter, projectsOf } from '../projects-of.ts';
import type { Routes } from '../router.ts';
import { isMetric } from '../serializers/detector.ts';
import { metricAlertShape } from '../serializers/metric-alert.ts';
import { readsAlerts } from './workflows.ts';

const listed = { project: texts, name: text, ...page };

/** Rules about metrics in the form of Sentry's older API, which its MCP server still reads. */
export const alertRuleRoutes: Routes = (api, { query, publicUrl }) => {
  async function list(context: Context<ApiEnv>, viewer: Viewer, sent: Partial<Query<typeof listed>>) {
    const rules = await query.alertRules(viewer, projectsOf(context, { project: sent.project ?? [] }));
    const name = sent.name?.toLowerCase() ?? '';
    const found = rules.filter(isMetric).filter((rule) => rule.name.toLowerCase().includes(name));
    return context.json(pageOf(context, publicUrl, sent as Query<typeof page>, found).map(metricAlertShape));
  }

  for (const path of ['/organizations/:org/alert-rules', '/projects/:org/:project/alert-rules'] as const) {
    api.get(path, { query: { ...projectParameter(path), ...page }, requires: readsAlerts }, (context, viewer, sent) =>
      list(context, viewer, sent.query),
    );
  }

  const alertType = z
    .array(z.literal('alert_rule', 'Use alert_rule. Alerts about issues are under workflows.'))
    .optional();
  api.get(
    '/organizations/:org/combined-rules',
    { query: { ...listed, alertType }, requires: readsAlerts },
    (context, viewer, sent) => list(context, viewer, sent.query),
  );

  api.get('/organizations/:org/alert-rules/:rule', { requires: readsAlerts }, async (context, viewer) => {
    const rule = await query.alertRule(viewer, Number(context.req.param('rule')));
    if (isMetric(rule)) return context.json(metricAlertShape(rule));
    throw new Refusal('not-found', 'No metric alert has this ID, or you do not have access to it.');
  });
};
