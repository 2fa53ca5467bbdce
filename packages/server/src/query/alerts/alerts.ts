import { limits } from '@seismo/protocol';
import { z } from 'zod';
import { channelKinds } from '#domain/alerts/channel-kinds.ts';
import { spansPath } from '#domain/alerts/spans-path.ts';
import { conditionKindOf, conditionText, readingText, whenOf } from '#domain/alerts/triggers.ts';
import type { AssigneeView } from '#domain/ownership/assignee.ts';
import { reasonTexts } from '#domain/releases/measured-health.ts';
import { permissions } from '#domain/permissions/permissions.ts';
import {
  requirePermission,
  requireSignedIn,
  type Permission,
  type Scope,
  type Viewer,
} from '#domain/permissions/viewer.ts';
import { Refusal } from '#platform/refusal.ts';
import { emailFailing } from '#store/state/settings/email-failing.ts';
import { pausedSinceRestore } from '#store/state/settings/restored.ts';
import type {
  Alert,
  AlertedMeasure,
  AlertRule,
  Issue,
  Project,
  Recipient,
  ReleaseSummary,
} from '#store/state/contract.ts';
import { issueNamed } from '../issues/issue.ts';
import { readCursor, writeCursor } from '../cursor.ts';
import type { QueryDeps } from '../deps.ts';
import { projectsNamed, projectsOfRows } from '../projects/projects.ts';
import type { ProjectOfRow } from '../projects/views.ts';
import { ruleOwners } from './rule-owner.ts';
import type {
  AlertedMetricView,
  AlertedReleaseView,
  AlertPage,
  AlertRuleView,
  AlertView,
  DeliveryView,
  EmailStatus,
  IssueAlerts,
} from './views.ts';

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

/** How often an issue was reported, and to whom the last time. */
export async function issueAlerts(deps: QueryDeps, viewer: Viewer, shortId: string): Promise<IssueAlerts> {
  const { id } = await issueNamed(deps, viewer, permissions.issueAlerts, shortId);
  const { count, lastId } = await deps.state.alertedTimes(id);
  const [last] = lastId === null ? [] : await deps.state.alertsByIds([lastId]);
  if (!last) return { count, last: null };
  const deliveries = await deps.state.deliveriesOfAlerts([last.id]);
  const recipientOf = await recipientsOf(deps, deliveries);
  const to = deliveries.map((delivery) => recipientOf(delivery).name);
  return { count, last: { id: last.id, atMs: last.decidedAtMs, to: [...new Set(to)] } };
}

