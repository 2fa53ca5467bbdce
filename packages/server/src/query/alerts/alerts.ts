import { limits } from '@seismo/protocol';
import { z } from 'zod';
import { alertTriggers } from '#domain/alerts/triggers.ts';
import { permissions } from '#domain/permissions/permissions.ts';
import { requirePermission, requireSignedIn, type Scope, type Viewer } from '#domain/permissions/viewer.ts';
import { Refusal } from '#platform/refusal.ts';
import { pausedSinceRestore } from '#store/state/settings/restored.ts';
import type { Alert, Project } from '#store/state/contract.ts';
import { readCursor, writeCursor } from '../cursor.ts';
import type { QueryDeps } from '../deps.ts';
import { projectsNamed, projectsOfRows } from '../projects/projects.ts';
import type { AlertPage, AlertRuleView, AlertView, DeliveryView, EmailStatus } from './views.ts';

const cursorSchema = z.object({ id: z.number().int().positive() });

/** What fired in these projects (all that the viewer may see if none is named), with every message about it. */
export async function alerts(
  deps: QueryDeps,
  viewer: Viewer,
  filter: { projects: string[]; cursor: string | null; count: number },
): Promise<AlertPage> {
  const projects = await projectsNamed(deps, viewer, permissions.alerts, filter.projects);
  const cursor = readCursor(cursorSchema, filter.cursor);
  const count = Math.min(Math.max(1, filter.count), limits.API_PAGE_COUNT_MAX);
  const ids = projects.map(({ id }) => id);
  const found = await deps.state.listAlerts(ids, cursor?.id ?? null, count + 1);
  const last = found.length > count ? found[count - 1] : undefined;
  return {
    alerts: await viewsOf(deps, found.slice(0, count), projects),
    next: last ? writeCursor({ id: last.id }) : null,
  };
}

/** One alert. */
export async function alert(deps: QueryDeps, viewer: Viewer, id: number): Promise<AlertView> {
  const named = await alertNamed(deps, viewer, permissions.alert, id);
  const [view] = await viewsOf(deps, [named.alert], [named.project]);
  if (!view) throw missing();
  return view;
}

export async function alertNamed(
  { state }: QueryDeps,
  viewer: Viewer,
  scope: Scope,
  id: number,
): Promise<{ alert: Alert; project: Project }> {
  requireSignedIn(viewer);
  const [found] = Number.isSafeInteger(id) ? await state.alertsByIds([id]) : [];
  if (!found) throw missing();
  const project = (await state.projectById(found.projectId))!;
  requirePermission(viewer, scope, project.organizationId, 'alert');
  return { alert: found, project };
}

const missing = () =>
  new Refusal('not-found', 'No alert with this name or ID exists, or you do not have access to it.');

/** The rules of these projects, by project and in order of creation. */
export async function alertRules(deps: QueryDeps, viewer: Viewer, projectSlugs: string[]): Promise<AlertRuleView[]> {
  const projects = await projectsNamed(deps, viewer, permissions.alertRules, projectSlugs);
  const [rules, names] = await Promise.all([
    deps.state.listAlertRules(projects.map(({ id }) => id)),
    projectsOfRows(deps, projects),
  ]);
  return rules.map(({ id, projectId, name, triggerKind, query, enabled }) => ({
    id,
    project: names.get(projectId)!,
    name,
    trigger: triggerKind,
    when: alertTriggers[triggerKind].when,
    query,
    enabled,
  }));
}

export async function emailStatus({ state, config }: QueryDeps, viewer: Viewer): Promise<EmailStatus> {
  requireSignedIn(viewer);
  const restored = await pausedSinceRestore(state);
  return {
    isConfigured: config.mail !== null,
    from: config.mail?.from ?? null,
    paused:
      restored &&
      'This server was restored from a backup. It sends nothing until an owner allows outgoing connections.',
  };
}

async function viewsOf(deps: QueryDeps, found: Alert[], projects: Project[]): Promise<AlertView[]> {
  const { state } = deps;
  const [issues, rules, deliveries, names] = await Promise.all([
    state.issuesByIds([...new Set(found.map(({ issueId }) => issueId))]),
    state.listAlertRules([...new Set(found.map(({ projectId }) => projectId))]),
    state.deliveriesOfAlerts(found.map(({ id }) => id)),
    projectsOfRows(deps, projects),
  ]);
  const [users, attempts] = await Promise.all([
    state.usersByIds([...new Set(deliveries.map(({ userId }) => userId))]),
    state.attemptsOf([...new Set(deliveries.map(({ id }) => id))]),
  ]);
  const [issueOf, ruleOf, userOf] = [byId(issues), byId(rules), byId(users)];
  const attemptsBy = Map.groupBy(attempts, ({ deliveryId }) => deliveryId);
  const deliveriesBy = Map.groupBy(deliveries, ({ alertId }) => alertId);
  return found.flatMap(({ id, projectId, issueId, happenedAtMs, decidedAtMs, matches }): AlertView[] => {
    const issue = issueOf.get(issueId);
    if (!issue) return [];
    const { shortId, type, value, culprit, level } = issue;
    return [
      {
        id,
        project: names.get(projectId)!,
        issue: { id: issueId, shortId, type, value, culprit, level },
        happenedAtMs,
        decidedAtMs,
        matches: matches.map(({ ruleId, suppressed }) => ({
          ruleName: ruleOf.get(ruleId)!.name,
          when: alertTriggers[ruleOf.get(ruleId)!.triggerKind].when,
          suppressed,
        })),
        deliveries: (deliveriesBy.get(id) ?? []).map((delivery): DeliveryView => {
          const { email, name } = userOf.get(delivery.userId)!;
          return {
            id: delivery.id,
            to: { email, name },
            status: delivery.status,
            queuedAtMs: delivery.queuedAtMs,
            dueAtMs: delivery.dueAtMs,
            endedAtMs: delivery.endedAtMs,
            attempts: (attemptsBy.get(delivery.id) ?? []).map(({ deliveryId: _, ...attempt }) => attempt),
          };
        }),
      },
    ];
  });
}

const byId = <Row extends { id: number }>(rows: Row[]) => new Map(rows.map((row) => [row.id, row]));
