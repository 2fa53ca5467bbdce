import { limits, type UserId } from '@seismo/protocol';
import { isInMaintenance } from '#domain/alerts/maintenance.ts';
import { nextActiveMs } from '#domain/alerts/schedule.ts';
import { closesIncidents } from '#domain/alerts/targets.ts';
import type { Alert, AlertRule, Escalating, Recipient, StateTx } from '#store/state/contract.ts';
import { aboutOf, circumstances, placesOf, recipientKey, type QueueDeps } from './queue-alerts.ts';
import { queueMessage, type QueuedMessage } from './queue-message.ts';

/** Until the next look at whether maintenance is over. */
const MAINTENANCE_WAIT_MS = 60_000;

/**
 * Reports alerts to further recipients that were not acknowledged in time, unless what they are about is over. During maintenance
 * they wait. Returns whether messages were queued.
 */
export async function escalate(deps: QueueDeps): Promise<boolean> {
  const { state } = deps;
  const { nowMs, isPaused, hasEmail } = await circumstances(deps);
  if (isPaused || (await state.dueEscalations(nowMs, 1)).length === 0) return false;
  return state.write(async (tx) => {
    const due = await tx.dueEscalations(nowMs, limits.ALERT_ESCALATION_BATCH_COUNT_MAX);
    await tx.endEscalations(due);
    const { messages, postponed } = await escalated(tx, due, { nowMs, hasEmail });
    await tx.addEscalations(postponed);
    for (const message of messages) await queueMessage(tx, message, nowMs);
    return messages.length > 0;
  });
}

/** What is not over: messages about it, and what waits for the end of maintenance. */
async function escalated(
  tx: StateTx,
  due: Escalating[],
  { nowMs, hasEmail }: { nowMs: number; hasEmail: boolean },
): Promise<{ messages: QueuedMessage[]; postponed: Escalating[] }> {
  const alerts = byId(await tx.alertsByIds([...new Set(due.map(({ alertId }) => alertId))]));
  const rules = byId(await tx.alertRulesByIds([...new Set(due.map(({ ruleId }) => ruleId))]));
  const issues = byId(await tx.issuesByIds([...alerts.values()].flatMap(({ issueId }) => issueId ?? [])));
  const projectIds = [...new Set([...alerts.values()].map(({ projectId }) => projectId))];
  const projects = byId((await Promise.all(projectIds.map((id) => tx.projectById(id)))).filter((one) => one !== null));
  const organizationIds = [...new Set([...projects.values()].map((one) => one.organizationId))];
  const channels = await tx.listChannels(organizationIds);
  const windows = await tx.listMaintenanceWindows(organizationIds);
  const userIds = [...rules.values()].flatMap(({ escalation }) => escalation?.userIds ?? []);
  const browsers = await tx.listBrowsers([...new Set(userIds)], nowMs);
  const messages = new Map<string, QueuedMessage>();
  const postponed: Escalating[] = [];
  for (const { alertId, ruleId } of due) {
    const [alert, rule] = [alerts.get(alertId), rules.get(ruleId)];
    const project = alert && projects.get(alert.projectId);
    if (!project || !rule || isOver(alert, rule, nowMs)) continue;
    if (alert.issueId !== null && isDone(issues.get(alert.issueId)?.status)) continue;
    if (isInMaintenance(windows, project, nowMs)) {
      postponed.push({ alertId, ruleId, dueAtMs: nowMs + MAINTENANCE_WAIT_MS });
      continue;
    }
    const { organizationId } = project;
    const about = aboutOf(alert);
    const notBeforeMs = rule.schedule ? nextActiveMs(rule.schedule, nowMs) : nowMs;
    for (const to of recipientsOf(rule, (userId) => placesOf(userId, organizationId, browsers, hasEmail))) {
      const channel = channels.find(({ id }) => id === to.channelId);
      if (to.channelId !== null && channel?.organizationId !== organizationId) continue;
      const joins = !(channel && closesIncidents(channel.kind));
      const key = `${organizationId} ${recipientKey(to)} ${notBeforeMs} ${about} ${joins ? '' : alertId}`;
      const kind = { about, isEscalation: true, joins } as const;
      const message = messages.get(key) ?? { to, organizationId, ...kind, notBeforeMs, alertIds: [], activities: [] };
      messages.set(key, message);
      if (!message.alertIds.includes(alertId)) message.alertIds.push(alertId);
    }
  }
  return { messages: [...messages.values()], postponed };
}

/** Whether the rule would report nothing any more, or its metric is back. */
function isOver(alert: Alert, rule: AlertRule, nowMs: number): boolean {
  if (!rule.enabled || rule.deletedAtMs !== null) return true;
  if (rule.snoozedUntilMs !== null && rule.snoozedUntilMs > nowMs) return true;
  return aboutOf(alert) === 'metrics' && (rule.evaluated === null || rule.evaluated.level === 'ok');
}

const isDone = (status: string | undefined): boolean => status !== 'unresolved';

/** Users who may not see alerts any more get nothing when it is sent. */
function recipientsOf({ escalation }: AlertRule, placesOfUser: (userId: UserId) => Recipient[]): Recipient[] {
  if (escalation === null) return [];
  return [
    ...escalation.userIds.flatMap(placesOfUser),
    ...escalation.channelIds.map((channelId): Recipient => ({ userId: null, channelId, browserId: null })),
  ];
}

const byId = <Row extends { id: number }>(rows: Row[]) => new Map(rows.map((row) => [row.id, row]));