export async function alertNamed(
  { state }: Pick<QueryDeps, 'state'>,
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

/** One rule, without those that were deleted. */
export async function alertRule(deps: QueryDeps, viewer: Viewer, id: number): Promise<AlertRuleView> {
  const { rule, project } = await alertRuleNamed(deps, viewer, permissions.alertRule, id);
  const [names, ownerOf] = await Promise.all([projectsOfRows(deps, [project]), ruleOwners(deps, [project])]);
  return ruleViewOf(rule, viewer, names.get(project.id)!, ownerOf(rule));
}

export async function alertRuleNamed(
  { state }: Pick<QueryDeps, 'state'>,
  viewer: Viewer,
  permission: Permission,
  id: number,
): Promise<{ rule: AlertRule; project: Project }> {
  requireSignedIn(viewer);
  const [rule] = Number.isSafeInteger(id) ? await state.alertRulesByIds([id]) : [];
  const project = rule && (await state.projectById(rule.projectId));
  if (!project || rule.deletedAtMs !== null) {
    throw new Refusal('not-found', 'No alert rule with this name or ID exists, or you do not have access to it.');
  }
  requirePermission(viewer, permission, project.organizationId, 'alert rule');
  return { rule, project };
}

function ruleViewOf(
  { projectId: _, triggerKind, mutedBy, createdAtMs: __, deletedAtMs: ___, ...rule }: AlertRule,
  { userId }: Viewer,
  project: ProjectOfRow,
  owner: AssigneeView | null,
): AlertRuleView {
  const { condition, evaluated: last } = rule;
  const evaluated = last && condition?.kind === 'metric' ? { ...last, reading: readingText(condition, last) } : null;
  const isMuted = userId !== null && mutedBy.includes(userId);
  const when = whenOf({ ...rule, triggerKind });
  return { ...rule, evaluated, project, trigger: triggerKind, when, owner, isMuted };
}

/** The rules of these projects, by project and in order of creation. */
export async function alertRules(deps: QueryDeps, viewer: Viewer, projectSlugs: string[]): Promise<AlertRuleView[]> {
  const projects = await projectsNamed(deps, viewer, permissions.alertRules, projectSlugs);
  const [rules, names, ownerOf] = await Promise.all([
    deps.state.listAlertRules(projects.map(({ id }) => id)),
    projectsOfRows(deps, projects),
    ruleOwners(deps, projects),
  ]);
  return rules.map((rule) => ruleViewOf(rule, viewer, names.get(rule.projectId)!, ownerOf(rule)));
}

export async function emailStatus({ state, config }: QueryDeps, viewer: Viewer): Promise<EmailStatus> {
  requireSignedIn(viewer);
  const restored = await pausedSinceRestore(state);
  return {
    isConfigured: config.mail !== null,
    from: config.mail?.from ?? null,
    failing: config.mail && (await emailFailing(state)),
    paused:
      restored &&
      'This server was restored from a backup. It sends nothing until an owner allows outgoing connections.',
  };
}

async function viewsOf(deps: QueryDeps, found: Alert[], projects: Project[]): Promise<AlertView[]> {
  const { state } = deps;
  const acknowledgedBy = found.flatMap((one) => one.acknowledgedBy ?? []);
  const [issues, summaries, rules, deliveries, escalations, users, names, ownerOf] = await Promise.all([
    state.issuesByIds([...new Set(found.flatMap(({ issueId }) => issueId ?? []))]),
    state.releaseSummariesByIds([...new Set(found.flatMap(({ releaseSummaryId }) => releaseSummaryId ?? []))]),
    state.alertRulesByIds([...new Set(found.flatMap(({ matches }) => matches.map(({ ruleId }) => ruleId)))]),
    state.deliveriesOfAlerts(found.map(({ id }) => id)),
    state.escalationsOf(found.map(({ id }) => id)),
    state.usersByIds([...new Set(acknowledgedBy)]),
    projectsOfRows(deps, projects),
    ruleOwners(deps, projects),
  ]);
  const [recipientOf, attempts] = await Promise.all([
    recipientsOf(deps, deliveries),
    state.attemptsOf([...new Set(deliveries.map(({ id }) => id))]),
  ]);
  const [issueOf, summaryOf, ruleOf] = [byId(issues), byId(summaries), byId(rules)];
  const attemptsBy = Map.groupBy(attempts, ({ deliveryId }) => deliveryId);
  const deliveriesBy = Map.groupBy(deliveries, ({ alertId }) => alertId);
  const userOf = byId(users);
  return found.flatMap((fired): AlertView[] => {
    const { id, projectId, issueId, measured, releaseSummaryId, isResolved, happenedAtMs, decidedAtMs, matches } =
      fired;
    const { acknowledgedAtMs, acknowledgedBy: by } = fired;
    const issue = issueId === null ? null : issueOf.get(issueId);
    if (issue === undefined) return [];
    const summary = releaseSummaryId === null ? null : summaryOf.get(releaseSummaryId)!;
    const isOver = issue
      ? issue.status !== 'unresolved'
      : measured !== null && matches.every(({ ruleId }) => ruleOf.get(ruleId)!.evaluated?.level === 'ok');
    const pending = isOver ? [] : escalations.filter(({ alertId }) => alertId === id);
    return [
      {
        id,
        project: names.get(projectId)!,
        issue: issue && alertedIssueOf(issue),
        metric: measured && metricOf(measured, ruleOf.get(matches[0]!.ruleId)!, names.get(projectId)!.slug),
        release: summary && releaseOf(summary),
        isAtWindowEnd: matches.some(({ ruleId }) => conditionKindOf(ruleOf.get(ruleId)!.triggerKind) !== 'none'),
        happenedAtMs,
        decidedAtMs,
        isResolved,
        acknowledged: acknowledgedAtMs === null ? null : { atMs: acknowledgedAtMs, by: by && userOf.get(by)!.name },
        escalatesAtMs: pending.length > 0 ? Math.min(...pending.map(({ dueAtMs }) => dueAtMs)) : null,
        matches: matches.map(({ ruleId, suppressed }) => {
          const rule = ruleOf.get(ruleId)!;
          const { name: ruleName, deletedAtMs } = rule;
          const owner = ownerOf(rule);
          return { ruleId: deletedAtMs === null ? ruleId : null, ruleName, when: whenOf(rule), owner, suppressed };
        }),
        deliveries: (deliveriesBy.get(id) ?? []).map((delivery): DeliveryView => {
          return {
            id: delivery.id,
            to: recipientOf(delivery),
            isEscalation: delivery.isEscalation,
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

const alertedIssueOf = ({ id, shortId, type, value, culprit, level }: Issue): NonNullable<AlertView['issue']> => ({
  id,
  shortId,
  type,
  value,
  culprit,
  level,
});

const metricOf = (
  { condition, level, isReminder, openSinceMs, ...measured }: AlertedMeasure,
  rule: AlertRule,
  project: string,
): AlertedMetricView => ({
  level,
  isReminder,
  condition: conditionText(condition, level),
  reading: readingText(condition, measured),
  openSinceMs,
  spansPath: spansPath(condition, rule, project, measured.untilMs),
});

const releaseOf = ({ version, environment, health }: ReleaseSummary): AlertedReleaseView => ({
  version,
  environment,
  rating: health!.rating,
  reasons: reasonTexts(health!),
});

const byId = <Row extends { id: number }>(rows: Row[]) => new Map(rows.map((row) => [row.id, row]));

/** The name of a user with the address or the browser, or of a channel with its kind. */
async function recipientsOf(
  { state }: QueryDeps,
  recipients: Recipient[],
): Promise<(recipient: Recipient) => DeliveryView['to']> {
  const [users, channels, browsers] = await Promise.all([
    state.usersByIds([...new Set(recipients.flatMap(({ userId }) => userId ?? []))]),
    state.channelsByIds([...new Set(recipients.flatMap(({ channelId }) => channelId ?? []))]),
    state.browserNames([...new Set(recipients.flatMap(({ browserId }) => browserId ?? []))]),
  ]);
  const [userOf, channelOf] = [byId(users), byId(channels)];
  return ({ userId, channelId, browserId }) => {
    if (channelId === null) {
      const { name, email } = userOf.get(userId!)!;
      return { name, detail: browserId === null ? email : browsers.get(browserId)! };
    }
    const { name, kind } = channelOf.get(channelId)!;
    return { name, detail: channelKinds[kind].name };
  };
}
